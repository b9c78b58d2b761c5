package jira_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"vaultgraph/examples/corpus"
	"vaultgraph/examples/loopback"
)

// description loads Atlassian's description of Jira Cloud's interface, once.
var description = sync.OnceValues(func() (routers.Router, error) {
	// Times are written 2021-01-17T12:34:00.000+0000, which is not the date-time of the description.
	openapi3.DefineStringFormatValidator("date-time", openapi3.NewRegexpFormatValidator(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$`))
	doc, err := openapi3.NewLoader().LoadFromFile(slicePath)
	if err != nil {
		return nil, err
	}
	doc.Servers = nil // any host
	// A field without a value is null, as in every recorded answer; the description forgets to say so.
	doc.Components.Schemas["IssueBean"].Value.Properties["fields"].Value.AdditionalProperties.Schema.Value.Nullable = true
	return gorillamux.NewRouter(doc)
})

var slicePath string

// checkHonest holds every exchange against the description: the request, the keys of its query, and the answer. The
// paths of version 2, which are asked, differ from the described ones of version 3 in the number alone.
func checkHonest(t *testing.T, exchanges []loopback.Exchange) {
	t.Helper()
	if len(exchanges) == 0 {
		t.Error("nothing was asked")
	}
	slicePath = corpus.Path(t, "data", "api", "jira", "openapi-slice.json")
	router, err := description()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range exchanges {
		if err := honest(router, x); err != nil {
			t.Errorf("%s %s %s\nis not as described: %v", x.Method, x.URL, x.Body, err)
		}
	}
}

type unknownQuery string

func (u unknownQuery) Error() string { return "the query key " + string(u) + " is not described" }

func honest(router routers.Router, x loopback.Exchange) error {
	req := httptest.NewRequest(x.Method, "https://site.example"+strings.Replace(x.URL, "/rest/api/2/", "/rest/api/3/", 1), bytes.NewReader(x.Body))
	req.Header = x.Header
	route, params, err := router.FindRoute(req)
	if err != nil {
		return err
	}
	for key := range req.URL.Query() {
		if route.Operation.Parameters.GetByInAndName("query", key) == nil {
			return unknownQuery(key)
		}
	}
	input := &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route, Options: &openapi3filter.Options{
		AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
	}}
	if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
		return err
	}
	answer := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: x.Status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader(x.Answer)), Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	return openapi3filter.ValidateResponse(context.Background(), answer)
}

// TestHonestRefuses makes sure that what holds the requests against the description can refuse.
func TestHonestRefuses(t *testing.T) {
	slicePath = corpus.Path(t, "data", "api", "jira", "openapi-slice.json")
	router, err := description()
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{"Content-Type": {"application/json"}}
	for name, x := range map[string]loopback.Exchange{
		"a path that is not there":    {Method: "GET", URL: "/rest/api/2/search?jql=x"},
		"a query key":                 {Method: "GET", URL: "/rest/api/2/search/jql?startAt=0", Status: 200, Answer: []byte(`{}`)},
		"a key of the question":       {Method: "POST", URL: "/rest/api/2/search/jql", Header: header, Body: []byte(`{"startAt":0}`), Status: 200, Answer: []byte(`{}`)},
		"the type of a value":         {Method: "POST", URL: "/rest/api/2/search/jql", Header: header, Body: []byte(`{"jql":"a = b","expand":["names"]}`), Status: 200, Answer: []byte(`{}`)},
		"a key of the answer":         {Method: "GET", URL: "/rest/api/2/search/jql?jql=x", Status: 200, Answer: []byte(`{"total":1}`)},
		"a time in the answer":        {Method: "GET", URL: "/rest/api/2/serverInfo", Status: 200, Answer: []byte(`{"serverTime":"yesterday"}`)},
		"an order that is not listed": {Method: "GET", URL: "/rest/api/2/issue/A-1/comment?orderBy=author", Status: 200, Answer: []byte(`{}`)},
	} {
		if _, err := url.Parse(x.URL); err != nil {
			t.Fatal(err)
		}
		if honest(router, x) == nil {
			t.Errorf("%s: accepted, want refused", name)
		}
	}
}
