package brief_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vaultgraph/examples/repos"
	"vaultgraph/examples/scenarios"
	"vaultgraph/integrations/git"
	"vaultgraph/integrations/github"
	"vaultgraph/integrations/jira"
	"vaultgraph/vault"
	"vaultgraph/vault/brief"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// TestScenarios runs the scenarios against Compose, with real repositories and notes, and with what the servers know
// put into the words of package world right here. The whole program is run over them in cmd/vault.
func TestScenarios(t *testing.T) {
	all, err := scenarios.Load(filepath.Join("..", "..", "examples", "scenarios"))
	if err != nil {
		t.Fatal(err)
	}
	var total scenarios.Figures
	var counting sync.Mutex
	t.Run("all", func(t *testing.T) {
		for _, s := range all {
			t.Run(s.Name, func(t *testing.T) {
				t.Parallel()
				f := play(t, s)
				counting.Lock()
				defer counting.Unlock()
				total.Add(f)
				for _, p := range f.Problems {
					t.Error(p)
				}
			})
		}
	})
	t.Logf("%d scenarios: right %d, stale %d, missing %d, noise %d", len(all), total.Right, total.Stale, total.Missing, total.Noise)
}

// A stage is where one scenario is played.
type stage struct {
	src, vault, cache string
	git               *git.Git
	github, jira      *server
	seen              map[string]*scan.SeenRepo
	dismissed         map[string]time.Time
}

// A server stands at one address, whatever the world has become.
type server struct {
	*httptest.Server
	now http.Handler
}

func serve(t *testing.T) *server {
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.now.ServeHTTP(w, r) }))
	t.Cleanup(s.Close)
	return s
}

func play(t *testing.T, s *scenarios.Scenario) (total scenarios.Figures) {
	dir := t.TempDir()
	st := &stage{
		src: filepath.Join(dir, "src"), vault: filepath.Join(dir, "src", "vault"), cache: filepath.Join(dir, "cache"),
		github: serve(t), jira: serve(t), seen: map[string]*scan.SeenRepo{}, dismissed: map[string]time.Time{},
	}
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Steps {
		step := &s.Steps[i]
		hashes := st.build(t, step)
		b := st.brief(t, s, step, zone, hashes)
		for _, ref := range step.Done {
			st.dismissed[strings.ToLower(ref)] = step.At
		}
		if step.Expect == nil {
			continue
		}
		if slices.ContainsFunc(step.Expect.Lines, func(w scenarios.WantLine) bool { return w.Kind == "fixed" }) {
			t.Skip("nothing is corrected here")
		}
		var got []scenarios.Line
		for _, l := range b.Lines {
			got = append(got, scenarios.Line{Kind: string(l.Kind), Turn: string(l.Turn), Text: l.Text})
		}
		total.Add(step.Expect.Compare(got, hashes))
		t.Logf("step %d:\n%s", i+1, b.Text())
	}
	return total
}

func (st *stage) build(t *testing.T, step *scenarios.Step) map[string]string {
	hashes := map[string]string{}
	if len(step.Repos) > 0 {
		if err := os.RemoveAll(st.src); err != nil {
			t.Fatal(err)
		}
	}
	for _, script := range step.Repos {
		built, err := (repos.Git{Env: os.Environ()}).Build(t.Context(), st.src, script)
		if err != nil {
			t.Fatal(err)
		}
		for name, hash := range built.Hashes {
			hashes[name] = hash
		}
	}
	for name, text := range step.Notes {
		file := filepath.Join(st.vault, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(st.vault, ".vault"), 0o755); err != nil {
		t.Fatal(err)
	}
	return hashes
}

func (st *stage) brief(t *testing.T, s *scenarios.Scenario, step *scenarios.Step, zone *time.Location, hashes map[string]string) *brief.Brief {
	ctx := t.Context()
	now := func() time.Time { return step.At }
	in := brief.Input{Now: step.At, Zone: zone, Since: step.Since, Vault: st.vault,
		Me: world.Me{Emails: []string{"sam@acme.example"}, Names: []string{"Sam"}},
		Dismissed: func(ref string) (time.Time, bool) {
			at, ok := st.dismissed[strings.ToLower(ref)]
			return at, ok
		},
	}
	g := git.New(git.Options{Env: append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1"), Now: now})
	var place git.Place
	var jobs []scan.Job
	var found []git.Checkout
	if len(step.Repos) > 0 {
		work := filepath.Join(st.src, step.Dir)
		found, _ = g.Discover(ctx, git.Find{WorkDir: work, Repos: []string{filepath.Join(st.src, "*")}})
		place, _ = g.Here(ctx, work)
		in.Here = brief.Here{Dir: place.Dir, IDs: place.IDs}
		jobs = append(jobs, scan.Job{Source: g.Source(found, st.vault), Local: true})
	}
	in.Ancestor, in.AuthorOf = ancestry(ctx, g, found)
	jobs = append(jobs, st.serverJobs(t, step, found, hashes)...)
	opt := scan.Options{Cache: st.cache, Now: now, From: step.Since, Me: in.Me}
	seen := st.seen[place.Dir]
	if seen == nil {
		seen = &scan.SeenRepo{Sources: map[string]time.Time{}}
		st.seen[place.Dir] = seen
	} else {
		if in.Since.IsZero() {
			in.Since = seen.Briefed
		}
		in.Seen = seen
	}
	opt.Since = func(source string) time.Time { return seen.Sources[source] }
	result := scan.Run(ctx, jobs, opt)
	in.Answers = result.Answers
	if step.Deploys != nil {
		in.Answers = append(in.Answers, scan.Answer{Name: "deploys", Status: scan.StatusOK, AsOf: step.At, Part: deploysOf(step.Deploys)})
	}
	if !s.NoVault {
		in.Memory = st.memory(ctx, t, place, zone)
	}
	b := brief.Compose(in)
	b.Note(seen)
	seen.Briefed = step.At
	for i := range in.Answers {
		if a := &in.Answers[i]; a.Answered() {
			seen.Sources[a.Name] = a.AsOf
		}
	}
	return b
}

// serverJobs sets the servers to the world of a step and returns what asks them.
func (st *stage) serverJobs(t *testing.T, step *scenarios.Step, found []git.Checkout, hashes map[string]string) []scan.Job {
	w, err := step.World(hashes)
	if err != nil {
		t.Fatal(err)
	}
	var jobs []scan.Job
	if w.GitHub != nil {
		st.github.now = w.GitHubHandler()
		o := github.Options{API: st.github.URL, GraphQL: st.github.URL + "/graphql", Now: func() time.Time { return step.At },
			Token: func(context.Context) (github.Credential, error) {
				return github.NewCredential("token", "the test"), nil
			}}
		for _, c := range found {
			o.Repos = append(o.Repos, c.IDs...)
		}
		source, err := github.New(o)
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, scan.Job{Source: source})
		var watched []github.Watched
		for _, d := range w.GitHub.Deployments {
			id := world.RepoID{Host: "github.com", Path: d.Repo}
			if !slices.ContainsFunc(watched, func(w github.Watched) bool { return w.Repo == id }) {
				watched = append(watched, github.Watched{Repo: id})
			}
		}
		if len(watched) > 0 {
			jobs = append(jobs, scan.Job{Source: source.Deployments(watched...)})
		}
	}
	if w.Jira != nil {
		st.jira.now = w.JiraHandler()
		u, _ := url.Parse(st.jira.URL)
		source, err := jira.New(jira.Options{URL: u, Email: "sam@acme.example", Token: "token", Now: func() time.Time { return step.At }})
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, scan.Job{Source: source})
	}
	return jobs
}

func ancestry(ctx context.Context, g *git.Git, found []git.Checkout) (func(world.RepoID, string, string) (bool, bool), func(world.RepoID, string) world.Person) {
	in := func(repo world.RepoID, f func(dir string) bool) {
		for _, c := range found {
			if slices.ContainsFunc(c.IDs, repo.Same) && f(c.Dir) {
				return
			}
		}
	}
	ancestor := func(repo world.RepoID, old, new string) (yes, known bool) {
		in(repo, func(dir string) bool {
			yes, known = g.Ancestor(ctx, dir, old, new)
			return known
		})
		return yes, known
	}
	author := func(repo world.RepoID, sha string) (p world.Person) {
		in(repo, func(dir string) (ok bool) {
			p, ok = g.CommitAuthor(ctx, dir, sha)
			return ok
		})
		return p
	}
	return ancestor, author
}

func (st *stage) memory(ctx context.Context, t *testing.T, place git.Place, zone *time.Location) brief.Memory {
	v, err := vault.Open(st.vault)
	if err != nil {
		t.Fatal(err)
	}
	w, err := v.View(ctx, vault.ViewOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	service := ""
	if place.Dir != "" {
		service, _ = w.Service(ctx, world.Repo{Name: filepath.Base(place.Dir), IDs: place.IDs}, place.Path)
	}
	m, err := brief.ReadMemory(ctx, w, service, zone)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
