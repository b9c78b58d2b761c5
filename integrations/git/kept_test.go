package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/repos"
	"vaultgraph/integrations/git"
	"vaultgraph/vault/world"
)

// TestKeptIsWhatGitSays does to a repository what people do, and wants what was kept to be what git says each time.
func TestKeptIsWhatGitSays(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Remotes: map[string]string{"origin": "git@github.com:acme/r.git"}, Commits: []repos.Commit{
		{Name: "one", At: at(19, 10), Message: "One", Files: map[string]string{"a.txt": "a\n"}},
		{Name: "two", At: at(25, 10), Message: "Two", Files: map[string]string{"a.txt": "b\n"}},
	}, Refs: []repos.Ref{{Name: "refs/remotes/origin/main", At: "one"}}})
	cache := t.TempDir()
	keeping := git.New(git.Options{Env: d.env, Now: nowFixed, Cache: cache})
	commit := func(message string) []string { return []string{"commit", "-q", "--allow-empty", "-m", message} }
	steps := [][]string{
		nil, nil,
		commit("three"),
		{"branch", "side"},
		{"reset", "-q", "--hard", "HEAD~1"},
		{"update-ref", "refs/remotes/origin/side", "side"},
		{"branch", "-q", "-D", "side"},
		{"pack-refs", "--all"},
		{"commit", "-q", "--amend", "--allow-empty", "-m", "other"},
		{"checkout", "-q", "--detach"},
		commit("four, on no branch"),
		{"checkout", "-q", "main"},
		{"update-ref", "-d", "refs/remotes/origin/side"},
		{"remote", "remove", "origin"},
		nil,
	}
	for i, step := range steps {
		if step != nil {
			d.run("r", step...)
		}
		switch i {
		case 4: // what is kept is damaged
			for _, f := range keptFiles(t, cache) {
				if err := os.WriteFile(f, []byte(`{"schema":1,"key":`), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		case 13:
			d.write("r/.mailmap", "Mara the Second <mara@example.com>\n")
		}
		want := d.scan()
		got := d.scanWith(t.Context(), keeping, d.find(), "")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("step %d, git %s (-git +kept):\n%s", i, strings.Join(step, " "), diff)
		}
	}
}

func keptFiles(t *testing.T, cache string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cache, "git-*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	return files
}

// TestKeptIsNotAskedAgain counts the questions to git, and wants a shorter time to be answered from a longer one.
func TestKeptIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("it stands between with a script of the shell")
	}
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{Name: "one", At: at(25, 10), Message: "password=hunter2hunter2hunter2"}, {Name: "two", At: at(27, 10), Message: "Two"},
	}})
	log := d.path("../asked")
	d.write("../git.sh", fmt.Sprintf("#!/bin/sh\necho \"$@\" >> '%s'\nexec git \"$@\"\n", log))
	if err := os.Chmod(d.path("../git.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	g := git.New(git.Options{Path: d.path("../git.sh"), Env: d.env, Now: nowFixed, Cache: cache})
	found, _ := g.Discover(t.Context(), d.find())
	logs := func(day int) (subjects []string, asked int) {
		if err := os.WriteFile(log, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		part, err := g.Source(found, "").Scan(t.Context(), world.Query{Since: at(day, 0)})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range d.only(part).Commits {
			subjects = append(subjects, c.Subject)
		}
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return subjects, strings.Count(string(text), " log ")
	}
	if _, asked := logs(24); asked != 1 {
		t.Fatalf("the first time there are %d questions, want 1", asked)
	}
	if got, asked := logs(26); asked != 0 || !slices.Equal(got, []string{"Two"}) {
		t.Errorf("a shorter time: %q after %d questions", got, asked)
	}
	if got, asked := logs(20); asked != 1 || len(got) != 2 {
		t.Errorf("a longer time: %q after %d questions", got, asked)
	}
	for _, f := range keptFiles(t, cache) {
		if text, err := os.ReadFile(f); err != nil || strings.Contains(string(text), "hunter2") {
			t.Errorf("a password is kept: %v\n%s", err, text)
		}
	}
}
