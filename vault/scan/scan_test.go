package scan_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vaultgraph/vault/filelock"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// A source answers with what its function says, and counts how often it was asked.
type source struct {
	name  string
	asked atomic.Int32
	since time.Time // of the last question
	scan  func(ctx context.Context) (world.Part, error)
}

func (s *source) Name() string { return s.name }

func (s *source) Scan(ctx context.Context, q world.Query) (world.Part, error) {
	s.asked.Add(1)
	s.since = q.Since
	return s.scan(ctx)
}

func answers(name, title string) *source {
	return &source{name: name, scan: func(context.Context) (world.Part, error) {
		return world.Part{Tickets: []world.Ticket{{Key: "T-1", Title: title}}}, nil
	}}
}

func fails(name string, err error) *source {
	return &source{name: name, scan: func(context.Context) (world.Part, error) { return world.Part{}, err }}
}

func title(a scan.Answer) string {
	if len(a.Part.Tickets) == 0 {
		return ""
	}
	return a.Part.Tickets[0].Title
}

func options(dir string, now *time.Time) scan.Options {
	return scan.Options{Cache: dir, TTL: scan.HookTTL, Now: func() time.Time { return *now }}
}

var monday = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

func TestStatuses(t *testing.T) {
	now := monday
	refused := &world.Failure{Kind: world.FailCredentials, Status: 401, Message: "token expired"}
	for _, tt := range []struct {
		name    string
		job     scan.Job
		offline bool
		want    scan.Status
		failure world.FailureKind
	}{
		{"answered", scan.Job{Source: answers("a", "x")}, false, scan.StatusOK, ""},
		{"refused", scan.Job{Source: fails("a", refused)}, false, scan.StatusFailed, world.FailCredentials},
		{"a failure inside another error", scan.Job{Source: fails("a", errors.Join(errors.New("asking"), refused))}, false, scan.StatusFailed, world.FailCredentials},
		{"any error", scan.Job{Source: fails("a", errors.New("broken"))}, false, scan.StatusFailed, world.FailLocal},
		{"a nil failure in an error", scan.Job{Source: fails("a", (*world.Failure)(nil))}, false, scan.StatusFailed, world.FailLocal},
		{"late by its own account", scan.Job{Source: fails("a", context.DeadlineExceeded)}, false, scan.StatusLate, world.FailLate},
		{"a panic", scan.Job{Source: &source{name: "a", scan: func(context.Context) (world.Part, error) { panic("at the wrong moment") }}}, false, scan.StatusFailed, world.FailLocal},
		{"its goroutine ends", scan.Job{Source: &source{name: "a", scan: func(context.Context) (world.Part, error) { runtime.Goexit(); return world.Part{}, nil }}, Timeout: time.Minute}, false, scan.StatusFailed, world.FailLocal},
		{"off", scan.Job{Source: answers("a", "x"), Off: "no token"}, false, scan.StatusOff, ""},
		{"offline, nothing stored", scan.Job{Source: answers("a", "x")}, true, scan.StatusOff, ""},
		{"offline, local", scan.Job{Source: answers("a", "x"), Local: true}, true, scan.StatusOK, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opt := options(t.TempDir(), &now)
			opt.Offline = tt.offline
			other := scan.Job{Source: answers("b", "unharmed"), Local: true}
			r := scan.Run(t.Context(), []scan.Job{tt.job, other}, opt)
			a := r.Answers[0]
			if a.Status != tt.want || a.Name != "a" {
				t.Errorf("status of %s is %q (%+v), want %q", a.Name, a.Status, a.Failure, tt.want)
			}
			if got := failureKind(a); got != tt.failure {
				t.Errorf("failure %q, want %q", got, tt.failure)
			}
			if tt.want != scan.StatusOK && !a.AsOf.IsZero() {
				t.Errorf("there is an answer as of %v where none ever came", a.AsOf)
			}
			if title(r.Answers[1]) != "unharmed" || r.Answers[1].Status != scan.StatusOK {
				t.Errorf("the other source came to harm: %+v", r.Answers[1])
			}
		})
	}
}

func failureKind(a scan.Answer) world.FailureKind {
	if a.Failure == nil {
		return ""
	}
	return a.Failure.Kind
}

// TestDeadline runs by a clock of its own: 2.5 seconds are exactly that.
func TestDeadline(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		clock := scan.Options{Cache: dir, TTL: scan.HookTTL, Now: time.Now}
		scan.Run(t.Context(), []scan.Job{{Source: answers("tracker", "old")}}, clock)
		time.Sleep(time.Hour)
		asked := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		slow := &source{name: "forge", scan: func(ctx context.Context) (world.Part, error) { <-ctx.Done(); return world.Part{}, ctx.Err() }}
		over := make(chan struct{})
		deaf := &source{name: "tracker", scan: func(context.Context) (world.Part, error) { <-over; return world.Part{}, nil }}
		r := scan.Run(ctx, []scan.Job{
			{Source: deaf, Timeout: 2500 * time.Millisecond},
			{Source: slow},
			{Source: answers("git", "here"), Local: true, Timeout: time.Second},
		}, clock)
		if took := time.Since(asked); took != 3*time.Second {
			t.Errorf("it took %v", took)
		}
		if a := r.Answers[0]; a.Status != scan.StatusLate || title(a) != "old" || asked.Sub(a.AsOf) != time.Hour || a.Took != 2500*time.Millisecond {
			t.Errorf("a source that ignores its context: %q, %q as of %v, took %v", a.Status, title(a), a.AsOf, a.Took)
		}
		if a := r.Answers[1]; a.Status != scan.StatusLate || !a.AsOf.IsZero() || a.Took != 3*time.Second {
			t.Errorf("a late source: %+v", a)
		}
		if a := r.Answers[2]; a.Status != scan.StatusOK {
			t.Errorf("a quick source: %+v", a)
		}
		if !slices.Equal(r.Late, []string{"tracker", "forge"}) {
			t.Errorf("late: %v", r.Late)
		}
		close(over)
		synctest.Wait()
		// What the abandoned source has said in the end is there for the next run.
		if a := scan.Run(t.Context(), []scan.Job{{Source: answers("tracker", "new")}}, clock).Answers[0]; a.Status != scan.StatusCached {
			t.Errorf("after the late answer: %q", a.Status)
		}
	})
}

func TestCacheAge(t *testing.T) {
	now := monday
	opt := options(t.TempDir(), &now)
	s := answers("tracker", "first")
	run := func(opt scan.Options) scan.Answer {
		return scan.Run(t.Context(), []scan.Job{{Source: s, Key: "https://x me"}}, opt).Answers[0]
	}
	run(opt)
	for _, tt := range []struct {
		name string
		at   time.Time
		edit func(*scan.Options)
		want scan.Status
	}{
		{"within the TTL", monday.Add(4 * time.Minute), nil, scan.StatusCached},
		{"after the TTL", monday.Add(5 * time.Minute), nil, scan.StatusOK},
		{"at once, asked for no cache", monday.Add(5 * time.Minute), func(o *scan.Options) { o.NoCache = true }, scan.StatusOK},
		{"at once, without a TTL", monday.Add(5 * time.Minute), func(o *scan.Options) { o.TTL = 0 }, scan.StatusOK},
		{"after the clock was set back a day", monday.Add(-24 * time.Hour), nil, scan.StatusOK},
		{"and then forward again", monday.Add(6 * time.Minute), nil, scan.StatusOK},
		{"offline, days later", monday.Add(90 * time.Hour), func(o *scan.Options) { o.Offline = true }, scan.StatusCached},
		{"away longer than the answer goes back", monday.Add(7 * time.Minute), func(o *scan.Options) {
			o.Since = func(string) time.Time { return monday.Add(-5 * 24 * time.Hour) }
		}, scan.StatusOK},
	} {
		now = tt.at
		o := opt
		if tt.edit != nil {
			tt.edit(&o)
		}
		if a := run(o); a.Status != tt.want || title(a) != "first" {
			t.Errorf("%s: %q, %q", tt.name, a.Status, title(a))
		}
	}
}

func TestFailureLeavesTheLastAnswer(t *testing.T) {
	now := monday
	opt := options(t.TempDir(), &now)
	scan.Run(t.Context(), []scan.Job{{Source: answers("tracker", "good")}}, opt)
	for day := range 2 {
		now = monday.Add(time.Duration(day+1) * 24 * time.Hour)
		a := scan.Run(t.Context(), []scan.Job{{Source: fails("tracker", errors.New("down"))}}, opt).Answers[0]
		if a.Status != scan.StatusFailed || title(a) != "good" || !a.AsOf.Equal(monday) || a.Answered() {
			t.Errorf("day %d: %q, %q as of %v", day+1, a.Status, title(a), a.AsOf)
		}
	}
	o := opt
	o.NoCache = true
	if a := scan.Run(t.Context(), []scan.Job{{Source: fails("tracker", errors.New("down"))}}, o).Answers[0]; title(a) != "" {
		t.Error("a stored answer was used although none was to be")
	}
}

func TestStoredAnswers(t *testing.T) {
	now := monday
	dir := filepath.Join(t.TempDir(), "world")
	opt := options(dir, &now)
	secret := "ghp_" + strings.Repeat("a1", 20)
	job := scan.Job{Source: answers("../Tracker of mine", "my token is "+secret), Key: "https://x " + secret}
	if got := title(scan.Run(t.Context(), []scan.Job{job}, opt).Answers[0]); strings.Contains(got, secret) {
		t.Errorf("a secret is shown: %s", got)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(files) != 1 {
		t.Fatalf("files: %v", files)
	}
	if info, err := os.Stat(files[0]); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil || strings.Contains(string(data)+files[0], secret) {
		t.Errorf("a secret is stored: %s %s %v", files[0], data, err)
	}
	job.Key = "https://y"
	if a := scan.Run(t.Context(), []scan.Job{job}, opt).Answers[0]; a.Status != scan.StatusOK {
		t.Errorf("with other settings: %q", a.Status)
	}
	for _, text := range []string{"", "{", "null", "[]", strings.Replace(string(data), `"schema":1`, `"schema":999`, 1), string(data[:len(data)/2])} {
		job := scan.Job{Source: answers("../Tracker of mine", "new"), Key: "https://x " + secret}
		if err := os.WriteFile(files[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if a := scan.Run(t.Context(), []scan.Job{job}, opt).Answers[0]; a.Status != scan.StatusOK || title(a) != "new" {
			t.Errorf("with %.20q stored: %q", text, a.Status)
		}
	}
}

func TestNoFolderForAnswers(t *testing.T) {
	now := monday
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", filepath.Join(file, "below")} {
		if a := scan.Run(t.Context(), []scan.Job{{Source: answers("tracker", "x")}}, options(dir, &now)).Answers[0]; a.Status != scan.StatusOK {
			t.Errorf("cache in %q: %q, %v", dir, a.Status, a.Failure)
		}
	}
}

func TestLockOfOthers(t *testing.T) {
	dir := t.TempDir()
	now := monday
	scan.Run(t.Context(), []scan.Job{{Source: answers("tracker", "old")}}, options(dir, &now))
	locks, _ := filepath.Glob(filepath.Join(dir, "*.lock"))
	if len(locks) != 1 {
		t.Fatalf("locks: %v", locks)
	}
	lock, err := filelock.Try(locks[0])
	if err != nil || lock == nil {
		t.Fatal(lock, err)
	}
	defer lock.Release()
	now = monday.Add(time.Hour)
	if err := os.Chtimes(locks[0], now, now); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		a := scan.Run(t.Context(), []scan.Job{{Source: answers("tracker", "new"), Timeout: 2 * time.Second}}, options(dir, &now)).Answers[0]
		if a.Status != scan.StatusLate || title(a) != "old" {
			t.Errorf("while another process asks: %q, %q", a.Status, title(a))
		}
	})
	now = now.Add(time.Hour)
	if a := scan.Run(t.Context(), []scan.Job{{Source: answers("tracker", "new")}}, options(dir, &now)).Answers[0]; a.Status != scan.StatusOK {
		t.Errorf("with a lock that is an hour old: %q", a.Status)
	}
}

func TestWindow(t *testing.T) {
	now := monday
	opt := options(t.TempDir(), &now)
	opt.TTL = 0
	s := answers("tracker", "x")
	ok := s.scan
	s.scan = func(ctx context.Context) (world.Part, error) {
		p, err := ok(ctx)
		p.AsOf = now.Add(-10 * time.Second) // the clock of the server
		return p, err
	}
	down := fails("tracker", errors.New("down"))
	run := func(s *source, seen time.Time) scan.Answer {
		o := opt
		o.Since = func(string) time.Time { return seen }
		return scan.Run(t.Context(), []scan.Job{{Source: s}}, o).Answers[0]
	}
	days := func(n int) time.Time { return monday.Add(time.Duration(n) * 24 * time.Hour) }

	if a := run(s, time.Time{}); !a.Since.Equal(days(-3)) || a.Capped || s.since.After(days(-3)) {
		t.Errorf("the first run ever begins %v", a.Since)
	}
	if a := run(s, days(-30)); !a.Since.Equal(days(-14)) || !a.Capped || !s.since.Equal(days(-14)) {
		t.Errorf("after a month: %v, capped %v, asked for %v", a.Since, a.Capped, s.since)
	}
	if a := run(s, days(1)); !a.Since.Equal(days(-3)) {
		t.Errorf("seen in the future: %v", a.Since)
	}
	watermark := monday.Add(-10*time.Second - 2*time.Minute)
	now = days(1)
	if a := run(down, days(0).Add(time.Hour)); !a.Since.Equal(watermark) {
		t.Errorf("the last good answer was before the last brief, and news begin at %v, want %v", a.Since, watermark)
	}
	now = days(2)
	if a := run(down, days(1)); !a.Since.Equal(watermark) {
		t.Errorf("a failed scan has moved the watermark to %v", a.Since)
	}
	if a := run(s, days(1)); !a.Since.Equal(watermark) || s.since.After(watermark) {
		t.Errorf("news begin at %v, the question at %v, want %v", a.Since, s.since, watermark)
	}
	now = days(2).Add(time.Hour)
	if a := run(s, days(2)); !a.Since.Equal(days(2).Add(-10*time.Second - 2*time.Minute)) {
		t.Errorf("after a good answer, news begin at %v", a.Since)
	}
	o := opt
	o.From = days(-1)
	if a := scan.Run(t.Context(), []scan.Job{{Source: s}}, o).Answers[0]; !a.Since.Equal(days(-1)) {
		t.Errorf("asked for a time: %v", a.Since)
	}
}

func TestFinish(t *testing.T) {
	now := monday
	opt := options(t.TempDir(), &now)
	jobs := []scan.Job{{Source: answers("tracker", "x"), Timeout: time.Nanosecond}, {Source: answers("forge", "y")}}
	r := scan.Finish(t.Context(), jobs, []string{"tracker"}, opt)
	if len(r.Answers) != 1 || r.Answers[0].Status != scan.StatusOK {
		t.Fatalf("%+v", r.Answers)
	}
	if a := scan.Run(t.Context(), []scan.Job{{Source: jobs[0].Source}}, opt).Answers[0]; a.Status != scan.StatusCached {
		t.Errorf("afterwards: %q", a.Status)
	}
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		hangs := &source{name: "tracker", scan: func(ctx context.Context) (world.Part, error) { <-ctx.Done(); return world.Part{}, ctx.Err() }}
		r := scan.Finish(t.Context(), []scan.Job{{Source: hangs}}, []string{"tracker"}, scan.Options{Now: time.Now})
		if took := time.Since(begun); took != scan.FinishLimit || len(r.Late) != 1 {
			t.Errorf("it took %v; late: %v", took, r.Late)
		}
	})
}

type looker struct {
	*source
	refs []world.Ref
}

func (l *looker) Lookup(_ context.Context, refs []world.Ref) (world.Part, error) {
	l.refs = refs
	return world.Part{Tickets: []world.Ticket{{Key: "T-9"}}}, nil
}

func TestLookup(t *testing.T) {
	now := monday
	l := &looker{source: answers("tracker", "x")}
	refs := []world.Ref{{Kind: world.RefTicket, Key: "T-9"}}
	jobs := []scan.Job{{Source: l}, {Source: answers("forge", "y")}}
	r := scan.Lookup(t.Context(), jobs, refs, options(t.TempDir(), &now))
	if len(r.Answers) != 1 || r.Answers[0].Name != "tracker" || r.Parts()[0].Tickets[0].Key != "T-9" || len(l.refs) != 1 {
		t.Errorf("%+v, asked for %v", r.Answers, l.refs)
	}
	if r := scan.Lookup(t.Context(), jobs, nil, options(t.TempDir(), &now)); len(r.Answers) != 0 {
		t.Errorf("nothing was asked for, and %+v answered", r.Answers)
	}
}

// TestAnswerFromALaterStart has one process begin before another one, and look for a stored answer after it.
func TestAnswerFromALaterStart(t *testing.T) {
	s := answers("tracker", "x")
	opt := scan.Options{Cache: t.TempDir(), TTL: scan.HookTTL, Now: func() time.Time { return monday }}
	if a := scan.Run(t.Context(), []scan.Job{{Source: s}}, opt).Answers[0]; a.Status != scan.StatusOK {
		t.Fatalf("%+v", a)
	}
	var calls atomic.Int32
	opt.Now = func() time.Time {
		if calls.Add(1) == 1 {
			return monday.Add(-time.Second)
		}
		return monday.Add(time.Second)
	}
	if a := scan.Run(t.Context(), []scan.Job{{Source: s}}, opt).Answers[0]; a.Status != scan.StatusCached {
		t.Errorf("the source was asked again: %+v", a)
	}
}
