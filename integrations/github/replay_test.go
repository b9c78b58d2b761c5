package github

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	gh "github.com/google/go-github/v62/github"

	"vaultgraph/examples/corpus"
	"vaultgraph/vault/world"
)

// A recorded exchange is one with the real GitHub.
type recorded struct {
	Method     string
	Path       string
	Status     int
	Response   json.RawMessage
	RawHeaders []string
}

// A replay answers as GitHub did. What was not recorded is 599.
type replay struct {
	exchanges []recorded
	asked     []string
	any       bool // answers everything with the first exchange
}

func newReplay(t *testing.T, name string) *replay {
	t.Helper()
	text, err := os.ReadFile(corpus.Path(t, "data", "api", "github", "recorded", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	r := &replay{}
	if err := json.Unmarshal(text, &r.exchanges); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *replay) RoundTrip(req *http.Request) (*http.Response, error) {
	asked := req.URL.RequestURI()
	r.asked = append(r.asked, asked)
	for _, e := range r.exchanges {
		if !r.any && (e.Path != asked || !strings.EqualFold(e.Method, req.Method)) {
			continue
		}
		resp := &http.Response{StatusCode: e.Status, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(e.Response)), Request: req}
		for i := 0; i+1 < len(e.RawHeaders); i += 2 {
			resp.Header.Add(e.RawHeaders[i], e.RawHeaders[i+1])
		}
		resp.Header.Del("Content-Length") // that of the body before it was indented
		return resp, nil
	}
	return &http.Response{StatusCode: 599, Header: http.Header{}, Body: http.NoBody, Request: req}, nil
}

// connection returns the way to the real addresses, answered by r.
func (r *replay) connection(t *testing.T) (*Source, *connection) {
	t.Helper()
	s, err := New(Options{
		Transport: r, Now: func() time.Time { return time.Date(2022, 7, 19, 5, 0, 0, 0, time.UTC) },
		Token: noTokenButOne,
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

// first returns the path of the first exchange.
func (r *replay) first() string { return strings.TrimPrefix(r.exchanges[0].Path, "/") }

// TestReplayOfPages: GitHub's links lead to the repository by its number.
func TestReplayOfPages(t *testing.T) {
	r := newReplay(t, "paginate-issues")
	_, c := r.connection(t)
	pages, cut, err := list[[]*gh.Issue](t.Context(), c, r.first(), maxPages)
	if err != nil {
		t.Fatal(err)
	}
	var numbers []int
	for _, page := range pages {
		for _, issue := range page {
			numbers = append(numbers, issue.GetNumber())
		}
	}
	if want := []int{13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}; cut || cmp.Diff(want, numbers) != "" {
		t.Errorf("cut %v, issues %v, want %v", cut, numbers, want)
	}
	r.asked = nil
	if pages, cut, err = list[[]*gh.Issue](t.Context(), c, r.first(), 2); err != nil || !cut || len(pages) != 2 || len(r.asked) != 2 {
		t.Errorf("at most two: %d pages in %d requests, cut %v, %v", len(pages), len(r.asked), cut, err)
	}
}

func TestReplayOfARenamedRepository(t *testing.T) {
	r := newReplay(t, "rename-repository")
	_, c := r.connection(t)
	owner, name, _ := splitRepo(strings.TrimPrefix(r.first(), "repos/"))
	got, _, err := c.rest.Repositories.Get(t.Context(), owner, name)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.asked) != 2 || !strings.HasSuffix(got.GetFullName(), "-newname") {
		t.Errorf("%s after %d requests", got.GetFullName(), len(r.asked))
	}
}

func TestReplayOfASearch(t *testing.T) {
	r := newReplay(t, "search-issues")
	r.any = true
	s, c := r.connection(t)
	issues, total, err := s.searchREST(t.Context(), c, "is:pr is:open author:@me")
	if err != nil || total != len(issues) || total == 0 {
		t.Fatalf("%d of %d issues, %v", len(issues), total, err)
	}
	change := s.settled(issues[0])
	if change.Repo.Host != "github.com" || !strings.HasPrefix(change.Repo.Path, "octokit-fixture-org/tmp-scenario-search-issues") ||
		change.Number == 0 || change.Author.Login == "" || change.Created.IsZero() {
		t.Errorf("the first is %+v", change)
	}
}

func TestReplayOfAStatus(t *testing.T) {
	r := newReplay(t, "create-status")
	_, c := r.connection(t)
	path := r.exchanges[1].Path
	req, err := c.rest.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	var status gh.CombinedStatus
	if _, err := c.rest.Do(t.Context(), req, &status); err != nil {
		t.Fatal(err)
	}
	if got := statusChecks[status.GetState()]; got == "" || got == world.ChecksNone || status.GetTotalCount() == 0 {
		t.Errorf("%d statuses come to %q", status.GetTotalCount(), got)
	}
}

// TestReplayOfAnError: a refusal of another kind is one of the answer, and its text stays out of the message.
func TestReplayOfAnError(t *testing.T) {
	r := newReplay(t, "errors")
	r.any = true
	s, _ := r.connection(t)
	_, err := s.Scan(t.Context(), world.Query{})
	f, ok := err.(*world.Failure)
	if !ok || f.Kind != world.FailAnswer || f.Status != 422 || strings.Contains(f.Message, "Validation") {
		t.Errorf("the failure is %+v", f)
	}
}
