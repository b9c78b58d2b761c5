package index

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// Build fills the index anew. paths are all files of the vault, sorted; files yields what is kept of each, in any
// order, and calls of its yield function must not overlap. The links' To must be set. Build holds the index from
// its start, so another process that wants to fill it too waits, and then gets ErrStale.
func (x *Index) Build(
	ctx context.Context, generation int64, paths []string, folders map[string]Folder, files func(yield func(File) error) error,
) error {
	err := x.write(ctx, func(tx *sql.Tx) error {
		// A statement whose context can end costs a goroutine. files watches ctx between the files.
		ctx := context.WithoutCancel(ctx)
		if err := checkGeneration(ctx, tx, generation); err != nil {
			return err
		}
		if err := clearTables(ctx, tx); err != nil {
			return err
		}
		b, err := newBuilder(ctx, tx, paths)
		if err != nil {
			return err
		}
		if err := files(func(f File) error { return b.add(ctx, f) }); err != nil {
			return err
		}
		if err := b.finish(ctx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, indexes); err != nil {
			return err
		}
		stamps := newPrepared(tx)
		defer stamps.close()
		for path, f := range folders {
			if err := putFolder(ctx, stamps, path, &f); err != nil {
				return err
			}
		}
		return raiseGeneration(ctx, tx)
	})
	return explain("filling the index", err)
}

func clearTables(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `
		DROP INDEX IF EXISTS names_file; DROP INDEX IF EXISTS links_dst; DROP INDEX IF EXISTS targets_src;
		DROP INDEX IF EXISTS details_skip;
		DELETE FROM files; DELETE FROM details; DELETE FROM notes; DELETE FROM names; DELETE FROM links; DELETE FROM targets; DELETE FROM relations;
		DELETE FROM sections; DELETE FROM folders; DELETE FROM stamps;`)
	return err
}

// A builder fills the tables. Rows that belong in another order than they come in wait until the end, since a
// sorted load is cheaper.
type builder struct {
	tx                  *sql.Tx
	ids                 map[string]int64
	notes, links        *bulk
	relations, sections numbering

	files   []fileRow // by number, from 1
	names   []nameRow
	targets []targetRow
	pairs   []pair // which file joins which
}

type fileRow struct {
	File
	counts
}

type nameRow struct {
	Name
	file int32
}

type targetRow struct {
	stem, target string
	src, ord     int32
}

type pair struct{ from, to int32 }

func newBuilder(ctx context.Context, tx *sql.Tx, paths []string) (*builder, error) {
	b := &builder{
		tx: tx, ids: make(map[string]int64, len(paths)), files: make([]fileRow, len(paths)+1),
		relations: newNumbering("relations"), sections: newNumbering("sections"),
	}
	for i, p := range paths {
		b.ids[p] = int64(i + 1)
	}
	var err1, err2 error
	b.notes, err1 = newBulk(ctx, tx, "notes", 2)
	b.links, err2 = newBulk(ctx, tx, "links", 7)
	return b, errors.Join(err1, err2)
}

func (b *builder) add(ctx context.Context, f File) error {
	id, ok := b.ids[f.Path]
	if !ok {
		return fmt.Errorf("%s is not among the files of the vault", f.Path)
	}
	if f.Note != nil {
		if err := b.notes.add(ctx, id, packNote(f)); err != nil {
			return err
		}
	}
	for i, l := range f.Links {
		if err := b.addLink(ctx, id, i, l); err != nil {
			return err
		}
	}
	for _, n := range f.Names {
		b.names = append(b.names, nameRow{n, int32(id)})
	}
	f.Note, f.Links, f.Names = nil, nil, nil
	b.files[id].File = f
	return nil
}

func (b *builder) addLink(ctx context.Context, src int64, ord int, l Link) error {
	relation, err := b.relations.of(ctx, b.tx, l.Relation)
	if err != nil {
		return err
	}
	section, err := b.sections.of(ctx, b.tx, l.Section)
	if err != nil {
		return err
	}
	b.relations.use(relation, 1)
	b.sections.use(section, 1)
	var to any
	switch dst := b.ids[l.To]; dst { // 0 for none
	case 0:
		b.files[src].dangling++
	case src:
		to = dst
	default:
		to = dst
		b.pairs = append(b.pairs, pair{int32(src), int32(dst)})
	}
	if l.Target != "" {
		b.targets = append(b.targets, targetRow{l.Stem, l.Target, int32(src), int32(ord)})
	}
	return b.links.add(ctx, src, ord, to, relation, l.Line, section, seal(l.Annotation))
}

// finish writes the rows that waited.
func (b *builder) finish(ctx context.Context) error {
	err := errors.Join(b.notes.close(ctx), b.links.close(ctx), b.relations.settle(ctx, b.tx), b.sections.settle(ctx, b.tx))
	if err != nil {
		return err
	}
	b.count()
	return errors.Join(b.writeFiles(ctx), b.writeNames(ctx), b.writeTargets(ctx))
}

// count counts the neighbours of all files.
func (b *builder) count() {
	compare := func(p, q pair) int { return cmp.Or(cmp.Compare(p.from, q.from), cmp.Compare(p.to, q.to)) }
	slices.SortFunc(b.pairs, compare)
	b.pairs = slices.Compact(b.pairs)
	for _, p := range b.pairs {
		b.files[p.from].outgoing++
		b.files[p.to].incoming++
		if _, mutual := slices.BinarySearchFunc(b.pairs, pair{p.to, p.from}, compare); mutual {
			b.files[p.from].mutual++
		}
	}
}

func (b *builder) writeFiles(ctx context.Context) error {
	files, err1 := newBulk(ctx, b.tx, "files", 6)
	details, err2 := newBulk(ctx, b.tx, "details", 11)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	for id, f := range b.files {
		if f.Path == "" {
			continue // number 0
		}
		c := f.counts
		err1 := files.add(ctx, id, c.incoming+c.outgoing-c.mutual, f.Tokens, f.Path, f.Type, seal(f.Title))
		err2 := details.add(ctx, id, f.Kind, f.Hidden, f.Size, f.Modified,
			c.incoming, c.outgoing, c.dangling, f.Skip.Code, f.Skip.Message, seal(joinTags(f.Tags)))
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
	}
	return errors.Join(files.close(ctx), details.close(ctx))
}

func (b *builder) writeNames(ctx context.Context) error {
	slices.SortFunc(b.names, func(m, n nameRow) int {
		return cmp.Or(cmp.Compare(m.Key, n.Key), cmp.Compare(m.Rank, n.Rank), cmp.Compare(m.file, n.file))
	})
	rows, err := newBulk(ctx, b.tx, "names", 3)
	if err != nil {
		return err
	}
	for _, n := range slices.Compact(b.names) {
		if err := rows.add(ctx, n.Key, n.Rank, n.file); err != nil {
			return err
		}
	}
	return rows.close(ctx)
}

func (b *builder) writeTargets(ctx context.Context) error {
	slices.SortFunc(b.targets, func(t, u targetRow) int {
		return cmp.Or(cmp.Compare(t.stem, u.stem), cmp.Compare(t.src, u.src), cmp.Compare(t.ord, u.ord))
	})
	rows, err := newBulk(ctx, b.tx, "targets", 4)
	if err != nil {
		return err
	}
	for _, t := range b.targets {
		if err := rows.add(ctx, t.stem, t.src, t.ord, t.target); err != nil {
			return err
		}
	}
	return rows.close(ctx)
}
