package vault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"vaultgraph/vault/journal"
)

// A dismissal is what the journal keeps of one, as the data of its write.
type dismissal struct {
	Ref string    `json:"ref"`
	On  time.Time `json:"on"` // as it stands in the ledger
}

// maxDismissed is how long the name of what is dismissed may be: that of a note is a path.
const maxDismissed = 1024

// Dismiss notes that what ref names, such as a ticket's key or a pull request, is not to be shown until there is news
// of it: see Ledger.Dismissed. It writes into the ledger and into no note. Undo takes it back, by its ID or by ref.
func (w *Writer) Dismiss(ctx context.Context, ref string) (Logged, error) {
	r, end, err := w.begin(ctx, false)
	if err != nil {
		return Logged{}, err
	}
	defer end()
	ref = strings.TrimSpace(ref)
	switch {
	case ref == "":
		return Logged{}, errors.New("dismissing: nothing was named")
	case len(ref) > maxDismissed:
		return Logged{}, fmt.Errorf("dismissing %s: the name is longer than %d bytes", Printable(oneLine(ref, maxRef)), maxDismissed)
	}
	e := ledgerEntry{Op: opDismissed, Ref: ref, On: w.opt.Now().UTC()}
	if err := w.vault.appendLedger(e); err != nil {
		return Logged{}, fmt.Errorf("dismissing %s: %w", Printable(ref), err)
	}
	return r.logDismissal(kindDismissal, dismissal{ref, e.On}, "")
}

// undismiss takes back the dismissal of a write. Where the person named what was dismissed, and not the write, all
// dismissals of it go.
func (r *run) undismiss(w *journal.Write, id string) (Logged, error) {
	d, ok := dismissalOf(w)
	if !ok || w.Kind != kindDismissal {
		return Logged{}, fmt.Errorf("%w: %s has dismissed nothing", ErrNothing, w.ID)
	}
	if _, err := r.recall(d, w.ID); err != nil {
		return Logged{}, err
	}
	if Fold(id) == Fold(d.Ref) {
		if on, ok := r.ledger.Dismissed(d.Ref); ok {
			if _, err := r.recallAll(dismissal{d.Ref, on}); err != nil {
				return Logged{}, err
			}
		}
	}
	w.State = journal.Undone
	return logged(w), nil
}

// recallAll takes back all dismissals of what d names, of which d is the last. The journals of other machines have them.
func (r *run) recallAll(d dismissal) (Logged, error) {
	for {
		l, err := r.recall(d, "")
		if err != nil {
			return Logged{}, err
		}
		on, ok := r.ledger.Dismissed(d.Ref)
		if !ok {
			return l, nil
		}
		d.On = on
	}
}

// recall takes one dismissal back.
func (r *run) recall(d dismissal, undoes string) (Logged, error) {
	e := ledgerEntry{Op: opRecalled, Ref: d.Ref, At: d.On, On: r.w.opt.Now().UTC()}
	if err := r.w.vault.appendLedger(e); err != nil {
		return Logged{}, fmt.Errorf("taking back the dismissal of %s: %w", Printable(d.Ref), err)
	}
	r.ledger.take(e)
	l, err := r.logDismissal(kindUndo, d, undoes)
	if err == nil && undoes != "" {
		r.mark(journal.Undone, []journal.Write{{ID: undoes}})
	}
	return l, err
}

// logDismissal adds a dismissal to the journal, or that it was taken back. There is nothing to look after later, as
// there is where a note was written: it is settled at once.
func (r *run) logDismissal(kind string, d dismissal, undoes string) (Logged, error) {
	data, err := json.Marshal(d)
	if err != nil {
		return Logged{}, err
	}
	id := newWriteID()
	w := journal.Write{
		ID: id, Batch: id, Time: r.w.opt.Now().UTC().Round(time.Millisecond), Path: ledgerPath, Kind: kind, Data: data, Undoes: undoes,
	}
	if err := r.w.journal.Begin(w); err != nil {
		return Logged{}, err
	}
	w.State = journal.Settled
	r.mark(w.State, []journal.Write{w})
	return logged(&w), r.w.journal.MarkLooked(r.w.opt.Now(), id)
}

// dismissalOf returns the dismissal that a write of the journal has made or taken back.
func dismissalOf(w *journal.Write) (dismissal, bool) {
	var d dismissal
	ok := w.Path == ledgerPath && json.Unmarshal(w.Data, &d) == nil && d.Ref != ""
	return d, ok
}

// dismissedBy returns what a write has dismissed, "" for nothing.
func dismissedBy(w *journal.Write) string {
	if d, ok := dismissalOf(w); ok && w.Kind == kindDismissal {
		return d.Ref
	}
	return ""
}
