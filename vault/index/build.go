package index

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// Build fills the index anew. paths are all files of the vault, sorted; files yields what is kept of each, in any
// order, and calls of its yield function must not overlap. The links' To must be set. Build holds the index from
// its start, so another process that wants to fill it too waits, and then gets ErrStale.
func (x *Index) Build(
	ctx context.Context, generation int64, paths []string, folders map[string]Folder, files func(yield func(File) error) error,
) error {
	b := builder{ids: make(map[string]int64, len(paths)), dangling: map[int64]int{}}
	for i, p := range paths {
		b.ids[p] = int64(i + 1)
	}
	err := x.write(ctx, func(tx *sql.Tx) error {
		if err := checkGeneration(ctx, tx, generation); err != nil {
			return err
		}
		if err := b.clear(ctx, tx); err != nil {
			return err
		}
		w, err := newWriter(ctx, tx)
		if err != nil {
			return err
		}
		defer w.close()
		if err := files(func(f File) error { return b.add(ctx, w, f) }); err != nil {
			return err
		}
		if err := b.count(ctx, tx, len(paths)); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, indexes); err != nil {
			return err
		}
		for path, f := range folders {
			if err := putFolder(ctx, tx, path, &f); err != nil {
				return err
			}
		}
		return raiseGeneration(ctx, tx)
	})
	return explain("filling the index", err)
}

// A builder remembers which file joins which, to count neighbours at the end.
type builder struct {
	ids      map[string]int64
	pairs    []pair
	dangling map[int64]int
}

type pair struct{ from, to int32 }

func (b *builder) clear(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `
		DROP INDEX IF EXISTS names_file; DROP INDEX IF EXISTS links_dst; DROP INDEX IF EXISTS targets_src;
		DROP INDEX IF EXISTS files_skip;
		DELETE FROM files; DELETE FROM notes; DELETE FROM names; DELETE FROM links; DELETE FROM targets; DELETE FROM relations;
		DELETE FROM sections; DELETE FROM folders;`)
	return err
}

func (b *builder) add(ctx context.Context, w *writer, f File) error {
	id, ok := b.ids[f.Path]
	if !ok {
		return fmt.Errorf("%s is not among the files of the vault", f.Path)
	}
	if err := w.putFile(ctx, id, f); err != nil {
		return err
	}
	for i, l := range f.Links {
		to := b.ids[l.To] // 0 for none
		if err := w.putLink(ctx, id, i, l, to); err != nil {
			return err
		}
		switch to {
		case 0:
			b.dangling[id]++
		case id:
		default:
			b.pairs = append(b.pairs, pair{int32(id), int32(to)})
		}
	}
	return nil
}

// count writes the numbers of neighbours of all files that have any.
func (b *builder) count(ctx context.Context, tx *sql.Tx, files int) error {
	slices.SortFunc(b.pairs, func(p, q pair) int { return cmp.Or(cmp.Compare(p.from, q.from), cmp.Compare(p.to, q.to)) })
	b.pairs = slices.Compact(b.pairs)
	all := make([]counts, files+1)
	for _, p := range b.pairs {
		all[p.from].outgoing++
		all[p.to].incoming++
		if _, mutual := slices.BinarySearchFunc(b.pairs, pair{p.to, p.from}, func(p, q pair) int {
			return cmp.Or(cmp.Compare(p.from, q.from), cmp.Compare(p.to, q.to))
		}); mutual {
			all[p.from].mutual++
		}
	}
	for id, n := range b.dangling {
		all[id].dangling = n
	}
	set, err := tx.PrepareContext(ctx, `UPDATE files SET incoming = ?, outgoing = ?, degree = ?, dangling = ? WHERE id = ?`)
	if err != nil {
		return err
	}
	defer set.Close()
	for id, c := range all {
		if c != (counts{}) {
			if _, err := set.ExecContext(ctx, c.incoming, c.outgoing, c.incoming+c.outgoing-c.mutual, c.dangling, id); err != nil {
				return err
			}
		}
	}
	return nil
}
