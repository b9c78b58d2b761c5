package index

import (
	"context"
	"database/sql"
)

// Names answers which files have a folded path or base name, in one state of the index. Answers are sorted by path.
type Names struct{ q querier }

// Names returns the names of the state that Begin opened.
func (x *Index) Names() Names { return Names{x.conn} }

// Exact returns the files whose folded path is key.
func (n Names) Exact(ctx context.Context, key string) ([]string, error) {
	return n.paths(ctx, `SELECT path FROM files WHERE fold = ? ORDER BY path`, key)
}

// Base returns the files whose folded base name, extension included, is key.
func (n Names) Base(ctx context.Context, key string) ([]string, error) {
	return n.paths(ctx, `SELECT path FROM files WHERE base = ? ORDER BY path`, key)
}

// Called returns the files that have a name of this rank, or a lower one, equal to key.
func (n Names) Called(ctx context.Context, key string, rank uint8) ([]string, error) {
	return n.paths(ctx, `
		SELECT DISTINCT f.path FROM names JOIN files f ON f.id = names.file
		WHERE key = ? AND rank <= ? ORDER BY f.path`, key, rank)
}

// Starting returns the files that have a name which starts with key.
func (n Names) Starting(ctx context.Context, key string) ([]string, error) {
	// Names are UTF-8 or at least bytes below 0xff, which sorts behind them all.
	return n.paths(ctx, `
		SELECT DISTINCT f.path FROM names JOIN files f ON f.id = names.file
		WHERE key >= ? AND key < CAST(? AS TEXT) AND substr(key, 1, length(?)) = ? ORDER BY f.path`,
		key, key+"\xff", key, key)
}

// All yields every name with the path of its file, for looking up what is near to a name that nothing has.
func (n Names) All(ctx context.Context, yield func(key, path string)) error {
	rows, err := n.q.QueryContext(ctx, `SELECT key, f.path FROM names JOIN files f ON f.id = names.file ORDER BY f.path, key`)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		var key, path string
		if err := rows.Scan(&key, &path); err != nil {
			return explain("reading the index", err)
		}
		yield(key, path)
	}
	return explain("reading the index", rows.Err())
}

func (n Names) paths(ctx context.Context, query string, args ...any) ([]string, error) {
	paths, err := column[string](ctx, n.q, query, args...)
	return paths, explain("reading the index", err)
}

// fileColumns are the columns that scanRow reads.
const fileColumns = `path, fold, base, kind, hidden, title, type, tags, tokens, size, modified, incoming, outgoing, skip_code, skip_message, note`

// A Row is a File with the numbers of files that link to it and that it links to.
type Row struct {
	File
	Incoming, Outgoing int
}

func scanRow(rows *sql.Rows, packed bool) (Row, error) {
	var r Row
	var tags string
	var note sql.RawBytes
	err := rows.Scan(&r.Path, &r.Fold, &r.Base, &r.Kind, &r.Hidden, &r.Title, &r.Type, &tags, &r.Tokens, &r.Size, &r.Modified,
		&r.Incoming, &r.Outgoing, &r.Skip.Code, &r.Skip.Message, &note)
	if err != nil {
		return r, err
	}
	r.Tags = splitTags(tags)
	if packed && len(note) > 0 {
		r.Note, err = decode(string(note))
	}
	return r, err
}

// Files yields all files in the order of their paths; with notes, what was parsed of them too.
func (x *Index) Files(ctx context.Context, notes bool, yield func(Row) error) error {
	columns := fileColumns
	if !notes {
		columns = fileColumns[:len(fileColumns)-len("note")] + "NULL"
	}
	rows, err := x.conn.QueryContext(ctx, `SELECT `+columns+` FROM files ORDER BY path`)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRow(rows, notes)
		if err != nil {
			return explain("reading the index", err)
		}
		if err := yield(r); err != nil {
			return err
		}
	}
	return explain("reading the index", rows.Err())
}

// File returns one file with what was parsed of it, and whether there is one.
func (x *Index) File(ctx context.Context, path string) (Row, bool, error) {
	rows, err := x.conn.QueryContext(ctx, `SELECT `+fileColumns+` FROM files WHERE path = ?`, path)
	if err != nil {
		return Row{}, false, explain("reading the index", err)
	}
	defer rows.Close()
	if !rows.Next() {
		return Row{}, false, explain("reading the index", rows.Err())
	}
	r, err := scanRow(rows, true)
	return r, err == nil, explain("reading the index", err)
}

// Skipped yields the files that were not read, in the order of their paths.
func (x *Index) Skipped(ctx context.Context, yield func(path string, s Skip)) error {
	rows, err := x.conn.QueryContext(ctx, `SELECT path, skip_code, skip_message FROM files WHERE skip_code <> '' ORDER BY path`)
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
