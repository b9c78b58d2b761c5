package vault

import (
	"context"
	"slices"

	"vaultgraph/vault/index"
)

// OfTypes returns the notes of any of these types in the order of their paths, with what an Entry has beside Note,
// Aliases and Links.
func (w *View) OfTypes(ctx context.Context, types ...string) ([]Entry, error) {
	var notes []Entry
	if w.snapshot != nil {
		for i := range w.snapshot.Entries {
			if e := &w.snapshot.Entries[i]; e.Kind == Note && slices.Contains(types, e.Type) {
				notes = append(notes, Entry{File: e.File, Title: e.Title, Type: e.Type, Tags: e.Tags, Tokens: e.Tokens})
			}
		}
		return notes, nil
	}
	err := w.index.OfTypes(ctx, types, func(r index.Row) error {
		notes = append(notes, w.vault.summaryOf(r))
		return nil
	})
	return notes, err
}
