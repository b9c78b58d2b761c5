package jira_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/jira"
	"vaultgraph/vault/world"
)

func TestDataCenterLastPageOfComments(t *testing.T) {
	var asked []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RequestURI())
		fmt.Fprint(w, map[string]string{
			"/rest/api/2/myself": `{"name":"mara"}`, "/rest/api/2/serverInfo": `{"deploymentType":"Server"}`, "/rest/api/2/field": `[]`,
			"/rest/api/2/search":             `{"total":1,"issues":[{"key":"A2-1","fields":{"comment":{"total":50,"comments":[{"id":"1","body":"old"}]}}}]}`,
			"/rest/api/2/issue/A2-1/comment": `{"total":50,"comments":[{"id":"50","body":"new"}]}`,
		}[r.URL.Path])
	}))
	defer srv.Close()
	got := ticket(t, scan(t, source(t, srv.URL, nil)), "A2-1")
	if len(got.Comments) != 1 || got.Comments[0].Text != "new" {
		t.Errorf("comments: got %+v, want the newest", got.Comments)
	}
	if last := asked[len(asked)-1]; last != "/rest/api/2/issue/A2-1/comment?maxResults=20&startAt=30" {
		t.Errorf("asked %s, want the page that begins at 30 of 50", last)
	}
}

func TestDataCenterPagesWithHoles(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/search") {
			fmt.Fprint(w, map[string]string{"/rest/api/2/myself": `{"name":"mara"}`, "/rest/api/2/serverInfo": `{"deploymentType":"Server"}`, "/rest/api/2/field": `[]`}[r.URL.Path])
			return
		}
		body, _ := io.ReadAll(r.Body)
		first := strings.Contains(string(body), `"startAt":0`)
		fmt.Fprint(w, map[bool]string{
			true:  `{"startAt":0,"maxResults":2,"total":4,"issues":[{"key":"AB-1"}]}`,
			false: `{"startAt":2,"maxResults":2,"total":4,"issues":[{"key":"AB-3"},{"key":"AB-4"}]}`,
		}[first])
	}))
	defer srv.Close()
	part := scan(t, source(t, srv.URL, nil))
	if got, want := keys(part), []string{"AB-1", "AB-3", "AB-4"}; !slices.Equal(got, want) || part.Partial {
		t.Errorf("got %v, partial %v; want %v", got, part.Partial, want)
	}
}

func TestSiteBelowAPath(t *testing.T) {
	handler := http.StripPrefix("/jira", (&loopback.World{Now: monday, Jira: team("Server")}).JiraHandler())
	srv := httptest.NewServer(handler)
	defer srv.Close()
	for _, path := range []string{"/jira", "/jira/"} {
		part := scan(t, source(t, srv.URL+path, nil))
		if got, want := ticket(t, part, "TICKET-1").URL, srv.URL+"/jira/browse/TICKET-1"; got != want {
			t.Errorf("the address is %s, want %s", got, want)
		}
	}
}

func TestScanWithoutSprints(t *testing.T) {
	site := team("Cloud")
	rec := &loopback.Recorder{}
	handler := (&loopback.World{Now: monday, Jira: site}).JiraHandler()
	srv := httptest.NewServer(rec.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/field") {
			fmt.Fprint(w, `[]`)
			return
		}
		handler.ServeHTTP(w, r)
	})))
	defer srv.Close()
	part := scan(t, source(t, srv.URL, nil))
	if got, want := keys(part), []string{"TICKET-2", "TICKET-3"}; !slices.Equal(got, want) || part.Partial {
		t.Errorf("got %v, partial %v; want %v: those of the last 14 days", got, part.Partial, want)
	}
	for _, x := range rec.Exchanges() {
		if strings.Contains(string(x.Body), "openSprints") {
			t.Errorf("a site without sprints was asked for them")
		}
	}
}

func TestSiteSavesQuestions(t *testing.T) {
	site := team("Cloud")
	first, rec := serve(t, site, nil)
	scan(t, first)
	asked := len(rec.Exchanges())
	again := first.Site()
	if again.Kind != jira.Cloud || again.SprintField == "" || again.Me.ID != "mara" || !slices.Equal(again.Projects, []string{"TICKET"}) {
		t.Errorf("learnt %+v", again)
	}
	second, rec := serve(t, site, func(o *jira.Options) { o.Site = again })
	scan(t, second)
	if got := len(rec.Exchanges()); got != 2 || asked != 5 {
		t.Errorf("the first scan asked %d times, the next %d times; want 5 (who, what, fields, two searches) and 2", asked, got)
	}

	third, rec := serve(t, site, func(o *jira.Options) { o.Site = again; o.Now = func() time.Time { return monday.Add(25 * time.Hour) } })
	scan(t, third)
	if got := len(rec.Exchanges()); got != 3 {
		t.Errorf("a day later: asked %d times, want 3: who I am is asked anew", got)
	}
}

func TestNothingIsNotBelievedFromAStranger(t *testing.T) {
	site := team("Cloud")
	s, _ := serve(t, site, nil)
	scan(t, s)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, map[bool]string{true: `{}`, false: `{"issues":[],"isLast":true}`}[strings.HasSuffix(r.URL.Path, "/myself")])
	}))
	defer srv.Close()
	stranger := source(t, srv.URL, func(o *jira.Options) { o.Site = s.Site() })
	_, err := stranger.Scan(t.Context(), world.Query{})
	if f := failure(t, err); f.Kind != world.FailCredentials {
		t.Errorf("got %s (%s), want credentials", f.Kind, f)
	}
}

func TestOldSearchIsGone(t *testing.T) {
	for kind, believed := range map[string]jira.Kind{"Cloud": jira.Server, "Server": jira.Cloud} {
		s, _ := serve(t, team(kind), func(o *jira.Options) { o.Site = jira.Site{Kind: believed} })
		if got := len(scan(t, s).Tickets); got != 3 {
			t.Errorf("%s believed to be %s: got %d tickets, want 3", kind, believed, got)
		}
		if got := s.Site().Kind; string(got) != kind {
			t.Errorf("%s believed to be %s: afterwards it is believed to be %s", kind, believed, got)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, kind := range kinds {
		s, _ := serve(t, team(kind), func(o *jira.Options) {
			o.Named = true
			o.Now = func() time.Time { return monday.Add(-90 * time.Second) }
		})
		h, err := s.Check(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if h.Me.Name != "Mara Lind" || string(h.Kind) != kind || !h.SkewKnown || h.Skew != 90*time.Second {
			t.Errorf("%s: got %+v; want Mara Lind, the clock 90 s ahead", kind, h)
		}
		if !strings.HasPrefix(s.Name(), "Jira (127.0.0.1:") {
			t.Errorf("one of several sites is called %q", s.Name())
		}
	}
}
