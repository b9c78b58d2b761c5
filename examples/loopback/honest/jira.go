package honest

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"vaultgraph/examples/loopback"
)

// A Jira knows the description of Jira Cloud's interface. Data Center has none that is published in this form.
type Jira struct {
	rest *OpenAPI
}

// LoadJira reads the description in a folder.
func LoadJira(dir string) (*Jira, error) {
	rest, err := LoadOpenAPI(filepath.Join(dir, "openapi-slice.json"), nullFields)
	if err != nil {
		return nil, err
	}
	return &Jira{rest}, nil
}

// nullFields lets the fields of an issue be null, as they are in every recorded answer where they have no value; the
// description forgets to say so.
func nullFields(doc *openapi3.T) {
	doc.Components.Schemas["IssueBean"].Value.Properties["fields"].Value.AdditionalProperties.Schema.Value.Nullable = true
}

// CheckRequest holds a request against the description. The paths of version 2 differ from the described ones of version
// 3 in the number alone.
func (j *Jira) CheckRequest(e loopback.Exchange) error { return j.rest.CheckRequest(asVersion3(e)) }

// CheckAnswer holds a request and its answer against the description. A refusal is not judged.
func (j *Jira) CheckAnswer(e loopback.Exchange) error {
	e = asVersion3(e)
	if e.Status != http.StatusOK {
		return j.rest.CheckRequest(e)
	}
	if len(e.Answer) == 0 {
		return fmt.Errorf("the answer to %s %s is empty", e.Method, e.URL)
	}
	return j.rest.CheckAnswer(e)
}

func asVersion3(e loopback.Exchange) loopback.Exchange {
	e.URL = strings.Replace(e.URL, "/rest/api/2/", "/rest/api/3/", 1)
	return e
}
