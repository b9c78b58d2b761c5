package repos_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/repos"
)

const script = `{
  "dir": "src/whois", "user": "Mara Lind <mara@example.com>", "remotes": {"origin": "git@github.com:acme/whois.git"},
  "commits": [
    {"name": "one", "at": "2026-11-20T10:00:00+01:00", "message": "Start", "files": {"a.txt": "a\n", "b.txt": "b\n"}},
    {"branch": "fix", "from": "one", "author": "John Doe <john@example.com>", "message": "Fix\n\nWith a body.", "files": {"a.txt": "fixed\n", "dir/c.txt": "c\n"}},
    {"name": "two", "at": "2026-11-21T10:00:00+01:00", "message": "Go on", "files": {"d.txt": "d\n"}, "delete": ["b.txt"]},
    {"name": "merge", "parents": ["two", "fix"], "message": "Merge fix"}
  ],
  "refs": [
    {"name": "refs/remotes/origin/main", "at": "two"},
    {"name": "refs/tags/v1", "at": "one"},
    {"name": "main", "upstream": "origin/main"},
    {"name": "stale", "at": "one", "made": "2026-11-22T12:00:00Z"}
  ],
  "fetched": "2026-11-21T09:00:00Z",
  "work": {"staged": {"new.txt": "new\n"}, "changed": {"a.txt": "changed\n", "loose/x.txt": "x\n"}, "delete": ["d.txt"], "stashed": {"s.txt": "s\n"}},
  "worktrees": [{"dir": "src/whois-fix", "branch": "fix", "work": {"changed": {"y.txt": "y\n"}}}, {"dir": "src/whois-old", "at": "one"}]
}`

func gitFor(t *testing.T) repos.Git {
	t.Helper()
	return repos.Git{Env: os.Environ()}
}

func read(t *testing.T, text string) repos.Script {
	t.Helper()
	var s repos.Script
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func build(t *testing.T, dir string, s repos.Script) repos.Built {
	t.Helper()
	b, err := gitFor(t).Build(context.Background(), dir, s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func ask(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := gitFor(t).Run(context.Background(), dir, time.Time{}, args...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(out)
}

func TestBuild(t *testing.T) {
	root := t.TempDir()
	b := build(t, root, read(t, script))
	for _, tt := range []struct {
		dir  string
		args []string
		want string
	}{
		{"src/whois", []string{"log", "--first-parent", "--format=%an|%ae|%aI|%s"}, "Mara Lind|mara@example.com|2026-11-21T10:01:00+01:00|Merge fix\n" +
			"Mara Lind|mara@example.com|2026-11-21T10:00:00+01:00|Go on\n" +
			"Mara Lind|mara@example.com|2026-11-20T10:00:00+01:00|Start"},
		{"src/whois", []string{"log", "--format=%an|%ae|%aI|%s|%b", "HEAD^1..HEAD^2"}, "John Doe|john@example.com|2026-11-20T10:01:00+01:00|Fix|With a body."},
		{"src/whois", []string{"ls-tree", "-r", "--name-only", "HEAD"}, "a.txt\nd.txt\ndir/c.txt"},
		{"src/whois", []string{"show", "HEAD:a.txt"}, "fixed"},
		{"src/whois", []string{"status", "--porcelain"}, "M a.txt\n D d.txt\nA  new.txt\n?? loose/"},
		{"src/whois", []string{"for-each-ref", "--format=%(refname) %(upstream)"}, "refs/heads/fix \nrefs/heads/main refs/remotes/origin/main\n" +
			"refs/heads/stale \nrefs/remotes/origin/main \nrefs/stash \nrefs/tags/v1"},
		{"src/whois", []string{"log", "-g", "--date=iso-strict", "--format=%gd|%gs", "stale"}, "stale@{2026-11-22T12:00:00+00:00}|branch: Created from main"},
		{"src/whois", []string{"stash", "show", "--include-untracked", "--name-only"}, "s.txt"},
		{"src/whois-fix", []string{"status", "--porcelain", "--branch"}, "## fix\n?? y.txt"},
		{"src/whois-old", []string{"rev-parse", "HEAD"}, b.Hashes["one"]},
		{"src/whois", []string{"config", "user.email"}, "mara@example.com"},
		{"src/whois", []string{"fsck", "--no-dangling"}, ""},
	} {
		got := ask(t, filepath.Join(root, filepath.FromSlash(tt.dir)), tt.args...)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("git %s in %s (-want +got):\n%s", tt.args, tt.dir, diff)
		}
	}
	info, err := os.Stat(filepath.Join(b.Dir, ".git", "FETCH_HEAD"))
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC); !info.ModTime().Equal(want) {
		t.Errorf("fetched at %v, want %v", info.ModTime(), want)
	}
}

// TestBuildIsTheSameEverywhere holds two builds against each other, one of them where the user's own git is set up to
// make everything different.
func TestBuildIsTheSameEverywhere(t *testing.T) {
	one := build(t, t.TempDir(), read(t, script))
	config := filepath.Join(t.TempDir(), "config")
	text := "[user]\nname = Other\nemail = other@example.com\n[init]\ndefaultBranch = trunk\n[commit]\ngpgsign = true\n[core]\nautocrlf = true\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "elsewhere"))
	t.Setenv("TZ", "Asia/Tokyo")
	two := build(t, t.TempDir(), read(t, script))
	if diff := cmp.Diff(one.Hashes, two.Hashes); diff != "" {
		t.Error(diff)
	}
}

func TestBuildRow(t *testing.T) {
	b := build(t, t.TempDir(), repos.Script{
		Dir: "big", User: "Mara <mara@example.com>", Bare: true,
		Commits: []repos.Commit{
			{Message: "Step", At: time.Unix(1_600_000_000, 0).UTC(), Repeat: 1000, EverySeconds: 60, Name: "last"},
			{Message: "End", Name: "end"},
		},
	})
	if got := ask(t, b.Dir, "rev-list", "--count", "HEAD"); got != "1001" {
		t.Errorf("%s commits, want 1001", got)
	}
	if got, want := ask(t, b.Dir, "log", "-1", "--format=%H %ct %s", "HEAD~1"), b.Hashes["last"]+" 1600059940 Step 1000"; got != want {
		t.Errorf("the last of the row is %q, want %q", got, want)
	}
	if got := ask(t, b.Dir, "ls-tree", "-r", "--name-only", "HEAD"); strings.Count(got, "\n") != 99 {
		t.Errorf("a row leaves %d files, want 100", strings.Count(got, "\n")+1)
	}
}

func TestBuildRefuses(t *testing.T) {
	for _, tt := range []struct{ script, want string }{
		{`{"dir": "x", "commits": [{"message": "m"}], "user": "A <a@b>"}`, "the first commit needs a date"},
		{`{"dir": "x", "commits": [{"message": "m", "at": "2026-01-01T00:00:00Z"}]}`, "it has no author, and the script no user"},
		{`{"dir": "x", "commits": [{"message": "m", "at": "2026-01-01T00:00:00Z", "author": "A <a@b>", "parents": ["y"]}]}`, `is called "y"`},
		{`{"dir": "x", "refs": [{"name": "y"}]}`, "ref y: there is no commit that it could name"},
		{`{"dir": "x", "refs": [{"name": "y", "at": "z"}]}`, `is called "z"`},
		{`{"dir": "x", "worktrees": [{"dir": "y", "at": "z"}]}`, `is called "z"`},
		{`{"dir": "x", "detached": "z"}`, `is called "z"`},
	} {
		_, err := gitFor(t).Build(context.Background(), t.TempDir(), read(t, tt.script))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", tt.script, err, tt.want)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := gitFor(t).Build(context.Background(), dir, repos.Script{}); err == nil {
		t.Error("it built into a folder with files in it")
	}
}
