package git_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/repos"
	"vaultgraph/integrations/git"
)

func TestSubmodule(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

// People keep worktrees side by side in a folder whose .git leads to a bare repository in it.
func TestBareRepositoryBetweenItsWorktrees(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r/.bare", Bare: true, Commits: []repos.Commit{
		{Name: "one", At: at(28, 10), Message: "One"}, {Branch: "fix", From: "one", Message: "Two"},
	}, Worktrees: []repos.Worktree{{Dir: "r/main", Branch: "main"}, {Dir: "r/fix", Branch: "fix"}}})
	d.write("r/.git", "gitdir: ./.bare\n")
	f := d.find()
	f.WorkDir = d.path("r/fix")
	found := d.discover(f)
	if len(found) != 1 || !found[0].Here || found[0].Dir != d.path("r/.bare") {
		t.Errorf("found %+v", found)
	}
	r := d.only(d.scanWith(t.Context(), d.git(), f, ""))
	expect(t, "worktrees", words(r.Bare, len(r.Worktrees), r.Worktrees[0].Branch, r.Worktrees[1].Branch), "true 2 fix main")
	expect(t, "name", r.Name, "r")
	f.Repos = nil
	expect(t, "without a config", d.found(d.discover(f)), "r/.bare*")
}

func TestShallowClone(t *testing.T) {
	t.Parallel()
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

func TestWorktrees(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

func TestGoneUpstream(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

// TestWhenARemoteBranchCame: the log of a remote-tracking branch tells which fetch brought it; that of one whose tip is
// weeks old is not read.
func TestWhenARemoteBranchCame(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{Name: "old", At: at(2, 8), Message: "Old"}, {Name: "new", At: at(28, 8), Message: "New"},
	}, Refs: []repos.Ref{{Name: "refs/remotes/origin/new", At: "new", Made: at(29, 9)}, {Name: "refs/remotes/origin/old", At: "old", Made: at(29, 9)}}})
	r := d.only(d.scan())
	came := map[string]time.Time{}
	for _, b := range r.Branches {
		came[b.Ref] = b.Created
	}
	expect(t, "new", came["refs/remotes/origin/new"].Format(time.RFC3339), "2026-11-29T09:00:00Z")
	expect(t, "old", words(came["refs/remotes/origin/old"].IsZero()), "true")
}
