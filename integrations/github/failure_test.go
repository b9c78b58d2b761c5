package github_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/github"
	"vaultgraph/vault/world"
)

func failure(t *testing.T, err error) *world.Failure {
	t.Helper()
	var f *world.Failure
	if !errors.As(err, &f) {
		t.Fatalf("the error %v is no failure", err)
	}
	return f
}

// calls are the ways to ask a source.
var calls = []struct {
	name string
	call func(ctx context.Context, s *github.Source) error
}{
	{"scan", func(ctx context.Context, s *github.Source) error {
		_, err := s.Scan(ctx, world.Query{Since: ago(day)})
		return err
	}},
	{"lookup", func(ctx context.Context, s *github.Source) error {
		_, err := s.Lookup(ctx, []world.Ref{{Kind: world.RefChange, Key: "1", Repo: repo("acme/api")}})
		return err
	}},
	{"deployments", func(ctx context.Context, s *github.Source) error {
		_, err := s.Deployments(github.Watched{Repo: repo("acme/api")}).Scan(ctx, world.Query{Since: ago(day)})
		return err
	}},
	{"runs", func(ctx context.Context, s *github.Source) error {
		_, err := s.Runs(github.Watched{Repo: repo("acme/api"), Workflow: "deploy.yml"}).Scan(ctx, world.Query{Since: ago(day)})
		return err
	}},
	{"check", func(ctx context.Context, s *github.Source) error {
		_, err := s.Check(ctx)
		return err
	}},
}

func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		fault  loopback.Fault
		kind   world.FailureKind
		status int
		retry  time.Time
	}{
		{loopback.FaultUnauthorized, world.FailCredentials, 401, time.Time{}},
		{loopback.FaultSSO, world.FailForbidden, 403, time.Time{}},
		{loopback.FaultCaptcha, world.FailForbidden, 403, time.Time{}},
		{loopback.FaultForbidRate, world.FailRate, 403, now.Add(30 * time.Minute)},
		{loopback.FaultForbidRetry, world.FailRate, 403, now.Add(2 * time.Minute)},
		{loopback.FaultTooMany, world.FailRate, 429, time.Time{}},
		{loopback.FaultTooManyRetry, world.FailRate, 429, now.Add(2 * time.Minute)},
		{loopback.FaultNotFound, world.FailNotFound, 404, time.Time{}},
		{loopback.FaultGone, world.FailGone, 410, time.Time{}},
		{loopback.FaultServer, world.FailServer, 500, time.Time{}},
		{loopback.FaultHTML, world.FailAnswer, 200, time.Time{}},
		{loopback.FaultTruncated, world.FailAnswer, 200, time.Time{}},
		{loopback.FaultReset, world.FailNetwork, 0, time.Time{}},
		{loopback.FaultHang, world.FailLate, 0, time.Time{}},
		{loopback.FaultSlow, world.FailLate, 0, time.Time{}},
	} {
		for _, c := range calls {
			t.Run(fmt.Sprintf("%s/%s", tt.fault, c.name), func(t *testing.T) {
				s := serve(t, &loopback.GitHub{Fault: tt.fault, PullRequests: []loopback.PullRequest{{Repo: "acme/api", Number: 1}}})
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				if tt.kind == world.FailLate {
					ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
				}
				defer cancel()
				err := c.call(ctx, s.source(t))
				f := failure(t, err)
				if f.Kind != tt.kind || f.Status != tt.status || !f.Retry.Equal(tt.retry) {
					t.Errorf("kind %s, status %d, retry %s; want %s, %d, %s", f.Kind, f.Status, f.Retry, tt.kind, tt.status, tt.retry)
				}
				if len(f.Message) > 120 || strings.ContainsAny(f.Message, "\n<{") || strings.Contains(f.Message, secret) {
					t.Errorf("the message is %q", f.Message)
				}
				if full := fmt.Sprintf("%v %+v", err, f.Err); strings.Contains(full, secret) {
					t.Errorf("the token stands in %s", full)
				}
				if tt.fault == loopback.FaultSSO && !strings.Contains(f.Message, "single sign-on") {
					t.Errorf("the message %q does not speak of single sign-on", f.Message)
				}
			})
		}
	}
}

// TestLoopOfPages: a list that never ends is noticed at once.
func TestLoopOfPages(t *testing.T) {
	s := serve(t, &loopback.GitHub{Fault: loopback.FaultLoop, Runs: []loopback.Run{{ID: 1, Repo: "acme/api", Workflow: ".github/workflows/deploy.yml", Created: ago(time.Hour)}}})
	_, err := s.source(t).Runs(github.Watched{Repo: repo("acme/api"), Workflow: "deploy.yml"}).Scan(withDeadline(t), world.Query{Since: ago(day)})
	if f := failure(t, err); f.Kind != world.FailAnswer {
		t.Errorf("the failure is %+v", f)
	}
	if s.asked() > 2 {
		t.Errorf("%d pages were read", s.asked())
	}
}

// TestRefusalsOfGraphQL: an answer with status 200 can be a refusal too.
func TestRefusalsOfGraphQL(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer string
		header [2]string
		kind   world.FailureKind
		retry  time.Time
	}{
		{"primary limit", `{"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}`, [2]string{"X-RateLimit-Reset", "1772445600"}, world.FailRate, time.Unix(1772445600, 0)},
		{"single sign-on", `{"data":null,"errors":[{"type":"FORBIDDEN","extensions":{"saml_failure":true},"message":"x"}]}`, [2]string{}, world.FailForbidden, time.Time{}},
		{"scopes", `{"errors":[{"type":"INSUFFICIENT_SCOPES","message":"x"}]}`, [2]string{}, world.FailForbidden, time.Time{}},
		{"a query that took too long", `{"data":null,"errors":[{"message":"Something went wrong while executing your query."}]}`, [2]string{}, world.FailServer, time.Time{}},
		{"another refusal", `{"errors":[{"type":"MAX_NODE_LIMIT_EXCEEDED","message":"x"}]}`, [2]string{}, world.FailAnswer, time.Time{}},
		{"a server that lacks what is needed", `{"errors":[{"extensions":{"code":"undefinedField"},"message":"Field 'number' doesn't exist on type 'PullRequest'"}]}`, [2]string{}, world.FailAnswer, time.Time{}},
		{"nothing", `{}`, [2]string{}, world.FailAnswer, time.Time{}},
		{"no object", `[]`, [2]string{}, world.FailAnswer, time.Time{}},
		{"data of no use", `{"data":{"viewer":null}}`, [2]string{}, world.FailAnswer, time.Time{}},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if tt.header[0] != "" {
				w.Header().Set("X-RateLimit-Remaining", "0")
				w.Header().Set(tt.header[0], tt.header[1])
			}
			_, _ = io.WriteString(w, tt.answer)
		}))
		source, err := github.New(github.Options{API: server.URL, Token: token, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		_, err = source.Scan(withDeadline(t), world.Query{Since: ago(day)})
		if f := failure(t, err); f.Kind != tt.kind || !f.Retry.Equal(tt.retry) || strings.Contains(f.Message, "rong while") {
			t.Errorf("%s: %+v", tt.name, f)
		}
		server.Close()
	}
}

// TestSecondaryLimit: where it has no header, its text says what it is, and another interface is not tried.
func TestSecondaryLimit(t *testing.T) {
	for _, call := range calls {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, `{"message":"You have exceeded a secondary rate limit.","documentation_url":"https://docs.github.com/rest/overview#secondary-rate-limits"}`)
		}))
		source, err := github.New(github.Options{API: server.URL, Token: token, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		err = call.call(withDeadline(t), source)
		if f := failure(t, err); f.Kind != world.FailRate || !f.Retry.Equal(now.Add(time.Minute)) || asked != 1 {
			t.Errorf("%s: %+v after %d requests", call.name, f, asked)
		}
		server.Close()
	}
}
