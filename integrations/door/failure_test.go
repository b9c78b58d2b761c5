package door_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vaultgraph/integrations/door"
	"vaultgraph/vault/world"
)

// ask decodes a JSON answer as a client would.
func ask(t *testing.T, ctx context.Context, d *door.Door, url string) *world.Failure {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := d.Client().Do(req)
	if err != nil {
		return d.Failure(err, nil)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return d.Failure(nil, resp)
	}
	var v any
	return d.Failure(json.NewDecoder(resp.Body).Decode(&v), resp)
}

func TestFailureKinds(t *testing.T) {
	date := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	status := func(code int, headers ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", date.Format(http.TimeFormat))
			for i := 0; i < len(headers); i += 2 {
				w.Header().Set(headers[i], headers[i+1])
			}
			w.WriteHeader(code)
			fmt.Fprintf(w, `{"message":"text of the answer %s"}`, secret)
		}
	}
	for _, tt := range []struct {
		name    string
		handler http.HandlerFunc
		kind    world.FailureKind
		retry   time.Time
	}{
		{"401", status(401), world.FailCredentials, time.Time{}},
		{"403", status(403), world.FailForbidden, time.Time{}},
		{"403 with Retry-After", status(403, "Retry-After", "60"), world.FailRate, date.Add(time.Minute)},
		{"403, nothing left", status(403, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1772445600"), world.FailRate, time.Unix(1772445600, 0)},
		{"404", status(404), world.FailNotFound, time.Time{}},
		{"407", status(407), world.FailNetwork, time.Time{}},
		{"410", status(410), world.FailGone, time.Time{}},
		{"422", status(422), world.FailAnswer, time.Time{}},
		{"429", status(429), world.FailRate, time.Time{}},
		{"429 with a date", status(429, "Retry-After", date.Add(time.Hour).Format(http.TimeFormat)), world.FailRate, date.Add(time.Hour)},
		{"429 of Atlassian", status(429, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "2026-03-02T09:05Z"), world.FailRate, date.Add(5 * time.Minute)},
		{"429 of Jira Data Center", status(429, "X-RateLimit-Remaining", "0", "X-RateLimit-Interval-Seconds", "30"), world.FailRate, date.Add(30 * time.Second)},
		{"429 with an odd Retry-After", status(429, "Retry-After", "-5"), world.FailRate, time.Time{}},
		{"500", status(500), world.FailServer, time.Time{}},
		{"a login page", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html;charset=UTF-8")
			fmt.Fprint(w, "<html>log in, "+secret)
		}, world.FailAnswer, time.Time{}},
		{"nothing with 200", func(_ http.ResponseWriter, _ *http.Request) {}, world.FailAnswer, time.Time{}},
		{"half of the JSON", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"a": [1, 2`) }, world.FailAnswer, time.Time{}},
		{"less than announced", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "500")
			fmt.Fprint(w, `{"a": [1, 2`)
		}, world.FailAnswer, time.Time{}},
		{"too much", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, "%q", strings.Repeat("x", 2000)) }, world.FailAnswer, time.Time{}},
		{"the connection closed", func(_ http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }, world.FailNetwork, time.Time{}},
		{"a redirect elsewhere", status(302, "Location", "https://login.example/"), world.FailAnswer, time.Time{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			srv := httptest.NewServer(tt.handler)
			defer srv.Close()
			f := ask(t, t.Context(), open(t, srv.URL, 1000), srv.URL+"/?q="+secret)
			if f.Kind != tt.kind || !f.Retry.Equal(tt.retry) {
				t.Errorf("got kind %s, retry %v (%s); want %s, %v", f.Kind, f.Retry, f, tt.kind, tt.retry)
			}
			if strings.Contains(f.Message, secret) || f.Message == "" || len(f.Message) > 120 || strings.Contains(f.Message, "text of") {
				t.Errorf("the message is %q", f.Message)
			}
		})
	}
}

func TestNoAnswerInTimeIsLate(t *testing.T) {
	stop := make(chan struct{})
	begun := make(chan struct{}, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		begun <- struct{}{}
		<-stop
	}))
	defer srv.Close()
	defer close(stop)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	if f := ask(t, ctx, open(t, srv.URL, 0), srv.URL); f.Kind != world.FailLate {
		t.Errorf("stopped after the headers: got kind %s (%s), want late", f.Kind, f)
	}
	ctx, cancel = context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	if f := ask(t, ctx, open(t, srv.URL, 0), srv.URL); f.Kind != world.FailLate {
		t.Errorf("past the deadline: got kind %s (%s), want late", f.Kind, f)
	}
}

func TestNoServerIsNetwork(t *testing.T) {
	srv := httptest.NewServer(nil)
	url := srv.URL
	srv.Close()
	f := ask(t, t.Context(), open(t, url, 0), url)
	if f.Kind != world.FailNetwork || f.Message != "no connection" {
		t.Errorf("got %s: %q, want network: no connection", f.Kind, f)
	}
}

func TestKnownFailureStays(t *testing.T) {
	d := open(t, "https://acme.example", 0)
	want := &world.Failure{Kind: world.FailForbidden, Message: "log in with a browser"}
	if got := d.Failure(fmt.Errorf("asking: %w", want), nil); got != want {
		t.Errorf("got %v, want the failure that the error holds", got)
	}
}
