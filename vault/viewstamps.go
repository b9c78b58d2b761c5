package vault

import (
	"context"
	"path"

	"vaultgraph/vault/index"
)

// Folders returns the folders of the vault by their paths, "" for the root, as they were looked at. One that is as it
// was at another time has not had a file changed since. Without an index nothing is known of them but their paths.
func (w *View) Folders(ctx context.Context) (map[string]index.Folder, error) {
	if w.snapshot == nil {
		return w.index.Folders(ctx)
	}
	folders := map[string]index.Folder{}
	for i := range w.snapshot.Entries {
		folders[FolderOf(w.snapshot.Entries[i].Path)] = index.Folder{}
	}
	return folders, nil
}

// Stamps returns the stamps of the notes in a folder, not of those further below. Without an index, a stamp is size and
// modification time alone.
func (w *View) Stamps(ctx context.Context, folder string) ([]index.Stamp, error) {
	var stamps []index.Stamp
	if w.snapshot != nil {
		for i := range w.snapshot.Entries {
			if e := &w.snapshot.Entries[i]; e.Kind == Note && FolderOf(e.Path) == folder {
				stamps = append(stamps, index.Stamp{
					Name: path.Base(e.Path), Mark: index.Mark{Size: e.Size, Modified: e.ModTime.UnixNano()},
				})
			}
		}
		return stamps, nil
	}
	packed, err := w.index.Packed(ctx, folder)
	for c := index.NewCursor(packed); c.Next(); {
		if s := c.Stamp(); KindOf(s.Name) == Note {
			stamps = append(stamps, s)
		}
	}
	return stamps, err
}

// FolderOf returns the folder that a vault path lies in, "" for the root.
func FolderOf(p string) string {
	if dir := path.Dir(p); dir != "." {
		return dir
	}
	return ""
}
