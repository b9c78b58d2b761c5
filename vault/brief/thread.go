package brief

import (
	"slices"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// judgeThreads shows the open threads of sessions and of the service here. One that names changes and tickets is shown only while one of them
// is open: what was merged or done is over, whatever the note says. One whose changes and tickets all have a line of
// their own already is not said twice. Where a source gave no answer, what it would have said is unknown, and the
// thread of a session stays, marked; that of a service, which may be of any age, does not.
func (c *composer) judgeThreads() {
	for _, t := range c.in.Memory.Threads {
		over, unknown := c.isOver(t.Refs)
		over = over || c.justClosed(&t) || unknown && t.Note == c.in.Memory.Service
		if over || len(t.Refs) > 0 && !slices.ContainsFunc(t.Refs, func(r world.Ref) bool { return !c.saidAnyway(r) }) {
			continue
		}
		e := entry{
			kind: KindThread, turn: Me, level: mine, rank: rankThread, near: neighbour, at: t.At, head: "Open threads: ", separator: "; ",
			text: said(t.Text, maxThread), refs: []world.Ref{{Kind: world.RefNote, Key: t.Note}}, labels: []string{""},
			todo: todo{"pick up", said(t.Text, maxThread/2)},
		}
		if t.Here {
			e.near = here
		}
		if unknown {
			e.text += " (not checked)"
		}
		if t.ID != "" {
			e.command = "vault done " + vault.ShellWord(t.ID)
			if c.in.Dismissed != nil {
				if on, ok := c.in.Dismissed(t.ID); ok && !t.At.After(on) {
					continue
				}
			}
		} else {
			e.command = "vault show " + vault.ShellWord(t.Note)
		}
		e.refs = append(e.refs, t.Refs...)
		e.labels = append(e.labels, make([]string, len(t.Refs))...)
		c.add(e)
	}
}

// justClosed reports whether a correction of this brief was about the thread: it had been read before.
func (c *composer) justClosed(t *Thread) bool {
	return slices.ContainsFunc(c.in.Fixed, func(f Correction) bool { return f.Note == t.Note && f.Line == t.Line })
}

// isOver reports whether all that is named is settled, and whether the state of some of it is not known.
func (c *composer) isOver(refs []world.Ref) (over, unknown bool) {
	over = len(refs) > 0
	for _, r := range refs {
		settled, known := c.settled(r)
		over = over && settled
		unknown = unknown || !known
	}
	return over, unknown
}

// settled says whether a change is merged or closed, or a ticket done, by a source that answered now.
func (c *composer) settled(r world.Ref) (yes, known bool) {
	switch r.Kind {
	case world.RefChange:
		if t, ok := c.changeAt(r); ok && t.by.Answered() {
			return t.it.State == world.Merged || t.it.State == world.Closed, t.it.State != ""
		}
	case world.RefTicket:
		if t, ok := c.ticketAt(r.Key); ok && t.by.Answered() {
			return t.it.Category == world.Done, t.it.Category != ""
		}
	}
	return false, false
}

// ticketAt finds a ticket by its key, or one that it had before.
func (c *composer) ticketAt(key string) (told[world.Ticket], bool) {
	for _, t := range c.tickets {
		if fold(t.it.Key) == fold(key) || slices.ContainsFunc(t.it.Formerly, func(old string) bool { return fold(old) == fold(key) }) {
			return t, true
		}
	}
	return told[world.Ticket]{}, false
}

// saidAnyway reports whether the brief has an entry about a reference.
func (c *composer) saidAnyway(r world.Ref) bool {
	return slices.ContainsFunc(c.entries, func(e entry) bool {
		return e.kind != KindThread && slices.ContainsFunc(e.refs, func(have world.Ref) bool { return c.sameRef(have, r) })
	})
}

func (c *composer) sameRef(a, b world.Ref) bool {
	if a.Kind != b.Kind || fold(a.Key) != fold(b.Key) {
		return false
	}
	return a.Kind != world.RefChange || c.repoKey(a.Repo) == c.repoKey(b.Repo)
}
