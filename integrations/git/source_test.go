package git_test

import (
	"context"
	"errors"
	"testing"

	"vaultgraph/examples/repos"
	"vaultgraph/integrations/git"
	"vaultgraph/vault/world"
)

func TestVaultIsLeftOut(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "notes"})
	d.build(repos.Script{Dir: "r", Work: repos.Work{Changed: map[string]string{"docs/notes/new.md": "", "docs/notes2": "", "x": ""}}})
	r := d.only(d.scanWith(t.Context(), d.git(), d.find(), d.path("notes")))
	expect(t, "repository", r.Name, "r")
	expect(t, "untracked", words(r.Worktrees[0].Untracked), "2")
	part := d.scanWith(t.Context(), d.git(), d.find(d.path("r")), d.path("r/docs"))
	expect(t, "untracked without a vault below", words(d.only(part).Worktrees[0].Untracked), "1")
}

// Where there is no remote, nothing could be pushed.
func TestUnpushedNeedsARemote(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r"})
	expect(t, "without a remote", subjects(d.only(d.scan()).Unpushed), "")
	d.run("r", "remote", "add", "origin", "git@github.com:acme/r.git")
	expect(t, "with one that has nothing yet", subjects(d.only(d.scan()).Unpushed), "One")
	d.run("r", "update-ref", "refs/remotes/origin/main", "main")
	expect(t, "with one that has all", subjects(d.only(d.scan()).Unpushed), "")
}

func TestAuthorsOfBranchesByTheMailmap(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{At: at(1, 10), Name: "old", Author: "jd <jd@old.example>", Message: "Long ago", Files: map[string]string{".mailmap": "John Doe <john@example.com> <jd@old.example>\n"}},
		{Branch: "new", From: "old", At: at(28, 10), Author: "jd <jd@old.example>", Message: "Now"},
	}})
	r := d.only(d.scan())
	expect(t, "commits", subjects(r.Commits), "Now")
	for _, b := range r.Branches {
		expect(t, b.Ref, b.Author.Name+" "+b.Author.Email, "John Doe john@example.com")
	}
}

func TestAncestorAndAuthor(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	b := d.build(repos.Script{Dir: "r", Commits: []repos.Commit{
		{Name: "one", At: at(27, 10), Message: "One", Author: john}, {Branch: "side", Name: "side", From: "one", Message: "Side"}, {Name: "two", Message: "Two"},
	}})
	one, two, side := b.Hashes["one"], b.Hashes["two"], b.Hashes["side"]
	none := "0123456789012345678901234567890123456789"
	for _, tt := range []struct{ what, old, new, want string }{
		{"parent", one, two, "true true"}, {"child", two, one, "false true"}, {"sibling", side, two, "false true"}, {"itself", two, two, "true true"},
		{"shortened", one[:9], two[:9], "true true"}, {"not here", none, two, "false false"}, {"a branch", "main", two, "false false"},
		{"an option", "--help", two, "false false"}, {"an option", one, "--all", "false false"}, {"nothing", "", two, "false false"},
	} {
		yes, known := d.git().Ancestor(t.Context(), b.Dir, tt.old, tt.new)
		expect(t, tt.what, words(yes, known), tt.want)
	}
	if p, ok := d.git().CommitAuthor(t.Context(), b.Dir, one); !ok || p.Email != "john@example.com" {
		t.Errorf("author %+v, %v", p, ok)
	}
	d.run("r", "branch", "feedbad", two)
	for _, sha := range []string{none, "", "-1", "main", "feedbad", one + "^"} {
		if p, ok := d.git().CommitAuthor(t.Context(), b.Dir, sha); ok {
			t.Errorf("%q has the author %+v", sha, p)
		}
	}
}

func TestGitIsMissing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r"})
	g := git.New(git.Options{Path: d.path("no-git"), Env: d.env})
	found, warnings := g.Discover(t.Context(), d.find())
	expect(t, "found", d.found(found), "r")
	expect(t, "warnings", words(warnings), "[git cannot be run: install it, or put it on PATH]")
	_, err := git.New(git.Options{Path: d.path("no-git"), Env: d.env, Now: nowFixed}).Source(found, "").Scan(t.Context(), world.Query{})
	var failure *world.Failure
	if !errors.As(err, &failure) || failure.Kind != world.FailLocal {
		t.Errorf("error %v, want a failure of this machine", err)
	}
}

func TestNoRepositoryInTime(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r"})
	found := d.discover(d.find())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	part, err := d.git().Source(found, "").Scan(ctx, world.Query{})
	var failure *world.Failure
	if !errors.As(err, &failure) || failure.Kind != world.FailLate {
		t.Errorf("answer %+v, error %v, want that it was late", part, err)
	}
	if part, err = d.git().Source(nil, "").Scan(t.Context(), world.Query{}); err != nil || len(part.Repos) != 0 || part.Partial {
		t.Errorf("without repositories: %+v, %v", part, err)
	}
}

func TestTooManyCommits(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{{At: at(21, 0), Message: "Step", Repeat: 5001, EverySeconds: 1}}})
	part := d.scan()
	expect(t, "answer", words(part.Partial, part.Warnings), "true [r: only the newest 5000 commits were read]")
	r := d.only(part)
	expect(t, "commits", words(len(r.Commits), r.Commits[0].Subject), "5000 Step 5001")
}
