package index

import "context"

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
func (n Names) All(ctx context.Context, yield func(rank uint8, key, path string)) error {
	rows, err := n.q.QueryContext(ctx, `SELECT names.rank, key, f.path FROM names JOIN files f ON f.id = names.file ORDER BY f.path, key`)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		var rank uint8
		var key, path string
		if err := rows.Scan(&rank, &key, &path); err != nil {
			return explain("reading the index", err)
		}
		yield(rank, key, path)
	}
	return explain("reading the index", rows.Err())
}

// Folders returns the folders that hold files, or held some when they were last looked at.
func (n Names) Folders(ctx context.Context) ([]string, error) {
	return n.paths(ctx, `SELECT path FROM folders`)
}

func (n Names) paths(ctx context.Context, query string, args ...any) ([]string, error) {
	paths, err := column[string](ctx, n.q, query, args...)
	return paths, explain("reading the index", err)
}
