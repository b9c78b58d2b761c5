package github

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"testing"
)

// TestStoreIsBounded: there are new addresses every day, so old files must go.
func TestStoreIsBounded(t *testing.T) {
	s := newStore(t.TempDir())
	token := NewCredential("t", "the test")
	var last *http.Request
	for i := range maxStored + 10 {
		last = &http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "https", Host: "example.com", Path: fmt.Sprint("/", i)}, Header: http.Header{}}
		s.keep(last, token, &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Etag": {`"x"`}}}, []byte("[]"))
	}
	files, err := os.ReadDir(s.dir)
	if err != nil || len(files) > maxStored || len(files) < maxStored/2 {
		t.Errorf("%d files, %v", len(files), err)
	}
	if s.conditional(last, token) == nil || last.Header.Get("If-None-Match") != `"x"` {
		t.Error("the newest is not found")
	}
	if s.conditional(last, NewCredential("other", "")) != nil {
		t.Error("what one token was answered is found with another")
	}
}

// TestStoreKeepsLists: what is not a list, has no ETag, or is an error is not kept.
func TestStoreKeepsLists(t *testing.T) {
	s := newStore(t.TempDir())
	for _, tt := range []struct {
		method, etag, body string
		status             int
		kept               bool
	}{
		{"GET", `"x"`, `[]`, 200, true},
		{"GET", `"x"`, ` [1]`, 200, true},
		{"GET", `"x"`, `{"total_count":0,"check_runs":[]}`, 200, true},
		{"GET", `"x"`, `{"number":1}`, 200, false},
		{"GET", ``, `[]`, 200, false},
		{"GET", `"x"`, `[]`, 404, false},
		{"POST", `"x"`, `[]`, 200, false},
	} {
		req := &http.Request{Method: tt.method, URL: &url.URL{Scheme: "https", Host: "example.com", Path: "/" + tt.body}, Header: http.Header{}}
		s.keep(req, Credential{}, &http.Response{StatusCode: tt.status, Header: http.Header{"Etag": {tt.etag}}}, []byte(tt.body))
		if got := s.conditional(req, Credential{}) != nil; got != tt.kept {
			t.Errorf("%s, ETag %s, status %d, %s: kept is %v", tt.method, tt.etag, tt.status, tt.body, got)
		}
		if name := s.file(req, Credential{}); tt.kept {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
}
