package scan

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// A flight is one source being asked.
type flight struct {
	job     Job
	opt     *Options
	started time.Time
	seen    time.Time
	ctx     context.Context
	cancel  context.CancelFunc
	// answer has room for the answer, so that a source that nobody waits for any more can still end.
	answer chan Answer
	// stored is the last good answer, once it was looked for.
	stored atomic.Pointer[stored]
}

// depart begins to ask the source of a job.
func depart(ctx context.Context, job Job, opt *Options, started time.Time) *flight {
	f := &flight{job: job, opt: opt, started: started, answer: make(chan Answer, 1)}
	if opt.Since != nil {
		f.seen = opt.Since(job.Source.Name())
	}
	if job.Timeout > 0 {
		f.ctx, f.cancel = context.WithTimeout(ctx, job.Timeout)
	} else {
		f.ctx, f.cancel = context.WithCancel(ctx)
	}
	go f.fly()
	return f
}

// fly sends the answer. Whatever the source does, a panic or the end of the goroutine, there is one.
func (f *flight) fly() {
	var a Answer
	returned := false
	defer func() {
		if !returned {
			why := &world.Failure{Kind: world.FailLocal, Message: "stopped by a defect of its own: please report it",
				Err: fmt.Errorf("panic: %v\n%s", recover(), debug.Stack())}
			a = f.without(f.begin(f.stored.Load()), f.stored.Load(), why)
		}
		f.answer <- a
	}()
	a = f.ask()
	returned = true
}

// land waits for the answer, and not longer than the source has time.
func (f *flight) land() Answer {
	defer f.cancel()
	select {
	case a := <-f.answer:
		return a
	case <-f.ctx.Done():
	}
	select {
	case a := <-f.answer: // both were there
		return a
	default:
	}
	a := f.begin(f.stored.Load())
	return f.without(a, f.stored.Load(), late(f.ctx))
}

// begin returns the frame of an answer: whose it is, and from when on what it says is news.
func (f *flight) begin(last *stored) Answer {
	a := Answer{Name: f.job.Source.Name()}
	switch watermark := last.watermark(); {
	case !f.opt.From.IsZero():
		a.Since, a.Capped = newsSince(f.started, f.opt.From, time.Time{})
	case f.opt.Since == nil:
		a.Since, a.Capped = newsSince(f.started, watermark, watermark)
	default:
		a.Since, a.Capped = newsSince(f.started, f.seen, watermark)
	}
	return a
}

// ask returns the answer of the source, or what stands in for it.
func (f *flight) ask() Answer {
	if f.job.Off != "" {
		a := f.begin(nil)
		a.Status, a.Off = StatusOff, f.job.Off
		return a
	}
	if f.job.Local {
		return f.scan(f.begin(nil), nil)
	}
	shelf := f.shelf()
	last := shelf.read()
	if !f.opt.NoCache {
		f.stored.Store(last)
	}
	a := f.begin(last)
	switch {
	case f.opt.Offline && (last == nil || f.opt.NoCache):
		a.Status, a.Off = StatusOff, "offline, and nothing is stored"
		return a
	case f.opt.Offline:
		return f.cached(a, last)
	case f.opt.NoCache:
		return f.scan(a, shelf)
	case f.fresh(last) && covers(last, a):
		return f.cached(a, last)
	}
	return f.inTurn(a, shelf)
}

// inTurn asks the source unless another process does: then it waits for what that one gets.
func (f *flight) inTurn(a Answer, shelf *shelf) Answer {
	release, err := shelf.lock(f.ctx, f.opt.Now)
	if err != nil {
		return f.without(a, f.stored.Load(), late(f.ctx))
	}
	defer release()
	if now := shelf.read(); now != nil && covers(now, a) && (f.fresh(now) || f.isNew(now)) {
		f.stored.Store(now)
		return f.cached(a, now)
	}
	return f.scan(a, shelf)
}

// isNew reports whether a stored answer has come since this run looked first.
func (f *flight) isNew(s *stored) bool {
	was := f.stored.Load()
	return was == nil || !s.Stored.Equal(was.Stored)
}

// fresh reports whether a stored answer is young enough to stand for a new one. An age below zero, as after the clock
// was set back, says nothing of the real one; it is not counted from the start of this run, since which another process
// may have stored an answer.
func (f *flight) fresh(s *stored) bool {
	if s == nil || f.opt.TTL <= 0 {
		return false
	}
	age := f.opt.Now().Sub(s.Stored)
	return age >= 0 && age < f.opt.TTL
}

// covers reports whether a stored answer goes back as far as a is to.
func covers(s *stored, a Answer) bool { return !s.Since.After(a.Since) }

// scan asks the source and stores its answer on the shelf, if there is one.
func (f *flight) scan(a Answer, shelf *shelf) Answer {
	begun := f.opt.Now()
	q := world.Query{Since: a.Since, Me: f.opt.Me}
	// Wide enough for the sessions that began just before this one, too.
	if wide := f.started.Add(-FirstWindow - overlap); shelf != nil && wide.Before(q.Since) {
		q.Since = wide
	}
	part, err := f.job.Source.Scan(f.ctx, q)
	a.Took = max(f.opt.Now().Sub(begun), 0)
	if err != nil {
		return f.without(a, f.stored.Load(), f.failure(err))
	}
	clean(&part)
	if part.AsOf.IsZero() {
		part.AsOf = begun
	}
	if shelf != nil {
		shelf.write(&stored{Stored: f.opt.Now(), Since: q.Since, Watermark: part.AsOf.Add(-a.Took - overlap), Part: part})
	}
	a.Status, a.Part, a.AsOf = StatusOK, part, part.AsOf
	return a
}

func (f *flight) cached(a Answer, s *stored) Answer {
	a.Status, a.Part, a.AsOf = StatusCached, s.Part, s.Part.AsOf
	return a
}

// without returns the answer where none came: the last good one, if there is one, and why.
func (f *flight) without(a Answer, last *stored, why *world.Failure) Answer {
	a.Status, a.Failure = StatusFailed, why
	if why.Kind == world.FailLate {
		a.Status = StatusLate
		a.Took = max(f.opt.Now().Sub(f.started), 0)
	}
	if last != nil {
		a.Part, a.AsOf = last.Part, last.Part.AsOf
	}
	return a
}

// failure returns an error of a source as a Failure.
func (f *flight) failure(err error) *world.Failure {
	var why *world.Failure
	switch {
	case f.ctx.Err() != nil:
		return late(f.ctx)
	case errors.As(err, &why) && why != nil:
		return why
	case errors.Is(err, context.DeadlineExceeded):
		return &world.Failure{Kind: world.FailLate, Message: "no answer in time", Err: err}
	}
	return &world.Failure{Kind: world.FailLocal, Message: short(err.Error()), Err: err}
}

func late(ctx context.Context) *world.Failure {
	return &world.Failure{Kind: world.FailLate, Message: "no answer in time", Err: context.Cause(ctx)}
}

// maxMessage is how long the message of a Failure is at most, in characters.
const maxMessage = 120

// short returns an error's text as the message of a Failure.
func short(s string) string {
	s = strings.Join(strings.Fields(vault.Redact(s)), " ")
	if r := []rune(vault.Printable(s)); len(r) > maxMessage {
		return string(r[:maxMessage-1]) + "…"
	}
	return vault.Printable(s)
}
