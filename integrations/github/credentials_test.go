package github_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vaultgraph/integrations/github"
)

const hostsFile = `
github.com:
    user: mara
    oauth_token: from-hosts
    git_protocol: ssh
GHE.example.com:
    user: mara
    users:
        mara: {oauth_token: of-mara}
        ana: {oauth_token: of-ana}
keyring.example.com:
    user: mara
`

func TestFind(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, "gh")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "hosts.yml"), []byte(hostsFile), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, host, from string
		env              map[string]string
	}{
		{"the first variable", "github.com", "$GH_TOKEN", map[string]string{"GH_TOKEN": "a", "GITHUB_TOKEN": "b"}},
		{"the second one", "github.com", "$GITHUB_TOKEN", map[string]string{"GH_TOKEN": " ", "GITHUB_TOKEN": "b"}},
		{"a tenant of GitHub's", "acme.ghe.com", "$GH_TOKEN", map[string]string{"GH_TOKEN": "a"}},
		{"not for other servers", "ghe.example.com", "gh's hosts.yml", map[string]string{"GH_TOKEN": "a"}},
		{"an Enterprise Server", "other.example.com", "$GH_ENTERPRISE_TOKEN", map[string]string{"GH_ENTERPRISE_TOKEN": "a", "GITHUB_ENTERPRISE_TOKEN": "b"}},
		{"not for github.com", "github.com", "gh's hosts.yml", map[string]string{"GH_ENTERPRISE_TOKEN": "a"}},
		{"a name that looks like GitHub's", "evilghe.com", "gh auth token", map[string]string{"GH_TOKEN": "a"}},
		{"the keyring", "keyring.example.com", "gh auth token", nil},
	} {
		env := map[string]string{"GH_CONFIG_DIR": dir}
		for k, v := range tt.env {
			env[k] = v
		}
		f := github.Finder{Getenv: func(k string) string { return env[k] }, Home: home, Run: func(_ context.Context, argv ...string) ([]byte, error) {
			if got := strings.Join(argv, " "); got != "gh auth token --hostname "+tt.host {
				t.Errorf("%s: ran %q", tt.name, got)
			}
			return []byte("from-keyring\n"), nil
		}}
		got, err := f.Find(t.Context(), tt.host)
		if err != nil || got.From() != tt.from {
			t.Errorf("%s: from %q with error %v, want %q", tt.name, got.From(), err, tt.from)
		}
	}
}

func TestFindNothing(t *testing.T) {
	f := github.Finder{Getenv: func(string) string { return "" }, Home: t.TempDir()}
	for _, run := range []func(context.Context, ...string) ([]byte, error){
		nil,
		func(context.Context, ...string) ([]byte, error) { return nil, errors.New("not installed") },
		func(context.Context, ...string) ([]byte, error) { return []byte("\n"), nil },
		func(ctx context.Context, _ ...string) ([]byte, error) {
			if end, ok := ctx.Deadline(); !ok || time.Until(end) > 2*time.Second {
				t.Error("the keyring may take its time")
			}
			return nil, context.DeadlineExceeded
		},
	} {
		f.Run = run
		if got, err := f.Find(t.Context(), "github.com"); err != nil || got.From() != "" {
			t.Errorf("found %q, error %v", got.From(), err)
		}
	}
}

func TestFindWithABadFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hosts.yml"), []byte("github.com:\n\toauth_token: "+secret), 0o600); err != nil {
		t.Fatal(err)
	}
	f := github.Finder{Getenv: func(k string) string { return map[string]string{"GH_CONFIG_DIR": dir}[k] }}
	_, err := f.Find(t.Context(), "github.com")
	if err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("the error is %v", err)
	}
}

// TestKnows: the remote of a cloned repository must not name the receiver of a token.
func TestKnows(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hosts.yml"), []byte(hostsFile), 0o600); err != nil {
		t.Fatal(err)
	}
	f := github.Finder{Getenv: func(k string) string {
		return map[string]string{"GH_CONFIG_DIR": dir, "GH_HOST": "main.example.com", "GH_ENTERPRISE_TOKEN": "x"}[k]
	}}
	for host, want := range map[string]bool{
		"github.com": true, "GitHub.com": true, "ghe.example.com": true, "main.example.com": true,
		"evil.example.com": false, "": false, "acme.ghe.com": false, "github.com.evil.example": false,
	} {
		if f.Knows(host) != want {
			t.Errorf("Knows(%q) is %v", host, !want)
		}
	}
}

func TestCheck(t *testing.T) {
	s := serve(t, busy())
	id, err := s.source(t, func(o *github.Options) { o.Now = func() time.Time { return now.Add(90 * time.Second) } }).Check(withDeadline(t))
	if err != nil {
		t.Fatal(err)
	}
	if id.Login != "mara" || id.Name != "Mara Lind" || id.From != "the test" || strings.Join(id.Scopes, "+") != "read:org+repo" ||
		id.Limit != 5000 || id.Remaining != 4999 || !id.Reset.Equal(now.Add(time.Hour)) || id.Skew != 90*time.Second {
		t.Errorf("the identity is %+v", id)
	}
	id, err = s.source(t, anonymous).Check(withDeadline(t))
	if err != nil || id.Login != "" || id.From != "" || id.Limit != 5000 {
		t.Errorf("as nobody: %+v, error %v", id, err)
	}
}
