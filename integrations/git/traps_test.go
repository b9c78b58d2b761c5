package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/repos"
	"vaultgraph/integrations/git"
	"vaultgraph/vault/world"
)

// With a date alone, git would take the hour from the clock and lose what was committed before that hour.
func TestSinceIsAnInstant(t *testing.T) {
	d := newDesk(t)
	zone := time.FixedZone("", 2*3600)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{At: time.Date(2026, 11, 27, 23, 59, 59, 0, zone), Message: "before"},
		{At: time.Date(2026, 11, 28, 0, 0, 0, 0, zone), Message: "at midnight"},
		{At: time.Date(2026, 11, 28, 1, 0, 0, 0, zone), Message: "at one"},
	}})
	found := d.discover(d.find())
	part, err := d.git().Source(found, "").Scan(t.Context(), world.Query{Since: time.Date(2026, 11, 28, 0, 0, 0, 0, zone)})
	if err != nil {
		t.Fatal(err)
	}
	r := d.only(part)
	expect(t, "since midnight", subjects(r.Commits), "at one, at midnight")
	expect(t, "its time, in the zone of its author", r.Commits[0].Authored.Format(time.RFC3339), "2026-11-28T01:00:00+02:00")
	part, err = d.git().Source(found, "").Scan(t.Context(), world.Query{})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "since ever", subjects(d.only(part).Commits), "at one, at midnight, before")
}

// A commit with a date before the time asked for ends git's walk. What is above it is found.
func TestClockSkew(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{At: at(25, 10), Message: "below"}, {At: at(1, 10), Message: "wrong clock"}, {At: at(26, 10), Message: "above"},
	}})
	r := d.only(d.scan())
	if !strings.HasPrefix(subjects(r.Commits), "above") || strings.Contains(subjects(r.Commits), "wrong clock") {
		t.Errorf("commits %q, want the one above and not the old one", subjects(r.Commits))
	}
}

func TestRebaseAndCherryPickRepeat(t *testing.T) {
	d := newDesk(t)
	b := d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{Name: "base", At: at(1, 10), Message: "Base"},
		{Branch: "old", From: "base", At: at(2, 10), Committed: at(22, 10), Message: "Fix", Files: map[string]string{"f": "1"}},
		{Branch: "picked", From: "base", At: at(2, 10), Committed: at(23, 10), Message: "Fix", Files: map[string]string{"f": "2"}},
		{Name: "newest", At: at(2, 10), Committed: at(24, 10), Message: "Fix", Files: map[string]string{"f": "3"}},
		// Two in a row that a script made in one second are two.
		{At: at(25, 10), Message: "Tick", Files: map[string]string{"f": "4"}},
		{At: at(25, 10), Message: "Tick", Files: map[string]string{"f": "5"}},
	}})
	r := d.only(d.scan())
	expect(t, "commits", subjects(r.Commits), "Tick, Tick, Fix")
	fix := r.Commits[2]
	expect(t, "the one that stays", fix.Hash, b.Hashes["newest"])
	expect(t, "its dates", words(fix.Authored.Day(), fix.Committed.Day()), "2 24")
}

// git log --all has the subjects of notes and stashes.
func TestNotesAndStashesAreNoCommits(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Work: repos.Work{Stashed: map[string]string{"a.txt": "b\n"}}})
	d.run("r", "notes", "add", "-m", "remember")
	r := d.only(d.scan())
	expect(t, "commits", subjects(r.Commits), "One")
	expect(t, "branches", r.Branches[0].Ref, "refs/heads/main")
	expect(t, "stashes", words(r.Worktrees[0].Stashes), "1")
}

func TestDetachedHead(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{Name: "one", At: at(28, 10), Message: "One"}, {Branch: "side", Name: "side", From: "one", Message: "On no branch"},
		{Branch: "other", Name: "other", From: "one", Message: "In a worktree"},
	}, Refs: []repos.Ref{{Name: "side", Gone: true}, {Name: "other", Gone: true}}, Detached: "side",
		Worktrees: []repos.Worktree{{Dir: "w", At: "other"}}})
	r := d.only(d.scan())
	expect(t, "commits", subjects(r.Commits), "In a worktree, On no branch, One")
	expect(t, "branch", r.Worktrees[0].Branch+r.Worktrees[1].Branch, "")
}

func TestEmptyRepository(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{}, Work: repos.Work{Changed: map[string]string{"a.txt": "a\n"}}})
	r := d.only(d.scan())
	expect(t, "state", words(len(r.Commits), len(r.Branches), r.Worktrees[0].Branch, r.Worktrees[0].Head, r.Worktrees[0].Untracked), "0 0 main  1")
}

// An address with a plus sign is no pattern, and the mailmap says who somebody is.
func TestAuthors(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", User: "Me <me+x@ex.com>", Commits: []repos.Commit{
		{At: at(28, 10), Message: "mine", Files: map[string]string{".mailmap": "John Doe <john@example.com> <jd@old.example>\n"}},
		{Author: "jd <jd@old.example>", Message: "his"},
		{Author: "Ren\xe9 \x1f\x1e\x1b[31m <rene@example.com>", Message: "bytes \xff\n\nand\x1fmore"},
	}})
	part := d.scan()
	r := d.only(part)
	expect(t, "order", fmt.Sprintf("%+q", subjects(r.Commits)), `"bytes \ufffd, his, mine"`)
	expect(t, "by the mailmap", r.Commits[1].Author.Name+" "+r.Commits[1].Author.Email, "John Doe john@example.com")
	expect(t, "bytes that are no text", fmt.Sprintf("%+q", r.Commits[0].Author.Name), `"Ren\ufffd \x1f\x1e\x1b[31m"`)
	expect(t, "the body", fmt.Sprintf("%+q", r.Commits[0].Body), `"and\x1fmore"`)
	if !part.Me.Is(r.Commits[2].Author) || part.Me.Is(r.Commits[1].Author) {
		t.Errorf("%+v is not the author of the first commit alone", part.Me)
	}
}

// A hook of git runs with variables that name its repository and its index.
func TestEnvironmentOfAHook(t *testing.T) {
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
	want := "it belongs to another user, so git refuses to read it; where you trust it: git config --global --add safe.directory " + d.path("theirs")
	expect(t, "problem", theirs.Problem, want)
	expect(t, "what its config says", words(theirs.IDs), "[]")
	expect(t, "the repository beside it", subjects(d.repo(part, "mine").Commits), "One")
	if !part.Partial {
		t.Error("the answer calls itself complete")
	}
}

// A plain git status writes the index anew, and waits for nobody's lock only by chance.
func TestIndexStaysAsItIs(t *testing.T) {
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

func TestSubmodule(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "lib"})
	d.build(repos.Script{Dir: "r"})
	d.run("r", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", d.path("lib"), "sub/lib")
	d.run("r", "commit", "--quiet", "-m", "Add lib")
	d.write("r/sub/lib/new.txt", "new\n")
	part := d.scanWith(t.Context(), d.git(), d.find(d.path("r")), "")
	r := d.only(part)
	expect(t, "a changed submodule is a changed path", words(r.Worktrees[0].Changed), "1")
	expect(t, "its commits are not those of the repository", subjects(r.Commits), "Add lib, One")

	f := d.find(d.path("r"))
	f.WorkDir = d.path("r/sub/lib")
	if found := d.discover(f); !found[0].Here {
		t.Error("a submodule that is not listed does not count to its repository")
	}
	f.Repos = append(f.Repos, d.path("r/sub/lib"))
	found := d.discover(f)
	if len(found) != 2 || found[0].Dir != d.path("r/sub/lib") || !found[0].Here || found[1].Here {
		t.Errorf("a listed submodule is not the first: %+v", found)
	}
	place, ok := d.git().Here(t.Context(), d.path("r/sub/lib"))
	expect(t, "where the submodule is", words(ok, place.Dir, place.Path), words(true, d.path("r/sub/lib"), ""))
}

func TestBareRepository(t *testing.T) {
	d := newDesk(t)
	b := d.build(repos.Script{Dir: "r.git", Bare: true})
	check := func() {
		t.Helper()
		r := d.only(d.scan())
		expect(t, "repository", words(r.Bare, r.Name, r.Dir, len(r.Worktrees), subjects(r.Commits)), words(true, "r", b.Dir, 0, "One"))
	}
	check()
	d.run("r.git", "worktree", "add", "--quiet", d.path("w"), "main")
	r := d.only(d.scan())
	expect(t, "a worktree of it", words(r.Dir, len(r.Worktrees), r.Worktrees[0].Dir), words(b.Dir, 1, d.path("w")))
	d.run("r.git", "worktree", "remove", d.path("w"))

	d.write("../gitconfig", "[safe]\n\tbareRepository = explicit\n")
	check()
	f := git.Find{WorkDir: d.path("r.git"), Home: d.dir}
	part := d.scanWith(t.Context(), d.git(), f, "")
	if p := part.Repos[0].Problem; !strings.Contains(p, "safe.bareRepository") {
		t.Errorf("a bare repository that nobody listed: problem %q", p)
	}
}

func TestShallowClone(t *testing.T) {
	d := newDesk(t)
	b := d.build(repos.Script{Dir: "whole", Commits: []repos.Commit{
		{Name: "one", At: at(26, 10), Message: "One"}, {Branch: "side", Name: "side", From: "one", Message: "Side"},
		{Message: "Two"}, {Name: "three", Message: "Three"},
	}})
	d.run(".", "clone", "--quiet", "--depth=1", "file://"+filepath.ToSlash(d.path("whole")), "r")
	r := d.only(d.scanWith(t.Context(), d.git(), d.find(d.path("r")), ""))
	expect(t, "clone", words(r.Shallow, subjects(r.Commits), len(r.Unpushed)), "true Three 0")
	g := d.git()
	if yes, known := g.Ancestor(t.Context(), d.path("r"), b.Hashes["one"], b.Hashes["three"]); yes || known {
		t.Errorf("a commit that is not here is an ancestor: %v, known: %v", yes, known)
	}
	d.run("r", "fetch", "--quiet", "--depth=1", "origin", "side")
	if yes, known := g.Ancestor(t.Context(), d.path("r"), b.Hashes["side"], b.Hashes["three"]); yes || known {
		t.Errorf("where history is cut, no is said to be known (%v, %v)", yes, known)
	}
	expect(t, "fetched at all", words(r.Fetched.IsZero()), "false")
}

// A question that needs what a partial clone left out starts a fetch. None of those here does, and none could.
func TestPartialCloneFetchesNothing(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "whole", Commits: []repos.Commit{
		{At: at(26, 10), Message: "One", Files: map[string]string{"a.txt": strings.Repeat("a line\n", 100)}},
		{Message: "Two", Files: map[string]string{"a.txt": "other\n"}},
	}, Config: map[string]string{"uploadpack.allowFilter": "true"}})
	d.run(".", "clone", "--quiet", "--filter=blob:none", "--no-checkout", "file://"+filepath.ToSlash(d.path("whole")), "r")
	before := d.run("r", "count-objects", "-v")
	r := d.only(d.scanWith(t.Context(), d.git(), d.find(d.path("r")), ""))
	expect(t, "commits", subjects(r.Commits), "Two, One")
	expect(t, "objects", d.run("r", "count-objects", "-v"), before)
}

func TestGoneUpstream(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Remotes: map[string]string{"origin": "https://github.com/acme/r"}, Commits: []repos.Commit{
		{Name: "one", At: at(25, 10), Message: "One"}, {Branch: "fix", From: "one", At: at(26, 10), Message: "Fix", Author: john},
	}, Refs: []repos.Ref{
		{Name: "refs/remotes/origin/main", At: "main"}, {Name: "main", Upstream: "origin/main"}, {Name: "fix", Upstream: "origin/fix"},
	}, Fetched: at(27, 10)})
	r := d.only(d.scan())
	var branches []string
	for _, b := range r.Branches {
		branches = append(branches, words(b.Ref, b.Upstream, b.Gone, b.Tip.Day(), b.Author.Email))
	}
	expect(t, "branches", strings.Join(branches, "; "), "refs/heads/fix refs/remotes/origin/fix true 26 john@example.com; "+
		"refs/heads/main refs/remotes/origin/main false 25 mara@example.com; refs/remotes/origin/main  false 25 mara@example.com")
	expect(t, "unpushed", subjects(r.Unpushed), "Fix")
	expect(t, "fetched", r.Fetched.Format(time.RFC3339), "2026-11-27T10:00:00Z")
	expect(t, "ids", words(r.IDs), "[acme/r]")
	w := r.Worktrees[0]
	if w.Ahead == nil || *w.Ahead != 0 || w.Behind == nil || *w.Behind != 0 {
		t.Errorf("main against its upstream: %v %v, want 0 and 0", w.Ahead, w.Behind)
	}
	d.run("r", "switch", "--quiet", "fix")
	if w := d.only(d.scan()).Worktrees[0]; w.Ahead != nil || w.Upstream != "origin/fix" {
		t.Errorf("a branch whose upstream is gone: upstream %q, ahead %v, want unknown", w.Upstream, w.Ahead)
	}
}

// A fetch that fails leaves a FETCH_HEAD, too, and one in a worktree leaves it there.
func TestFetched(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Refs: []repos.Ref{{Name: "refs/remotes/up/main", At: "one"}}, Fetched: at(27, 10), Worktrees: []repos.Worktree{{Dir: "w", At: "one"}}})
	fetched := func(want time.Time) {
		t.Helper()
		if r := d.only(d.scan()); !r.Fetched.Equal(want) {
			t.Errorf("fetched %v, want %v", r.Fetched, want)
		}
	}
	fetched(at(27, 10))
	d.write("r/.git/worktrees/w/FETCH_HEAD", "x")
	if err := os.Chtimes(d.path("r/.git/worktrees/w/FETCH_HEAD"), at(28, 10), at(28, 10)); err != nil {
		t.Fatal(err)
	}
	fetched(at(28, 10))
	d.run("r", "remote", "add", "origin", d.path("nowhere"))
	if _, err := (repos.Git{Env: d.env}).Run(t.Context(), d.path("r"), now, "fetch", "origin"); err == nil {
		t.Fatal("a fetch from nowhere works")
	}
	fetched(at(28, 10))
}

func TestWorktrees(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{Name: "one", At: at(28, 10), Message: "One", Files: map[string]string{"a.txt": "a\n", "b.txt": "b\n"}},
	}, Refs: []repos.Ref{{Name: "fix/two", At: "one", Made: at(29, 8)}},
		Work:      repos.Work{Staged: map[string]string{"c.txt": "c\n"}, Changed: map[string]string{"a.txt": "x\n", "loose/1": "", "loose/2": ""}, Delete: []string{"b.txt"}},
		Worktrees: []repos.Worktree{{Dir: "w-fix", Branch: "fix/two", Work: repos.Work{Changed: map[string]string{"y": ""}}}, {Dir: "w-gone", At: "one"}},
	})
	if err := os.RemoveAll(d.path("w-gone")); err != nil {
		t.Fatal(err)
	}
	r := d.only(d.scan())
	var states []string
	for _, w := range r.Worktrees {
		rel, _ := filepath.Rel(d.dir, w.Dir)
		states = append(states, words(rel, w.Branch, w.Staged, w.Changed, w.Untracked, w.Conflicts))
	}
	expect(t, "work", strings.Join(states, "; "), "r main 1 2 1 0; w-fix fix/two 0 0 1 0")
	expect(t, "made", r.Branches[0].Ref+" "+r.Branches[0].Created.Format(time.RFC3339), "refs/heads/fix/two 2026-11-29T08:00:00Z")

	f := d.find(d.path("r"))
	f.WorkDir = d.path("w-fix")
	if found := d.discover(f); !found[0].Here || found[0].Dir != d.path("r") {
		t.Errorf("a worktree does not count to its repository: %+v", found)
	}
	f.Repos = []string{d.path("w-*")}
	if found := d.discover(f); len(found) != 1 || found[0].Dir != d.path("r") {
		t.Errorf("a repository found by a worktree: %+v", found)
	}
}

func TestConflicts(t *testing.T) {
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{Name: "one", At: at(28, 10), Message: "One", Files: map[string]string{"a.txt": "a\n"}},
		{Branch: "side", From: "one", Message: "Side", Files: map[string]string{"a.txt": "b\n"}},
		{Message: "Main", Files: map[string]string{"a.txt": "c\n"}},
	}})
	if _, err := (repos.Git{Env: d.env, User: mara}).Run(t.Context(), d.path("r"), now, "merge", "side"); err == nil {
		t.Fatal("the merge has no conflict")
	}
	w := d.only(d.scan()).Worktrees[0]
	expect(t, "conflicts", words(w.Conflicts, w.Staged, w.Changed), "1 0 0")
}

// Branches may be named like options, and files like nothing that prints.
func TestOddNames(t *testing.T) {
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

func TestCorruptRepository(t *testing.T) {
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
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Refs: []repos.Ref{{Name: "refs/tags/v1", At: "one"}}, Work: repos.Work{Changed: map[string]string{"x": ""}}})
	d.write("../gitconfig", "[color]\n\tui = always\n[log]\n\tdecorate = short\n\tshowSignature = true\n\texcludeDecoration = refs/tags/*\n"+
		"\tdate = relative\n[status]\n\trelativePaths = false\n\tshort = true\n\tshowUntrackedFiles = all\n[core]\n\tquotePath = false\n"+
		"[format]\n\tpretty = oneline\n[i18n]\n\tlogOutputEncoding = UTF-16\n[user]\n\tname = Mara\n\temail = mara@example.com\n")
	r := d.only(d.scan())
	expect(t, "commit", words(subjects(r.Commits), r.Commits[0].Refs), "One [refs/tags/v1 refs/heads/main]")
	expect(t, "untracked", words(r.Worktrees[0].Untracked), "1")
	d.run("r", "config", "status.showUntrackedFiles", "no")
	expect(t, "untracked where nobody wants to know", words(d.only(d.scan()).Worktrees[0].Untracked), "0")
}
