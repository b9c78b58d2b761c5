package brief_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"vaultgraph/vault/brief"
	"vaultgraph/vault/world"
)

// FuzzCompose makes briefs of answers of any shape: none breaks it, and every line is one inert line within bounds.
func FuzzCompose(f *testing.F) {
	for _, seed := range []world.Part{
		{Changes: []world.Change{
			{Repo: world.RepoID{Host: "github.com", Path: "acme/api"}, Number: 1, Title: "[[a]]\n<b>", State: world.Open, Author: sam, Decision: world.ChangesRequested,
				Reviews: []world.Review{{Author: lena, Judgement: world.JudgedChanges, At: monday}}, Threads: []world.Thread{{Last: world.Comment{Author: john, At: monday, Text: "why?"}}}},
			{Number: 2, State: world.Open, Author: lena, Asked: []world.Person{sam}, Pushed: monday},
		}},
		{Tickets: []world.Ticket{{Key: "T-1", Assignee: sam, Reporter: john, SprintEnd: monday, Comments: []world.Comment{{Author: john, At: monday, Text: "Sam, why? \"x\"", Mentions: []world.Person{sam}}},
			History: []world.Move{{Author: lena, At: monday, To: "Done"}}}}},
		{Deploys: []world.Deploy{{ID: "1", Service: "api", Env: "x", SHA: "abc", Actor: bot, At: monday, Status: world.DeployFailed}}},
		{Repos: []world.Repo{{Dir: "/r", Name: "r", Branches: []world.Branch{{Ref: "refs/heads/x", Hash: "a"}, {Ref: "refs/remotes/origin/main", Hash: "b"}},
			Unpushed: []world.Commit{{Hash: "a", Parents: []string{"a"}}}, Commits: []world.Commit{{Hash: "b", Parents: []string{"b"}, Committed: monday}}, Worktrees: []world.Worktree{{Branch: "x", Changed: 1}}}}},
	} {
		src, err := json.Marshal(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var part world.Part
		if json.Unmarshal(src, &part) != nil {
			return
		}
		in := input(part)
		in.Here.Dir = "/r"
		b := brief.Compose(in)
		if len(b.Lines) == 0 || len(b.Lines) > 10 {
			t.Errorf("%d lines", len(b.Lines))
		}
		for _, l := range append(b.Lines, b.More...) {
			if utf8.RuneCountInString(l.Text) > 400 || strings.ContainsAny(l.Text, "\n\r\x1b<>") || strings.Contains(l.Text, "[[") {
				t.Errorf("a line that is too long or not inert: %q", l.Text)
			}
		}
		if _, err := json.Marshal(b); err != nil {
			t.Error(err)
		}
		_ = b.Terminal(brief.Style{Links: true})
	})
}
