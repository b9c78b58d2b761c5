package vault

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"

	"vaultgraph/vault/journal"
	"vaultgraph/vault/note"
)

// commit writes the facts of one note. Where others change the note in the meantime it is read and worked out anew.
func (r *run) commit(g *noteGroup) error {
	v := r.w.vault
	for range maxTries {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		before, err := r.read(g)
		if err != nil {
			g.rejectAll(err)
			return nil
		}
		after, writes, entries := r.work(g, before)
		switch {
		case len(writes) == 0:
			return nil
		case r.plan:
			r.diff.WriteString(UnifiedDiff(g.path, before, after))
			return nil
		}
		if err := r.w.journal.Begin(writes...); err != nil {
			return err
		}
		if g.draft != nil {
			err = v.createNote(g.path, writes[0].Batch, after)
		} else {
			err = r.replace(g.path, writes[0].Batch, before, after)
		}
		switch {
		case err == nil:
			if err := v.appendLedger(entries...); err != nil {
				return fmt.Errorf("the facts are in the note, and the ledger will be completed next time: %w", err)
			}
			r.mark(journal.Done, writes)
			return nil
		case errors.Is(err, errChanged):
			r.mark(journal.Void, writes)
		case g.draft != nil && errors.Is(err, fs.ErrExist):
			r.mark(journal.Void, writes)
			g.draft = nil
		default:
			r.mark(journal.Void, writes)
			return explainWrite(err)
		}
	}
	return fmt.Errorf("%w: the note was changed again each of %d times: close it in other programs and try again", ErrConflict, maxTries)
}

// explainWrite says what to do about an error of the system. Nothing was changed.
func explainWrite(err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: nothing was changed: make the folder writable and try again", err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w: nothing was changed: make room and try again", err)
	}
	return fmt.Errorf("%w: nothing was changed", err)
}

// read returns the content of the note as it is on the disk; nil for one that is to be made.
func (r *run) read(g *noteGroup) ([]byte, error) {
	v := r.w.vault
	if err := v.checkInside(g.path); err != nil {
		return nil, err
	}
	if g.draft != nil {
		return nil, nil
	}
	src, err := r.readCalm(g.path)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", Printable(g.path), err)
	}
	if bytes.HasPrefix(src, []byte{0xff, 0xfe}) || bytes.HasPrefix(src, []byte{0xfe, 0xff}) {
		return nil, fmt.Errorf("%s is in UTF-16: save it as UTF-8", Printable(g.path))
	}
	return src, nil
}

// readCalm reads a note. One that was written to a moment ago, and not by us, is read again until nobody does: some
// editors empty a file before they fill it.
func (r *run) readCalm(p string) ([]byte, error) {
	for try := 0; ; try++ {
		fresh := time.Since(r.modified(p)) < moment
		src, _, err := readRegular(r.w.vault.root, p, MaxNote)
		if err != nil || !fresh || try == calmTries || r.wroteLast(p, src) {
			return src, err
		}
		time.Sleep(moment)
	}
}

// moment is how long an editor may take to fill a file that it has emptied.
const moment = 20 * time.Millisecond

// calmTries is how often a note that is being written to is read again. What is in it then is compared before the rename.
const calmTries = 10

// wroteLast says whether content is what this machine has last written into a note.
func (r *run) wroteLast(p string, content []byte) bool {
	writes, _ := r.w.journal.Read()
	for _, w := range slices.Backward(writes) {
		if w.Path == p && w.State != journal.Void {
			return w.After == journal.Hash(content)
		}
	}
	return false
}

func (g *noteGroup) rejectAll(err error) {
	for _, res := range g.results {
		res.reject(err)
	}
}

// work makes the facts one after the other on the content of the note, and returns what it is to be, the writes for
// the journal and the entries for the ledger.
func (r *run) work(g *noteGroup, before []byte) ([]byte, []journal.Write, []ledgerEntry) {
	current := before
	if g.draft != nil {
		current = g.draft
	}
	var writes []journal.Write
	var entries []ledgerEntry
	batch := newWriteID()
	for i := range g.facts {
		f, res := &g.facts[i], g.results[i]
		e := r.editor(g.path, note.Parse(current), f)
		var ed edit
		var err error
		correction := g.corrections[i]
		if correction != nil {
			ed = r.decideCorrection(e, correction, f, g.repeats[f.ID] != "")
		} else {
			ed, err = r.decide(e, f, g.repeats[f.ID] != "")
		}
		if err == nil && len(current)+len(f.Text)+len(f.Because) > MaxNote-1<<16 {
			err = fmt.Errorf("%s would become too large to be read: split it", Printable(g.path))
		}
		if err != nil {
			res.reject(err)
			continue
		}
		res.Status, res.Why, res.Write, res.Line = ed.status, ed.why, "", 0
		next := note.Edit(current, ed.splices...)
		if ed.at >= 0 {
			res.Line = bytes.Count(next[:min(ed.at, len(next))], []byte{'\n'}) + 1
		}
		if len(ed.splices) == 0 {
			continue
		}
		w := r.newWrite(g.path, batch, f, current, next, ed.splices)
		w.Repeats = g.repeats[f.ID]
		switch {
		case ed.status == StatusKnown:
			w.Kind = kindSource
		case correction != nil:
			w.Kind = kindCorrect
		}
		if len(writes) == 0 {
			w.ID = batch
			if g.draft != nil {
				w.Created, w.Before, w.Edits = true, "", []journal.Edit{{New: string(next)}}
			}
		}
		res.Write = w.ID
		writes = append(writes, w)
		entries = append(entries, r.applied(f))
		current = next
	}
	return current, writes, entries
}

func (r *run) applied(f *Fact) ledgerEntry {
	return ledgerEntry{Op: opApplied, ID: f.ID, Kind: f.Kind, Note: f.Note, Sources: sourceKeys(f.Sources), At: f.when(), On: r.w.opt.Now().UTC()}
}

// The kinds of writes that are no new facts.
const (
	kindSource    = "source"    // a source was added to a fact
	kindClose     = "close"     // a thread was closed
	kindDismissal = "dismissal" // something was dismissed, in the ledger
	kindMerge     = "merge"     // an edit that came in between was taken over
	kindUndo      = "undo"
)

// newWriteID returns an id for a write that nobody can foresee: temporary files are named by it.
func newWriteID() string { return strings.ToLower(rand.Text()[:10]) }

func (r *run) newWrite(p, batch string, f *Fact, before, after []byte, splices []note.Splice) journal.Write {
	w := journal.Write{
		ID: newWriteID(), Batch: batch, Time: r.w.opt.Now().UTC().Round(time.Millisecond), Path: p,
		Before: journal.Hash(before), After: journal.Hash(after), Edits: journalEdits(before, after, splices),
	}
	if f != nil {
		w.Fact, w.Kind = f.ID, string(f.Kind)
		w.Data, _ = json.Marshal(f) // a Fact can always be written
	}
	return w
}

// journalEdits returns the splices as the journal keeps them.
func journalEdits(before, after []byte, splices []note.Splice) []journal.Edit {
	inverse := note.Invert(before, splices...)
	edits := make([]journal.Edit, len(inverse))
	for i, s := range inverse {
		edits[i] = journal.Edit{
			At: s.Span.Start, Old: s.New, New: string(after[s.Span.Start:s.Span.End]),
			Above: lineAbove(after, s.Span.Start), Below: lineBelow(after, s.Span.End),
		}
	}
	return edits
}

// maxContext bounds the lines that are kept around an edit.
const maxContext = 400

// lineAbove returns the text from the start of the last line before an offset that has something in it up to there.
func lineAbove(src []byte, at int) string {
	head := bytes.TrimRight(src[:at], " \t\r\n")
	start := bytes.LastIndexByte(head, '\n') + 1
	return string(src[max(start, at-maxContext):at])
}

// lineBelow returns the text from an offset up to the end of the first line that has something in it.
func lineBelow(src []byte, at int) string {
	blank := len(src[at:]) - len(bytes.TrimLeft(src[at:], " \t\r\n"))
	return string(src[at:min(lineEnd(src, at+blank), at+maxContext)])
}
