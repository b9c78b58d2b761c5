package vault

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const (
	ledgerPath     = ".vault/ledger.jsonl"
	ledgerMerge    = ".vault/.gitattributes"
	maxLedger      = 256 << 20
	ledgerMergeSet = "ledger.jsonl merge=union\n"
)

// A ledgerEntry is one line of the ledger. Lines of several machines are put together in any order, with those that
// both have, and the conflict marks of a merge between them: nothing is read from their order.
type ledgerEntry struct {
	Op string `json:"op"` // applied, taken (back by a person), dismissed, recalled (a dismissal that was taken back)
	ID string `json:"id,omitempty"`
	// Ref is what was dismissed, where that is no fact: a ticket's key, a pull request.
	Ref     string   `json:"ref,omitempty"`
	Kind    FactKind `json:"kind,omitempty"`
	Note    string   `json:"note,omitempty"`
	Sources []string `json:"sources,omitempty"`
	// At is the time of the fact, or of the dismissal that was taken back; On that of the entry.
	At time.Time `json:"at,omitzero"`
	On time.Time `json:"on"`
}

const (
	opApplied   = "applied"
	opTaken     = "taken"
	opDismissed = "dismissed"
	opRecalled  = "recalled"
)

// A ledgerRecord is what the ledger knows of one fact.
type ledgerRecord struct {
	kind    FactKind
	note    string
	applied bool
	taken   bool // back by a person, after it was last applied
	sources []string
	at      time.Time // of the newest fact of this id
	on      time.Time
}

// A Ledger is what the vault remembers of the facts that were written into it, wherever they were written from.
type Ledger struct {
	facts map[string]ledgerRecord
	// dismissals are those of each name, by their times in nanoseconds; false is one that was taken back.
	dismissals map[string]map[int64]bool
}

// Dismissed returns when what ref names was last dismissed, and whether it was. A dismissal that was taken back is none.
func (l *Ledger) Dismissed(ref string) (time.Time, bool) {
	last, ok := int64(0), false
	for on, stands := range l.dismissals[Fold(ref)] {
		if stands && (!ok || on > last) {
			last, ok = on, true
		}
	}
	if !ok {
		return time.Time{}, false
	}
	return time.Unix(0, last).UTC(), true
}

// Fact returns the kind of the fact of an id, and whether such a fact was ever written, or taken back.
func (l *Ledger) Fact(id string) (FactKind, bool) { return l.facts[id].kind, l.Knows(id) }

// Knows reports whether the fact of an id was ever written, or taken back.
func (l *Ledger) Knows(id string) bool {
	r := l.facts[id]
	return r.applied || r.taken
}

// Ledger reads the ledger of the vault. Lines that are none of its own are passed over.
func (v *Vault) Ledger() (*Ledger, error) {
	l := &Ledger{facts: map[string]ledgerRecord{}, dismissals: map[string]map[int64]bool{}}
	src, _, err := readRegular(v.root, ledgerPath, maxLedger)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	} else if err != nil {
		return nil, fmt.Errorf("reading %s: %w", ledgerPath, err)
	}
	for line := range bytes.Lines(src) {
		var e ledgerEntry
		if json.Unmarshal(line, &e) == nil {
			l.take(e)
		}
	}
	return l, nil
}

func (l *Ledger) take(e ledgerEntry) {
	switch e.Op {
	case opDismissed:
		l.noteDismissal(&e, e.On, true)
		return
	case opRecalled:
		l.noteDismissal(&e, e.At, false)
		return
	}
	if e.ID == "" {
		return
	}
	r := l.facts[e.ID]
	for _, s := range e.Sources {
		if !slices.Contains(r.sources, s) {
			r.sources = append(r.sources, s)
		}
	}
	if e.At.After(r.at) {
		r.at = e.At
	}
	if newer := e.On.After(r.on); newer || e.On.Equal(r.on) {
		r.taken = e.Op == opTaken || !newer && r.taken // of two at one time, the person's counts
		r.on, r.kind, r.note = e.On, e.Kind, e.Note
	}
	r.applied = r.applied || e.Op == opApplied
	l.facts[e.ID] = r
}

// noteDismissal files a dismissal, or that the one of a time was taken back, which counts whatever comes first.
func (l *Ledger) noteDismissal(e *ledgerEntry, on time.Time, stands bool) {
	for _, ref := range []string{e.Ref, e.ID} {
		if ref == "" {
			continue
		}
		of := l.dismissals[Fold(ref)]
		if of == nil {
			of = map[int64]bool{}
			l.dismissals[Fold(ref)] = of
		}
		was, known := of[on.UnixNano()]
		of[on.UnixNano()] = stands && (was || !known)
	}
}

// appendLedger adds entries in one write at the end of the file, and waits until they are on the disk.
func (v *Vault) appendLedger(entries ...ledgerEntry) error {
	if len(entries) == 0 {
		return nil
	}
	if err := v.appendLedgerLines(entries); err != nil {
		return fmt.Errorf("writing %s: %w", ledgerPath, err)
	}
	return nil
}

func (v *Vault) appendLedgerLines(entries []ledgerEntry) error {
	if err := v.makeLedger(); err != nil {
		return err
	}
	f, err := v.root.OpenFile(filepath.FromSlash(ledgerPath), os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	last := []byte{'\n'}
	if size, err := f.Seek(0, io.SeekEnd); err == nil && size > 0 {
		_, _ = f.ReadAt(last, size-1)
	}
	if last[0] != '\n' { // a crash or a merge has left half a line
		b.WriteByte('\n')
	}
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return errors.Join(err, f.Close())
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return fill(f, b.Bytes())
}

// makeLedger makes the ledger where there is none, and tells git, in a vault that git keeps, to merge it by union.
func (v *Vault) makeLedger() error {
	info, err := v.root.Lstat(filepath.FromSlash(ledgerPath))
	switch {
	case err == nil && !info.Mode().IsRegular():
		return errNotRegular
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	for _, f := range []initialFile{{ledgerPath, nil}, {ledgerMerge, []byte(ledgerMergeSet)}} {
		if err := createFile(v.root, f.path, f.data, 0o666); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}
