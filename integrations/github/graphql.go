package github

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"vaultgraph/integrations/door"
	"vaultgraph/vault/world"
)

// A queryError is one error of a GraphQL answer. Its message may quote what it is about and is shown to nobody.
type queryError struct {
	Type       string `json:"type"`
	Message    string `json:"message"`
	Path       []any  `json:"path"` // names and numbers, down to the field that is null for it
	Extensions struct {
		Code string `json:"code"`
		SAML bool   `json:"saml_failure"`
	} `json:"extensions"`
}

// under reports whether the error is about something below these names, or above them. A number in the answer's path
// is a float64.
func (e queryError) under(path ...any) bool {
	for i, step := range path {
		if i == len(e.Path) {
			return true
		}
		if n, ok := step.(int); ok {
			step = float64(n)
		}
		if e.Path[i] != step {
			return false
		}
	}
	return true
}

// holds reports whether name is on the path of the error.
func (e queryError) holds(name string) bool { return slices.Contains(e.Path, any(name)) }

// lacksField reports whether the server does not know what was asked for, as an older Enterprise Server.
func (e queryError) lacksField() bool {
	switch e.Extensions.Code {
	case "undefinedField", "undefinedType", "argumentNotAccepted", "cannotSpreadFragment":
		return true
	}
	return strings.Contains(e.Message, "doesn't exist on type")
}

// A queryAnswer is the data of a query by alias, and what came with it.
type queryAnswer struct {
	data   fields
	at     time.Time // by the clock of the server; that of this machine where it does not tell
	errors []queryError
}

// fields are the fields of an object of an answer.
type fields map[string]json.RawMessage

// read decodes the field of a name. It reports whether there is one that is not null and fits.
func (f fields) read(name string, into any) bool {
	text, ok := f[name]
	return ok && string(text) != "null" && json.Unmarshal(text, into) == nil
}

// Why a query is refused as a whole although less of it would be answered.
var (
	errLacksField = errors.New("the server does not know a field of the query")
	errLacksScope = errors.New("the token lacks a scope for a field of the query")
)

// A lack is what has to be left out of queries.
type lack struct {
	fields bool // those that older servers do not have
	teams  bool // names of teams, for which a classic token needs read:org: without it the whole query is refused
}

// post sends a query. Errors beside data are part of the answer; errors alone are the error: errLacksField,
// errLacksScope, or a *world.Failure.
func (s *Source) post(ctx context.Context, c *connection, query string, variables map[string]any) (queryAnswer, error) {
	text, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return queryAnswer{}, &world.Failure{Kind: world.FailLocal, Message: "the query cannot be written", Err: err}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address.graphQL.String(), bytes.NewReader(text))
	if err != nil {
		return queryAnswer{}, &world.Failure{Kind: world.FailLocal, Message: "the request cannot be made", Err: err}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		return queryAnswer{}, c.door.Failure(err, nil)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return queryAnswer{}, c.statusFailure(resp)
	}
	var answer struct {
		Data   fields       `json:"data"`
		Errors []queryError `json:"errors"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return queryAnswer{}, answerFailure(resp.StatusCode, "the answer is not one of GraphQL")
	}
	if answer.Data == nil {
		return queryAnswer{}, queryFailure(answer.Errors, resp)
	}
	at := dateOf(resp.Header)
	if at.IsZero() {
		at = s.now()
	}
	return queryAnswer{data: answer.Data, at: at, errors: answer.Errors}, nil
}

// queryFailure reads the errors of an answer without data.
func queryFailure(errs []queryError, resp *http.Response) error {
	for _, e := range errs {
		switch {
		case e.lacksField():
			return errLacksField
		case e.Type == "RATE_LIMITED", e.Type == "RATE_LIMIT":
			return &world.Failure{Kind: world.FailRate, Status: resp.StatusCode, Retry: door.Retry(resp, dateOf(resp.Header)), Message: rateMessage}
		case e.Extensions.SAML:
			return &world.Failure{Kind: world.FailForbidden, Status: resp.StatusCode, Err: errSignOn,
				Message: "wants single sign-on: authorize the token for the organisation"}
		case e.Type == "INSUFFICIENT_SCOPES":
			return errLacksScope
		case e.Type == "FORBIDDEN":
			return &world.Failure{Kind: world.FailForbidden, Status: resp.StatusCode,
				Message: "the token does not suffice: see vault doctor for its scopes"}
		}
	}
	if len(errs) > 0 && errs[0].Type == "" && errs[0].Extensions.Code == "" { // such as a query that took too long
		return &world.Failure{Kind: world.FailServer, Status: resp.StatusCode, Message: "an error of the server's own: it gave up on the query"}
	}
	return answerFailure(resp.StatusCode, "does not accept the query")
}

// refusesGraphQL reports whether err says that this server has no GraphQL, or none for this token, so that REST is
// worth a try. Single sign-on, limits and bad tokens refuse both.
func refusesGraphQL(err error) bool {
	var f *world.Failure
	if !errors.As(err, &f) {
		return false
	}
	switch f.Status {
	case http.StatusForbidden:
		return f.Kind == world.FailForbidden && !errors.Is(err, errSignOn)
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		return true
	}
	return false
}

// ask posts the query that write returns. Where the server refuses a part of it, it asks once more without that, and
// leaves it out from then on.
func (s *Source) ask(ctx context.Context, c *connection, write func(lack) string, variables map[string]any) (queryAnswer, error) {
	for {
		s.mu.Lock()
		without := s.without
		s.mu.Unlock()
		answer, err := s.post(ctx, c, write(without), variables)
		switch {
		case errors.Is(err, errLacksField) && !without.fields:
			without.fields = true
		case errors.Is(err, errLacksScope) && !without.teams:
			without.teams = true
		case errors.Is(err, errLacksField):
			return queryAnswer{}, answerFailure(http.StatusOK, "is too old: it lacks fields that are needed")
		case errors.Is(err, errLacksScope):
			return queryAnswer{}, &world.Failure{Kind: world.FailForbidden, Status: http.StatusOK,
				Message: "the token lacks scopes that are needed: see vault doctor for those that it has"}
		default:
			return answer, err
		}
		s.mu.Lock()
		s.without = without
		s.mu.Unlock()
	}
}
