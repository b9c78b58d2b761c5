package github

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	gh "github.com/google/go-github/v62/github"

	"vaultgraph/integrations/door"
	"vaultgraph/vault/world"
)

// Options say which server to ask, as whom, and about what.
type Options struct {
	// API is the address of REST: PublicAPI where empty, https://HOST/api/v3/ for an Enterprise Server. Plain http is
	// accepted on loopback only.
	API string
	// GraphQL is the address of GraphQL on the same server; found from API where empty.
	GraphQL string
	// Host is the forge's host as remotes name it; found from API where empty, where a server on loopback stands for
	// github.com.
	Host string
	// Token finds the credential when it is first needed. Nil, or the zero Credential, asks as nobody.
	Token func(context.Context) (Credential, error)
	// Transport sends the requests; http.DefaultTransport where nil.
	Transport http.RoundTripper
	// CacheDir is the folder for stored lists; "" stores none.
	CacheDir string
	// Now is the clock of this machine.
	Now func() time.Time
	// Repos are the repositories that this person works in. Where GitHub knows one under another name by now, its
	// pull requests tell both.
	Repos []world.RepoID
}

// A Source is one GitHub server. It may be used by several goroutines.
type Source struct {
	opt     Options
	address address

	mu      sync.Mutex
	conn    *connection
	without lack
}

// New returns the source of a server. It asks nothing yet. An error is a *world.Failure about the options.
func New(o Options) (*Source, error) {
	a, err := newAddress(o)
	if err != nil {
		return nil, err
	}
	if o.Now == nil {
		return nil, localFailure("no clock given")
	}
	return &Source{opt: o, address: a}, nil
}

// Name says which server it is: "GitHub", and with the host where that is not github.com.
func (s *Source) Name() string { return s.named("GitHub") }

// Host returns the forge's host as remotes name it.
func (s *Source) Host() string { return s.address.host }

func (s *Source) named(name string) string {
	if s.address.host == publicHost {
		return name
	}
	return name + " (" + s.address.host + ")"
}

func (s *Source) now() time.Time { return s.opt.Now() }

// A connection is what is known once the credential is found.
type connection struct {
	credential Credential
	now        func() time.Time
	door       *door.Door
	http       *http.Client
	rest       *gh.Client
}

func (s *Source) connect(ctx context.Context) (*connection, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		return s.conn, nil
	}
	var credential Credential
	if s.opt.Token != nil {
		var err error
		if credential, err = s.opt.Token(ctx); err != nil {
			return nil, credentialFailure(ctx, err)
		}
	}
	t, err := newTransport(s.opt, s.address.api, credential)
	if err != nil {
		return nil, err
	}
	c := &connection{credential: credential, now: s.opt.Now, http: &http.Client{Transport: t}, door: t.door}
	c.rest = gh.NewClient(c.http)
	c.rest.BaseURL = s.address.api
	s.conn = c
	return c, nil
}

func credentialFailure(ctx context.Context, err error) error {
	var known *world.Failure
	if errors.As(err, &known) {
		return known
	}
	if ctx.Err() != nil {
		return &world.Failure{Kind: world.FailLate, Message: "no token in time", Err: err}
	}
	return &world.Failure{Kind: world.FailCredentials, Message: "no token can be had: set GH_TOKEN or run gh auth login", Err: err}
}

// defaultWindow is how far back an unlimited query looks.
const defaultWindow = 14 * 24 * time.Hour

func (s *Source) since(q world.Query) time.Time {
	if q.Since.IsZero() {
		return s.now().Add(-defaultWindow)
	}
	return q.Since
}

// Scan asks for my open pull requests, those whose review is asked of me or a team of mine, and those of mine that
// were merged or closed since q.Since. An error is a *world.Failure.
func (s *Source) Scan(ctx context.Context, q world.Query) (world.Part, error) {
	c, err := s.connect(ctx)
	if err != nil {
		return world.Part{}, err
	}
	if c.credential.token != "" {
		part, err := s.scanGraphQL(ctx, c, q)
		if !refusesGraphQL(err) {
			return part, err
		}
	}
	return s.scanREST(ctx, c, q)
}
