package brief_test

import (
	"testing"
	"time"

	"vaultgraph/vault/brief"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// TestUnknownIsNotNo: from what a source did not say, nothing follows. Nobody is blamed for it and nothing breaks.
func TestUnknownIsNotNo(t *testing.T) {
	repo := world.RepoID{Host: "github.com", Path: "acme/api"}
	for name, part := range map[string]world.Part{
		"a change without a state":         {Changes: []world.Change{{Repo: repo, Number: 1, Author: sam}}},
		"a change without an author":       {Changes: []world.Change{{Repo: repo, Number: 1, State: world.Open}}},
		"a merge without a time":           {Changes: []world.Change{{Repo: repo, Number: 1, State: world.Merged, Author: sam}}},
		"nothing of a change":              {Changes: []world.Change{{}}},
		"a review by nobody":               {Changes: []world.Change{{Repo: repo, Number: 1, State: world.Open, Author: lena, Reviews: []world.Review{{}}, Threads: []world.Thread{{}}}}},
		"nothing of a ticket":              {Tickets: []world.Ticket{{}}},
		"a comment by nobody":              {Tickets: []world.Ticket{{Key: "T-1", Assignee: lena, Comments: []world.Comment{{Text: "Why?"}}}}},
		"a move by nobody":                 {Tickets: []world.Ticket{{Key: "T-1", Assignee: sam, History: []world.Move{{At: monday, To: "Done"}}}}},
		"nothing of a deploy":              {Deploys: []world.Deploy{{}}},
		"a deploy without a time":          {Deploys: []world.Deploy{{Service: "api", Env: "staging", Actor: lena, Status: world.DeploySucceeded}}},
		"nothing of a repository":          {Repos: []world.Repo{{}}},
		"a repository without commits":     {Repos: []world.Repo{{Dir: "/src/api", Name: "api", Worktrees: []world.Worktree{{Dir: "/src/api"}}}}},
		"a worktree that cannot be judged": {Repos: []world.Repo{{Dir: "/src/api", Name: "api", Worktrees: []world.Worktree{{Dir: "/src/api", Branch: "main", Head: "abc"}}}}},
	} {
		in := input(part)
		in.Here.Dir = "/src/api"
		if b := brief.Compose(in); kinds(b) != "quiet nobody" {
			t.Errorf("%s:\n%s", name, b.Text())
		}
	}
}

// TestAncestryUnknown: whether my commit is still there is said only where git can tell.
func TestAncestryUnknown(t *testing.T) {
	repo := world.RepoID{Host: "github.com", Path: "acme/api"}
	in := input(world.Part{Deploys: []world.Deploy{
		{ID: "1", Repo: repo, Env: "staging", SHA: "aaaaaaaaaa", Actor: sam, At: ago(4 * day), Status: world.DeploySucceeded},
		{ID: "2", Repo: repo, Env: "staging", SHA: "bbbbbbbbbb", Actor: lena, At: ago(day), Status: world.DeploySucceeded},
	}})
	for _, tt := range []struct {
		yes, known bool
		want       string
	}{
		{true, true, "your aaaaaaa is still on it"}, {false, true, "your aaaaaaa is no longer on it"}, {false, false, ""},
	} {
		in.Ancestor = func(_ world.RepoID, old, new string) (bool, bool) { return tt.yes && old == "aaaaaaaaaa", tt.known }
		want := "Deploys: staging: api bbbbbbb by Lena, yesterday 08:30, after your last session"
		if tt.want != "" {
			want += "; " + tt.want
		}
		if got := brief.Compose(in).Lines[0].Text; got != want+"." {
			t.Errorf("got  %s\nwant %s.", got, want)
		}
	}
	seen := &scan.SeenRepo{}
	b := brief.Compose(in)
	b.Note(seen)
	in.Answers[0].Part.Deploys = in.Answers[0].Part.Deploys[1:] // so long ago that the source tells it no more
	in.Seen = seen
	in.Ancestor = func(_ world.RepoID, old, new string) (bool, bool) { return false, old == "aaaaaaaaaa" }
	if got := brief.Compose(in).Lines[0].Text; got != "Deploys: staging: api bbbbbbb by Lena, yesterday 08:30, after your last session; your aaaaaaa is no longer on it." {
		t.Errorf("from memory: %s", got)
	}
}

// TestDismissedUntilNews: what was dismissed comes back with news, and not with a program's words or mine.
func TestDismissedUntilNews(t *testing.T) {
	c := world.Change{Repo: world.RepoID{Host: "github.com", Path: "acme/api"}, Number: 12, Title: "T", State: world.Open, Author: lena, Asked: []world.Person{sam}, Created: ago(5 * day)}
	on := ago(2 * day)
	compose := func() string {
		in := input(world.Part{Changes: []world.Change{c}})
		in.Dismissed = func(ref string) (time.Time, bool) { return on, ref == "acme/api#12" }
		return kinds(brief.Compose(in))
	}
	if got := compose(); got != "quiet nobody" {
		t.Errorf("dismissed: %s", got)
	}
	c.Comments = []world.Comment{{Author: bot, At: ago(day), Text: "Coverage fell."}, {Author: sam, At: ago(day), Text: "Later."}}
	if got := compose(); got != "quiet nobody" {
		t.Errorf("a program and I said something: %s", got)
	}
	c.Pushed = ago(time.Hour)
	if got := compose(); got != "review me, next me" {
		t.Errorf("there are new commits: %s", got)
	}
}
