package vault

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"vaultgraph/vault/index"
)

// sightingOf returns what a scan says of a vault whose only folder was seen to hold files of these names.
func sightingOf(v *Vault, names ...string) sighting {
	l := listing{}
	for i, name := range names {
		l.add([]byte(name), index.Mark{Size: 1, Modified: 1e18, Inode: uint64(i)})
	}
	l.sum = index.SumOf(l.packed)
	return sighting{scan: &scan{v: v, listings: []listing{l}}, looked: time.Now()}
}

// catchUpWith brings an index to what was seen, and returns the files that it has then and how many are expected.
func catchUpWith(t *testing.T, v *Vault, x *index.Index, s sighting) (paths []string, total int) {
	t.Helper()
	generation, err := x.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	known, err := x.Folders(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.compare(t.Context(), x, known)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.catchUp(t.Context(), x, generation, s, d, ViewOptions{}); err != nil {
		t.Fatal(err)
	}
	if paths, err = x.Paths(t.Context()); err != nil {
		t.Fatal(err)
	}
	return paths, s.total()
}

// TestListedOtherwise fills an index, and changes one, from listings that hold a file that is gone when it is read, or
// one file twice. The index has the files that are there, and as many as are expected; and the one that was gone, when
// it is back with the stamp that it had.
func TestListedOtherwise(t *testing.T) {
	for about, before := range map[string][]string{"filled": nil, "changed": {"a.md"}} {
		t.Run(about, func(t *testing.T) {
			dir := t.TempDir()
			v, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer v.Close()
			x, err := index.Open(t.Context(), filepath.Join(t.TempDir(), "index"), "program", "settings")
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			write(t, filepath.Join(dir, "a.md"))
			write(t, filepath.Join(dir, "c.md"))
			if before != nil {
				catchUpWith(t, v, x, sightingOf(v, before...))
			}
			hold := func(when string, s sighting, want ...string) {
				t.Helper()
				if paths, total := catchUpWith(t, v, x, s); !slices.Equal(paths, want) || total != len(want) {
					t.Errorf("%s: the index has %q, and %d files are expected, want %q", when, paths, total, want)
				}
			}
			hold("b.md is gone and a.md was replaced", sightingOf(v, "a.md", "b.md", "c.md", "a.md"), "a.md", "c.md")
			write(t, filepath.Join(dir, "b.md"))
			hold("b.md is back", sightingOf(v, "a.md", "b.md", "c.md"), "a.md", "b.md", "c.md")
			hold("d.md is gone", sightingOf(v, "a.md", "b.md", "c.md", "d.md"), "a.md", "b.md", "c.md")
		})
	}
}
