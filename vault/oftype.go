package vault

import (
	"context"

	"vaultgraph/vault/index"
)

// OfType returns the notes of a type in the order of their paths, with what an Entry has beside Note, Aliases and
// Links.
func (w *View) OfType(ctx context.Context, noteType string) ([]Entry, error) {
	var notes []Entry
	if w.snapshot != nil {
		for i := range w.snapshot.Entries {
			if e := &w.snapshot.Entries[i]; e.Type == noteType && e.Kind == Note {
				notes = append(notes, Entry{File: e.File, Title: e.Title, Type: e.Type, Tags: e.Tags, Tokens: e.Tokens})
			}
		}
		return notes, nil
	}
	err := w.index.OfType(ctx, noteType, func(r index.Row) error {
		notes = append(notes, w.vault.summaryOf(r))
		return nil
	})
	return notes, err
}
