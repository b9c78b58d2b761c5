package vault

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/journal"
	"vaultgraph/vault/note"
)

// ErrNothing is wrapped by the error of Undo where there is no such write, or none that can be taken back.
var ErrNothing = errors.New("nothing to take back")

// An UndoError says that lines which were written have been edited since, so that taking them back would take a
// person's words. errors.Is finds ErrConflict in it.
type UndoError struct {
	Path string
	Diff string // what was written, as a unified diff
}

// Error says what to do; the diff is for the caller to show.
func (e *UndoError) Error() string {
	return fmt.Sprintf("the lines written into %s were edited since, and nothing was changed: edit the note by hand", Printable(e.Path))
}

// Is reports whether target is ErrConflict.
func (e *UndoError) Is(target error) bool { return target == ErrConflict }

// A Logged is one write of the journal.
type Logged struct {
	ID   string // for Undo
	Time time.Time
	Path string
	// Kind is the kind of the fact, or source, close, dismissal, merge or undo.
	Kind string
	// Ref is what was dismissed; "" where the write is no dismissal.
	Ref string
	// Fact is what was written; nil for a merge and a dismissal.
	Fact *Fact
	// Undoes is the ID of the write that this one took back.
	Undoes string
	// State is done, undone, or lost where the lines are no longer there.
	State string
	// Diff is the change as a unified diff of the lines around it.
	Diff string
}

// Log returns what was written on this machine, the newest first, at most limit writes; 0 means all.
func (w *Writer) Log(ctx context.Context, limit int) ([]Logged, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	writes, err := w.journal.Read()
	if err != nil {
		return nil, err
	}
	var log []Logged
	for _, wr := range slices.Backward(writes) {
		if limit > 0 && len(log) == limit {
			break
		}
		if wr.State == journal.Void || wr.State == journal.Pending {
			continue
		}
		log = append(log, logged(&wr))
	}
	return log, nil
}

func logged(w *journal.Write) Logged {
	l := Logged{ID: w.ID, Time: w.Time, Path: w.Path, Kind: w.Kind, Undoes: w.Undoes, State: string(w.State), Diff: writeDiff(w)}
	if w.State == journal.Settled {
		l.State = string(journal.Done)
	}
	if w.Undoes != "" {
		l.Kind = kindUndo
	}
	if d, ok := dismissalOf(w); ok {
		l.Ref, l.Diff = d.Ref, ""
	}
	if f, ok := factOf(w); ok {
		l.Fact = &f
	}
	return l
}

// writeDiff shows the edits of a write with the lines around them.
func writeDiff(w *journal.Write) string {
	var was, is strings.Builder
	for _, e := range w.Edits {
		was.WriteString(e.Above + e.Old + e.Below + "\n")
		is.WriteString(e.Above + e.New + e.Below + "\n")
	}
	return UnifiedDiff(w.Path, []byte(was.String()), []byte(is.String()))
}

// Undo takes a write back, named by its ID, that of its fact, or what it dismissed; with "" the last one that wrote a
// fact or dismissed something. A dismissal that was made on another machine is taken back by its name. Where the note
// is as the write left it, it gets the exact bytes that it had before. Where it was edited since, only the lines of
// the write go, if they still stand; else the error is an *UndoError. The fact is not written again afterwards.
func (w *Writer) Undo(ctx context.Context, id string) (Logged, error) {
	r, end, err := w.begin(ctx, false)
	if err != nil {
		return Logged{}, err
	}
	defer end()
	if err := r.lookBack(func(string) bool { return false }); err != nil {
		return Logged{}, err
	}
	writes, err := w.journal.Read()
	if err != nil {
		return Logged{}, err
	}
	id = strings.TrimPrefix(strings.TrimSpace(id), "^")
	wr, err := undoable(writes, id)
	if err != nil {
		if on, ok := r.ledger.Dismissed(id); ok && id != "" {
			return r.recallAll(dismissal{id, on})
		}
		return Logged{}, err
	}
	if wr.Path == ledgerPath {
		return r.undismiss(wr, id)
	}
	if err := r.takeBack(wr); err != nil {
		return logged(wr), fmt.Errorf("taking back the write %s: %w", wr.ID, err)
	}
	wr.State = journal.Undone
	return logged(wr), nil
}

// undoable returns the write that id means.
func undoable(writes []journal.Write, id string) (*journal.Write, error) {
	var old *journal.Write
	for _, w := range slices.Backward(writes) {
		ref := dismissedBy(&w)
		named := id != "" && (w.ID == id || w.Undoes == "" && (w.Fact == id || ref != "" && Fold(ref) == Fold(id))) ||
			id == "" && (w.Fact != "" || ref != "") && w.Undoes == ""
		switch {
		case !named:
		case w.State == journal.Done || w.State == journal.Settled:
			return &w, nil
		case old == nil && id != "" && w.State != journal.Void:
			old = &w
		}
	}
	switch {
	case old != nil && old.State == journal.Undone:
		return nil, fmt.Errorf("%w: %s was taken back already", ErrNothing, Printable(id))
	case old != nil:
		return nil, fmt.Errorf("%w: what %s wrote is no longer in %s", ErrNothing, Printable(id), Printable(old.Path))
	case id != "":
		return nil, fmt.Errorf("%w: no write %q on this machine: see the log", ErrNothing, Printable(id))
	}
	return nil, fmt.Errorf("%w: nothing that was written on this machine is left", ErrNothing)
}

// takeBack makes the inverse of a write.
func (r *run) takeBack(w *journal.Write) error {
	for range maxTries {
		current, ok, err := r.content(w.Path)
		switch {
		case err != nil:
			return err
		case !ok:
			return fmt.Errorf("%w: %s is no longer there", ErrNothing, Printable(w.Path))
		}
		err = r.takeBackFrom(w, current)
		if !errors.Is(err, errChanged) {
			return err
		}
	}
	return fmt.Errorf("%w: the note was changed again each of %d times: close it in other programs and try again", ErrConflict, maxTries)
}

func (r *run) takeBackFrom(w *journal.Write, current []byte) error {
	splices, exact := w.Inverse(), false
	if journal.Hash(current) == w.After {
		exact = w.Created || journal.Hash(note.Edit(current, splices...)) == w.Before
	}
	if !exact {
		var ok bool
		if splices, ok = ownLines(w, current); !ok {
			return &UndoError{Path: w.Path, Diff: writeDiff(w)}
		}
	}
	restored := note.Edit(current, splices...)
	undo := r.newWrite(w.Path, newWriteID(), nil, current, restored, splices)
	undo.ID, undo.Undoes, undo.Fact, undo.Kind, undo.Data = undo.Batch, w.ID, w.Fact, w.Kind, w.Data
	undo.Removed = exact && w.Created
	if undo.Removed {
		undo.After = ""
	}
	if err := r.w.journal.Begin(undo); err != nil {
		return err
	}
	var err error
	if undo.Removed {
		err = r.w.vault.removeNote(w.Path, undo.Batch, current)
	} else {
		err = r.replace(w.Path, undo.Batch, current, restored)
	}
	if err != nil {
		r.mark(journal.Void, []journal.Write{undo})
		if errors.Is(err, errChanged) {
			return err
		}
		return explainWrite(err)
	}
	return r.finish([]journal.Write{undo})
}

// removeNote takes a note away whose content must be content. It is kept until it was looked at once more.
func (v *Vault) removeNote(p, id string, content []byte) error {
	if err := v.checkInside(p); err != nil {
		return err
	}
	if err := v.makeKeptFolder(); err != nil {
		return err
	}
	name, kept := filepath.FromSlash(p), filepath.FromSlash(keptName(id))
	if err := v.root.Rename(name, kept); err != nil {
		return err
	}
	if now, _, err := readRegular(v.root, keptName(id), MaxNote); err == nil && string(now) == string(content) {
		return syncDir(v.root, filepath.Dir(name))
	}
	if err := v.root.Link(kept, name); err != nil {
		return errors.Join(errChanged, err)
	}
	return errors.Join(errChanged, v.root.Remove(kept))
}
