package index

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/vault/note"
)

// TestTextsOutliveNoLink changes files at random and holds the relations that the index keeps, and how often each is used,
// against those of the links.
func TestTextsOutliveNoLink(t *testing.T) {
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 0))
		files := map[string]File{}
		for i := range 30 {
			files[fmt.Sprint(i)] = randomFile(r, fmt.Sprint(i))
		}
		x := built(t, files)
		for generation := int64(1); generation <= 100; generation++ {
			var c Change
			for range 1 + r.IntN(4) {
				path := fmt.Sprint(r.IntN(40))
				if slices.ContainsFunc(c.Files, func(f File) bool { return f.Path == path }) {
					continue
				}
				if _, there := files[path]; there && r.IntN(3) == 0 {
					c.Removed = append(c.Removed, Removed{path, path})
					delete(files, path)
					continue
				}
				f := randomFile(r, path)
				c.Files = append(c.Files, f)
				files[path] = f
			}
			c.Removed = slices.DeleteFunc(c.Removed, func(gone Removed) bool { _, there := files[gone.Path]; return there })
			nowhere := func(context.Context, Names, string, string) (string, error) { return "", nil }
			if err := x.Apply(t.Context(), generation, c, nowhere); err != nil {
				t.Fatal(err)
			}
			want := map[string]int{}
			for _, f := range files {
				for _, l := range f.Links {
					want[l.Relation]++
				}
			}
			delete(want, "")
			if diff := cmp.Diff(want, usedRelations(t, x)); diff != "" {
				t.Fatalf("seed %d, state %d: the relations (-links +table):\n%s", seed, generation+1, diff)
			}
		}
	}
}

// randomFile returns a file with links whose relations are sometimes those of others.
func randomFile(r *rand.Rand, path string) File {
	f := File{Path: path, Stem: path, Title: path, Note: &note.Note{}, Names: []Name{{path, ByPath}}}
	for i := range r.IntN(5) {
		f.Links = append(f.Links, Link{
			Target: "none", Stem: "none", Line: i,
			Relation: []string{"", "owner", fmt.Sprint("relation ", r.IntN(1000))}[r.IntN(3)],
			Section:  []string{"", "Connections", fmt.Sprint("section ", r.IntN(1000))}[r.IntN(3)],
		})
		f.Note.Links = append(f.Note.Links, note.Link{Target: "none"})
	}
	return f
}

// built returns an index of files whose links lead nowhere.
func built(t *testing.T, files map[string]File) *Index {
	t.Helper()
	x, err := Open(t.Context(), filepath.Join(t.TempDir(), "index.sqlite"), "test", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	paths := slices.Sorted(maps.Keys(files))
	err = x.Build(t.Context(), 0, paths, nil, func(yield func(File) error) error {
		for _, p := range paths {
			if err := yield(files[p]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// usedRelations returns the relations that the index keeps, and how many links it says use each.
func usedRelations(t *testing.T, x *Index) map[string]int {
	t.Helper()
	rows, err := x.conn.QueryContext(t.Context(), `SELECT text, uses FROM relations`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := map[string]int{}
	for rows.Next() {
		var text string
		var uses int
		if err := rows.Scan(&text, &uses); err != nil {
			t.Fatal(err)
		}
		found[text] = uses
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}
