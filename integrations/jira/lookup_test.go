package jira_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/jira"
	"vaultgraph/vault/world"
)

func refs(keys ...string) []world.Ref {
	var out []world.Ref
	for _, k := range keys {
		out = append(out, world.Ref{Kind: world.RefTicket, Key: k})
	}
	return out
}

func TestLookup(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			site := team(kind)
			site.Issues[3].Formerly = []string{"OLD-9"}
			site.Issues[4].Description = text("h2. Why\nBecause {{x}}")
			s, rec := serve(t, site, nil)
			part, err := s.Lookup(t.Context(), append(refs("TICKET-5", "OLD-9", "GONE-1", "ticket-1", "TICKET-1", `X-1) OR key in (TICKET-3`, "../../myself", "UTF-8"),
				world.Ref{Kind: world.RefChange, Key: "TICKET-3"}))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := keys(part), []string{"TICKET-1", "TICKET-4", "TICKET-5"}; !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			if got := ticket(t, part, "TICKET-4").Formerly; !slices.Equal(got, []string{"OLD-9"}) {
				t.Errorf("the moved ticket was formerly %v, want OLD-9", got)
			}
			if got := ticket(t, part, "TICKET-5").Description; got != "Why\nBecause `x`" {
				t.Errorf("description: got %q", got)
			}
			if got := ticket(t, part, "TICKET-1"); got.Status != "In Review" || len(got.History) != 2 || got.Formerly != nil {
				t.Errorf("TICKET-1: got %+v", got)
			}
			if part.Partial {
				t.Errorf("the answer is partial: %q", part.Warnings)
			}
			for _, x := range rec.Exchanges() {
				if strings.Contains(x.URL+string(x.Body), "TICKET-3") {
					t.Errorf("%s %s: text was taken for a key", x.URL, x.Body)
				}
			}
			if kind == "Cloud" {
				checkHonest(t, rec.Exchanges())
			}
		})
	}
}

// A list with a key that nobody has is refused as a whole by a server that does not know validateQuery.
func TestLookupWhereTheListIsRefused(t *testing.T) {
	handler := (&loopback.World{Now: monday, Jira: team("Server")}).JiraHandler()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/search") {
			http.Error(w, `{"errorMessages":["no"]}`, http.StatusBadRequest)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer srv.Close()
	part, err := source(t, srv.URL, nil).Lookup(t.Context(), refs("TICKET-5", "GONE-1", "TICKET-1"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := keys(part), []string{"TICKET-1", "TICKET-5"}; !slices.Equal(got, want) || part.Partial {
		t.Errorf("got %v, partial %v; want %v, one by one", got, part.Partial, want)
	}
}

func TestLookupOfManyKeys(t *testing.T) {
	site := &loopback.Jira{Me: "mara", Users: []loopback.User{{ID: "mara", Name: "Mara"}}}
	var want []string
	for n := 1000; n < 1230; n++ {
		key := fmt.Sprintf("TICKET-%d", n)
		want = append(want, key)
		site.Issues = append(site.Issues, loopback.Issue{Key: key})
	}
	s, rec := serve(t, site, nil)
	part, err := s.Lookup(t.Context(), refs(want...))
	if err != nil {
		t.Fatal(err)
	}
	if got := keys(part); !slices.Equal(got, want) {
		t.Errorf("got %d tickets, want %d", len(got), len(want))
	}
	if n := len(rec.Exchanges()); n > 6 {
		t.Errorf("asked %d times for 230 keys, want at most 6", n)
	}
}

func TestLookupLeavesOutWhatIsElsewhere(t *testing.T) {
	s, rec := serve(t, team("Cloud"), func(o *jira.Options) { o.Projects = []string{"OPS"} })
	here := refs("TICKET-1", "OPS-1")
	here[1].URL = "https://other.atlassian.net/browse/OPS-1"
	part, err := s.Lookup(t.Context(), here)
	if err != nil || len(part.Tickets) != 0 || len(rec.Exchanges()) != 0 {
		t.Errorf("got %v, error %v, %d questions; want none", keys(part), err, len(rec.Exchanges()))
	}
}

// What a ticket is stays known where the talk on it cannot be read just now.
func TestLookupKeepsStatesWhereCommentsFail(t *testing.T) {
	site := team("Cloud")
	site.Issues[1].Comments = talk(45, "john")
	handler := (&loopback.World{Now: monday, Jira: site}).JiraHandler()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/comment") {
			http.Error(w, `{}`, http.StatusTooManyRequests)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer srv.Close()
	part, err := source(t, srv.URL, nil).Lookup(t.Context(), refs("TICKET-2"))
	if err != nil {
		t.Fatal(err)
	}
	if got := ticket(t, part, "TICKET-2"); got.Status != "To Do" || len(got.Comments) != 0 || !part.Partial {
		t.Errorf("got status %q, %d comments, partial %v", got.Status, len(got.Comments), part.Partial)
	}
}

func TestMatch(t *testing.T) {
	s := source(t, "https://acme.atlassian.net", func(o *jira.Options) { o.Projects = []string{"ticket"} })
	got := s.Match("TICKET-12, UTF-8, see https://acme.atlassian.net/browse/OPS-3?x=1 and https://other.atlassian.net/browse/OPS-4 (TICKET-12)")
	want := []world.Ref{
		{Kind: world.RefTicket, Key: "OPS-3", URL: "https://acme.atlassian.net/browse/OPS-3"},
		{Kind: world.RefTicket, Key: "TICKET-12", URL: "https://acme.atlassian.net/browse/TICKET-12"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := s.MatchBranch("fix/ticket-7-timeout"); len(got) != 1 || got[0].Key != "TICKET-7" {
		t.Errorf("branch: got %v", got)
	}
	learnt := source(t, "https://acme.atlassian.net", func(o *jira.Options) { o.Site = jira.Site{Projects: []string{"OPS"}} })
	if got := learnt.Match("OPS-1 TICKET-1"); len(got) != 1 || got[0].Key != "OPS-1" {
		t.Errorf("learnt prefixes: got %v, want OPS-1", got)
	}
}
