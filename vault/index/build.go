package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Build fills the index anew. paths are all files of the vault, sorted; files yields what is kept of each, in any
// order, and calls of its yield function must not overlap. The links' To must be set. Build holds the index from
// its start, so another process that wants to fill it too waits, and then gets ErrStale.
func (x *Index) Build(
	ctx context.Context, generation int64, paths []string, folders map[string]Folder, files func(yield func(File) error) error,
) error {
	err := x.write(ctx, func(unending context.Context, tx *sql.Conn) error {
		if err := checkGeneration(unending, tx, generation); err != nil {
			return err
		}
		if err := clearTables(unending, tx); err != nil {
			return err
		}
		b := newBuilder(ctx, tx, paths)
		if err := files(b.add); err != nil {
			return errors.Join(err, b.close())
		}
		if err := errors.Join(b.finish(), b.close()); err != nil {
			return err
		}
		stamps := newPrepared(tx)
		defer stamps.close()
		for path, f := range folders {
			if err := putFolder(unending, stamps, path, &f); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return raiseGeneration(unending, tx)
	})
	return explain("filling the index", err)
}

func clearTables(ctx context.Context, tx *sql.Conn) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM files; DELETE FROM details; DELETE FROM notes; DELETE FROM names; DELETE FROM relations; DELETE FROM links;
		DELETE FROM backlinks; DELETE FROM stems; DELETE FROM folders; DELETE FROM stamps;`)
	return err
}

// A builder fills the tables. Rows that belong in another order than they come in wait until the end, since a
// sorted load is cheaper.
type builder struct {
	ids       map[string]int64
	relations map[string]int64
	uses      []int64 // of the relations by number, from 1

	tables                       []*bulk // all of these
	notes, links, files, details *bulk
	names, texts                 *bulk
	entered, awaited             *bulk // backlinks and stems

	rows    []fileRow // of the files by number, from 1
	named   []nameRow
	targets []mention // by the files that links lead to
	stems   []mention // by what stemGroups says of their stems

	stemGroups map[uint32]int32
}

// counts are numbers of other files that a file is joined with.
type counts struct {
	incoming, outgoing int // how many link here, and are linked from here
	mutual             int // how many do both
	dangling           int // links that lead nowhere
}

type fileRow struct {
	File
	counts
}

type nameRow struct {
	Name
	file int32
}

func newBuilder(ctx context.Context, tx *sql.Conn, paths []string) *builder {
	b := &builder{
		ids: make(map[string]int64, len(paths)), rows: make([]fileRow, len(paths)+1),
		relations: map[string]int64{"": 0}, uses: make([]int64, 1), stemGroups: map[uint32]int32{},
	}
	for i, p := range paths {
		b.ids[p] = int64(i + 1)
	}
	table := func(name string, width, wait int) *bulk {
		rows := newBulk(ctx, tx, name, width, wait)
		b.tables = append(b.tables, rows)
		return rows
	}
	b.notes, b.links = table("notes", 3, bulkRows), table("links", 2, apart)
	b.files, b.details = table("files", 6, apart), table("details", 11, apart)
	b.names, b.texts = table("names", 3, bulkRows), table("relations", 3, bulkRows)
	b.entered, b.awaited = table("backlinks", 2, bulkRows), table("stems", 2, bulkRows)
	return b
}

// close releases what the builder holds.
func (b *builder) close() error {
	var errs []error
	for _, t := range b.tables {
		errs = append(errs, t.close())
	}
	b.tables = nil
	return errors.Join(errs...)
}

func (b *builder) add(f File) error {
	id, ok := b.ids[f.Path]
	if !ok {
		return fmt.Errorf("%s is not among the files of the vault", f.Path)
	}
	if err := b.notes.add(id, packNames(f.Names), packNote(f)); err != nil {
		return err
	}
	if len(f.Links) > 0 {
		if err := b.links.add(id, packLinks(b.store(id, f.Links))); err != nil {
			return err
		}
	}
	for _, n := range f.Names {
		b.named = append(b.named, nameRow{n, int32(id)})
	}
	f.Note, f.Links, f.Names = nil, nil, nil
	b.rows[id].File = f
	return nil
}

// store returns links of a file as they are stored, and remembers where they have to be entered.
func (b *builder) store(id int64, links []Link) []storedLink {
	stored := make([]storedLink, len(links))
	for i, l := range links {
		dst, relation := b.ids[l.To], b.relation(l.Relation)
		stored[i] = storedLink{dst: dst, relation: relation, line: l.Line, section: l.Section, annotation: l.Annotation}
		if dst == 0 {
			b.rows[id].dangling++
		} else {
			b.targets = append(b.targets, mention{int32(dst), int32(id), int32(relation)})
		}
		if l.Target != "" {
			stem := numberOfStem(l.Stem)
			stored[i].stem = stem
			b.stems = append(b.stems, mention{b.stemGroup(stem), int32(id), 0})
		}
	}
	return stored
}

// relation returns the number of a relation that one more link uses.
func (b *builder) relation(text string) int64 {
	id, ok := b.relations[text]
	if !ok {
		id = int64(len(b.uses))
		b.relations[text] = id
		b.uses = append(b.uses, 0)
	}
	b.uses[id]++
	return id
}

// stemGroup returns the group of a stem.
func (b *builder) stemGroup(stem uint32) int32 {
	group, ok := b.stemGroups[stem]
	if !ok {
		group = int32(len(b.stemGroups))
		b.stemGroups[stem] = group
	}
	return group
}
