package jira

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	gojira "github.com/andygrunwald/go-jira"

	"vaultgraph/integrations/door"
	"vaultgraph/vault/world"
)

// TokenVariables are the environment variables that a token is looked for in, the first one that is set counts.
func TokenVariables() []string { return []string{"JIRA_API_TOKEN", "JIRA_TOKEN"} }

// Options say which site to ask, and as whom.
type Options struct {
	// URL is the address of the site: what the address of a ticket starts with, before /browse.
	URL *url.URL
	// API is where the interface is, where that is another address, as for scoped tokens of Jira Cloud:
	// https://api.atlassian.com/ex/jira/{cloudId}. Nil is URL.
	API *url.URL
	// Email is the address that an API token of Jira Cloud belongs to. Without one, Token is a personal access token
	// of Data Center, which stands alone.
	Email string
	// Token is the credential. Without one, nothing is asked: every question fails with world.FailCredentials.
	Token string
	// Projects are the prefixes of keys that count as tickets in texts. None: those of the tickets seen so far.
	Projects []string
	// Site is what an earlier run learnt; the zero value for nothing.
	Site Site
	// Base sends the requests; nil is http.DefaultTransport. Named is true where several sites are asked, so that
	// the name of the source tells which.
	Base  http.RoundTripper
	Named bool
	// Now is the clock. It must not be nil.
	Now func() time.Time
}

// A Source asks one site. It may be used by several goroutines at once.
type Source struct {
	site     *url.URL // without a slash at its end
	api      *url.URL
	name     string
	projects []string
	token    bool // there is one
	basic    bool // it goes with an address
	client   *gojira.Client
	door     *door.Door
	now      func() time.Time

	mu      sync.Mutex
	known   Site
	stopped *world.Failure // why nothing more is asked; nil while it is
}

// New returns a Source. It asks nothing yet. It fails where a URL cannot be trusted with a token.
func New(o Options) (*Source, error) {
	if o.URL == nil {
		return nil, fmt.Errorf("a jira site needs its url")
	}
	api := o.API
	if api == nil {
		api = o.URL
	}
	d, err := door.New(door.Options{Base: authenticated(o), Origin: api, Now: o.Now})
	if err != nil {
		return nil, fmt.Errorf("jira: %w", err)
	}
	client, err := gojira.NewClient(d.Client(), api.String())
	if err != nil {
		return nil, fmt.Errorf("jira: %w", err)
	}
	s := &Source{
		site: withoutSlash(o.URL), api: api, name: "Jira", token: o.Token != "", basic: o.Email != "",
		client: client, door: d, now: o.Now, known: o.Site,
	}
	if o.Named {
		s.name = "Jira (" + o.URL.Host + ")"
	}
	for _, p := range o.Projects {
		s.projects = append(s.projects, strings.ToUpper(p))
	}
	return s, nil
}

// authenticated returns the transport that adds the credential. It stands behind the door, which lets nothing out but
// to the site: go-jira's transports alone would add it wherever a redirect leads.
func authenticated(o Options) http.RoundTripper {
	if o.Email != "" {
		return &gojira.BasicAuthTransport{Username: o.Email, Password: o.Token, Transport: o.Base}
	}
	return &gojira.BearerAuthTransport{Token: o.Token, Transport: o.Base}
}

func withoutSlash(u *url.URL) *url.URL {
	out := *u
	out.Path, out.RawPath, out.RawQuery, out.Fragment = strings.TrimRight(u.Path, "/"), "", "", ""
	return &out
}

// Name returns what to call the source in a line.
func (s *Source) Name() string { return s.name }

// Site returns what was learnt of the site so far, for the Options of a later run.
func (s *Source) Site() Site {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known
}

func (s *Source) learn(change func(*Site)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.known)
}

// get and post ask for a JSON answer, under path with its query, and decode it into v. The error is a *world.Failure.
func (s *Source) get(ctx context.Context, path string, v any) (*http.Response, error) {
	return s.ask(ctx, http.MethodGet, path, nil, v)
}

func (s *Source) post(ctx context.Context, path string, body, v any) (*http.Response, error) {
	return s.ask(ctx, http.MethodPost, path, body, v)
}

func (s *Source) ask(ctx context.Context, method, path string, body, v any) (*http.Response, error) {
	if err := s.mayAsk(); err != nil {
		return nil, err
	}
	req, err := s.client.NewRequestWithContext(ctx, method, path, body)
	if err != nil {
		return nil, &world.Failure{Kind: world.FailLocal, Message: "the question cannot be put", Err: err}
	}
	req.Header.Set("Accept", "application/json")
	answer, err := s.client.Do(req, v)
	if answer == nil {
		return nil, s.door.Failure(err, nil)
	}
	_ = answer.Body.Close() // go-jira leaves it open where the status is an error
	if f := s.loginFailure(answer.Response, err); f != nil {
		return answer.Response, f
	}
	if err != nil {
		return answer.Response, s.door.Failure(err, answer.Response)
	}
	return answer.Response, nil
}

func (s *Source) mayAsk() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.token:
		return &world.Failure{Kind: world.FailCredentials, Message: "no token: set " + strings.Join(TokenVariables(), " or ")}
	case s.stopped != nil:
		return s.stopped
	}
	return nil
}
