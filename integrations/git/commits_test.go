package git_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/repos"
	"vaultgraph/vault/world"
)

// With a date alone, git would take the hour from the clock and lose what was committed before that hour.
func TestSinceIsAnInstant(t *testing.T) {
	t.Parallel()
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
	part, err = d.git().Source(found, "").Scan(t.Context(), world.Query{Since: time.Date(2026, 11, 28, 1, 0, 0, 999, zone)})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "since the second of the last", subjects(d.only(part).Commits), "at one")
	part, err = d.git().Source(found, "").Scan(t.Context(), world.Query{})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "since ever", subjects(d.only(part).Commits), "at one, at midnight, before")
}

// A commit with a date before the time asked for ends git's walk. What is above it is found.
func TestClockSkew(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Work: repos.Work{Stashed: map[string]string{"a.txt": "b\n"}}})
	d.run("r", "notes", "add", "-m", "remember")
	r := d.only(d.scan())
	expect(t, "commits", subjects(r.Commits), "One")
	expect(t, "branches", words(len(r.Branches), r.Branches[0].Ref), "1 refs/heads/main")
	expect(t, "stashes", words(r.Worktrees[0].Stashes), "1")
	expect(t, "stashed", words(r.Stashed.Sub(r.Branches[0].Tip)), "1m0s")
}

func TestDetachedHead(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r", Commits: []repos.Commit{}, Work: repos.Work{Changed: map[string]string{"a.txt": "a\n"}}})
	r := d.only(d.scan())
	expect(t, "state", words(len(r.Commits), len(r.Branches), r.Worktrees[0].Branch, r.Worktrees[0].Head, r.Worktrees[0].Untracked), "0 0 main  1")
}

// An address with a plus sign is no pattern, and the mailmap says who somebody is.
func TestAuthors(t *testing.T) {
	t.Parallel()
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
