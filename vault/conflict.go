package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"time"

	"vaultgraph/vault/journal"
	"vaultgraph/vault/note"
)

// What happens to a note around a write of ours, and what is done about it:
//
//   - The note changes before the new text takes its place: the comparison sees it, and the facts are worked out anew
//     on what is there.
//   - An editor that had the file open writes into the one that was replaced: that file is kept, and looked at once
//     more after two seconds. The edit is merged: by working the facts out on it, where the note has not changed
//     since, else line by line. Where both changed the same lines it becomes a conflict copy beside the note.
//   - An editor that read the note before the write saves over it afterwards: see conflictlost.go.
//   - The process ends in the middle: see journalrecover.go.

// lookAfter is when a file that was replaced is looked at once more, and calm how long nobody must have written to it.
const (
	lookAfter = 2 * time.Second
	calm      = 300 * time.Millisecond
)

// maxCopies is how many conflict copies of one second there may be.
const maxCopies = 20

// A writeBatch is the writes that reached the disk in one step.
type writeBatch []*journal.Write

func (b writeBatch) first() *journal.Write { return b[0] }
func (b writeBatch) last() *journal.Write  { return b[len(b)-1] }

func batches(writes []journal.Write) []writeBatch {
	var all []writeBatch
	for i := range writes {
		w := &writes[i]
		if n := len(all); n > 0 && all[n-1].first().Batch == w.Batch {
			all[n-1] = append(all[n-1], w)
		} else {
			all = append(all, writeBatch{w})
		}
	}
	return all
}

// lookBack looks after earlier writes: those that a process left unfinished, the files that were replaced, and, for
// the notes for which fresh is true as well as after some time for all, whether the facts are still there.
func (r *run) lookBack(fresh func(path string) bool) error {
	written, err := r.w.journal.Read()
	if err != nil {
		return err
	}
	changed := r.changedLately(written)
	doubted := func(p string) bool { return changed[p] || fresh(p) }
	for _, pass := range []func(writeBatch) error{
		r.recover, r.look, func(b writeBatch) error { return r.settle(b, doubted) },
	} {
		writes, err := r.w.journal.Read()
		if err != nil {
			return err
		}
		for _, b := range batches(slices.Clone(writes)) {
			if err := pass(b); err != nil { // it is tried again by the next run, and must not keep this one from writing
				r.notice(Notice{Path: b.first().Path, Message: "looking after an earlier write: " + Printable(err.Error())})
			}
		}
	}
	return nil
}

// content returns what stands in a file of the vault, and whether there is one.
func (r *run) content(p string) ([]byte, bool, error) {
	src, _, err := readRegular(r.w.vault.root, p, MaxNote)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return src, err == nil, err
}

func (r *run) modified(p string) time.Time {
	info, err := r.w.vault.root.Lstat(filepath.FromSlash(p))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// look looks once more at the file that a batch replaced.
func (r *run) look(b writeBatch) error {
	w := b.last()
	if w.Looked || w.State == journal.Pending || r.w.opt.Now().Sub(w.Time) < lookAfter {
		return nil
	}
	for _, kept := range []string{keptName(w.Batch), readyName(w.Path, w.Batch)} {
		late, ok, err := r.content(kept)
		switch {
		case err != nil:
			return err
		case !ok:
			continue
		case journal.Hash(late) != b.first().Before:
			if time.Since(r.modified(kept)) < calm {
				return nil // somebody is writing to it right now
			}
			if err := r.saveLate(b, kept, late); err != nil {
				return err
			}
		}
		if err := r.w.vault.root.Remove(filepath.FromSlash(kept)); err != nil {
			return err
		}
	}
	r.w.journal.DropBefore(w.Batch)
	return r.w.journal.MarkLooked(r.w.opt.Now(), w.ID)
}

// saveLate saves an edit that went into the file that was replaced.
func (r *run) saveLate(b writeBatch, kept string, late []byte) error {
	p := b.first().Path
	current, ok, err := r.content(p)
	if err != nil {
		return err
	}
	if merged, can := r.merged(b, current, late); ok && can {
		err := r.writeMerged(p, current, merged)
		if !errors.Is(err, errChanged) {
			return err
		}
	}
	return r.conflictCopy(p, late, r.modified(kept))
}

// merged puts a late edit and what stands in the note now together. Where the note has not changed since the write,
// the facts are worked out on the late text; else the two are merged line by line.
func (r *run) merged(b writeBatch, current, late []byte) ([]byte, bool) {
	if b.last().Undoes == "" && b.last().State != journal.Void && journal.Hash(current) == b.last().After {
		return r.again(b, late), true
	}
	base, ok := r.w.journal.Before(b.first().Batch)
	if !ok || journal.Hash(base) != b.first().Before {
		return nil, false
	}
	return merge(base, current, late)
}

func (r *run) writeMerged(p string, current, merged []byte) error {
	w := r.newWrite(p, newWriteID(), nil, current, merged, []note.Splice{changedRange(current, merged)})
	w.ID, w.Kind = w.Batch, kindMerge
	if err := r.w.journal.Begin(w); err != nil {
		return err
	}
	if err := r.replace(p, w.Batch, current, merged); err != nil {
		r.mark(journal.Void, []journal.Write{w})
		return err
	}
	r.mark(journal.Done, []journal.Write{w})
	r.notice(Notice{Path: p, Message: "an edit that another program saved while a fact was written was merged"})
	return nil
}

// replace is Vault.replaceNote, and keeps what it replaces for a merge.
func (r *run) replace(p, batch string, before, after []byte) error {
	r.w.journal.SaveBefore(batch, before)
	err := r.w.vault.replaceNote(p, batch, before, after)
	if err != nil && !errors.Is(err, errChanged) {
		r.w.journal.DropBefore(batch)
	}
	return err
}

// again works the facts of a batch out on another content of the note.
func (r *run) again(b writeBatch, content []byte) []byte {
	g := newNoteGroup(b.first().Path)
	for _, w := range b {
		if f, ok := factOf(w); ok {
			g.repeat(w, f)
		}
	}
	merged, _, _ := r.work(g, content)
	return merged
}

// conflictCopy saves content beside the note p, under a name that says so.
func (r *run) conflictCopy(p string, content []byte, when time.Time) error {
	stem := p[:len(p)-len(path.Ext(p))] + " (conflict " + when.Format("2006-01-02 150405")
	for n := 1; n <= maxCopies; n++ {
		name := stem + ").md"
		if n > 1 {
			name = fmt.Sprintf("%s %d).md", stem, n)
		}
		err := createFile(r.w.vault.root, name, content, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			r.notice(Notice{Path: p, Copy: name,
				Message: "another program saved an older text of the note: it is kept as " + Printable(name)})
		}
		return err
	}
	return fmt.Errorf("there are too many conflict copies of %s: merge and remove them", Printable(p))
}

func (r *run) notice(n Notice) { r.w.notices = append(r.w.notices, n) }

// changedRange returns the one splice that turns a into b, between what they have in common at both ends.
func changedRange(a, b []byte) note.Splice {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return note.Splice{Span: note.Span{Start: start, End: len(a) - end}, New: string(b[start : len(b)-end])}
}
