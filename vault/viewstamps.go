package vault

import (
	"context"
	"path"

	"vaultgraph/vault/index"
)

// Stamps returns the stamps of the notes by their paths: what is as it was has the same. Without an index, a stamp is
// size and modification time alone.
func (w *View) Stamps(ctx context.Context) (map[string]index.Stamp, error) {
	stamps := map[string]index.Stamp{}
	if w.snapshot != nil {
		for i := range w.snapshot.Entries {
			if e := &w.snapshot.Entries[i]; e.Kind == Note {
				stamps[e.Path] = index.Stamp{Name: path.Base(e.Path), Size: e.Size, Modified: e.ModTime.UnixNano()}
			}
		}
		return stamps, nil
	}
	folders, err := w.index.Folders(ctx)
	if err != nil {
		return nil, err
	}
	for dir := range folders {
		list, err := w.index.Stamps(ctx, dir)
		if err != nil {
			return nil, err
		}
		for _, s := range list {
			if p := path.Join(dir, s.Name); kindOf(p) == Note {
				stamps[p] = s
			}
		}
	}
	return stamps, nil
}
