package github_test

import (
	"crypto/sha1"
	"encoding/hex"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/corpus"
	"vaultgraph/examples/loopback"
	"vaultgraph/examples/loopback/honest"
	"vaultgraph/examples/scenarios"
	"vaultgraph/integrations/github"
	"vaultgraph/vault/world"
)

// TestScenariosAreHonest asks every world of the scenarios in every way, and holds each request and answer against
// GitHub's descriptions: what the briefs of the scenarios are made of is what GitHub could have said.
func TestScenariosAreHonest(t *testing.T) {
	described, err := honest.LoadGitHub(corpus.Path(t, "data", "api", "github"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := scenarios.Load(filepath.Join("..", "..", "examples", "scenarios"))
	if err != nil || len(all) == 0 {
		t.Fatalf("%d scenarios, %v", len(all), err)
	}
	asked := 0
	for _, s := range all {
		for i, step := range s.Steps {
			w, err := step.World(nil)
			if err != nil {
				t.Fatalf("%s, step %d: %v", s.Name, i+1, err)
			}
			if w.GitHub == nil || w.GitHub.Fault != "" { // faults have a test of their own
				continue
			}
			nameCommits(w.GitHub)
			for _, e := range askAll(t, &w) {
				asked++
				if err := described.CheckAnswer(e); err != nil {
					t.Errorf("%s, step %d: not as GitHub describes it: %v", s.Name, i+1, err)
				}
			}
		}
	}
	if asked < len(all) {
		t.Errorf("%d requests in %d scenarios", asked, len(all))
	}
}

// nameCommits puts hashes in the place of the names of commits, which belong to no repository here.
func nameCommits(g *loopback.GitHub) {
	hash := func(sha *string) {
		if name, ok := strings.CutPrefix(*sha, "@"); ok {
			sum := sha1.Sum([]byte(name))
			*sha = hex.EncodeToString(sum[:])
		}
	}
	for i := range g.PullRequests {
		p := &g.PullRequests[i]
		hash(&p.HeadSHA)
		hash(&p.MergeSHA)
		for j := range p.Reviews {
			hash(&p.Reviews[j].SHA)
		}
	}
	for i := range g.Deployments {
		hash(&g.Deployments[i].SHA)
	}
	for i := range g.Runs {
		hash(&g.Runs[i].SHA)
	}
}

// askAll asks a world everything that a source can ask, with GraphQL and without it, and returns the exchanges.
func askAll(t *testing.T, w *loopback.World) []loopback.Exchange {
	t.Helper()
	var rec loopback.Recorder
	server := httptest.NewServer(rec.Wrap(w.GitHubHandler()))
	defer server.Close()
	var refs []world.Ref
	var watched []github.Watched
	for _, p := range w.GitHub.PullRequests {
		refs = append(refs, ref(p.Repo, p.Number))
		watched = append(watched, github.Watched{Repo: repo(p.Repo), Workflow: "*"})
	}
	for _, d := range w.GitHub.Deployments {
		watched = append(watched, github.Watched{Repo: repo(d.Repo), Environments: []string{d.Env}, Workflow: "*"})
	}
	for _, noGraphQL := range []bool{false, true} {
		w.GitHub.NoGraphQL = noGraphQL
		source, err := github.New(github.Options{API: server.URL, Token: token, Now: func() time.Time { return w.Now }})
		if err != nil {
			t.Fatal(err)
		}
		query := world.Query{Since: w.Now.Add(-14 * day)}
		for _, ask := range []func() (world.Part, error){
			func() (world.Part, error) { return source.Scan(withDeadline(t), query) },
			func() (world.Part, error) { return source.Lookup(withDeadline(t), refs) },
			func() (world.Part, error) { return source.Deployments(watched...).Scan(withDeadline(t), query) },
			func() (world.Part, error) { return source.Runs(watched...).Scan(withDeadline(t), query) },
		} {
			if _, err := ask(); err != nil && len(w.GitHub.Forbidden) == 0 { // what is refused is held against the descriptions, too
				t.Errorf("without GraphQL %v: %v", noGraphQL, err)
			}
		}
	}
	return rec.Exchanges()
}
