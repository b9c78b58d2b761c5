package honest_test

import (
	"net/http"
	"strings"
	"testing"

	"vaultgraph/examples/corpus"
	"vaultgraph/examples/loopback"
	"vaultgraph/examples/loopback/honest"
)

func load(t *testing.T) *honest.GitHub {
	t.Helper()
	g, err := honest.LoadGitHub(corpus.Path(t, "data", "api", "github"))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestRequests: the check of requests must be one that can fail.
func TestRequests(t *testing.T) {
	g := load(t)
	for _, tt := range []struct{ method, url, body, want string }{
		{"GET", "/repos/a/b/pulls/1", "", ""},
		{"GET", "/api/v3/repos/a/b/pulls/1", "", ""},
		{"GET", "/repositories/12/issues/1/timeline?per_page=100&page=2", "", ""},
		{"GET", "/repos/a/b/actions/runs?created=%3E%3D2026-03-01T00%3A00%3A00Z", "", ""},
		{"GET", "/repos/a/b/actions/runs?created=yesterday", "", "created"},
		{"GET", "/repos/a/b/pulls/1?state=open", "", `"state" is not declared`},
		{"GET", "/repos/a/b/pulls/1/unknown", "", "no matching operation"},
		{"GET", "/repos/a/b/pulls/one", "", "pull_number"},
		{"POST", "/repos/a/b/pulls/1", "", "method not allowed"},
		{"POST", "/graphql", `{"query":"{ viewer { login } }"}`, ""},
		{"POST", "/graphql", `{"query":"{ viewer { nickname } }"}`, "nickname"},
		{"POST", "/graphql", `{"query":"query($a: String!) { search(type: ISSUE, query: $a, first: 1) { issueCount } }","variables":{}}`, "variables"},
		{"POST", "/graphql", `{"query":"{ viewer { login } }","variables":{"a":1}}`, "$a is not declared"},
	} {
		err := g.CheckRequest(loopback.Exchange{Method: tt.method, URL: tt.url, Body: []byte(tt.body), Header: http.Header{}})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s %s %s: got %v, want %q", tt.method, tt.url, tt.body, err, tt.want)
		}
	}
}

// TestAnswers: the check of answers must be one that can fail.
func TestAnswers(t *testing.T) {
	g := load(t)
	const query = `{"query":"{ viewer { login createdAt } search(type: ISSUE, query: \"is:pr\", first: 1) { nodes { ... on PullRequest { number state } } } }"}`
	for _, tt := range []struct{ answer, want string }{
		{`{"data":{"viewer":{"login":"a","createdAt":"2026-03-01T00:00:00Z"},"search":{"nodes":[{"number":1,"state":"OPEN"},null]}}}`, ""},
		{`{"errors":[{"message":"no"}]}`, ""},
		{`{}`, "neither"},
		{`{"data":{"viewer":{"login":"a","createdAt":"yesterday"},"search":{"nodes":[]}}}`, "DateTime"},
		{`{"data":{"viewer":{"login":null,"createdAt":"2026-03-01T00:00:00Z"},"search":{"nodes":[]}}}`, "viewer.login is null"},
		{`{"data":{"viewer":{"login":"a","createdAt":"2026-03-01T00:00:00Z","id":"1"},"search":{"nodes":[]}}}`, "id was not asked for"},
		{`{"data":{"viewer":{"login":"a"},"search":{"nodes":[]}}}`, "createdAt was asked for"},
		{`{"data":{"viewer":{"login":"a","createdAt":"2026-03-01T00:00:00Z"},"search":{"nodes":[{"number":"1","state":"OPEN"}]}}}`, "search.nodes.0"},
		{`{"data":{"viewer":{"login":"a","createdAt":"2026-03-01T00:00:00Z"},"search":{"nodes":[{"number":1,"state":"open"}]}}}`, "search.nodes.0"},
	} {
		err := g.CheckAnswer(loopback.Exchange{Method: "POST", URL: "/graphql", Body: []byte(query), Header: http.Header{}, Status: 200, Answer: []byte(tt.answer)})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.answer, err, tt.want)
		}
	}
	for answer, want := range map[string]string{
		`[]`: "", `[{"id":1}]`: "answer of GET", `{}`: "answer of GET",
	} {
		err := g.CheckAnswer(loopback.Exchange{
			Method: "GET", URL: "/repos/a/b/deployments", Header: http.Header{}, Status: 200, Answer: []byte(answer),
			AnswerHeader: http.Header{"Content-Type": {"application/json; charset=utf-8"}},
		})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("deployments %s: got %v, want %q", answer, err, want)
		}
	}
}
