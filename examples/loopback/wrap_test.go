package loopback_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"vaultgraph/examples/loopback"
)

// page is a page of a list in the shapes of both servers.
var page = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"issues":[{"key":"T-1"}],"isLast":true,"startAt":50,"total":51,"data":{"pageInfo":{"hasNextPage":false}},"total_count":1}`)
})

func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		fault  loopback.Fault
		status int
		header string // one that must be there, with its value
		valid  bool   // whether the body is JSON
	}{
		{"", 200, "", true},
		{loopback.FaultUnauthorized, 401, "", true},
		{loopback.FaultSSO, 403, "X-GitHub-SSO: required; url=https://github.com/orgs/acme/sso?authorization_request=AZSCKL55", true},
		{loopback.FaultCaptcha, 403, "X-Seraph-LoginReason: AUTHENTICATION_DENIED", true},
		{loopback.FaultForbidRate, 403, "X-RateLimit-Reset: 1772452800", true},
		{loopback.FaultForbidRetry, 403, "Retry-After: 120", true},
		{loopback.FaultTooMany, 429, "Retry-After: ", true},
		{loopback.FaultTooManyRetry, 429, "Retry-After: 120", true},
		{loopback.FaultNotFound, 404, "", true},
		{loopback.FaultGone, 410, "", true},
		{loopback.FaultServer, 500, "", true},
		{loopback.FaultHTML, 200, "Content-Type: text/html; charset=utf-8", false},
		{loopback.FaultAnonymous, 200, "X-Seraph-LoginReason: AUTHENTICATED_FAILED", true},
		{loopback.FaultTruncated, 200, "", false},
		{"a new one", 501, "", true},
	} {
		wrapped := tt.fault.Wrap(page)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", "Mon, 02 Mar 2026 11:30:00 GMT")
			wrapped.ServeHTTP(w, r)
		}))
		resp, err := http.Get(server.URL)
		if err != nil {
			t.Fatalf("%s: %v", tt.fault, err)
		}
		body, err := io.ReadAll(resp.Body)
		server.Close()
		if err != nil || resp.StatusCode != tt.status {
			t.Errorf("%s: status %d, error %v; want %d and none", tt.fault, resp.StatusCode, err, tt.status)
		}
		if name, want, ok := strings.Cut(tt.header, ": "); ok && resp.Header.Get(name) != want {
			t.Errorf("%s: header %s is %q, want %q", tt.fault, name, resp.Header.Get(name), want)
		}
		if json.Valid(body) != tt.valid {
			t.Errorf("%s: valid JSON is %v, want %v:\n%s", tt.fault, !tt.valid, tt.valid, body)
		}
	}
}

func TestFaultReset(t *testing.T) {
	server := httptest.NewServer(loopback.FaultReset.Wrap(page))
	defer server.Close()
	resp, err := http.Get(server.URL)
	if err == nil {
		resp.Body.Close()
		t.Fatal("a reset connection answered")
	}
	if !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, io.EOF) {
		t.Errorf("a reset connection gives %v", err)
	}
}

// TestFaultsEndWithTheRequest: a server whose handlers hang for ever cannot be closed.
func TestFaultsEndWithTheRequest(t *testing.T) {
	for _, fault := range []loopback.Fault{loopback.FaultHang, loopback.FaultSlow} {
		done := make(chan struct{})
		wrapped := fault.Wrap(page)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer close(done)
			wrapped.ServeHTTP(w, r)
		}))
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL, strings.NewReader(`{"query":"{viewer{login}}"}`))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatalf("%s: no headers: %v", fault, err)
		}
		if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: reading the body gives %v, want the end of the time", fault, err)
		}
		resp.Body.Close()
		cancel()
		<-done
		server.Close()
	}
}

func TestFaultLoop(t *testing.T) {
	server := httptest.NewServer(loopback.FaultLoop.Wrap(page))
	defer server.Close()
	resp, err := http.Get(server.URL + "/list?page=1")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if got, want := resp.Header.Get("Link"), `<`+server.URL+`/list?page=1>; rel="next"`; got != want {
		t.Errorf("Link is %s, want %s", got, want)
	}
	var got struct {
		IsLast        bool
		NextPageToken string
		StartAt       int
		Total         int
		Data          struct{ PageInfo struct{ HasNextPage bool } }
	}
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.IsLast || got.NextPageToken == "" || got.StartAt != 0 || got.Total < 1000 || !got.Data.PageInfo.HasNextPage {
		t.Errorf("some page is the last one: %+v", got)
	}
}

func TestRecorder(t *testing.T) {
	var rec loopback.Recorder
	server := httptest.NewServer(rec.Wrap(page))
	defer server.Close()
	resp, err := http.Post(server.URL+"/graphql?x=1", "application/json", strings.NewReader("asked"))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	server.Close()
	got := rec.Exchanges()
	if len(got) != 1 || got[0].Method != "POST" || got[0].URL != "/graphql?x=1" || string(got[0].Body) != "asked" ||
		got[0].Status != 200 || string(got[0].Answer) != string(answer) {
		t.Errorf("recorded %+v", got)
	}
}
