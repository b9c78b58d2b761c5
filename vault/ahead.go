package vault

import (
	"context"
	"errors"
	"sync"

	"vaultgraph/vault/index"
)

// A guess is that no file has changed since the index was brought up to date. Most of the time none has, and an
// answer from the index costs about as much as looking at the files: so both are done at once, and the answer is used
// only when the guess was right.
type guess struct {
	seen <-chan sighting // comes when the files have been looked at
	came *sighting       // what came; nil until then

	// wrong ends as soon as a folder is found that has changed.
	wrong context.Context
	stop  context.CancelFunc

	generation int64 // of the state that is open

	mu    sync.Mutex
	known map[string]index.Folder // what the index says of the files; nil until it has been asked
	early []listing               // folders that were listed before
}

// expect says what the index knows.
func (g *guess) expect(known map[string]index.Folder) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.known = known
	for _, l := range g.early {
		g.hold(l)
	}
	g.early = nil
}

// listed takes notice of a folder that has been looked at.
func (g *guess) listed(l listing) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known == nil {
		g.early = append(g.early, l)
	} else {
		g.hold(l)
	}
}

// hold holds a folder against what is known of it.
func (g *guess) hold(l listing) {
	if old, ok := g.known[l.dir]; !(ok && l.same(old)) {
		g.stop()
	}
}

// sighted waits until the files have been looked at, and returns what was seen.
func (g *guess) sighted() sighting {
	if g.came == nil {
		s := <-g.seen
		g.came = &s
	}
	return *g.came
}

// goAhead opens the state of the index for reading as it is. An index that was never filled is brought up to date
// first.
func (w *View) goAhead(ctx context.Context, g *guess) error {
	generation, err := w.index.Begin(ctx)
	if err == nil && generation == 0 {
		return w.refresh(ctx, g.seen)
	}
	var known map[string]index.Folder
	if err == nil {
		known, err = w.index.Folders(ctx)
	}
	if err != nil {
		<-g.seen
		return err
	}
	g.generation = generation
	g.expect(known)
	w.guess = g
	return nil
}

// Unconfirmed returns the context for answers that have yet to be confirmed: that with which the View was made, until it
// is known that Confirm will say no, which may be long before all files have been looked at. Where there is nothing to
// confirm, it returns ctx.
func (w *View) Unconfirmed(ctx context.Context) context.Context {
	if w.guess == nil {
		return ctx
	}
	return w.guess.wrong
}

// Confirm waits until the files have been looked at, and says whether the answers so far are up to date. Where they
// are not, all of them must be thrown away, even those that were errors, and asked for again: by then the View is one
// of the moment at which it was made, as a View that does not go Ahead is from the start. Findings and Notices are
// complete only now.
func (w *View) Confirm(ctx context.Context) (bool, error) {
	err := w.settle(ctx)
	wrong := w.wrong
	w.wrong = false
	return err == nil && !wrong, err
}

// settle ends the guess, and brings the index up to date where it was wrong. Where ctx ends first, as that of an answer
// does with a wrong guess, the guess is left to be settled.
func (w *View) settle(ctx context.Context) error {
	g := w.guess
	if g == nil {
		return nil
	}
	s := g.sighted()
	if err := ctx.Err(); err != nil {
		return err
	}
	w.guess = nil
	if s.err != nil {
		return s.err
	}
	d, err := s.compare(ctx, w.index, g.known)
	if err == nil && d.empty() {
		return w.adopt(ctx, refreshed{s.findings, s.total()})
	}
	w.wrong = true
	clear(w.summaries)
	w.paths = nil
	if err == nil {
		err = w.vault.catchUp(ctx, w.index, g.generation, s, d, w.opt)
	}
	switch {
	case err == nil:
		err = w.adopt(ctx, refreshed{s.findings, s.total()})
	case errors.Is(err, index.ErrStale): // another process was faster
		err = w.refresh(ctx, w.vault.sight(ctx, nil))
	}
	if err == nil || ctx.Err() != nil {
		return err
	}
	_ = w.index.Close()
	w.index, w.opt.Ahead = nil, false
	return w.prepare(ctx)
}
