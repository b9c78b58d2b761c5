package git_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/repos"
)

// A hook of git runs with variables that name its repository and its index.
func TestEnvironmentOfAHook(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "other", Commits: []repos.Commit{{At: at(28, 10), Message: "Other"}}})
	d.build(repos.Script{Dir: "r"})
	g := d.git("GIT_DIR="+d.path("other/.git"), "GIT_WORK_TREE="+d.path("other"), "GIT_INDEX_FILE="+d.path("other/.git/index"),
		"GIT_PREFIX=x/", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=user.email", "GIT_CONFIG_VALUE_0=wrong@example.com")
	part := d.scanWith(t.Context(), g, d.find(d.path("r")), "")
	r := d.only(part)
	expect(t, "commits", subjects(r.Commits), "One")
	expect(t, "deleted files of another index", words(r.Worktrees[0].Staged, r.Worktrees[0].Changed), "0 0")
	expect(t, "me", strings.Join(part.Me.Emails, " "), "mara@example.com")
}

func TestDubiousOwnership(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can give a folder to somebody else")
	}
	d := newDesk(t)
	d.build(repos.Script{Dir: "theirs", Remotes: map[string]string{"origin": "git@github.com:acme/theirs.git"}})
	d.build(repos.Script{Dir: "mine"})
	if err := filepath.WalkDir(d.path("theirs"), func(path string, _ os.DirEntry, _ error) error { return os.Lchown(path, 4711, 4711) }); err != nil {
		t.Fatal(err)
	}
	part := d.scan()
	theirs := d.repo(part, "theirs")
	expect(t, "problem", theirs.Problem, "it belongs to another user, so git refuses to read it")
	expect(t, "remedy", theirs.Remedy, "git config --global --add safe.directory "+d.path("theirs"))
	expect(t, "what its config says", words(theirs.IDs), "[]")
	expect(t, "the repository beside it", subjects(d.repo(part, "mine").Commits), "One")
	if !part.Partial {
		t.Error("the answer calls itself complete")
	}
}

// A plain git status writes the index anew, and waits for nobody's lock only by chance.
func TestIndexStaysAsItIs(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r"})
	index := d.path("r/.git/index")
	later := time.Now().Add(-time.Hour) // the file's stamp differs from the one in the index: git wants to note that
	if err := os.Chtimes(d.path("r/a.txt"), later, later); err != nil {
		t.Fatal(err)
	}
	d.write("r/.git/index.lock", "")
	before, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	r := d.only(d.scan())
	expect(t, "changes", words(r.Worktrees[0].Changed), "0")
	after, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) {
		t.Error("the index was rewritten")
	}
	if err := os.Remove(d.path("r/.git/index.lock")); err != nil {
		t.Fatal(err)
	}
	d.only(d.scan())
	if after, err = os.ReadFile(index); err != nil || string(before) != string(after) {
		t.Errorf("the index was rewritten where no lock kept git from it (error %v)", err)
	}
	d.run("r", "status")
	if after, err = os.ReadFile(index); err != nil || string(before) == string(after) {
		t.Error("a plain status leaves the index alone, so this test tests nothing")
	}
}

func TestCorruptRepository(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	b := d.build(repos.Script{Dir: "broken"})
	d.build(repos.Script{Dir: "headless"})
	d.build(repos.Script{Dir: "whole"})
	h := b.Hashes["one"]
	if err := os.Remove(d.path("broken/.git/objects/" + h[:2] + "/" + h[2:])); err != nil {
		t.Fatal(err)
	}
	d.write("headless/.git/HEAD", "garbage\n")
	part := d.scan()
	if p := d.repo(part, "broken").Problem; p == "" || strings.ContainsAny(p, "\n") {
		t.Errorf("a repository with a missing object: problem %q", p)
	}
	if p := d.repo(part, "headless").Problem; p == "" || strings.ContainsAny(p, "\n") {
		t.Errorf("a repository with a broken HEAD: problem %q", p)
	}
	expect(t, "the repository beside them", d.repo(part, "whole").Problem+subjects(d.repo(part, "whole").Commits), "One")
}

// Settings of the user must not change what is read.
func TestSettingsOfTheUser(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Refs: []repos.Ref{{Name: "refs/tags/v1", At: "one"}}, Work: repos.Work{Changed: map[string]string{"x": ""}}})
	d.write("../gitconfig", "[color]\n\tui = always\n[log]\n\tdecorate = short\n\tshowSignature = true\n\texcludeDecoration = refs/tags/*\n"+
		"\tdate = relative\n[status]\n\trelativePaths = false\n\tshort = true\n\tshowUntrackedFiles = all\n[core]\n\tquotePath = false\n"+
		"[format]\n\tpretty = oneline\n[i18n]\n\tlogOutputEncoding = UTF-16\n[user]\n\tname = Mara\n\temail = mara@example.com\n")
	r := d.only(d.scan())
	expect(t, "commit", subjects(r.Commits), "One")
	expect(t, "untracked", words(r.Worktrees[0].Untracked), "1")
	d.run("r", "config", "status.showUntrackedFiles", "no")
	expect(t, "untracked where nobody wants to know", words(d.only(d.scan()).Worktrees[0].Untracked), "0")
}

// A question that needs what a partial clone left out starts a fetch. None of those here does, and none could.
func TestPartialCloneFetchesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "whole", Commits: []repos.Commit{
		{At: at(26, 10), Message: "One", Files: map[string]string{"a.txt": strings.Repeat("a line\n", 100)}},
		{Message: "Two", Files: map[string]string{"a.txt": "other\n"}},
	}, Config: map[string]string{"uploadpack.allowFilter": "true"}})
	d.run(".", "clone", "--quiet", "--filter=blob:none", "--no-checkout", "file://"+filepath.ToSlash(d.path("whole")), "r")
	before := d.run("r", "count-objects", "-v")
	r := d.only(d.scanWith(t.Context(), d.git(), d.find(d.path("r")), ""))
	expect(t, "commits", subjects(r.Commits), "Two, One")
	// The remote is a folder, so a fetch would work.
	if out, err := d.git().Run(t.Context(), d.path("r"), "cat-file", "-p", "HEAD:a.txt"); err == nil {
		t.Errorf("a question that needs a file had an answer: %s", out)
	}
	expect(t, "objects", d.run("r", "count-objects", "-v"), before)
	expect(t, "what the user's own git fetches", d.run("r", "cat-file", "-p", "HEAD:a.txt"), "other")
}

// Branches may be named like options, and files like nothing that prints.
func TestOddNames(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no such names on Windows")
	}
	d := newDesk(t)
	dir := "new\nline \xff"
	files := map[string]string{"a\nb \xff.txt": "a\n", "\"quoted\"": "b\n"}
	if runtime.GOOS == "darwin" { // file names are UTF-8 there
		dir, files = "new\nline", map[string]string{"a\nb.txt": "a\n", "\"quoted\"": "b\n"}
	}
	d.build(repos.Script{Dir: dir, Commits: []repos.Commit{
		{Name: "one", At: at(28, 10), Message: "One", Files: files}, {Branch: "-x", From: "one", Message: "Two"},
		{Branch: "feature/ä", From: "one", Message: "Three"}, {Branch: "--output=x", From: "one", Message: "Four"},
	}, Remotes: map[string]string{"origin": "git@github.com:acme/odd.git"},
		Work:      repos.Work{Changed: map[string]string{"c\nd": ""}},
		Worktrees: []repos.Worktree{{Dir: "w\nx", At: "one", Work: repos.Work{Changed: map[string]string{"e\nf": ""}}}}})
	r := d.only(d.scan())
	expect(t, "commits", subjects(r.Commits), "Four, Three, Two, One")
	expect(t, "unpushed", words(len(r.Unpushed)), "4")
	expect(t, "folder", r.Dir, d.path(dir))
	expect(t, "worktrees", words(len(r.Worktrees), r.Worktrees[0].Untracked, r.Worktrees[1].Untracked), "2 1 1")
	expect(t, "first branch", r.Branches[0].Ref, "refs/heads/--output=x")
}
