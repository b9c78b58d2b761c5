package jira_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/jira"
	"vaultgraph/vault/world"
)

func failure(t *testing.T, err error) *world.Failure {
	t.Helper()
	var f *world.Failure
	if !errors.As(err, &f) {
		t.Fatalf("got error %v, want a *world.Failure", err)
	}
	return f
}

func TestFaults(t *testing.T) {
	for _, kind := range kinds {
		for fault, want := range map[loopback.Fault]world.FailureKind{
			loopback.FaultUnauthorized: world.FailCredentials,
			loopback.FaultCaptcha:      world.FailForbidden,
			loopback.FaultForbidRetry:  world.FailRate,
			loopback.FaultTooMany:      world.FailRate,
			loopback.FaultTooManyRetry: world.FailRate,
			loopback.FaultNotFound:     world.FailNotFound,
			loopback.FaultGone:         world.FailGone,
			loopback.FaultServer:       world.FailServer,
			loopback.FaultHTML:         world.FailAnswer,
			loopback.FaultAnonymous:    world.FailCredentials,
			loopback.FaultTruncated:    world.FailAnswer,
			loopback.FaultReset:        world.FailNetwork,
			loopback.FaultHang:         world.FailLate,
			loopback.FaultSlow:         world.FailLate,
			loopback.FaultLoop:         world.FailAnswer,
		} {
			t.Run(kind+"/"+string(fault), func(t *testing.T) {
				t.Parallel()
				site := team(kind)
				site.Fault = fault
				s, _ := serve(t, site, nil)
				ctx := t.Context()
				if want == world.FailLate {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, 100*time.Millisecond)
					defer cancel()
				}
				part, err := s.Scan(ctx, world.Query{})
				f := failure(t, err)
				if f.Kind != want {
					t.Errorf("got %s (%s), want %s", f.Kind, f, want)
				}
				if f.Message == "" || len(f.Message) > 120 || strings.Contains(f.Message, token) || strings.Contains(f.Message, "\n") {
					t.Errorf("the message is %q", f.Message)
				}
				if len(part.Tickets) > 0 {
					t.Errorf("a failed scan has tickets")
				}
				if (fault == loopback.FaultTooManyRetry || fault == loopback.FaultForbidRetry) != !f.Retry.IsZero() {
					t.Errorf("ask again at %v", f.Retry)
				}
			})
		}
	}
}

// Whatever fails once the identity is known must fail a scan as well: no half answers.
func TestFaultsOfTheSearch(t *testing.T) {
	for fault, want := range map[loopback.Fault]world.FailureKind{
		loopback.FaultUnauthorized: world.FailCredentials, loopback.FaultTooMany: world.FailRate, loopback.FaultServer: world.FailServer,
		loopback.FaultHTML: world.FailAnswer, loopback.FaultTruncated: world.FailAnswer, loopback.FaultReset: world.FailNetwork,
		loopback.FaultGone: world.FailGone, loopback.FaultAnonymous: world.FailCredentials, loopback.FaultCaptcha: world.FailForbidden,
	} {
		handler := (&loopback.World{Now: monday, Jira: team("Cloud")}).JiraHandler()
		broken := fault.Wrap(handler)
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "/search") {
				broken.ServeHTTP(w, r)
				return
			}
			handler.ServeHTTP(w, r)
		}))
		_, err := source(t, srv.URL, nil).Scan(t.Context(), world.Query{})
		if f := failure(t, err); f.Kind != want {
			t.Errorf("%s in the search: got %s (%s), want %s", fault, f.Kind, f, want)
		}
		srv.Close()
	}
}

// A ticket whose comments are refused keeps its state and has no comments: the old ones would be taken for the newest.
func TestRefusedCommentsCostThatTicket(t *testing.T) {
	site := team("Cloud")
	site.Issues[1].Comments = talk(45, "john")
	handler := (&loopback.World{Now: monday, Jira: site}).JiraHandler()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/comment") {
			http.Error(w, `{}`, http.StatusForbidden)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer srv.Close()
	part := scan(t, source(t, srv.URL, nil))
	if got := ticket(t, part, "TICKET-2"); len(got.Comments) != 0 || got.Status != "To Do" {
		t.Errorf("got %d comments, status %q; want none, To Do", len(got.Comments), got.Status)
	}
	if !part.Partial || len(part.Warnings) != 1 {
		t.Errorf("partial %v, warnings %q; want that it is told", part.Partial, part.Warnings)
	}
}

func TestCaptchaStopsAllQuestions(t *testing.T) {
	site := team("Server")
	site.Fault = loopback.FaultCaptcha
	s, rec := serve(t, site, nil)
	for range 3 {
		_, err := s.Scan(t.Context(), world.Query{})
		if f := failure(t, err); f.Kind != world.FailForbidden || !strings.Contains(f.Message, "browser") {
			t.Errorf("got %s: %s", f.Kind, f)
		}
	}
	if _, err := s.Lookup(t.Context(), []world.Ref{{Kind: world.RefTicket, Key: "TICKET-1"}}); err == nil {
		t.Error("Lookup: got no error")
	}
	if n := len(rec.Exchanges()); n != 1 {
		t.Errorf("asked %d times, want once: each failed login makes it worse", n)
	}
}

func TestNoTokenAsksNothing(t *testing.T) {
	s, rec := serve(t, team("Cloud"), func(o *jira.Options) { o.Token = "" })
	_, err := s.Scan(t.Context(), world.Query{})
	if f := failure(t, err); f.Kind != world.FailCredentials || !strings.Contains(f.Message, "JIRA_API_TOKEN") {
		t.Errorf("got %s: %s; want credentials, with the variable to set", f.Kind, f)
	}
	if n := len(rec.Exchanges()); n != 0 {
		t.Errorf("asked %d times, want never", n)
	}
}

func TestTokenNeverLeaves(t *testing.T) {
	for _, email := range []string{"mara@acme.example", ""} {
		var reached int
		elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached++ }))
		home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, pass, _ := r.BasicAuth(); pass != token && r.Header.Get("Authorization") != "Bearer "+token {
				t.Error("the site itself got no token")
			}
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, http.StatusTemporaryRedirect)
		}))
		_, err := source(t, home.URL, func(o *jira.Options) { o.Email = email }).Scan(t.Context(), world.Query{})
		if f := failure(t, err); f.Kind != world.FailAnswer || strings.Contains(f.Message, elsewhere.URL) {
			t.Errorf("got %s: %s", f.Kind, f)
		}
		if reached != 0 {
			t.Errorf("another server was asked %d times, want never", reached)
		}
		home.Close()
		elsewhere.Close()
	}
}

func TestNewRefusesUnsafeURLs(t *testing.T) {
	for _, raw := range []string{"http://jira.acme.example", "https://me:pw@jira.acme.example", "jira.acme.example", "file:///etc"} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := jira.New(jira.Options{URL: u, Token: token, Now: time.Now}); err == nil {
			t.Errorf("New(%s): got no error", raw)
		}
	}
}
