package jira_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/jira"
)

// monday is the time of the tests.
var monday = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

const token = "t0ken-that-must-not-leave"

// serve starts a site out of a world and returns a source that asks it, and what was asked.
func serve(t *testing.T, j *loopback.Jira, change func(*jira.Options)) (*jira.Source, *loopback.Recorder) {
	t.Helper()
	rec := &loopback.Recorder{}
	j.Token = token
	srv := httptest.NewServer(rec.Wrap((&loopback.World{Now: monday, Jira: j}).JiraHandler()))
	t.Cleanup(srv.Close)
	return source(t, srv.URL, change), rec
}

func source(t *testing.T, raw string, change func(*jira.Options)) *jira.Source {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	o := jira.Options{URL: u, Email: "mara@acme.example", Token: token, Base: &http.Transport{DisableKeepAlives: true}, Now: func() time.Time { return monday }}
	if change != nil {
		change(&o)
	}
	s, err := jira.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func text(markup string) json.RawMessage {
	raw, err := json.Marshal(markup)
	if err != nil {
		panic(err)
	}
	return raw
}

// ago is a time before monday.
func ago(d time.Duration) time.Time { return monday.Add(-d) }

const day = 24 * time.Hour

// team is a site with one ticket of each kind that a scan tells apart.
func team(kind string) *loopback.Jira {
	sprint := &loopback.Sprint{ID: 24, Name: "Sprint 24, API [core]", Start: ago(7 * day), End: ago(-4 * day)}
	return &loopback.Jira{
		Kind: kind, Me: "mara",
		Users: []loopback.User{
			{ID: "mara", Name: "Mara Lind", Email: "mara@acme.example"}, {ID: "john", Name: "John"}, {ID: "bot", Name: "Build", App: true},
		},
		Issues: []loopback.Issue{
			{
				Key: "TICKET-1", Summary: "In the sprint, old", Status: "In Review", Category: "indeterminate", Assignee: "mara", Reporter: "john",
				Updated: ago(40 * day), Created: ago(60 * day), Sprint: sprint,
				History: []loopback.Move{
					{Author: "mara", At: ago(50 * day), From: "To Do", To: "In Progress"}, {Author: "john", At: ago(40 * day), From: "In Progress", To: "In Review"},
				},
			},
			{
				Key: "TICKET-2", Summary: "Asked", Status: "To Do", Category: "new", Assignee: "mara", Reporter: "mara", Updated: ago(time.Hour), Sprint: sprint,
				Comments: []loopback.IssueComment{
					{ID: "7", Author: "john", At: ago(time.Hour), Body: text("[~accountid:mara] should we use *SSM* or env vars?")},
				},
			},
			{Key: "TICKET-3", Summary: "Watched", Status: "Done", Category: "done", Resolution: "Fixed", Assignee: "john", Reporter: "john", Watchers: []string{"mara"}, Updated: ago(13 * day)},
			{Key: "TICKET-4", Summary: "Watched long ago", Status: "Done", Category: "done", Watchers: []string{"mara"}, Updated: ago(15 * day)},
			{Key: "TICKET-5", Summary: "Nothing to do with me", Status: "To Do", Category: "new", Assignee: "john", Sprint: sprint, Updated: ago(day)},
			{
				Key: "TICKET-6", Summary: "Mine, of a closed sprint, old", Status: "To Do", Category: "new", Assignee: "mara",
				Updated: ago(30 * day), Sprint: &loopback.Sprint{ID: 23, Name: "Sprint 23", State: "closed"},
			},
		},
	}
}

// talk is a list of n comments by author, one a minute, the newest one a minute ago.
func talk(n int, author string) []loopback.IssueComment {
	var out []loopback.IssueComment
	for i := n; i > 0; i-- {
		out = append(out, loopback.IssueComment{ID: fmt.Sprint(1000 - i), Author: author, At: ago(time.Duration(i) * time.Minute), Body: text(fmt.Sprintf("comment %d", n-i+1))})
	}
	return out
}
