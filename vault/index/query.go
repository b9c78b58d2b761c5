package index

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"

	"vaultgraph/vault/note"
)

// fileColumns are the columns that scanRow reads.
const fileColumns = `path, kind, hidden, title, type, tags, tokens, size, modified, incoming, outgoing, dangling, skip_code, skip_message, packed`

const filesAndNotes = `files JOIN details ON details.file = id JOIN notes ON notes.file = id`

// A Row is a File with the numbers of other files that link to it and that it links to, and of its links that lead
// nowhere.
type Row struct {
	File
	Incoming, Outgoing, Dangling int
}

func scanRow(rows *sql.Rows, parts Parts) (Row, error) {
	var r Row
	var tags string
	var note sql.RawBytes
	err := rows.Scan(&r.Path, &r.Kind, &r.Hidden, &r.Title, &r.Type, &tags, &r.Tokens, &r.Size, &r.Modified,
		&r.Incoming, &r.Outgoing, &r.Dangling, &r.Skip.Code, &r.Skip.Message, &note)
	if err != nil {
		return r, err
	}
	if r.Path == "" {
		return r, errCorrupt
	}
	if tags, err = unseal(tags); err != nil {
		return r, err
	}
	if r.Title, err = unseal(r.Title); err != nil {
		return r, err
	}
	r.Tags = splitTags(tags)
	if parts != 0 && len(note) > 0 {
		r.Note, r.Sum, err = unpackNote(note, parts)
	}
	return r, err
}

// Files yields all files in the order of their paths, with these parts of what was parsed of them.
func (x *Index) Files(ctx context.Context, parts Parts, yield func(Row) error) error {
	columns, from := fileColumns, filesAndNotes
	if parts == 0 {
		from = `files JOIN details ON details.file = id`
		columns = fileColumns[:len(fileColumns)-len("packed")] + "NULL"
	}
	return x.rows(ctx, parts, yield, `SELECT `+columns+` FROM `+from+` ORDER BY path`)
}

// Paths returns the paths of all files, sorted.
func (x *Index) Paths(ctx context.Context) ([]string, error) {
	paths, err := column[string](ctx, x.conn, `SELECT path FROM files ORDER BY path`)
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
	return x.rows(ctx, AllParts, yield, `SELECT `+fileColumns+` FROM `+filesAndNotes+` WHERE id IN (`+commas(ids)+`)`)
}

func (x *Index) rows(ctx context.Context, parts Parts, yield func(Row) error, query string) error {
	rows, err := x.conn.QueryContext(ctx, query)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRow(rows, parts)
		if err != nil {
			return explain("reading the index", err)
		}
		if err := cmp.Or(ctx.Err(), yield(r)); err != nil {
			return err
		}
	}
	return explain("reading the index", rows.Err())
}

// File returns one file with what was parsed of it, and whether there is one.
func (x *Index) File(ctx context.Context, path string) (Row, bool, error) {
	rows, err := x.conn.QueryContext(ctx, `SELECT `+fileColumns+` FROM `+filesAndNotes+` WHERE path = ?`, path)
	if err != nil {
		return Row{}, false, explain("reading the index", err)
	}
	defer rows.Close()
	if !rows.Next() {
		return Row{}, false, explain("reading the index", rows.Err())
	}
	r, err := scanRow(rows, AllParts)
	return r, err == nil, explain("reading the index", err)
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
