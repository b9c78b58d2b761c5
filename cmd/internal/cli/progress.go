package cli

import (
	"fmt"
	"time"
)

// A progress tells a person at a terminal how far a long piece of work is.
type progress struct {
	c     *call
	doing string
	start time.Time
	last  time.Time
	shown bool
}

// The times after which a person wants to know, and to know more.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

func (c *call) progress(doing string) *progress { return &progress{c: c, doing: doing, start: c.Now()} }

// show says how much is done. It may be called often.
func (p *progress) show(done, total int) {
	if p.last.IsZero() {
		p.last = p.start
		p.c.bulk()
	}
	now := p.c.Now()
	if !p.c.ErrTerminal || p.c.quiet || now.Sub(p.start) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.c.Err, "\rvault: %s: %d of %d", p.doing, done, total)
}

// done wipes what was shown.
func (p *progress) done() {
	if p.shown {
		fmt.Fprint(p.c.Err, "\r\x1b[K")
	}
}

// bulk says that much memory will be needed.
func (c *call) bulk() {
	if c.Bulk != nil {
		c.Bulk()
	}
}

// lean says that much will be read and little kept.
func (c *call) lean() {
	if c.Lean != nil {
		c.Lean()
	}
}
