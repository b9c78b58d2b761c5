package vault

import (
	"context"
	"errors"

	"vaultgraph/vault/index"
)

// retry adds to d the files that the system refused to read when the index looked, and does not refuse any more, or
// for another reason. That leaves no trace in their stamps: rights come from groups and mounts as well, and a disk that
// was out of reach comes back.
func (s *sighting) retry(ctx context.Context, x *index.Index, d *difference) error {
	refused := map[string]string{} // why, by path
	err := x.Skipped(ctx, func(path string, skip index.Skip) {
		if skip.Code == CodeUnreadable {
			refused[path] = skip.Message
		}
	})
	if err != nil || len(refused) == 0 {
		return err
	}
	for _, f := range d.changed { // which are read in any case
		delete(refused, f.Path)
	}
	for _, l := range s.listings {
		found := false
		for c := index.NewCursor(l.packed); c.Next(); {
			p := join(l.dir, string(c.Name))
			if why, ok := refused[p]; ok && !s.v.stillRefused(p, why) {
				d.changed = append(d.changed, s.file(l.dir, c.Stamp()))
				found = true
			}
		}
		if found {
			d.folders[l.dir] = l.folder(s.looked)
		}
	}
	return nil
}

// stillRefused says whether a file cannot be read for the reason that it could not be read before.
func (v *Vault) stillRefused(path, why string) bool {
	_, err := v.ReadFile(path)
	skip, ok := errors.AsType[*SkipError](err)
	return ok && skip.Code == CodeUnreadable && skip.Message == why
}
