package github_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"vaultgraph/examples/corpus"
	"vaultgraph/examples/loopback"
	"vaultgraph/examples/loopback/honest"
	"vaultgraph/integrations/github"
	"vaultgraph/vault/world"
)

// secret is the token of the tests. It must show up nowhere.
const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"

// now is the time of the tests' worlds: a Monday morning.
var now = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// ago returns a time before now.
func ago(d time.Duration) time.Time { return now.Add(-d) }

const day = 24 * time.Hour

var descriptions = sync.OnceValues(func() (*honest.GitHub, error) { return honest.LoadGitHub(descriptionsDir) })

var descriptionsDir string

// A server is GitHub on this machine. When the test ends, what was asked and what was answered is held against GitHub's
// descriptions.
type server struct {
	*httptest.Server
	world *loopback.World
	rec   *loopback.Recorder
}

func serve(t *testing.T, data *loopback.GitHub) *server {
	t.Helper()
	descriptionsDir = corpus.Path(t, "data", "api", "github")
	if data.Login == "" {
		data.Login = "mara"
	}
	s := &server{world: &loopback.World{Now: now, GitHub: data}, rec: &loopback.Recorder{}}
	s.Server = httptest.NewServer(s.rec.Wrap(s.world.GitHubHandler()))
	t.Cleanup(func() {
		s.Close()
		s.check(t)
	})
	return s
}

// check holds the exchanges against the descriptions.
func (s *server) check(t *testing.T) {
	t.Helper()
	described, err := descriptions()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range s.rec.Exchanges() {
		check := described.CheckAnswer
		if s.world.GitHub.Fault != "" || len(s.world.GitHub.Lacks) > 0 {
			check = described.CheckRequest
		}
		if err := check(e); err != nil {
			t.Errorf("not as GitHub describes it: %v", err)
		}
	}
}

// asked counts the requests so far.
func (s *server) asked() int { return len(s.rec.Exchanges()) }

func token(context.Context) (github.Credential, error) {
	return github.NewCredential(secret, "the test"), nil
}

// source returns a source for s, as change makes its options.
func (s *server) source(t *testing.T, change ...func(*github.Options)) *github.Source {
	t.Helper()
	o := github.Options{API: s.URL, Token: token, Transport: &http.Transport{}, Now: func() time.Time { return now }}
	for _, c := range change {
		c(&o)
	}
	source, err := github.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

func anonymous(o *github.Options) { o.Token = nil }

func repo(path string) world.RepoID { return world.RepoID{Host: "github.com", Path: path} }

// withDeadline returns a context that ends with the test, or sooner where that hangs.
func withDeadline(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// change returns the change of a part with this number.
func change(t *testing.T, p world.Part, number int) world.Change {
	t.Helper()
	for _, c := range p.Changes {
		if c.Number == number {
			return c
		}
	}
	t.Fatalf("there is no #%d in %+v", number, p.Changes)
	return world.Change{}
}
