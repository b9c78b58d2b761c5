package scan_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// brief notes twenty briefs, each in a session of its own, as one of several processes.
func brief() {
	for i := range 20 {
		err := scan.UpdateSeen(context.Background(), "state", func(s *scan.Seen) {
			s.SetSession(scan.SeenSession{ID: fmt.Sprint(os.Getpid(), "-", i)})
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func TestSeenByProcessesAtOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if out, err := process(t, dir, "brief").CombinedOutput(); err != nil {
				t.Errorf("%s%v", out, err)
			}
		})
	}
	all.Wait()
	if n := len(scan.ReadSeen(filepath.Join(dir, "state")).Sessions); n != 80 {
		t.Errorf("%d of 80 sessions were kept", n)
	}
}

func TestSeenSince(t *testing.T) {
	dir := t.TempDir()
	now := monday
	opt := options("", &now)
	update := func(change func(*scan.Seen)) {
		t.Helper()
		if err := scan.UpdateSeen(t.Context(), dir, change); err != nil {
			t.Fatal(err)
		}
	}
	good := []scan.Job{{Source: answers("tracker", "x")}, {Source: answers("forge", "y")}}
	update(func(s *scan.Seen) { s.Brief("acme/api", scan.Run(t.Context(), good, opt)) })
	now = monday.Add(time.Hour)
	half := []scan.Job{{Source: fails("tracker", context.DeadlineExceeded)}, good[1]}
	update(func(s *scan.Seen) { s.Brief("acme/api", scan.Run(t.Context(), half, opt)) })

	s := scan.ReadSeen(dir)
	since := s.Since("acme/api")
	if !since("tracker").Equal(monday) || !since("forge").Equal(now) {
		t.Errorf("tracker, which failed, was seen up to %v; forge up to %v", since("tracker"), since("forge"))
	}
	if !s.Since("acme/other")("forge").IsZero() || !since("git").IsZero() {
		t.Error("something was seen that never was told")
	}
	if got := s.Repo("acme/api").Briefed; !got.Equal(now) {
		t.Errorf("briefed %v", got)
	}
}

func TestSeenToldOnce(t *testing.T) {
	s := scan.ReadSeen(t.TempDir())
	if s.Told("comment 7", monday) || !s.Told("comment 7", monday.Add(time.Hour)) {
		t.Error("a thing is not told exactly once")
	}
}

func TestSeenIsBounded(t *testing.T) {
	dir := t.TempDir()
	err := scan.UpdateSeen(t.Context(), dir, func(s *scan.Seen) {
		for i := range 1000 {
			r := s.Repo(fmt.Sprintf("acme/%04d", i))
			r.Briefed = monday.Add(time.Duration(i) * time.Minute)
			r.Refs = map[string]string{}
			for j := range 500 {
				r.Refs[fmt.Sprint("refs/heads/", j)] = "f1e2d3"
			}
			s.SetSession(scan.SeenSession{ID: fmt.Sprint(i)})
			for j := range 10 {
				s.Told(fmt.Sprint(i, "-", j), r.Briefed)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	s := scan.ReadSeen(dir)
	if len(s.Repos) > 200 || len(s.Sessions) > 500 || len(s.News) > 4000 {
		t.Errorf("%d repositories, %d sessions, %d news", len(s.Repos), len(s.Sessions), len(s.News))
	}
	if len(s.Repo("acme/0999").Refs) != 500 || s.Repo("acme/0801").Refs != nil {
		t.Error("the refs of the newest repository are to be kept, and those of older ones to go")
	}
	if _, known := s.Session("999"); !known || !s.Told("999-9", monday) {
		t.Error("the newest is gone")
	}
	if info, err := os.Stat(filepath.Join(dir, "seen.json")); err != nil || info.Size() > 8<<20 {
		t.Errorf("%v %v", info.Size(), err)
	}
}

func TestSeenUnreadable(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{"", "{", "null", `{"schema":7}`, `{"schema":1,"repos":{"a":null}}`} {
		if err := os.WriteFile(filepath.Join(dir, "seen.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := scan.ReadSeen(dir)
		s.Told("x", monday)
		if s.Repo("a").Briefed.IsZero() == false || len(s.Sessions) != 0 {
			t.Errorf("%q says that something was seen", text)
		}
	}
	file := filepath.Join(dir, "seen.json")
	if err := scan.UpdateSeen(t.Context(), filepath.Join(file, "below"), func(*scan.Seen) {}); err == nil {
		t.Error("no error where nothing can be kept")
	}
}

func TestRepoKey(t *testing.T) {
	at := world.RepoID{Host: "github.com", Path: "acme/api"}
	for want, r := range map[string]*world.Repo{
		"":         nil,
		"acme/api": {Dir: "/src/api", IDs: []world.RepoID{at}},
		"/src/api": {Dir: "/src/api"},
	} {
		if got := scan.RepoKey(r); got != want {
			t.Errorf("RepoKey(%+v) = %q, want %q", r, got, want)
		}
	}
}

// A thing counts as named since a moment where its repository had a brief or more news after it.
func TestSeenNamedSince(t *testing.T) {
	nine := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	ten, eleven := nine.Add(time.Hour), nine.Add(2*time.Hour)
	ticket := world.Ref{Kind: world.RefTicket, Key: "TICKET-1"}
	for _, tt := range []struct {
		what string
		repo scan.SeenRepo
		want bool
	}{
		{"a brief before", scan.SeenRepo{Briefed: nine, Named: []world.Ref{ticket}}, false},
		{"a brief after", scan.SeenRepo{Briefed: eleven, Named: []world.Ref{ticket}}, true},
		{"a brief after, of other things", scan.SeenRepo{Briefed: eleven}, false},
		{"news after a brief before", scan.SeenRepo{Briefed: nine, Added: eleven, Named: []world.Ref{ticket}}, true},
	} {
		s := scan.Seen{Repos: map[string]*scan.SeenRepo{"acme/x": &tt.repo}}
		if got := s.NamedSince(ten, func(r world.Ref) bool { return r == ticket }); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.what, got, tt.want)
		}
	}
}
