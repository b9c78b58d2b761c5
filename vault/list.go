package vault

import (
	"context"
	"slices"

	"vaultgraph/graph"
	"vaultgraph/vault/index"
)

// TerminalTypes are the types of notes that a walk reaches last and does not cross: a session touches what has
// nothing to do with each other.
func TerminalTypes() []string { return []string{"session"} }

// A Filter says which notes are wanted: those that all of its fields fit.
type Filter struct {
	Types    []string // in lower case; of any of these, none means all
	Tags     []string // with any of these, or a tag below one; none means all
	Orphans  bool     // that no other file links to
	DeadEnds bool     // that link to no other file, and nowhere
}

// fits reports whether a note with so many files that link to it, and so many links to others or nowhere, is wanted.
func (f *Filter) fits(e *Entry, incoming, outgoing int) bool {
	switch {
	case e.Kind != Note,
		len(f.Types) > 0 && !slices.Contains(f.Types, e.Type),
		len(f.Tags) > 0 && !e.HasTag(f.Tags...),
		f.Orphans && incoming > 0,
		f.DeadEnds && outgoing > 0:
		return false
	}
	return true
}

// List returns the notes that f wants, in the order of their paths; whole ones, with Note and Links, or else what Listed
// yields.
func (w *View) List(ctx context.Context, f Filter, whole bool) ([]Entry, error) {
	if w.snapshot != nil || whole {
		s, err := w.Snapshot(ctx)
		if err != nil {
			return nil, err
		}
		return s.list(f)
	}
	var notes []Entry
	err := w.Listed(ctx, f, func(e *Entry) error {
		notes = append(notes, *e)
		return nil
	})
	return notes, err
}

// Listed yields the notes that f wants, in the order of their paths, with what an Entry has beside Note, Aliases and
// Links. yield must not ask the View.
func (w *View) Listed(ctx context.Context, f Filter, yield func(*Entry) error) error {
	if w.snapshot != nil {
		notes, err := w.snapshot.list(f)
		for i := 0; i < len(notes) && err == nil; i++ {
			err = yield(&notes[i])
		}
		return err
	}
	return w.index.Files(ctx, 0, func(r index.Row) error {
		e := w.vault.summaryOf(r)
		if !f.fits(&e, r.Incoming, r.Outgoing+r.Dangling) {
			return nil
		}
		return yield(&e)
	})
}

func (s *Snapshot) list(f Filter) ([]Entry, error) {
	g, err := s.Graph()
	if err != nil {
		return nil, err
	}
	stats := graph.Stats(g, s.Config.Hub, s.Config.Vocabulary())
	unreached, deadEnds := setOf(stats.NoIncoming), setOf(stats.DeadEnds)
	var notes []Entry
	for i := range s.Entries {
		e := &s.Entries[i]
		incoming, outgoing := 1, 1
		if unreached[e.Path] {
			incoming = 0
		}
		if deadEnds[e.Path] {
			outgoing = 0
		}
		if f.fits(e, incoming, outgoing) {
			notes = append(notes, *e)
		}
	}
	return notes, nil
}

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, s := range list {
		set[s] = true
	}
	return set
}
