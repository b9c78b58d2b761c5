package loopback_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/loopback"
)

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// gitHub serves a small world: what a client test would not see is tested here.
func gitHub(t *testing.T, change ...func(*loopback.GitHub)) *httptest.Server {
	t.Helper()
	data := &loopback.GitHub{
		Token: "good", Login: "mara", Renamed: loopback.Renamed{"acme/old": "acme/api"},
		PullRequests: []loopback.PullRequest{
			{Repo: "acme/api", Number: 1, Title: "One", Author: "mara", Updated: monday.Add(-time.Hour), Comments: []loopback.Comment{{Author: "ana", At: monday, Body: "hi"}}},
			{Repo: "acme/api", Number: 2, Title: "Two", Author: "mara", Updated: monday},
			{Repo: "acme/api", Number: 3, Title: "Three", Author: "ana", State: "MERGED", Merged: monday},
		},
	}
	for _, c := range change {
		c(data)
	}
	server := httptest.NewServer((&loopback.World{Now: monday, GitHub: data}).GitHubHandler())
	t.Cleanup(server.Close)
	return server
}

// ask sends a request with the token and returns status, headers and body. It follows no redirect.
func ask(t *testing.T, method, url, body string, header ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer good")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}

// TestGitHubRefuses: mistakes of a client are seen.
func TestGitHubRefuses(t *testing.T) {
	s := gitHub(t)
	for _, tt := range []struct {
		method, path, token string
		status              int
	}{
		{"GET", "/user", "Bearer good", 200},
		{"GET", "/user", "token good", 200},
		{"GET", "/user", "Bearer bad", 401},
		{"GET", "/user", "", 401},
		{"POST", "/graphql", "", 401},
		{"GET", "/graphql", "Bearer good", 404},
		{"POST", "/user", "Bearer good", 404},
		{"GET", "/repos/acme/api/pulls/1", "", 200},
		{"GET", "/repos/acme/api/pulls/9", "Bearer good", 404},
		{"GET", "/repos/acme/nothing/pulls/1", "Bearer good", 404},
		{"GET", "/repos/acme/api/pulls/1?state=open", "Bearer good", 422},
		{"GET", "/repos/acme/api/issues/1/timeline?per_page=many", "Bearer good", 422},
		{"GET", "/search/issues?q=is:pr+author:@me", "Bearer good", 200},
		{"GET", "/search/issues?q=is:pr+author:@me", "", 422},
		{"GET", "/search/issues?q=author:@me", "Bearer good", 422},
		{"GET", "/search/issues?q=is:pr+assignee:@me", "Bearer good", 422},
		{"GET", "/search/issues?q=is:pr+is:locked", "Bearer good", 422},
		{"GET", "/search/issues?q=is:pr+sort:stars", "Bearer good", 422},
		{"GET", "/search/issues?q=is:pr+word", "Bearer good", 422},
		{"GET", "/search/issues?q=is:pr+merged:yesterday", "Bearer good", 422},
		{"GET", "/repos/acme/api/actions/runs?created=2026-03-01", "Bearer good", 422},
	} {
		resp, body := ask(t, tt.method, s.URL+tt.path, "{}", "Authorization", tt.token)
		if resp.StatusCode != tt.status {
			t.Errorf("%s %s as %q: status %d, want %d: %s", tt.method, tt.path, tt.token, resp.StatusCode, tt.status, body)
		}
	}
}

func TestGitHubPagesRedirectsAndETags(t *testing.T) {
	s := gitHub(t)
	resp, _ := ask(t, "GET", s.URL+"/search/issues?q=is:pr&sort=updated&per_page=2", "")
	if link := resp.Header.Get("Link"); !strings.Contains(link, "page=2&per_page=2") || !strings.Contains(link, `rel="next"`) || resp.Header.Get("ETag") != "" {
		t.Errorf("the first page of a search has the link %q and the ETag %q", link, resp.Header.Get("ETag"))
	}
	resp, _ = ask(t, "GET", s.URL+"/repos/acme/old/issues/1/timeline?per_page=1", "")
	moved := resp.Header.Get("Location")
	if resp.StatusCode != 301 || !strings.HasPrefix(moved, s.URL+"/repositories/") || !strings.HasSuffix(moved, "/issues/1/timeline?per_page=1") {
		t.Errorf("a former name: status %d, location %q", resp.StatusCode, moved)
	}
	resp, first := ask(t, "GET", moved, "")
	etag := resp.Header.Get("ETag")
	if resp.StatusCode != 200 || etag == "" || resp.Header.Get("Date") != "Mon, 02 Mar 2026 09:00:00 GMT" {
		t.Errorf("status %d, ETag %q, Date %q", resp.StatusCode, etag, resp.Header.Get("Date"))
	}
	_, rest, _ := strings.Cut(resp.Header.Get("Link"), "<")
	second, _, _ := strings.Cut(rest, ">")
	if _, body := ask(t, "GET", second, ""); body == first || len(body) < 10 {
		t.Errorf("the second page, %s, is %s", second, body)
	}
	if resp, body := ask(t, "GET", moved, "", "If-None-Match", etag); resp.StatusCode != 304 || body != "" {
		t.Errorf("with the ETag: status %d, %s", resp.StatusCode, body)
	}
}

// TestGitHubGraphQL: what is selected is there, and nothing else.
func TestGitHubGraphQL(t *testing.T) {
	s := gitHub(t, func(g *loopback.GitHub) { g.Lacks = []string{"isInMergeQueue"} })
	const noData, unknown = `{"errors":[`, `"code":"undefinedField"`
	for _, tt := range []struct{ query, want string }{
		{`{ viewer { login } }`, `{"data":{"viewer":{"login":"mara"}}}`},
		{`query Q($n: Int = 1) { a: search(type: ISSUE, query: "is:pr sort:updated-desc is:open", first: $n) { n: issueCount nodes { ...f __typename } } }
		  fragment f on PullRequest { number ... on Node { id } author { ... on Bot { url } ... on User { login } } }`,
			`{"data":{"a":{"n":2,"nodes":[{"__typename":"PullRequest","author":{"login":"mara"},"id":"*","number":2}]}}}`},
		{`{ repository(owner: "acme", name: "old") { nameWithOwner pullRequest(number: 1) { comments(last: 1) { nodes { body } } comments(last: 1) { totalCount } } } }`,
			`{"data":{"repository":{"nameWithOwner":"acme/api","pullRequest":{"comments":{"nodes":[{"body":"hi"}],"totalCount":1}}}}}`},
		{`{ repository(owner: "acme", name: "api") { pullRequest(number: 9) { number } } }`, `"path":["repository","pullRequest"],`},
		{`{ viewer { shoeSize } }`, unknown},
		{`{ repository(owner: "acme", name: "api") { pullRequest(number: 1) { isInMergeQueue } } }`, unknown},
		{`{ viewer { ...missing } }`, noData},
		{`{ viewer }`, noData},
		{`{ viewer { login { name } } }`, noData},
		{`{ search(type: ISSUE, query: "is:pr") { issueCount } }`, noData},
		{`{ search(type: ISSUE, query: "is:pr", first: 101) { issueCount } }`, noData},
		{`{ search(type: USER, query: "is:pr", first: 1) { issueCount } }`, noData},
		{`query Q($n: Int!) { viewer { login } }`, noData},
		{`{ viewer { login }`, noData},
		{`{ viewer(login: "unended) }`, noData},
		{``, noData},
	} {
		asked, err := json.Marshal(map[string]string{"query": tt.query})
		if err != nil {
			t.Fatal(err)
		}
		_, body := ask(t, "POST", s.URL+"/graphql", string(asked))
		if !matches(strings.TrimSpace(body), tt.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.query, body, tt.want)
		}
	}
	_, body := ask(t, "POST", s.URL+"/graphql", `{"query":"{ viewer { login } }","variables":{"extra":1}}`)
	if !strings.Contains(body, "not declared") {
		t.Errorf("a variable that the query does not have: %s", body)
	}
}

// matches reports whether body holds want; a * in want is anything.
func matches(body, want string) bool {
	for part := range strings.SplitSeq(want, "*") {
		_, rest, ok := strings.Cut(body, part)
		if !ok {
			return false
		}
		body = rest
	}
	return true
}

// TestGitHubReadsTheWorldAnew: a test moves the world on between two requests.
func TestGitHubReadsTheWorldAnew(t *testing.T) {
	world := &loopback.World{Now: monday, GitHub: &loopback.GitHub{Login: "mara"}}
	server := httptest.NewServer(world.GitHubHandler())
	defer server.Close()
	var got []int
	for _, fault := range []loopback.Fault{"", loopback.FaultServer, ""} {
		world.GitHub.Fault = fault
		resp, _ := ask(t, "GET", server.URL+"/user", "")
		got = append(got, resp.StatusCode)
	}
	if diff := cmp.Diff([]int{200, 500, 200}, got); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
}
