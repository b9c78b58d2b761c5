package vault

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"vaultgraph/vault/index"
)

// TestListedTwice compares a folder of which one file, replaced while it was listed, had been listed twice: at its old
// place and at its new one. The file is still there, though one of its stamps is not.
func TestListedTwice(t *testing.T) {
	for _, files := range []int{3, 300} { // one part, and several
		t.Run(fmt.Sprint(files), func(t *testing.T) {
			v, err := Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer v.Close()
			x, err := index.Open(t.Context(), t.TempDir()+"/index", "program", "settings")
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			const now = int64(1e18)
			var before listing
			for i := range files {
				before.add(fmt.Appendf(nil, "%d.md", i), index.Mark{Size: 1, Modified: now - 1e15, Inode: uint64(i)})
			}
			after := listing{packed: slices.Clone(before.packed), files: before.files, latest: before.latest}
			before.add([]byte("0.md"), index.Mark{Size: 2, Modified: now - 1e15, Inode: 1000})
			before.sum, after.sum = index.SumOf(before.packed), index.SumOf(after.packed)
			folders := map[string]index.Folder{"": *before.folder(time.Unix(0, now))}
			none := func(func(index.File) error) error { return nil }
			if err := x.Build(t.Context(), 0, nil, folders, none); err != nil {
				t.Fatal(err)
			}
			if _, err := x.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			known, err := x.Folders(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			s := sighting{scan: &scan{v: v, listings: []listing{after}}, looked: time.Unix(0, now)}
			d, err := s.compare(t.Context(), x, known)
			if err != nil || len(d.removed) > 0 {
				t.Errorf("removed: %q, %v", d.removed, err)
			}
		})
	}
}
