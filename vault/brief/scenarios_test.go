package brief_test

import (
	"context"
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
	src, vault string
	git        *git.Git
	seen       map[string]*scan.SeenRepo
	last       map[string]world.Part // good answers by source
	lastAt     map[string]time.Time
	dismissed  map[string]time.Time
}

func play(t *testing.T, s *scenarios.Scenario) (total scenarios.Figures) {
	dir := t.TempDir()
	st := &stage{
		src: filepath.Join(dir, "src"), vault: filepath.Join(dir, "src", "vault"), seen: map[string]*scan.SeenRepo{}, last: map[string]world.Part{},
		lastAt: map[string]time.Time{}, dismissed: map[string]time.Time{},
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
	w, err := step.World(hashes)
	if err != nil {
		t.Fatal(err)
	}
	in := brief.Input{Now: step.At, Zone: zone, Since: step.Since, Vault: st.vault,
		Me: world.Me{Emails: []string{"sam@acme.example"}, Names: []string{"Sam"}},
		Dismissed: func(ref string) (time.Time, bool) {
			at, ok := st.dismissed[strings.ToLower(ref)]
			return at, ok
		},
	}
	g := git.New(git.Options{Env: append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1"), Now: func() time.Time { return step.At }})
	var place git.Place
	key := ""
	if len(step.Repos) > 0 {
		work := filepath.Join(st.src, step.Dir)
		found, _ := g.Discover(ctx, git.Find{WorkDir: work, Repos: []string{filepath.Join(st.src, "*")}})
		part, err := g.Source(found, st.vault).Scan(ctx, world.Query{Since: step.At.Add(-scan.MaxWindow)})
		if err != nil {
			t.Fatal(err)
		}
		place, _ = g.Here(ctx, work)
		in.Here = brief.Here{Dir: place.Dir, IDs: place.IDs}
		key = place.Dir
		in.Answers = append(in.Answers, scan.Answer{Name: "git", Status: scan.StatusOK, AsOf: step.At, Part: part})
		in.Ancestor = func(repo world.RepoID, old, new string) (bool, bool) {
			for _, c := range found {
				for _, id := range c.IDs {
					if id.Same(repo) {
						return g.Ancestor(ctx, c.Dir, old, new)
					}
				}
			}
			return false, false
		}
		in.AuthorOf = func(repo world.RepoID, sha string) world.Person {
			for _, c := range found {
				if p, ok := g.CommitAuthor(ctx, c.Dir, sha); ok {
					return p
				}
			}
			return world.Person{}
		}
	}
	if w.GitHub != nil {
		in.Answers = append(in.Answers, st.answer("GitHub", step.At, string(w.GitHub.Fault), partOfGitHub(w.GitHub)))
	}
	if w.Jira != nil {
		in.Answers = append(in.Answers, st.answer("Jira", step.At, string(w.Jira.Fault), partOfJira(w.Jira)))
	}
	if step.Deploys != nil {
		in.Answers = append(in.Answers, scan.Answer{Name: "deploys", Status: scan.StatusOK, AsOf: step.At, Part: deploysOf(step.Deploys)})
	}
	seen := st.seen[key]
	if seen == nil {
		seen = &scan.SeenRepo{Sources: map[string]time.Time{}}
		st.seen[key] = seen
	} else {
		if in.Since.IsZero() {
			in.Since = seen.Briefed
		}
		in.Seen = seen
	}
	for i := range in.Answers {
		a := &in.Answers[i]
		if at := seen.Sources[a.Name]; !at.IsZero() && step.Since.IsZero() {
			a.Since = latestOf(at, step.At.Add(-scan.MaxWindow))
		}
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
		} else if seen.Sources[a.Name].IsZero() {
			seen.Sources[a.Name] = b.Since
		}
	}
	return b
}

func latestOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// answer is what a scan makes of a source: where it fails, its last good answer stands in.
func (st *stage) answer(name string, at time.Time, fault string, part world.Part) scan.Answer {
	a := scan.Answer{Name: name, Status: scan.StatusOK, AsOf: at, Part: part}
	if fault != "" {
		a.Status, a.AsOf, a.Part = scan.StatusFailed, st.lastAt[name], st.last[name]
		a.Failure = &world.Failure{Kind: world.FailServer, Message: "an error of the server's own (" + fault + ")"}
		return a
	}
	st.last[name], st.lastAt[name] = part, at
	return a
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
