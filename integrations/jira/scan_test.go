package jira_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/jira"
	"vaultgraph/vault/world"
)

var kinds = []string{"Cloud", "Server"}

func scan(t *testing.T, s *jira.Source) world.Part {
	t.Helper()
	part, err := s.Scan(t.Context(), world.Query{Since: ago(3 * day)})
	if err != nil {
		t.Fatalf("Scan: %v", err)
	}
	return part
}

func keys(part world.Part) []string {
	var out []string
	for _, t := range part.Tickets {
		out = append(out, t.Key)
	}
	slices.Sort(out)
	return out
}

func ticket(t *testing.T, part world.Part, key string) world.Ticket {
	t.Helper()
	for _, ticket := range part.Tickets {
		if ticket.Key == key {
			return ticket
		}
	}
	t.Fatalf("%s is not among %v", key, keys(part))
	return world.Ticket{}
}

func TestScan(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			site := team(kind)
			if kind == "Server" {
				site.Issues[1].Comments[0].Body = text("[~mara] should we use *SSM* or env vars?")
			}
			s, rec := serve(t, site, nil)
			part := scan(t, s)

			if got, want := keys(part), []string{"TICKET-1", "TICKET-2", "TICKET-3"}; !slices.Equal(got, want) {
				t.Errorf("tickets: got %v, want %v: those of the open sprint and those of the last 14 days", got, want)
			}
			me := world.Person{ID: "mara", Name: "Mara Lind", Email: "mara@acme.example"}
			john := world.Person{ID: "john", Name: "John"}
			first := ticket(t, part, "TICKET-1")
			base := strings.TrimSuffix(first.URL, "/browse/TICKET-1")
			want := world.Ticket{
				Key: "TICKET-1", URL: base + "/browse/TICKET-1", Title: "In the sprint, old", Type: "Task", Status: "In Review", Category: world.Doing,
				Assignee: me, Reporter: john, Created: ago(60 * day), Updated: ago(40 * day),
				Sprint: "Sprint 24, API [core]", SprintID: "24", SprintEnd: ago(-4 * day),
				History: []world.Move{{Author: me, At: ago(50 * day), From: "To Do", To: "In Progress"}, {Author: john, At: ago(40 * day), From: "In Progress", To: "In Review"}},
			}
			if diff := cmp.Diff(want, first); diff != "" {
				t.Errorf("TICKET-1 (-want +got):\n%s", diff)
			}
			wantTalk := []world.Comment{{
				ID: "7", Author: john, At: ago(time.Hour), Text: "@Mara Lind should we use SSM or env vars?", Mentions: []world.Person{me},
				URL: base + "/browse/TICKET-2?focusedCommentId=7",
			}}
			if diff := cmp.Diff(wantTalk, ticket(t, part, "TICKET-2").Comments); diff != "" {
				t.Errorf("comments of TICKET-2 (-want +got):\n%s", diff)
			}
			if got := ticket(t, part, "TICKET-3"); got.Category != world.Done || got.Resolution != "Fixed" || got.Sprint != "" {
				t.Errorf("TICKET-3: got category %q, resolution %q, sprint %q", got.Category, got.Resolution, got.Sprint)
			}
			if part.Partial || len(part.Warnings) > 0 || !part.AsOf.Equal(monday) {
				t.Errorf("got partial %v, warnings %q, as of %v; want a whole answer as of %v", part.Partial, part.Warnings, part.AsOf, monday)
			}
			if diff := cmp.Diff(world.Me{IDs: []string{"mara"}, Emails: []string{"mara@acme.example"}, Names: []string{"Mara Lind"}}, part.Me); diff != "" {
				t.Errorf("me (-want +got):\n%s", diff)
			}
			if kind == "Cloud" {
				checkHonest(t, rec.Exchanges())
			}
			if s.Name() != "Jira" {
				t.Errorf("the source is called %q, want Jira", s.Name())
			}
		})
	}
}

func TestScanReadsAllPages(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			site := &loopback.Jira{Kind: kind, Me: "mara", Users: []loopback.User{{ID: "mara", Name: "Mara"}}, Page: 3}
			var want []string
			for n := 101; n < 109; n++ {
				key := fmt.Sprintf("TICKET-%d", n)
				want = append(want, key)
				site.Issues = append(site.Issues, loopback.Issue{Key: key, Assignee: "mara", Updated: ago(time.Duration(n) * time.Hour / 2), Sprint: &loopback.Sprint{ID: 1, Name: "One"}})
			}
			s, rec := serve(t, site, nil)
			part := scan(t, s)
			if got := keys(part); !slices.Equal(got, want) || part.Partial {
				t.Errorf("got %v, partial %v; want %v", got, part.Partial, want)
			}
			if kind == "Cloud" {
				checkHonest(t, rec.Exchanges())
			}
		})
	}
}

func TestScanOfABusyPersonIsPartial(t *testing.T) {
	site := &loopback.Jira{Me: "mara", Users: []loopback.User{{ID: "mara", Name: "Mara"}}, Page: 2}
	for n := range 30 {
		site.Issues = append(site.Issues, loopback.Issue{Key: fmt.Sprintf("TICKET-%d", n+1), Reporter: "mara", Updated: ago(time.Duration(n) * time.Hour)})
	}
	s, _ := serve(t, site, nil)
	part := scan(t, s)
	if len(part.Tickets) != 8 || !part.Partial {
		t.Errorf("got %d tickets, partial %v; want the newest four pages, and that it says so", len(part.Tickets), part.Partial)
	}
	ticket(t, part, "TICKET-1")
}

// A ticket with more than twenty comments shows the oldest twenty in an answer of Cloud's search.
func TestScanFetchesTheNewestComments(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			site := team(kind)
			site.Issues[1].Comments = talk(45, "john")
			for n := range 30 {
				site.Issues[1].History = append(site.Issues[1].History, loopback.Move{Author: "john", At: ago(time.Duration(60-n) * time.Minute), From: fmt.Sprint(n), To: fmt.Sprint(n + 1)})
			}
			s, rec := serve(t, site, nil)
			got := ticket(t, scan(t, s), "TICKET-2")
			if n := len(got.Comments); n < 20 || got.Comments[n-1].Text != "comment 45" || !slices.IsSortedFunc(got.Comments, func(a, b world.Comment) int { return a.At.Compare(b.At) }) {
				t.Errorf("got %d comments, the last %v; want at least the newest 20, oldest first", n, got.Comments[max(0, n-1):])
			}
			if n := len(got.History); n != 30 || got.History[29].To != "30" {
				t.Errorf("got %d moves, want all 30, the newest last", n)
			}
			if kind == "Cloud" {
				checkHonest(t, rec.Exchanges())
			}
		})
	}
}

// Data Center may be set to cap the comments of a search, too; the newest are then on the last page.
// The index of Data Center may still have what is gone: a page has fewer issues than places.
// The answer to a stranger is empty. It must not be taken for "nothing to do" on the word of a cached identity.
