package brief_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"vaultgraph/vault/brief"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// monday is the time of the briefs: a Monday morning.
var monday = time.Date(2026, 11, 30, 8, 30, 0, 0, time.UTC)

func ago(d time.Duration) time.Time { return monday.Add(-d) }

const day = 24 * time.Hour

var (
	sam  = world.Person{Login: "sam", ID: "sam", Name: "Sam"}
	lena = world.Person{Login: "lena", ID: "lena", Name: "Lena"}
	john = world.Person{Login: "john", ID: "john", Name: "John"}
	bot  = world.Person{Login: "ci[bot]", ID: "ci", Bot: true}
)

// input is a brief's input with one answer.
func input(part world.Part) brief.Input {
	part.Me = world.Me{Logins: []string{"sam"}, IDs: []string{"sam"}, Names: []string{"Sam"}}
	return brief.Input{Now: monday, Since: ago(3 * day), Answers: []scan.Answer{{Name: "forge", Status: scan.StatusOK, AsOf: monday, Part: part}}}
}

func kinds(b *brief.Brief) string {
	var out []string
	for _, l := range b.Lines {
		out = append(out, string(l.Kind)+" "+string(l.Turn))
	}
	return strings.Join(out, ", ")
}

// TestTurnOnMyChange goes through the order of events on one change of mine, beyond what the scenarios tell.
func TestTurnOnMyChange(t *testing.T) {
	reviewed := func(who world.Person, j world.Judgement, at time.Duration, text string) world.Review {
		return world.Review{Author: who, Judgement: j, At: ago(at), Text: text, SHA: "old"}
	}
	for _, tt := range []struct {
		name   string
		change world.Change
		turn   brief.Turn
		says   string
	}{
		{"nothing is known but that it is open", world.Change{}, brief.Unknown, "nobody is asked"},
		{"REST: an approval is counted, not believed to be enough",
			world.Change{Checks: world.ChecksPass, Reviews: []world.Review{reviewed(lena, world.JudgedApproved, day, "")}}, brief.Unknown, "1 approval, green"},
		{"REST: approved an older commit", world.Change{HeadSHA: "new", Checks: world.ChecksPass, Reviews: []world.Review{reviewed(lena, world.JudgedApproved, day, "")}},
			brief.Them, "lena approved an older commit"},
		{"the forge still calls it approved", world.Change{HeadSHA: "new", Decision: world.Approved, Checks: world.ChecksPass, Reviews: []world.Review{reviewed(lena, world.JudgedApproved, day, "")}},
			brief.Me, "approved on an older commit, green: merge it"},
		{"no review required and nobody asked", world.Change{Decision: world.NotRequired, Checks: world.ChecksPass}, brief.Me, "no review required, green: merge it"},
		{"no review required, but one is awaited", world.Change{Decision: world.NotRequired, Checks: world.ChecksPass, Asked: []world.Person{lena}}, brief.Them, "needs review"},
		{"checks not known", world.Change{Decision: world.Approved}, brief.Unknown, "checks not known"},
		{"requested changes that were dismissed", world.Change{Decision: world.ReviewRequired, Reviews: []world.Review{
			reviewed(lena, world.JudgedChanges, 2*day, ""), reviewed(lena, world.JudgedDismissed, day, "")}}, brief.Them, "needs review"},
		{"requested changes, and a mere comment later", world.Change{Decision: world.ChangesRequested, Reviews: []world.Review{
			reviewed(lena, world.JudgedChanges, 2*day, ""), reviewed(lena, world.JudgedComment, day, "see above")}}, brief.Me, "changes requested by Lena"},
		{"requested changes, and asked again", world.Change{Decision: world.ChangesRequested, Asked: []world.Person{lena}, Reviews: []world.Review{
			reviewed(lena, world.JudgedChanges, 2*day, "")}}, brief.Them, "waits for Lena"},
		{"the decision alone speaks of changes", world.Change{Decision: world.ChangesRequested}, brief.Me, "changes requested"},
		{"a question in a review that judges nothing", world.Change{Decision: world.ReviewRequired, Reviews: []world.Review{
			reviewed(lena, world.JudgedComment, day, "Why a map?")}}, brief.Me, `Lena asked`},
		{"a discussion that a push elsewhere did not answer", world.Change{Decision: world.ReviewRequired, Pushed: ago(time.Hour), Threads: []world.Thread{
			{Last: world.Comment{Author: lena, At: ago(day), Text: "Why a pointer"}}}}, brief.Me, `"Why a pointer"`},
		{"a program's request for changes", world.Change{Decision: world.ReviewRequired, Reviews: []world.Review{reviewed(bot, world.JudgedChanges, day, "")}}, brief.Them, "needs review"},
		{"red while a review is awaited", world.Change{Decision: world.ReviewRequired, Checks: world.ChecksFail}, brief.Me, "checks fail"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := tt.change
			c.Repo, c.Number, c.Title, c.State, c.Author = world.RepoID{Host: "github.com", Path: "acme/api"}, 12, "Title", world.Open, sam
			for i := range c.Reviews { // names as the labels have them
				if c.Reviews[i].Author.Same(lena) && strings.HasPrefix(tt.says, "lena") {
					c.Reviews[i].Author.Name = ""
				}
			}
			b := brief.Compose(input(world.Part{Changes: []world.Change{c}}))
			if len(b.Lines) != 2 || b.Lines[0].Turn != tt.turn || !strings.Contains(b.Lines[0].Text, tt.says) {
				t.Errorf("want %s, %q; got:\n%s\n%s", tt.turn, tt.says, kinds(b), b.Text())
			}
		})
	}
}

// TestReviewIAskedChangesFor: forges take a reviewer off their lists with the review.
func TestReviewIAskedChangesFor(t *testing.T) {
	c := world.Change{
		Repo: world.RepoID{Host: "github.com", Path: "acme/api"}, Number: 7, Title: "Retry", State: world.Open, Author: lena,
		Reviews: []world.Review{{Author: sam, Judgement: world.JudgedChanges, At: ago(2 * day)}}, Pushed: ago(3 * day),
	}
	if b := brief.Compose(input(world.Part{Changes: []world.Change{c}})); kinds(b) != "quiet nobody" {
		t.Errorf("before the author did anything:\n%s", b.Text())
	}
	c.Pushed = ago(day)
	if b := brief.Compose(input(world.Part{Changes: []world.Change{c}})); kinds(b) != "review me, next me" {
		t.Errorf("after a push:\n%s", b.Text())
	}
	c.Reviews = append(c.Reviews, world.Review{Author: sam, Judgement: world.JudgedApproved, At: ago(time.Hour)})
	if b := brief.Compose(input(world.Part{Changes: []world.Change{c}})); kinds(b) != "quiet nobody" {
		t.Errorf("after my approval:\n%s", b.Text())
	}
}

// TestBoundsHold composes briefs from worlds of every size, with long texts, and holds them against the bounds that
// hosts and readers rely on.
func TestBoundsHold(t *testing.T) {
	long := strings.Repeat("Très long: [[note]] <b>\"quoted\"</b> \x1b[31m und 日本語 ", 40)
	for n := 1; n <= 40; n += 13 {
		part := world.Part{}
		for i := range n {
			id := world.RepoID{Host: "github.com", Path: fmt.Sprintf("acme/%s%d", strings.Repeat("x", i%50), i%5)}
			part.Changes = append(part.Changes,
				world.Change{Repo: id, Number: i, Title: long, State: world.Open, Author: sam, Decision: world.ReviewRequired},
				world.Change{Repo: id, Number: 1000 + i, Title: long, State: world.Open, Author: lena, Asked: []world.Person{sam}},
				world.Change{Repo: id, Number: 2000 + i, Title: long, State: world.Merged, Author: sam, Merged: ago(time.Hour)})
			part.Tickets = append(part.Tickets, world.Ticket{Key: fmt.Sprintf("T-%d", i), Assignee: sam, Status: long, Comments: []world.Comment{
				{Author: john, At: ago(time.Duration(i) * time.Minute), Text: long + "?"}, {Author: lena, At: ago(time.Second), Text: long + "?"}}})
			part.Deploys = append(part.Deploys, world.Deploy{ID: fmt.Sprint(i), Service: long, Env: fmt.Sprint(long, i), Version: long, Actor: lena, At: ago(time.Hour), Status: world.DeploySucceeded})
		}
		part.Warnings = []string{long, long, long, long}
		in := input(part)
		in.Memory = brief.Memory{Last: &brief.Session{Note: "a.md", Summary: long, At: ago(day)}}
		for i := range n {
			in.Memory.Threads = append(in.Memory.Threads, brief.Thread{Note: "a.md", Text: fmt.Sprint(i, long), At: ago(day)})
			in.Fixed = append(in.Fixed, brief.Correction{Note: fmt.Sprintf("n%d.md", i), Was: long, Evidence: fmt.Sprint(i, long)})
		}
		b := brief.Compose(in)
		if len(b.Lines) > 10 {
			t.Errorf("%d of each: %d lines", n, len(b.Lines))
		}
		if size := utf8.RuneCountInString(b.Text()); size > 1990 {
			t.Errorf("%d of each: %d characters", n, size)
		}
		for _, l := range append(b.Lines, b.More...) {
			if size := utf8.RuneCountInString(l.Text); size > 400 {
				t.Errorf("%d of each: a line of %d characters: %s", n, size, l.Text)
			}
			if strings.ContainsAny(l.Text, "\n\r\x1b<>`") || strings.Contains(l.Text, "[[") || strings.Count(l.Text, `"`)%2 != 0 {
				t.Errorf("%d of each: a text from outside got through, or a quotation does not end: %s", n, l.Text)
			}
		}
		if !strings.HasPrefix(b.Lines[len(b.Lines)-1].Text, "Likely next: ") {
			t.Errorf("%d of each: the last line is %q", n, b.Lines[len(b.Lines)-1].Text)
		}
		if again := brief.Compose(in); again.Text() != b.Text() {
			t.Errorf("%d of each: the same input gives another text", n)
		}
	}
}

func TestQuiet(t *testing.T) {
	in := input(world.Part{})
	in.Memory.Last = &brief.Session{Note: "s.md", Summary: "Merged it.", At: ago(3 * day), Here: true}
	if b := brief.Compose(in); kinds(b) != "quiet nobody" || !strings.Contains(b.Lines[0].Text, "merged it") {
		t.Errorf("a quiet day:\n%s", b.Text())
	}
	in.Answers[0].Status, in.Answers[0].Failure = scan.StatusFailed, &world.Failure{Kind: world.FailCredentials, Status: 401, Message: "token expired (401)"}
	in.Answers[0].AsOf = ago(2 * day)
	b := brief.Compose(in)
	if strings.Contains(kinds(b), "quiet") || !strings.Contains(b.Text(), "forge: token expired (401), data from 2 days ago") {
		t.Errorf("the only source gave no answer:\n%s", b.Text())
	}
	in.Answers[0].Status, in.Answers[0].Failure = scan.StatusOff, nil
	if b := brief.Compose(in); strings.Contains(b.Text(), "nothing waits") || strings.Contains(kinds(b), "quiet") {
		t.Errorf("the only source is off:\n%s", b.Text())
	}
	in.Answers = nil
	if b := brief.Compose(in); strings.Contains(kinds(b), "quiet") {
		t.Errorf("nobody was asked:\n%s", b.Text())
	}
}

// TestSourcesThatFailAlike are named on one line.
func TestSourcesThatFailAlike(t *testing.T) {
	in := input(world.Part{})
	f := &world.Failure{Kind: world.FailNetwork, Message: "no connection"}
	for _, name := range []string{"GitHub", "GitHub deployments", "Jira"} {
		in.Answers = append(in.Answers, scan.Answer{Name: name, Status: scan.StatusFailed, Failure: f})
	}
	b := brief.Compose(in)
	if !strings.Contains(b.Text(), "GitHub, GitHub deployments and Jira: no connection, no earlier data.\n") {
		t.Errorf("got:\n%s", b.Text())
	}
}

func TestExcerpt(t *testing.T) {
	in := input(world.Part{Tickets: []world.Ticket{
		{Key: "T-1", Assignee: sam, Comments: []world.Comment{{Author: john, At: ago(day), Text: "Old?"}}},
		{Key: "T-2", Assignee: sam, Comments: []world.Comment{{Author: john, At: ago(time.Minute), Text: "New?"}}},
	}})
	after := ago(time.Hour)
	in.Excerpt = &brief.Excerpt{After: func(string) time.Time { return after }, Lines: 3}
	if b := brief.Compose(in); kinds(b) != "ticket me" || !strings.Contains(b.Text(), "New?") {
		t.Errorf("what is new:\n%s", b.Text())
	}
	after = monday
	if b := brief.Compose(in); len(b.Lines) != 0 {
		t.Errorf("nothing is new:\n%s", b.Text())
	}
}

func TestJSON(t *testing.T) {
	in := input(world.Part{Changes: []world.Change{{Repo: world.RepoID{Host: "github.com", Path: "acme/api"}, Number: 12, Title: "T", State: world.Open, Author: sam, Decision: world.ReviewRequired, URL: "https://github.com/acme/api/pull/12"}}})
	in.Answers = append(in.Answers, scan.Answer{Name: "Jira", Status: scan.StatusOff, Off: "no token"})
	src, err := json.Marshal(brief.Compose(in))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"schema":1,"as_of":"2026-11-30T08:30:00Z","since":"2026-11-27T08:30:00Z","lines":[` +
		`{"kind":"pr","turn":"them","text":"Open PRs: #12 (T, needs review).","refs":[{"kind":"change","key":"12","url":"https://github.com/acme/api/pull/12","repo":"acme/api"}],"source":"forge","as_of":"2026-11-30T08:30:00Z"},` +
		`{"kind":"next","turn":"them","text":"Likely next: chase reviews on #12.","refs":[{"kind":"change","key":"12","url":"https://github.com/acme/api/pull/12","repo":"acme/api"}],"source":null,"as_of":null}],` +
		`"more":[],"sources":[{"name":"forge","status":"ok","as_of":"2026-11-30T08:30:00Z","error":null,"took_ms":0},{"name":"Jira","status":"off","as_of":null,"error":null,"took_ms":0}],` +
		`"fixed":[],"capture":{"last_success":null}}`
	if string(src) != want {
		t.Errorf("got  %s\nwant %s", src, want)
	}
}

func TestTerminal(t *testing.T) {
	in := input(world.Part{Changes: []world.Change{
		{Repo: world.RepoID{Host: "github.com", Path: "acme/api"}, Number: 12, Title: "T", State: world.Open, Author: sam, Decision: world.ReviewRequired, URL: "https://github.com/acme/api/pull/12"},
		{Repo: world.RepoID{Host: "github.com", Path: "acme/api"}, Number: 13, Title: "U", State: world.Open, Author: sam, Decision: world.ReviewRequired, URL: "javascript:alert(1)"},
	}})
	b := brief.Compose(in)
	plain := b.Terminal(brief.Style{})
	if !strings.Contains(plain, "\n    https://github.com/acme/api/pull/12  $ vault done acme/api#12\n") || strings.Contains(plain, "\x1b") {
		t.Errorf("without links: %q", plain)
	}
	linked := b.Terminal(brief.Style{Links: true})
	if !strings.Contains(linked, "Open PRs: \x1b]8;;https://github.com/acme/api/pull/12\x1b\\#12\x1b]8;;\x1b\\ (T, needs review)") || strings.Contains(linked, "javascript") {
		t.Errorf("with links: %q", linked)
	}
}

// TestUnreadableRepositories: however long the command is that would help, the line is whole, and the command to go
// with it is the one that helps, or the one that lists all of them.
func TestUnreadableRepositories(t *testing.T) {
	theirs := func(name string) world.Repo {
		dir := "/srv/" + strings.Repeat("shared-between-many/", 12) + name
		return world.Repo{Dir: dir, Name: name, Problem: "it belongs to another user, so git refuses to read it",
			Remedy: "git config --global --add safe.directory " + dir}
	}
	one := theirs("one")
	for _, tt := range []struct {
		repos         []world.Repo
		text, command string
	}{
		{[]world.Repo{one}, "forge: one: it belongs to another user, so git refuses to read it; `vault doctor` shows the command that allows it.", one.Remedy},
		{[]world.Repo{one, theirs("two")}, "forge: one, two: it belongs to another user, so git refuses to read it; `vault doctor` shows the command that allows it.", "vault doctor"},
	} {
		b := brief.Compose(input(world.Part{Repos: tt.repos, Partial: true}))
		if len(b.Lines) == 0 || b.Lines[0].Text != tt.text || b.Lines[0].Command != tt.command {
			t.Errorf("%+v\nwant %q, %q", b.Lines, tt.text, tt.command)
		}
	}
}

// TestWhereWorkLies: the command that goes with unfinished work leads to the worktree that the work is in.
func TestWhereWorkLies(t *testing.T) {
	const top, linked = "/src/api", "/src/api fix"
	commit := world.Commit{Hash: "b", Author: sam, Committed: ago(day)}
	for name, tt := range map[string]struct {
		repo world.Repo
		dir  string
	}{
		"changed files in the main worktree": {world.Repo{Worktrees: []world.Worktree{{Dir: top, Branch: "main", Changed: 1}, {Dir: linked, Branch: "fix", Changed: 1}}}, top},
		"changed files in a linked one":      {world.Repo{Worktrees: []world.Worktree{{Dir: top, Branch: "main"}, {Dir: linked, Branch: "fix", Changed: 1}}}, "'" + linked + "'"},
		"commits of a branch that a linked one has": {world.Repo{Worktrees: []world.Worktree{{Dir: top, Branch: "main"}, {Dir: linked, Branch: "fix"}},
			Branches: []world.Branch{{Ref: "refs/heads/fix", Hash: "b"}}, Unpushed: []world.Commit{commit}}, "'" + linked + "'"},
		"commits of a branch that none has": {world.Repo{Worktrees: []world.Worktree{{Dir: top, Branch: "main"}, {Dir: linked, Branch: "x"}},
			Branches: []world.Branch{{Ref: "refs/heads/fix", Hash: "b"}}, Unpushed: []world.Commit{commit}}, top},
	} {
		tt.repo.Dir, tt.repo.Name = top, "api"
		b := brief.Compose(input(world.Part{Repos: []world.Repo{tt.repo}}))
		if want := "git -C " + tt.dir + " status"; len(b.Lines) == 0 || b.Lines[0].Command != want {
			t.Errorf("%s: %+v, want %q", name, b.Lines, want)
		}
	}
}

// TestBranchesOfAnotherRepository: what `vault brief` saw from one repository tells nothing of the branches of another.
func TestBranchesOfAnotherRepository(t *testing.T) {
	repo := func(dir string) world.Repo {
		return world.Repo{Dir: dir, Name: dir[5:], Branches: []world.Branch{
			{Ref: "refs/remotes/origin/main", Hash: "a", Author: lena, Tip: ago(20 * day)},
			{Ref: "refs/remotes/origin/x", Hash: "b", Author: lena, Tip: ago(20 * day)}}}
	}
	var seen scan.SeenRepo
	for _, dir := range []string{"/src/api", "/src/web", "/src/web"} {
		in := input(world.Part{Repos: []world.Repo{repo(dir)}})
		in.Here.Dir, in.Seen = dir, &seen
		b := brief.Compose(in)
		if strings.Contains(b.Text(), "Pushed") {
			t.Errorf("in %s, where nothing is new: %s", dir, b.Text())
		}
		b.Note(&seen)
	}
	in := input(world.Part{Repos: []world.Repo{repo("/src/web")}})
	in.Answers[0].Part.Repos[0].Branches[1].Ref += "y"
	in.Here.Dir, in.Seen = "/src/web", &seen
	if b := brief.Compose(in); !strings.Contains(b.Text(), "new branch xy by Lena") {
		t.Errorf("with a new branch: %s", b.Text())
	}
}

// TestNamed: what a brief was about stays known until the next one; what a session is told in between is added.
func TestNamed(t *testing.T) {
	change := func(number int, repo string) world.Change {
		return world.Change{Repo: world.RepoID{Host: "github.com", Path: repo}, Number: number, Author: sam, State: world.Open, Decision: world.ReviewRequired,
			Asked: []world.Person{lena}, Created: ago(day), Pushed: ago(day)}
	}
	var seen scan.SeenRepo
	tell := func(excerpt bool, changes ...world.Change) string {
		in := input(world.Part{Changes: changes})
		if excerpt {
			in.Excerpt = &brief.Excerpt{After: func(string) time.Time { return time.Time{} }, Lines: 3}
		}
		brief.Compose(in).Note(&seen)
		var named []string
		for _, r := range seen.Named {
			named = append(named, r.Repo.Path+"#"+r.Key)
		}
		return strings.Join(named, " ")
	}
	for i, step := range []struct {
		excerpt bool
		change  world.Change
		want    string
	}{
		{false, change(12, "acme/x"), "acme/x#12"},
		{true, change(7, "acme/y"), "acme/y#7 acme/x#12"},
		{true, change(7, "acme/y"), "acme/y#7 acme/x#12"},
		{false, change(3, "acme/z"), "acme/z#3"},
	} {
		if got := tell(step.excerpt, step.change); got != step.want {
			t.Errorf("step %d: named are %s, want %s", i, got, step.want)
		}
	}
}

// TestCommandOfADeploy: the id of a deploy is text from outside, and one word of a command.
func TestCommandOfADeploy(t *testing.T) {
	in := input(world.Part{Deploys: []world.Deploy{{ID: "7; rm -rf it's", Service: "api", Env: "staging", At: ago(time.Hour), Actor: lena, Status: world.DeploySucceeded}}})
	b := brief.Compose(in)
	if want := `vault done '7; rm -rf it'\''s'`; len(b.Lines) == 0 || b.Lines[0].Command != want {
		t.Errorf("%+v, want %s", b.Lines, want)
	}
}

// TestMergedBranches has a branch that was merged twice, one that another person's is called like, and the main branch
// of a fork that was.
func TestMergedBranches(t *testing.T) {
	id := world.RepoID{Host: "github.com", Path: "acme/api"}
	merged := func(number int, head, sha string) world.Change {
		return world.Change{Repo: id, Number: number, State: world.Merged, Merged: ago(20 * day), Author: sam, Head: head, HeadSHA: sha}
	}
	branch := func(name, hash, upstream string) world.Branch {
		return world.Branch{Ref: "refs/heads/" + name, Hash: hash, Upstream: upstream}
	}
	const main = "refs/remotes/origin/master"
	repo := world.Repo{Name: "api", Dir: "/src/api", IDs: []world.RepoID{id},
		Branches: []world.Branch{branch("again", "b2", ""), branch("patch-1", "c1", ""), branch("master", "m1", main), {Ref: main, Hash: "m1"}},
		Unpushed: []world.Commit{{Hash: "b2", Parents: []string{"b1"}}, {Hash: "b1"}, {Hash: "c1"}},
	}
	changes := []world.Change{merged(1, "again", "b2"), merged(2, "again", "b1"), merged(3, "patch-1", "c1"), merged(4, "patch-1", "x9"), merged(5, "master", "m1")}
	for range 2 {
		b := brief.Compose(input(world.Part{Repos: []world.Repo{repo}, Changes: changes}))
		if got := b.Lines[0].Text; kinds(b) != "branch me, next me" || !strings.HasPrefix(got, "Merged: api: again and patch-1 can be deleted") {
			t.Errorf("got %s:\n%s", kinds(b), b.Text())
		}
		slices.Reverse(changes)
	}
}

// TestAskedSince has a time that the person asked for, which is none at which they were here.
func TestAskedSince(t *testing.T) {
	in := input(world.Part{Deploys: []world.Deploy{{ID: "d1", Service: "api", Env: "prod", SHA: "c0ffee1", Actor: lena, Status: world.DeploySucceeded, At: ago(day)}}})
	in.Since = ago(30 * day)
	for _, tt := range []struct {
		asked bool
		want  string
	}{
		{false, "Last brief 31 Oct: news of the last 14 days only.|Deploys: prod: api c0ffee1 by Lena, yesterday 08:30, after your last session."},
		{true, "Since 31 Oct: news of the last 14 days only.|Deploys: prod: api c0ffee1 by Lena, yesterday 08:30."},
	} {
		in.Asked = tt.asked
		lines := brief.Compose(in).Lines
		if got := lines[0].Text + "|" + lines[1].Text; got != tt.want {
			t.Errorf("asked %v:\n got %s\nwant %s", tt.asked, got, tt.want)
		}
	}
}
