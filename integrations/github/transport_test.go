package github_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/github"
	"vaultgraph/vault/world"
)

func TestNewRefusesWhatATokenMustNotGoTo(t *testing.T) {
	for _, tt := range []struct{ api, graphQL string }{
		{"http://ghe.example.com/api/v3/", ""},
		{"https://mara:pass@ghe.example.com/api/v3/", ""},
		{"ghe.example.com", ""},
		{"ftp://ghe.example.com", ""},
		{"https://ghe.example.com/api/v3/", "https://other.example.com/api/graphql"},
		{"https://ghe.example.com/api/v3/", "https://ghe.example.com:8443/api/graphql"},
		{"https://ghe.example.com/api/v3/", "http://ghe.example.com/api/graphql"},
	} {
		_, err := github.New(github.Options{API: tt.api, GraphQL: tt.graphQL, Now: time.Now})
		if f := failure(t, err); f.Kind != world.FailLocal || strings.Contains(f.Message, "pass@") {
			t.Errorf("%s and %s: %+v", tt.api, tt.graphQL, f)
		}
	}
}

func TestNames(t *testing.T) {
	for _, tt := range []struct{ api, host, name, runs string }{
		{"", "", "GitHub", "GitHub Actions"},
		{"https://api.github.com", "", "GitHub", "GitHub Actions"},
		{"https://api.acme.ghe.com/", "", "GitHub (acme.ghe.com)", "GitHub Actions (acme.ghe.com)"},
		{"https://ghe.example.com/api/v3", "", "GitHub (ghe.example.com)", "GitHub Actions (ghe.example.com)"},
		{"https://api.example.com/v3/", "Example.com", "GitHub (example.com)", "GitHub Actions (example.com)"},
		{"http://127.0.0.1:8080", "", "GitHub", "GitHub Actions"},
	} {
		s, err := github.New(github.Options{API: tt.api, Host: tt.host, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		if s.Name() != tt.name || s.Runs().Name() != tt.runs {
			t.Errorf("%s is %q and %q, want %q and %q", tt.api, s.Name(), s.Runs().Name(), tt.name, tt.runs)
		}
	}
}

// TestEnterpriseServer: REST and GraphQL have other paths there.
func TestEnterpriseServer(t *testing.T) {
	s := serve(t, busy())
	source := s.source(t, func(o *github.Options) { o.API, o.Host = s.URL+"/api/v3/", "ghe.example.com" })
	part, err := source.Scan(withDeadline(t), world.Query{Since: ago(3 * day)})
	if err != nil {
		t.Fatal(err)
	}
	if c := change(t, part, 12); c.Repo != (world.RepoID{Host: "ghe.example.com", Path: "acme/whois"}) {
		t.Errorf("the repository is %+v", c.Repo)
	}
	if _, err := source.Check(withDeadline(t)); err != nil {
		t.Error(err)
	}
	for _, e := range s.rec.Exchanges() {
		if !strings.HasPrefix(e.URL, "/api/") {
			t.Errorf("%s was asked", e.URL)
		}
	}
}

// TestTokenStaysAtHome: a server that leads elsewhere, with any of the statuses that keep the method and those that do
// not, is not followed.
func TestTokenStaysAtHome(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, call := range calls {
			var visits atomic.Int32
			away := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
			home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Bearer "+secret {
					t.Errorf("%s %s came without the token", r.Method, r.URL)
				}
				http.Redirect(w, r, away.URL+r.URL.Path, status)
			}))
			source, err := github.New(github.Options{API: home.URL, Token: token, Now: func() time.Time { return now }})
			if err != nil {
				t.Fatal(err)
			}
			err = call.call(withDeadline(t), source)
			if f := failure(t, err); f.Kind != world.FailAnswer || strings.Contains(fmt.Sprintf("%+v", err), secret) {
				t.Errorf("%s, %d: %+v", call.name, status, f)
			}
			if n := visits.Load(); n > 0 {
				t.Errorf("%s, %d: the other server was asked %d times", call.name, status, n)
			}
			home.Close()
			away.Close()
		}
	}
}

func TestRedirectsWithoutAnEnd(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.String(), http.StatusTemporaryRedirect)
	}))
	defer s.Close()
	source, err := github.New(github.Options{API: s.URL, Token: token, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	_, err = source.Scan(withDeadline(t), world.Query{Since: ago(day)})
	failure(t, err)
}

func TestLargeAnswers(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 17 {
			_, _ = w.Write(bytes.Repeat([]byte(" "), 1<<20))
		}
		_, _ = w.Write([]byte(`{"data":{}}`))
	}))
	defer s.Close()
	source, err := github.New(github.Options{API: s.URL, Token: token, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	_, err = source.Scan(withDeadline(t), world.Query{Since: ago(day)})
	if f := failure(t, err); f.Kind != world.FailAnswer || !strings.Contains(f.Message, "large") {
		t.Errorf("the failure is %+v", f)
	}
}

// TestFewAtATime: a busy fallback asks at most four things at once.
func TestFewAtATime(t *testing.T) {
	data := busy()
	data.NoGraphQL = true
	var mu sync.Mutex
	var running, most int
	s := serve(t, data)
	source := s.source(t, func(o *github.Options) {
		base := o.Transport
		o.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			defer func() {
				mu.Lock()
				running--
				mu.Unlock()
			}()
			return base.RoundTrip(r)
		})
	})
	if _, err := source.Scan(withDeadline(t), world.Query{Since: ago(3 * day)}); err != nil {
		t.Fatal(err)
	}
	if most > 4 || most < 2 {
		t.Errorf("%d requests at a time, want two to four", most)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestStoredLists(t *testing.T) {
	data := busy()
	data.NoGraphQL = true
	data.PullRequests[0].Comments = append(data.PullRequests[0].Comments, loopback.Comment{Author: "ana", At: ago(2 * day), Body: "the key is AKIAABCDEFGHIJKLMNOP"})
	s := serve(t, data)
	dir := filepath.Join(t.TempDir(), "cache")
	stored := func(o *github.Options) { o.CacheDir = dir }
	scan := func(options ...func(*github.Options)) (world.Part, map[int]int) {
		t.Helper()
		before := s.asked()
		part, err := s.source(t, append(options, stored)...).Scan(withDeadline(t), world.Query{Since: ago(3 * day), Me: world.Me{Logins: []string{"mara"}}})
		if err != nil {
			t.Fatal(err)
		}
		statuses := map[int]int{}
		for _, e := range s.rec.Exchanges()[before:] {
			statuses[e.Status]++
		}
		return part, statuses
	}
	first, statuses := scan()
	if statuses[304] > 0 {
		t.Errorf("the first scan finds something stored: %v", statuses)
	}
	again, statuses := scan()
	if statuses[304] != 12 { // events and both kinds of checks of four pull requests
		t.Errorf("the second scan has the statuses %v, want 304 twelve times", statuses)
	}
	secretComment := func(p world.Part) string { return change(t, p, 12).Comments[1].Text }
	if !strings.Contains(secretComment(first), "AKIA") || strings.Contains(secretComment(again), "AKIA") {
		t.Errorf("comments: first %q, then %q; want the key in the first only", secretComment(first), secretComment(again))
	}
	first.Changes[0].Comments[1].Text, again.Changes[0].Comments[1].Text = "", ""
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("what is stored is not what was answered (-first +again):\n%s", diff)
	}
	if _, statuses := scan(anonymous); statuses[304] > 0 {
		t.Errorf("what was stored for a token is used without it: %v", statuses)
	}
	data.PullRequests[0].Comments = data.PullRequests[0].Comments[:1]
	if part, _ := scan(); len(change(t, part, 12).Comments) != 1 {
		t.Error("a list that has changed is answered from the store")
	}
	checkStore(t, dir)
}

// checkStore looks for the token, and for files that others may read.
func checkStore(t *testing.T, dir string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		info, err := d.Info()
		if err != nil {
			return err
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v", name, info.Mode())
		}
		text, err := os.ReadFile(name)
		for _, word := range []string{secret, "Bearer", "Authorization", "AKIA"} {
			if bytes.Contains(text, []byte(word)) {
				t.Errorf("%s holds %s", name, word)
			}
		}
		return err
	})
	if err != nil || files == 0 {
		t.Fatalf("%d files, %v", files, err)
	}
}

// TestBadStore: files that are damaged are as good as none.
func TestBadStore(t *testing.T) {
	data := busy()
	data.NoGraphQL = true
	s := serve(t, data)
	dir := t.TempDir()
	stored := func(o *github.Options) { o.CacheDir = dir }
	for _, text := range []string{"", "{", `{"schema":1}`, `{"schema":99,"etag":"x"}`} {
		if _, err := s.source(t, stored).Scan(withDeadline(t), world.Query{Since: ago(day)}); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		for _, f := range files {
			if err := os.WriteFile(f, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestCredentialDoesNotPrint(t *testing.T) {
	c := github.NewCredential(secret+"\n", "$GH_TOKEN")
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		for _, v := range []any{c, &c, struct{ C github.Credential }{c}} {
			if text := fmt.Sprintf(format, v); strings.Contains(text, secret) {
				t.Errorf("%s prints %s", format, text)
			}
		}
	}
}

func TestTokenThatCannotBeHad(t *testing.T) {
	s := serve(t, &loopback.GitHub{})
	source := s.source(t, func(o *github.Options) {
		o.Token = func(context.Context) (github.Credential, error) { return github.Credential{}, fs.ErrPermission }
	})
	_, err := source.Scan(withDeadline(t), world.Query{})
	if f := failure(t, err); f.Kind != world.FailCredentials || s.asked() > 0 {
		t.Errorf("the failure is %+v, after %d requests", f, s.asked())
	}
}
