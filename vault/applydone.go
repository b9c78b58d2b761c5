package vault

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"vaultgraph/vault/journal"
	"vaultgraph/vault/note"
)

// CloseThread ticks the box of the thread with an ID, in the note that the ledger knows it to be in, or else in the note
// at the vault path p. The result is known where it was closed before.
func (w *Writer) CloseThread(ctx context.Context, p, id string) (Result, error) {
	r, end, err := w.begin(ctx, false)
	if err != nil {
		return Result{}, err
	}
	defer end()
	known, ok := r.ledger.facts[id]
	if !ok {
		known = ledgerRecord{kind: FactThread, note: p}
	}
	if err := r.lookBack(func(p string) bool { return p == known.note }); err != nil {
		return Result{}, err
	}
	return r.closeThread(id, known)
}

// closeThread ticks the box of a thread.
func (r *run) closeThread(id string, known ledgerRecord) (Result, error) {
	p, err := r.names.exact(known.note)
	if err != nil { // moved since: by its name
		if p, err = r.names.exact(noteName(known.note)); err != nil {
			return Result{}, fmt.Errorf("closing thread %s: %w", id, err)
		}
	}
	res := Result{Fact: Fact{ID: id, Kind: FactThread, Note: p}}
	for range maxTries {
		before, ok, err := r.content(p)
		if err != nil || !ok {
			return res, errors.Join(fmt.Errorf("closing thread %s: reading %s", id, Printable(p)), err)
		}
		splice, why := tick(before, id)
		if why != "" {
			res.Status, res.Why = StatusKnown, why
			return res, nil
		}
		err = r.writeClose(p, id, before, splice, &res)
		if !errors.Is(err, errChanged) {
			return res, err
		}
	}
	return res, fmt.Errorf("closing thread %s: %w: the note keeps changing: try again", id, ErrConflict)
}

func (r *run) writeClose(p, id string, before []byte, splice note.Splice, res *Result) error {
	after := note.Edit(before, splice)
	w := r.newWrite(p, newWriteID(), &res.Fact, before, after, []note.Splice{splice})
	w.ID, w.Kind = w.Batch, kindClose
	if err := r.w.journal.Begin(w); err != nil {
		return err
	}
	if err := r.replace(p, w.Batch, before, after); err != nil {
		r.mark(journal.Void, []journal.Write{w})
		if errors.Is(err, errChanged) {
			return err
		}
		return fmt.Errorf("closing thread %s: %w", id, explainWrite(err))
	}
	r.mark(journal.Done, []journal.Write{w})
	res.Status, res.Write = StatusNew, w.ID
	res.Line = bytes.Count(after[:splice.Span.Start], []byte{'\n'}) + 1
	return nil
}

// tick returns the splice that ticks the box of the item with an id, or why there is none.
func tick(src []byte, id string) (note.Splice, string) {
	for _, b := range note.Parse(src).Blocks {
		if b.ID != id {
			continue
		}
		item := src[b.Span.Start:b.Span.End]
		at := bytes.Index(item, []byte("[ ]"))
		if at < 0 || len(bytes.TrimLeft(item[:at], "-+*0123456789.) \t")) > 0 {
			return note.Splice{}, "it is closed already"
		}
		at += b.Span.Start + 1
		return note.Splice{Span: note.Span{Start: at, End: at + 1}, New: "x"}, ""
	}
	return note.Splice{}, "it is no longer in the note"
}

// Settle waits until the files that were replaced may be looked at once more, does so, and looks whether all recent
// facts are still in their notes. Without it, the next call that writes does the same; so a program that is in a
// hurry need not call it, and one that runs on should. What was found is in Notices.
func (w *Writer) Settle(ctx context.Context) error {
	for range maxRounds {
		left, err := w.settleNow(ctx)
		if err != nil || left == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(left):
		}
	}
	return nil // something is written to without end: the next process looks again
}

// maxRounds bounds how often Settle waits. What it finds may be written, and is then to be looked at as well.
const maxRounds = 10

// settleNow does what is due and returns how long the rest has to wait.
func (w *Writer) settleNow(ctx context.Context) (time.Duration, error) {
	r, end, err := w.begin(ctx, false)
	if err != nil {
		return 0, err
	}
	defer end()
	if err := r.lookBack(func(string) bool { return true }); err != nil {
		return 0, err
	}
	writes, err := w.journal.Read()
	if err != nil {
		return 0, err
	}
	var left time.Duration
	for i := range writes {
		wr := &writes[i]
		last := i+1 == len(writes) || writes[i+1].Batch != wr.Batch
		if last && !wr.Looked && wr.State != journal.Void && wr.State != journal.Pending {
			left = max(left, lookAfter-w.opt.Now().Sub(wr.Time)+calm, calm)
		}
	}
	return left, nil
}
