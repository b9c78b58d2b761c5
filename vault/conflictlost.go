package vault

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/journal"
	"vaultgraph/vault/note"
)

// A fact that was written and is no longer there was either deleted by a person, and then it stays so, or an editor
// that had read the note before saved its own text over it, and then nobody decided anything. The two may leave the
// same bytes. This rule tells them apart; the fact is written again, and that is reported, if
//
//   - the note was last changed within staleWindow after the fact was written: a person needs longer to find a new
//     line, to judge it and to delete it, and editors save what they hold within seconds. A file that is older than the
//     write, and stands in the note's place nevertheless, was put there when the system says that the file itself changed;
//   - where the fact took the place of something, that is back; another text in its place is a person's;
//   - of the lines that stood right above and below the fact at least one is still there, so that the text is an edit
//     of what the note said before;
//   - it was not written again maxRepeats times already, or all that was within staleWindow: on a machine that has too
//     much to do, editors and writers get in each other's way for as long as that lasts.
//
// Each run looks at the notes it writes to, and at those that were written to last, so that the change which took a
// fact away is seen as such, and not the last of many that an editor has saved since.
//
// Once a fact was seen in its place after that time, its write is settled: what happens to it later is a person's will.
const (
	staleWindow = time.Minute
	maxRepeats  = 3
	// clockSlack is how far the clock of a file system may be behind: some count in steps of two seconds.
	clockSlack = 2 * time.Second
	// lately is at how many notes each run looks that it does not write to.
	lately = 8
)

// changedLately returns those of the notes written to last that seem to have been changed by others since.
func (r *run) changedLately(writes []journal.Write) map[string]bool {
	const ours = time.Second // by which a note of ours may be younger than the write
	changed := map[string]bool{}
	for _, w := range slices.Backward(writes) {
		if len(changed) == lately || r.w.opt.Now().Sub(w.Time) > staleWindow {
			break
		}
		if _, known := changed[w.Path]; !known {
			changed[w.Path] = r.modified(w.Path).Sub(w.Time) > ours
		}
	}
	return changed
}

// settle looks whether the facts of a batch are still in their note.
func (r *run) settle(b writeBatch, fresh func(string) bool) error {
	w := b.last()
	aged := r.w.opt.Now().Sub(w.Time) > staleWindow
	if b.first().State != journal.Done && w.State != journal.Done || !aged && !fresh(w.Path) {
		return nil
	}
	now := r.lookAt(w.Path)
	if now.err != nil {
		return nil // the run that writes to the note will say so
	}
	stale := newNoteGroup(w.Path)
	var gone, settled []journal.Write
	for _, w := range b {
		f, isFact := factOf(w)
		switch {
		case w.State != journal.Done:
		case !isFact || w.Undoes != "" || now.untouched || now.ok && r.stands(w, &f, now):
			settled = append(settled, *w)
		case now.ok && r.savedOver(w, now.content):
			stale.repeat(w, f)
			gone = append(gone, *w)
		default:
			gone = append(gone, *w)
		}
	}
	if aged {
		r.mark(journal.Settled, settled)
	}
	if len(stale.facts) > 0 {
		if err := r.commit(stale); err != nil {
			return err
		}
		delete(r.seen, w.Path)
		for _, res := range stale.results {
			if res.Write != "" {
				r.notice(Notice{Path: w.Path, Message: "another program had saved an older text over a fact: it was written again"})
				break
			}
		}
	}
	r.mark(journal.Lost, gone)
	return nil
}

// A glance is what was in a note when this run looked at it.
type glance struct {
	content   []byte
	ok        bool // there is such a note
	untouched bool // since our last write to it; then all earlier ones stand too
	parsed    *note.Note
	err       error
}

// lookAt looks at a note once in a run.
func (r *run) lookAt(p string) *glance {
	if g, ok := r.seen[p]; ok {
		return g
	}
	g := &glance{}
	g.content, g.ok, g.err = r.content(p)
	g.untouched = g.ok && r.wroteLast(p, g.content)
	if r.seen == nil {
		r.seen = map[string]*glance{}
	}
	r.seen[p] = g
	return g
}

// stands says whether a fact is in the note. A state that a later one of ours has replaced needs no look any more, and
// neither does what is no fact of its own.
func (r *run) stands(w *journal.Write, f *Fact, g *glance) bool {
	switch {
	case w.Kind == kindSource || w.Kind == kindClose:
		return true
	case w.Kind == kindCorrect:
		return correctionStands(w, g.content)
	case f.Kind == FactState && r.replacedSince(w):
		return true
	case f.Kind != FactEdge && bytes.Contains(g.content, []byte(" ^"+f.ID)):
		return true
	}
	if g.parsed == nil {
		g.parsed = note.Parse(g.content)
	}
	_, ok := r.editor(w.Path, g.parsed, f).find(f)
	return ok
}

// replacedSince says whether a later write of ours has set the state of the same note.
func (r *run) replacedSince(w *journal.Write) bool {
	writes, _ := r.w.journal.Read()
	return slices.ContainsFunc(writes, func(l journal.Write) bool {
		return l.Path == w.Path && l.Kind == w.Kind && l.ID != w.ID && l.State != journal.Void && l.Time.After(w.Time)
	})
}

// savedOver applies the rule above.
func (r *run) savedOver(w *journal.Write, content []byte) bool {
	put := r.modified(w.Path)
	if put.Before(w.Time.Add(-clockSlack)) {
		put = r.putInPlace(w.Path)
	}
	late := put.Sub(w.Time)
	if late > staleWindow || late < -clockSlack {
		return false
	}
	if first, repeats := r.repeats(w); repeats >= maxRepeats && put.Sub(first) > staleWindow {
		return false
	}
	near := false
	for _, e := range w.Edits {
		if e.Old != "" && !bytes.Contains(content, []byte(e.Above+e.Old)) {
			return false
		}
		near = near || e.Above == "" && e.Below == "" || hasLine(content, e.Above) || hasLine(content, e.Below)
	}
	if w.Kind == string(FactState) && strings.HasPrefix(w.Edits[0].New, propertyStatus) {
		_, _, there := verifiedOn(note.Parse(content))
		return near && !there
	}
	return near
}

func hasLine(content []byte, text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && bytes.Contains(content, []byte(text))
}

// repeats returns when the fact of a write was first written, as far as the journal goes back, and how often it was
// written again.
func (r *run) repeats(w *journal.Write) (first time.Time, n int) {
	writes, _ := r.w.journal.Read()
	byID := make(map[string]*journal.Write, len(writes))
	for i := range writes {
		byID[writes[i].ID] = &writes[i]
	}
	for first = w.Time; w.Repeats != "" && n < len(writes); n++ {
		if w = byID[w.Repeats]; w == nil {
			return first, n + 1
		}
		first = w.Time
	}
	return first, n
}

// factOf returns the fact that a write has written.
func factOf(w *journal.Write) (Fact, bool) {
	var f Fact
	if w.Fact == "" || json.Unmarshal(w.Data, &f) != nil {
		return Fact{}, false
	}
	return f, true
}
