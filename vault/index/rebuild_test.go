package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/vault/note"
)

// TestChangedAsBuilt changes files at random, so that links come, go and lead elsewhere, and holds all that the index
// says of them against one that is made anew.
func TestChangedAsBuilt(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 1))
		files := map[string]File{}
		for range 20 {
			f := linkedFile(r)
			files[f.Path] = f
		}
		x := built(t, resolved(files))
		for generation := int64(1); generation <= 40; generation++ {
			var c Change
			before := maps.Clone(files)
			for range 1 + r.IntN(5) {
				f := linkedFile(r)
				if delete(files, f.Path); r.IntN(3) > 0 {
					files[f.Path] = f
				}
			}
			for p, f := range before {
				if _, there := files[p]; !there {
					c.Removed = append(c.Removed, Removed{p, f.Stem})
				}
			}
			for p, f := range files {
				if old, there := before[p]; !there || !cmp.Equal(old, f) {
					c.Files = append(c.Files, f)
				}
			}
			if err := x.Apply(t.Context(), generation, c, resolver(files)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(told(t, built(t, resolved(files))), told(t, x)); diff != "" {
				t.Fatalf("seed %d, state %d (-built +changed):\n%s", seed, generation+1, diff)
			}
		}
	}
}

// TestEndedChange ends the context of a change while it is made: that is what the error says, and nothing has changed.
func TestEndedChange(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	files := map[string]File{}
	for i := range 5 {
		files[fmt.Sprint(i)] = randomFile(r, fmt.Sprint(i))
	}
	x := built(t, files)
	before := told(t, x)
	ctx, stop := context.WithCancel(t.Context())
	f := File{Path: "new", Stem: "new", Note: &note.Note{Links: []note.Link{{Target: "0"}}}, Links: []Link{{Target: "0", Stem: "0"}}}
	err := x.Apply(ctx, 1, Change{Files: []File{f}}, func(context.Context, Names, string, string) (string, error) {
		stop()
		return "0", nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a change: got %v, want %v", err, context.Canceled)
	}
	for when, read := range map[string]func(yield func(File) error, stop func()) error{
		"behind the last file": func(yield func(File) error, stop func()) error { defer stop(); return yield(f) },
		"before the first one": func(yield func(File) error, stop func()) error { stop(); return yield(f) },
	} {
		ctx, stop = context.WithCancel(t.Context())
		err = x.Build(ctx, 1, []string{"new"}, nil, func(yield func(File) error) error { return read(yield, stop) })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a new index that is ended %s: got %v, want %v", when, err, context.Canceled)
		}
	}
	if diff := cmp.Diff(before, told(t, x)); diff != "" {
		t.Errorf("the index has changed (-before +after):\n%s", diff)
	}
}

// linkedFile returns one of some files, with links to some of them. Those of one base name have the same stem.
func linkedFile(r *rand.Rand) File {
	f := File{Path: fmt.Sprintf("%d/%d", r.IntN(3), r.IntN(8)), Note: &note.Note{}}
	f.Stem = path.Base(f.Path)
	f.Names = []Name{{f.Path, ByPath}, {f.Stem, ByBase}, {fmt.Sprint("title ", r.IntN(5)), ByTitle}}
	for i := range r.IntN(6) {
		target := ""
		if n := r.IntN(9); n > 0 {
			target = fmt.Sprint(n - 1)
		}
		l := Link{Target: target, Stem: target, Line: i, Relation: []string{"", "owner", "part"}[r.IntN(3)], Section: fmt.Sprint(r.IntN(2))}
		f.Links = append(f.Links, l)
		f.Note.Links = append(f.Note.Links, note.Link{Target: target})
	}
	return f
}

// resolver returns a function that says where links lead: to the first file of the target's base name.
func resolver(files map[string]File) func(context.Context, Names, string, string) (string, error) {
	return func(_ context.Context, _ Names, from, target string) (string, error) {
		if target == "" {
			return from, nil
		}
		for _, p := range slices.Sorted(maps.Keys(files)) {
			if path.Base(p) == target {
				return p, nil
			}
		}
		return "", nil
	}
}

// resolved returns files with their links resolved.
func resolved(files map[string]File) map[string]File {
	resolve, out := resolver(files), map[string]File{}
	for p, f := range files {
		f.Links = slices.Clone(f.Links)
		for i := range f.Links {
			f.Links[i].To, _ = resolve(nil, Names{}, p, f.Links[i].Target)
		}
		out[p] = f
	}
	return out
}

// told returns what an index says, in words of paths.
func told(t *testing.T, x *Index) map[string]string {
	t.Helper()
	if _, err := x.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	ids, err := column[int64](t.Context(), x.conn, `SELECT id FROM files`)
	if err == nil {
		err = x.meet(t.Context(), ids)
	}
	if err == nil {
		err = x.loadRelations(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	tellRows(t, x, all)
	tellRegister(t, x, all, "backlinks", func(id int64) string { return x.nodes.path(id) })
	tellRegister(t, x, all, "stems", func(id int64) string { return fmt.Sprint(id) })
	names, err := column[string](t.Context(), x.conn,
		`SELECT key || ' ' || rank || ' ' || path FROM names LEFT JOIN files ON id = file ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	all["names"] = fmt.Sprint(names)
	return all
}

// tellRows tells of the files, their neighbours and their links.
func tellRows(t *testing.T, x *Index, all map[string]string) {
	t.Helper()
	err := x.Files(t.Context(), AllParts, func(r Row) error {
		degree := 0
		if place, ok := x.nodes.byPath[r.Path]; ok {
			degree = x.nodes.nodes[place].Degree
		}
		all["file "+r.Path] = fmt.Sprint(degree, r.Incoming, r.Outgoing, r.Dangling, len(r.Note.Links))
		return nil
	})
	for id := range x.nodes.byID {
		err = errors.Join(err, x.links(t.Context(), []int64{id}, func(src int64, order int, l *storedLink) {
			all[fmt.Sprint("link ", x.nodes.path(src), " ", order)] =
				fmt.Sprint(x.nodes.path(l.dst), " ", x.relations[l.relation], " ", l.line, " ", l.section)
		}))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// tellRegister tells which files are entered in a register, under which name of a number.
func tellRegister(t *testing.T, x *Index, all map[string]string, table string, name func(int64) string) {
	t.Helper()
	ids, err := column[int64](t.Context(), x.conn, `SELECT id FROM `+table)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		entries, err := newRegister(table).of(t.Context(), x.conn, id)
		if err != nil {
			t.Fatal(err)
		}
		var files []string
		for _, e := range entries {
			files = append(files, x.nodes.path(e.file)+" "+x.relations[e.relation])
		}
		slices.Sort(files)
		all[table+" "+name(id)] = fmt.Sprint(files)
	}
}
