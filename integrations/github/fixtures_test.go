package github

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/corpus"
	"vaultgraph/vault/world"
)

func noTokenButOne(context.Context) (Credential, error) { return NewCredential("t", "the test"), nil }

// fixture reads an answer of GraphQL, kept by GitHub's own command line tool for its tests.
func fixture(t *testing.T, name string) queryAnswer {
	t.Helper()
	text, err := os.ReadFile(corpus.Path(t, "data", "api", "github", "graphql", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Data   fields
		Errors []queryError
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	return queryAnswer{data: answer.Data, errors: answer.Errors}
}

func keepAll(string) bool { return false }

// TestPartialAnswer: of four nodes, single sign-on hides two.
func TestPartialAnswer(t *testing.T) {
	s, err := New(Options{Now: func() time.Time { return time.Time{} }})
	if err != nil {
		t.Fatal(err)
	}
	answer := fixture(t, "search_forbidden")
	part := world.Part{}
	s.addFound(&part, "assignments", "assigned pull requests", answer)
	tellErrors(&part, answer.errors, nil)
	if len(part.Changes) != 2 || part.Changes[0].Repo.Path != "cli/cli" || part.Changes[0].Number != 5272 {
		t.Errorf("changes %+v", part.Changes)
	}
	want := []string{"the organisation of some repositories wants single sign-on: authorize the token for it"}
	if diff := cmp.Diff(want, part.Warnings); diff != "" || !part.Partial {
		t.Errorf("partial %v; warnings (-want +got):\n%s", part.Partial, diff)
	}
	s.addFound(&part, "nothing", "what was not answered", answer)
	if len(part.Warnings) != 2 {
		t.Errorf("a search without an answer adds no warning: %q", part.Warnings)
	}
}

func fixturePull(t *testing.T, name string) world.Change {
	t.Helper()
	var repository struct{ PullRequest *pullNode }
	if !fixture(t, name).data.read("repository", &repository) || repository.PullRequest == nil {
		t.Fatalf("%s does not decode", name)
	}
	return repository.PullRequest.change(address{host: publicHost}, keepAll)
}

func TestFixtures(t *testing.T) {
	if c := fixturePull(t, "prViewPreviewWithReviewersByNumber"); c.Number != 12 || c.State != world.Open || c.Head != "blueberries" || c.Base != "master" ||
		len(c.Asked) != 2 || c.Asked[1].Login != "abc" || len(c.AskedTeams) != 1 || c.Checks != "" {
		t.Errorf("reviewers: %+v", c)
	}
	if c := fixturePull(t, "prViewPreviewMergedState"); c.State != world.Merged {
		t.Errorf("merged: %+v", c)
	}
	if c := fixturePull(t, "prViewPreviewManyReviews"); c.Approvals != 3 || len(c.Reviews) != 6 {
		t.Errorf("many reviews: %d approvals in %d reviews: %+v", c.Approvals, len(c.Reviews), c.Reviews)
	}
	if c := fixturePull(t, "prViewPreviewFullComments"); len(c.Comments) < 3 || c.Comments[0].Text != "Comment 1" || c.Comments[0].Author.Login != "monalisa" || c.Comments[0].At.IsZero() {
		t.Errorf("comments: %+v", c.Comments)
	}
	if c := fixturePull(t, "prViewPreviewDraftState"); !c.Draft {
		t.Errorf("draft: %+v", c)
	}
}

// TestLostFields: a field that was refused is unknown; one that is null is what null means.
func TestLostFields(t *testing.T) {
	s, err := New(Options{Now: func() time.Time { return time.Time{} }})
	if err != nil {
		t.Fatal(err)
	}
	answer := queryAnswer{}
	if err := json.Unmarshal([]byte(`{"mine":{"issueCount":2,"nodes":[
		{"number":1,"state":"OPEN","repository":{"nameWithOwner":"a/b"},"reviewDecision":null,"commits":{"nodes":[{"commit":{"oid":"x","statusCheckRollup":null}}]}},
		{"number":2,"state":"OPEN","repository":{"nameWithOwner":"a/b"},"reviewDecision":null,"commits":{"nodes":[{"commit":{"oid":"x","statusCheckRollup":null}}]}}]}}`), &answer.data); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(`[{"type":"FORBIDDEN","path":["mine","nodes",1,"commits","nodes",0,"commit","statusCheckRollup"],"message":"x"},
		{"type":"FORBIDDEN","path":["mine","nodes",1,"reviewDecision"],"message":"x"}]`), &answer.errors); err != nil {
		t.Fatal(err)
	}
	part := world.Part{}
	s.addFound(&part, "mine", "mine", answer)
	if c := part.Changes[0]; c.Checks != world.ChecksNone || c.Decision != world.NotRequired {
		t.Errorf("#1, of which nothing was refused: checks %q, decision %q", c.Checks, c.Decision)
	}
	if c := part.Changes[1]; c.Checks != "" || c.Decision != "" {
		t.Errorf("#2, of which both were refused: checks %q, decision %q", c.Checks, c.Decision)
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb":                               "a\nb",
		"<!-- note\nof a bot -->said<!-- open": "said",
		"~~~~ sh\n~~~\n~~~~\nafter":            "```sh\n~~~\n```\nafter",
		"```` md\n```\nx\n```\n````":           "```md\n```\nx\n```\n```",
		"  > quoted  ":                         "> quoted",
	} {
		if got := plain(in); got != want {
			t.Errorf("plain(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestMentions(t *testing.T) {
	for in, want := range map[string][]string{
		"@mara, @John-Doe and again @MARA.": {"mara", "John-Doe"},
		"mail a@b.de, see @org/team":        nil,
		"> @quoted\n`@code` @real":          {"real"},
		"```\n@code\n```\n(@after)":         {"after"},
		"@-no @no--no":                      {"no"},
	} {
		var got []string
		for _, p := range mentions(in) {
			got = append(got, p.Login)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("mentions of %q (-want +got):\n%s", in, diff)
		}
	}
}
