package github_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/github"
	"vaultgraph/vault/world"
)

// busy is a world in which everything that a scan tells is there once.
func busy() *loopback.GitHub {
	return &loopback.GitHub{
		Token: secret, Login: "mara", Name: "Mara Lind", Teams: []string{"acme/platform"},
		PullRequests: []loopback.PullRequest{
			{
				Repo: "acme/whois", Number: 12, Title: "IAM trust policy", Author: "mara", Decision: "CHANGES_REQUESTED", Checks: "FAILURE",
				Mergeable: "CONFLICTING", Queued: true, Head: "iam", HeadSHA: strings.Repeat("a", 40), Created: ago(9 * day), Updated: ago(2 * time.Hour),
				Committed: ago(6 * day), ForcePushed: ago(5 * day), Asked: []string{"john", "copilot[bot]"}, AskedTeams: []string{"acme/security"},
				Reviews: []loopback.Review{
					{Author: "john", State: "CHANGES_REQUESTED", At: ago(7 * day), SHA: strings.Repeat("b", 40), Body: "Too wide, see <!-- hidden --> the policy."},
					{Author: "ana", State: "APPROVED", At: ago(6 * day)},
					{Author: "ana", State: "COMMENTED", At: ago(5 * day)},
					{Author: "john", State: "PENDING", At: ago(time.Hour), Body: "not sent"},
				},
				Threads: []loopback.Thread{
					{Comments: []loopback.Comment{{Author: "john", At: ago(7 * day), Body: "first"}, {Author: "ana", At: ago(6 * day), Body: "@mara why `*`?"}}},
					{Resolved: true, Outdated: true, Comments: []loopback.Comment{{Author: "john", At: ago(8 * day), Body: "old"}}},
				},
				Comments: []loopback.Comment{{Author: "dependabot[bot]", At: ago(3 * day), Body: "Bump.\r\n\r\n~~~go\nx := 1 // @nobody\n~~~\nping @john and @acme/platform, not `@code` or a@b.de"}},
			},
			{Repo: "acme/whois", Number: 13, Title: "Draft", Author: "mara", Draft: true, Checks: "PENDING", Updated: ago(day)},
			{Repo: "acme/api", Number: 370, Title: "API server", Author: "john", Asked: []string{"mara"}, Decision: "REVIEW_REQUIRED", Checks: "SUCCESS", Updated: ago(day)},
			{Repo: "acme/api", Number: 371, Title: "For the team", Author: "ana", AskedTeams: []string{"acme/platform"}, Updated: ago(2 * day)},
			{Repo: "acme/api", Number: 372, Title: "For another team", Author: "ana", AskedTeams: []string{"acme/data"}, Updated: ago(2 * day)},
			{Repo: "acme/api", Number: 368, Title: "GCL", Author: "mara", State: "MERGED", Merged: ago(day), MergeSHA: strings.Repeat("c", 40), Decision: "APPROVED"},
			{Repo: "acme/api", Number: 300, Title: "Merged long ago", Author: "mara", State: "MERGED", Merged: ago(40 * day)},
			{Repo: "acme/api", Number: 301, Title: "Given up", Author: "mara", State: "CLOSED", Closed: ago(2 * day)},
			{Repo: "acme/api", Number: 302, Title: "Merged by and of somebody else", Author: "ana", State: "MERGED", Merged: ago(day)},
		},
	}
}

func TestScan(t *testing.T) {
	s := serve(t, busy())
	part, err := s.source(t).Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
	if err != nil {
		t.Fatal(err)
	}
	if n := s.asked(); n != 1 {
		t.Errorf("a scan takes %d requests, want 1", n)
	}
	if diff := cmp.Diff(world.Me{Logins: []string{"mara"}, Names: []string{"Mara Lind"}}, part.Me); diff != "" {
		t.Errorf("me (-want +got):\n%s", diff)
	}
	if !part.AsOf.Equal(now) || part.Partial || len(part.Warnings) > 0 {
		t.Errorf("as of %s, partial %v, warnings %q", part.AsOf, part.Partial, part.Warnings)
	}
	var got []string
	for _, c := range part.Changes {
		got = append(got, fmt.Sprintf("%s#%d %s waits=%v", c.Repo, c.Number, c.State, c.WaitsForMe))
	}
	want := []string{
		"acme/whois#12 open waits=false", "acme/whois#13 open waits=false", "acme/api#370 open waits=true", "acme/api#371 open waits=true",
		"acme/api#368 merged waits=false", "acme/api#301 closed waits=false",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

func TestScanTellsAllOfAnOpenPullRequest(t *testing.T) {
	s := serve(t, busy())
	part, err := s.source(t).Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
	if err != nil {
		t.Fatal(err)
	}
	john, ana := world.Person{Login: "john"}, world.Person{Login: "ana"}
	want := world.Change{
		Repo: repo("acme/whois"), Number: 12, Title: "IAM trust policy", URL: "https://github.com/acme/whois/pull/12",
		Author: world.Person{Login: "mara"}, State: world.Open, Queued: true, Conflicting: true, Decision: world.ChangesRequested, Approvals: 1,
		Checks: world.ChecksFail, Head: "iam", HeadSHA: strings.Repeat("a", 40), Base: "main",
		Created: ago(9 * day), Updated: ago(2 * time.Hour), Pushed: ago(5 * day),
		Reviews: []world.Review{
			{Author: john, Judgement: world.JudgedChanges, At: ago(7 * day), SHA: strings.Repeat("b", 40), Text: "Too wide, see  the policy."},
			{Author: ana, Judgement: world.JudgedApproved, At: ago(6 * day), SHA: strings.Repeat("a", 40)},
		},
		Threads: []world.Thread{
			{Last: world.Comment{Author: ana, At: ago(6 * day), Text: "@mara why `*`?", Mentions: []world.Person{{Login: "mara"}}}},
			{Resolved: true, Outdated: true, Last: world.Comment{Author: john, At: ago(8 * day), Text: "old"}},
		},
		Comments: []world.Comment{{
			Author: world.Person{Login: "dependabot[bot]", Bot: true}, At: ago(3 * day), Mentions: []world.Person{john},
			Text: "Bump.\n\n```go\nx := 1 // @nobody\n```\nping @john and @acme/platform, not `@code` or a@b.de",
		}},
		Asked: []world.Person{john, {Login: "copilot[bot]", Bot: true}}, AskedTeams: []string{"acme/security"},
	}
	got := change(t, part, 12)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(world.Comment{}, "ID", "URL")); diff != "" {
		t.Errorf("#12 (-want +got):\n%s", diff)
	}
	for _, c := range append(got.Comments, got.Threads[0].Last, got.Threads[1].Last) {
		if c.ID == "" || !strings.HasPrefix(c.URL, got.URL+"#") {
			t.Errorf("the comment %q has the id %q and the address %q", c.Text, c.ID, c.URL)
		}
	}
	merged := change(t, part, 368)
	if merged.MergeSHA != strings.Repeat("c", 40) || !merged.Merged.Equal(ago(day)) {
		t.Errorf("#368 was merged at %s as %s", merged.Merged, merged.MergeSHA)
	}
	if draft := change(t, part, 13); !draft.Draft || draft.Checks != world.ChecksPending || draft.Decision != world.NotRequired || draft.Conflicting {
		t.Errorf("#13 is %+v", draft)
	}
	if other := change(t, part, 371); other.Checks != world.ChecksNone {
		t.Errorf("the checks of #371, which has none, are %q", other.Checks)
	}
}

// TestScanREST: without GraphQL there is as much as REST has, and the rest stays unknown.
func TestScanREST(t *testing.T) {
	data := busy()
	data.NoGraphQL = true
	s := serve(t, data)
	part, err := s.source(t).Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
	if err != nil {
		t.Fatal(err)
	}
	if part.Partial || len(part.Warnings) > 0 || len(part.Changes) != 6 {
		t.Errorf("%d changes, partial %v, warnings %q; want 6 and nothing more", len(part.Changes), part.Partial, part.Warnings)
	}
	got := change(t, part, 12)
	if len(got.Threads) > 0 || got.Decision != world.ChangesRequested && got.Decision != "" {
		t.Errorf("discussions %v and decision %q: REST does not have them", got.Threads, got.Decision)
	}
	if got.Decision != "" {
		t.Errorf("the decision is %q although john is asked again, want unknown", got.Decision)
	}
	if !got.Pushed.Equal(ago(5*day)) || got.Checks != world.ChecksFail || !got.Conflicting || got.Approvals != 1 || len(got.Comments) != 1 || len(got.Reviews) != 2 {
		t.Errorf("#12 is %+v", got)
	}
	if c := got.Comments[0]; !c.Author.Bot || len(c.Mentions) != 1 || !c.At.Equal(ago(3*day)) {
		t.Errorf("the comment is %+v", c)
	}
	if c := change(t, part, 370); !c.WaitsForMe || c.Decision != "" || c.Checks != world.ChecksPass {
		t.Errorf("#370 is %+v", c)
	}
	if c := change(t, part, 371); !c.WaitsForMe || cmp.Diff([]string{"acme/platform"}, c.AskedTeams) != "" || c.Checks != world.ChecksNone {
		t.Errorf("#371 is %+v", c)
	}
	if c := change(t, part, 368); c.State != world.Merged || !c.Merged.Equal(ago(day)) {
		t.Errorf("#368 is %+v", c)
	}
	if c := change(t, part, 301); c.State != world.Closed {
		t.Errorf("#301 is %+v", c)
	}
}

// TestScanAsNobody: without a token there is REST only, and somebody must have said who I am.
func TestScanAsNobody(t *testing.T) {
	s := serve(t, busy())
	source := s.source(t, anonymous)
	_, err := source.Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
	if f := failure(t, err); f.Kind != world.FailCredentials {
		t.Errorf("the failure is %+v, want one of credentials", f)
	}
	if s.asked() > 0 {
		t.Errorf("%d requests were sent for nobody", s.asked())
	}
	part, err := source.Scan(withDeadline(t), world.Query{Since: ago(3 * day), Me: world.Me{Logins: []string{"mara"}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(part.Changes) != 6 {
		t.Errorf("%d changes, want 6", len(part.Changes))
	}
}

func TestScanOfAnOlderServer(t *testing.T) {
	data := busy()
	data.Lacks = []string{"isInMergeQueue", "latestOpinionatedReviews", "isOutdated", "combinedSlug"}
	s := serve(t, data)
	source := s.source(t)
	for i, want := range []int{2, 3} { // the second scan knows already
		part, err := source.Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
		if err != nil {
			t.Fatal(err)
		}
		if s.asked() != want {
			t.Errorf("scan %d: %d requests so far, want %d", i+1, s.asked(), want)
		}
		if c := change(t, part, 12); c.Approvals != 1 || c.Checks != world.ChecksFail || cmp.Diff([]string{"acme/security"}, c.AskedTeams) != "" {
			t.Errorf("#12 is %+v", c)
		}
	}
}

// TestScanWithoutScopeForTeams: GitHub refuses a whole query for the name of a team.
func TestScanWithoutScopeForTeams(t *testing.T) {
	data := busy()
	data.Scopes = []string{"repo"}
	data.Lacks = []string{"isInMergeQueue"}
	s := serve(t, data)
	source := s.source(t)
	for i, want := range []int{3, 4} { // the second scan knows both already
		part, err := source.Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
		if err != nil {
			t.Fatal(err)
		}
		if s.asked() != want {
			t.Errorf("scan %d: %d requests so far, want %d", i+1, s.asked(), want)
		}
		if c := change(t, part, 371); !c.WaitsForMe || len(c.AskedTeams) > 0 {
			t.Errorf("#371, asked of a team of mine, is %+v", c)
		}
		if c := change(t, part, 12); len(c.Asked) == 0 || c.Checks != world.ChecksFail {
			t.Errorf("#12 is %+v", c)
		}
	}
}

// TestScanWithSingleSignOn: what an organisation hides is said, and the rest is there.
func TestScanWithSingleSignOn(t *testing.T) {
	data := busy()
	data.Forbidden = []string{"acme"}
	data.PullRequests = append(data.PullRequests, loopback.PullRequest{Repo: "mara/notes", Number: 1, Title: "Own", Author: "mara"})
	s := serve(t, data)
	part, err := s.source(t, func(o *github.Options) { o.Repos = []world.RepoID{repo("acme/whois")} }).Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
	if err != nil {
		t.Fatal(err)
	}
	if len(part.Changes) != 1 || part.Changes[0].Number != 1 || !part.Partial {
		t.Errorf("partial %v, changes %+v", part.Partial, part.Changes)
	}
	want := []string{
		"the organisation of some repositories wants single sign-on: authorize the token for it",
		"acme wants single sign-on: authorize the token for it",
	}
	if diff := cmp.Diff(want, part.Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func TestScanTellsWhatIsCut(t *testing.T) {
	data := &loopback.GitHub{}
	for i := range 34 {
		data.PullRequests = append(data.PullRequests, loopback.PullRequest{Repo: "acme/api", Number: i + 1, Author: "mara", Updated: ago(time.Duration(i) * time.Hour)})
	}
	part, err := serve(t, data).source(t).Scan(withDeadline(t), world.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if len(part.Changes) != 30 || part.Changes[0].Number != 1 || !part.Partial {
		t.Errorf("%d changes from #%d, partial %v", len(part.Changes), part.Changes[0].Number, part.Partial)
	}
	if diff := cmp.Diff([]string{"only 30 of 34 open pull requests of mine were read, those of late"}, part.Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

// TestScanKnowsRenamedRepositories: remotes still have the old name.
func TestScanKnowsRenamedRepositories(t *testing.T) {
	data := busy()
	data.Renamed = loopback.Renamed{"acme/old-whois": "acme/whois"}
	s := serve(t, data)
	part, err := s.source(t, func(o *github.Options) {
		o.Repos = []world.RepoID{repo("acme/old-whois"), repo("acme/api"), repo("acme/gone"), {Host: "gitlab.com", Path: "a/b"}}
	}).Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]world.RepoID{repo("acme/old-whois")}, change(t, part, 12).Formerly); diff != "" {
		t.Errorf("former names of #12's repository (-want +got):\n%s", diff)
	}
	if c := change(t, part, 370); c.Formerly != nil || part.Partial {
		t.Errorf("former names %v; partial %v, warnings %q", c.Formerly, part.Partial, part.Warnings)
	}
}
