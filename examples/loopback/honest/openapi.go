package honest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"vaultgraph/examples/loopback"
)

// An OpenAPI is a description of an interface of REST.
type OpenAPI struct {
	router routers.Router
}

// LoadOpenAPI reads a description. Times may have the form in which Jira writes them, besides that of RFC 3339. amend
// mends what a description is known to have wrong.
func LoadOpenAPI(file string, amend ...func(*openapi3.T)) (*OpenAPI, error) {
	doc, err := openapi3.NewLoader().LoadFromFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the description %s: %w", file, err)
	}
	doc.Servers = nil // any host
	for _, mend := range amend {
		mend(doc)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		return nil, fmt.Errorf("reading the paths of %s: %w", file, err)
	}
	openapi3.DefineStringFormatValidator("date-time", openapi3.NewCallbackValidator(checkTime))
	return &OpenAPI{router: router}, nil
}

// checkTime accepts RFC 3339 and Jira's form of it.
func checkTime(text string) error {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999-0700"} {
		if _, err := time.Parse(layout, text); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%q is no time", text)
}

// byNumber is how GitHub names a repository in links and redirects; the description does not have that.
var byNumber = regexp.MustCompile(`^/repositories/\d+`)

// CheckRequest holds a request against the description: the path must be in it, the parameters must be declared and of
// the declared types.
func (o *OpenAPI) CheckRequest(e loopback.Exchange) error {
	_, err := o.request(e)
	return about(e, "request", err)
}

// CheckAnswer holds an answer against what the description has for the request and the status. A status that it does
// not have, and an answer without a body, are not judged.
func (o *OpenAPI) CheckAnswer(e loopback.Exchange) error {
	input, err := o.request(e)
	if err != nil {
		return about(e, "request", err)
	}
	if len(e.Answer) == 0 {
		return nil
	}
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: e.Status, Header: e.AnswerHeader,
		Body: io.NopCloser(bytes.NewReader(e.Answer)), Options: input.Options,
	})
	return about(e, "answer", err)
}

// about says of which exchange an error is.
func about(e loopback.Exchange, what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s of %s %s: %w", what, e.Method, e.URL, err)
}

func (o *OpenAPI) request(e loopback.Exchange) (*openapi3filter.RequestValidationInput, error) {
	u, err := url.Parse(e.URL)
	if err != nil {
		return nil, err
	}
	u.Path = byNumber.ReplaceAllString(strings.TrimPrefix(u.Path, "/api/v3"), "/repos/octocat/hello")
	query := u.Query()
	if created := query.Get("created"); strings.HasPrefix(created, ">=") {
		query.Set("created", created[2:]) // a range; the description knows it in words only
		u.RawQuery = query.Encode()
	}
	req, err := http.NewRequest(e.Method, "http://localhost"+u.RequestURI(), bytes.NewReader(e.Body))
	if err != nil {
		return nil, err
	}
	req.Header = e.Header.Clone()
	route, params, err := o.router.FindRoute(req)
	if err != nil {
		return nil, err
	}
	input := &openapi3filter.RequestValidationInput{
		Request: req, PathParams: params, Route: route, QueryParams: query,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, MultiError: true},
	}
	if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
		return nil, err
	}
	return input, undeclared(route, query)
}

// undeclared complains of parameters that the description does not have. The validation itself lets them pass.
func undeclared(route *routers.Route, query url.Values) error {
	var declared []string
	for _, list := range []openapi3.Parameters{route.PathItem.Parameters, route.Operation.Parameters} {
		for _, p := range list {
			if p.Value != nil && p.Value.In == openapi3.ParameterInQuery {
				declared = append(declared, p.Value.Name)
			}
		}
	}
	for key := range query {
		if !slices.Contains(declared, key) {
			return fmt.Errorf("the parameter %q is not declared", key)
		}
	}
	return nil
}
