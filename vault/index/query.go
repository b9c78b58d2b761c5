package index

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"maps"
	"slices"

	"vaultgraph/vault/note"
)

// Files yields all files in the order of their paths, with these parts of what was parsed of them.
func (x *Index) Files(ctx context.Context, parts Parts, yield func(Row) error) error {
	return x.rows(ctx, parts, `ORDER BY path`, nil, yield)
}

// Paths returns the paths of all files, sorted.
func (x *Index) Paths(ctx context.Context) ([]string, error) {
	var paths []string
	err := x.conn.each(ctx, `SELECT path FROM files ORDER BY path`, nil, func(row []driver.Value) error {
		var path string
		if !get(row, 0, &path) {
			return errCorrupt
		}
		paths = append(paths, path)
		return nil
	})
	return paths, explain("reading the index", err)
}

// NotesAt yields parts of what was parsed of the files with these paths, in no order, and the sum of the text it was parsed from.
func (x *Index) NotesAt(ctx context.Context, paths []string, parts Parts, yield func(path string, n *note.Note, sum Sum)) error {
	ids, err := x.idsOf(ctx, paths)
	if err != nil || len(ids) == 0 {
		return err
	}
	rows, err := x.conn.QueryContext(ctx, `SELECT file, packed FROM notes WHERE file IN (`+commas(ids)+`)`)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var packed sql.RawBytes
		if err := rows.Scan(&id, &packed); err != nil {
			return explain("reading the index", err)
		}
		n, sum, err := unpackNote(packed, parts)
		if err != nil {
			return explain("reading the index", err)
		}
		yield(x.nodes.path(id), n, sum)
	}
	return explain("reading the index", rows.Err())
}

// FilesAt yields the files with these paths, in no order, with what was parsed of them.
func (x *Index) FilesAt(ctx context.Context, paths []string, yield func(Row) error) error {
	ids, err := x.idsOf(ctx, paths)
	if err != nil || len(ids) == 0 {
		return err
	}
	return x.rows(ctx, AllParts, `WHERE id IN (`+commas(ids)+`)`, nil, yield)
}

// File returns one file with what was parsed of it, and whether there is one.
func (x *Index) File(ctx context.Context, path string) (r Row, ok bool, err error) {
	args := []driver.NamedValue{{Ordinal: 1, Value: path}}
	err = x.rows(ctx, AllParts, `WHERE path = ?`, args, func(found Row) error {
		r, ok = found, true
		return nil
	})
	return r, ok && err == nil, err
}

// Skipped yields the files that were not read, in no order.
func (x *Index) Skipped(ctx context.Context, yield func(path string, s Skip)) error {
	rows, err := x.conn.QueryContext(ctx, `
		SELECT path, skip_code, skip_message FROM details INDEXED BY details_skip CROSS JOIN files ON id = file
		WHERE skip_code <> ''`)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		var path string
		var s Skip
		if err := rows.Scan(&path, &s.Code, &s.Message); err != nil {
			return explain("reading the index", err)
		}
		yield(path, s)
	}
	return explain("reading the index", rows.Err())
}

// A Backlink is one link that leads to a file: number Order of those of the file From.
type Backlink struct {
	From  string
	Order int
}

// Backlinks returns the links that lead to a file, its own included, sorted by path and place.
func (x *Index) Backlinks(ctx context.Context, path string) ([]Backlink, error) {
	ids, err := x.idsOf(ctx, []string{path})
	if err != nil {
		return nil, err
	}
	sources, err := x.sources(ctx, ids, nil)
	if err != nil {
		return nil, err
	}
	sources = distinct(sources)
	if err := x.meet(ctx, sources); err != nil {
		return nil, err
	}
	var found []Backlink
	err = x.links(ctx, sources, func(src int64, order int, l *storedLink) {
		if l.dst == ids[0] {
			found = append(found, Backlink{x.nodes.path(src), order})
		}
	})
	slices.SortFunc(found, func(a, b Backlink) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Order, b.Order))
	})
	return found, err
}

// Relations returns the relations that the links have, as written, sorted.
func (x *Index) Relations(ctx context.Context) ([]string, error) {
	if err := x.loadRelations(ctx); err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Values(x.relations)), nil
}

// Types returns the types that the notes have, sorted.
func (x *Index) Types(ctx context.Context) ([]string, error) {
	list, err := column[string](ctx, x.conn, `SELECT DISTINCT type FROM files WHERE type <> '' ORDER BY type`)
	return list, explain("reading the index", err)
}
