package vault

import (
	"errors"
	"io/fs"
	"path/filepath"

	"vaultgraph/vault/journal"
)

// recover finds out what became of a batch whose process ended before it could say so, finishes the ledger, and
// removes temporary files. The note itself is whole in any case: it changes in one step.
func (r *run) recover(b writeBatch) error {
	if b.first().State != journal.Pending || b.last().State != journal.Pending {
		return nil
	}
	p, id := b.first().Path, b.first().Batch
	if err := r.removeIfThere(partName(p, id)); err != nil {
		return err
	}
	current, ok, err := r.content(p)
	if err != nil {
		return err
	}
	hash := ""
	if ok {
		hash = journal.Hash(current)
	}
	var happened, not []journal.Write
	switch {
	case hash == b.last().After:
		happened = b.all()
	case hash == b.first().Before:
		not = b.all()
	default: // somebody has edited the note since
		for _, w := range b {
			if f, isFact := factOf(w); isFact && ok && r.stands(w, &f, &glance{content: current, ok: true}) {
				happened = append(happened, *w)
			} else {
				not = append(not, *w)
			}
		}
	}
	if err := r.tidy(b, len(happened) > 0); err != nil {
		return err
	}
	if err := r.finish(happened); err != nil {
		return err
	}
	r.mark(journal.Void, not)
	return nil
}

func (b writeBatch) all() []journal.Write {
	all := make([]journal.Write, len(b))
	for i, w := range b {
		all[i] = *w
	}
	return all
}

// tidy removes the temporary file that holds our text, and keeps the one that holds what was replaced: for the look
// that is still to come.
func (r *run) tidy(b writeBatch, happened bool) error {
	ready := readyName(b.first().Path, b.first().Batch)
	src, ok, err := r.content(ready)
	if err != nil || !ok {
		return err
	}
	if journal.Hash(src) == b.last().After {
		return r.removeIfThere(ready)
	}
	if !happened && journal.Hash(src) == b.first().Before {
		return r.removeIfThere(ready)
	}
	return r.w.vault.keep(ready, b.first().Batch)
}

func (r *run) removeIfThere(p string) error {
	err := r.w.vault.root.Remove(filepath.FromSlash(p))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// finish does for writes that have reached the disk what the process that wrote them could not do any more.
func (r *run) finish(writes []journal.Write) error {
	var entries []ledgerEntry
	for i := range writes {
		w := &writes[i]
		f, ok := factOf(w)
		switch {
		case w.Undoes != "":
			r.mark(journal.Undone, []journal.Write{{ID: w.Undoes}})
			if ok && w.Kind != kindSource && w.Kind != kindClose {
				entries = append(entries, r.takenBack(&f))
			}
		case ok && w.Kind != kindClose:
			entries = append(entries, r.applied(&f))
		}
	}
	if err := r.w.vault.appendLedger(entries...); err != nil {
		return err
	}
	for _, e := range entries {
		r.ledger.take(e)
	}
	r.mark(journal.Done, writes)
	return nil
}

func (r *run) takenBack(f *Fact) ledgerEntry {
	return ledgerEntry{Op: opTaken, ID: f.ID, Kind: f.Kind, Note: f.Note, At: f.when(), On: r.w.opt.Now().UTC()}
}
