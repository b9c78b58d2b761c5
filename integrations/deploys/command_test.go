package deploys_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vaultgraph/integrations/deploys"
	"vaultgraph/vault/world"
)

func command(t *testing.T, args ...string) *deploys.Source {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	environ := append(os.Environ(), "HOME="+home, "JIRA_TOKEN=s3cret")
	s, err := deploys.Command(deploys.CommandOptions{Args: append([]string{self, "teller"}, args...), Dir: home, Environ: environ, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCommand(t *testing.T) {
	s := command(t, "print", at(1, "$(one) `x` * ;"), "garbage", at(2, "two"))
	part := scan(t, s)
	if got := versions(part); got != "two $(one) `x` * ;" || !part.Partial {
		t.Errorf("got %q, partial %v; want both deploys, no shell at work, and the bad line told", got, part.Partial)
	}
	if name := s.Name(); !strings.HasPrefix(name, "deploys: deploys.test") {
		t.Errorf("the source is called %q", name)
	}
}

func TestCommandSeesLittle(t *testing.T) {
	part := scan(t, command(t, "environment"))
	d := part.Deploys[0]
	if !d.At.Equal(monday.Add(-72*time.Hour)) || d.Service == "" {
		t.Errorf("got %+v; want VAULT_SINCE and HOME to be there", d)
	}
	if d.Version != "" {
		t.Error("a token of somebody else's reaches the command")
	}
	want, err := filepath.EvalSymlinks(d.Service)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := filepath.EvalSymlinks(d.SHA); got != want {
		t.Errorf("it runs in %s, want %s", got, want)
	}
}

func TestEnvironment(t *testing.T) {
	got := deploys.Environment([]string{"PATH=/bin", "http_proxy=http://p", "LC_ALL=C", "GITHUB_TOKEN=x", "VAULT_SINCE=old", "AWS_SECRET_ACCESS_KEY=x", "=C:=C:\\"}, monday)
	want := []string{"LC_ALL=C", "PATH=/bin", "VAULT_SINCE=2026-11-30T09:00:00Z", "http_proxy=http://p"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCommandFailures(t *testing.T) {
	_, err := command(t, "fail", at(1, "one")).Scan(t.Context(), world.Query{})
	if f := failure(t, err); f.Kind != world.FailLocal || !strings.Contains(f.Message, "exit status 3") || strings.Contains(f.Message, "s3cret") {
		t.Errorf("a failed command: got %s: %s", f.Kind, f)
	}
	_, err = command(t, "flood").Scan(t.Context(), world.Query{})
	if f := failure(t, err); f.Kind != world.FailAnswer || !strings.Contains(f.Message, "4 MB") {
		t.Errorf("a flood: got %s: %s", f.Kind, f)
	}
	s, err := deploys.Command(deploys.CommandOptions{Args: []string{"no-such-command-anywhere"}, Dir: t.TempDir(), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Scan(t.Context(), world.Query{})
	if f := failure(t, err); f.Kind != world.FailLocal || !strings.Contains(f.Message, "not there") {
		t.Errorf("a missing command: got %s: %s", f.Kind, f)
	}
}

func TestCommandsThatAreRefused(t *testing.T) {
	home := t.TempDir()
	for name, o := range map[string]deploys.CommandOptions{
		"none":                                  {Dir: home},
		"empty":                                 {Args: []string{""}, Dir: home},
		"relative to the working directory":     {Args: []string{"./deploys"}, Dir: home},
		"below the working directory":           {Args: []string{"bin/deploys"}, Dir: home},
		"in whatever folder we happen to be in": {Args: []string{"deploys"}},
	} {
		if _, err := deploys.Command(o); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// A command that does not end is ended, and what it started with it.
func TestCommandEndsWithAllThatItStarted(t *testing.T) {
	alive := filepath.Join(t.TempDir(), "alive")
	s := command(t, "family", alive)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(alive); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	_, err := s.Scan(ctx, world.Query{})
	if f := failure(t, err); f.Kind != world.FailLate {
		t.Errorf("got %s: %s; want late", f.Kind, f)
	}
	checkGone(t, alive)
}
