package index

import "context"

// Names answers which files have a folded path or base name, in one state of the index. Answers are sorted by path.
type Names struct{ q querier }

// Names returns the names of the state that Begin opened.
func (x *Index) Names() Names { return Names{x.conn} }

// Called returns the files that have this name, of one of the ranks from first to last.
func (n Names) Called(ctx context.Context, key string, first, last Rank) ([]string, error) {
	return n.paths(ctx, `
		SELECT DISTINCT f.path FROM names JOIN files f ON f.id = names.file
		WHERE key = ? AND rank BETWEEN ? AND ? ORDER BY f.path`, key, first, last)
}

// Starting returns the notes that have a name, title or alias which starts with key.
func (n Names) Starting(ctx context.Context, key string) ([]string, error) {
	// Names are UTF-8 or at least bytes below 0xff, which sorts behind them all.
	return n.paths(ctx, `
		SELECT DISTINCT f.path FROM names JOIN files f ON f.id = names.file
		WHERE key >= ? AND key < CAST(? AS TEXT) AND rank >= ? ORDER BY f.path`, key, key+"\xff", ByAlias)
}

// All yields the names, titles and aliases of all notes with the paths of these, for looking up what is near to a
// name that nothing has.
func (n Names) All(ctx context.Context, yield func(rank Rank, key, path string)) error {
	rows, err := n.q.QueryContext(ctx, `
		SELECT names.rank, key, f.path FROM names JOIN files f ON f.id = names.file WHERE rank >= ? ORDER BY f.path, key`, ByAlias)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		var rank Rank
		var key, path string
		if err := rows.Scan(&rank, &key, &path); err != nil {
			return explain("reading the index", err)
		}
		yield(rank, key, path)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return explain("reading the index", rows.Err())
}

// Folders returns the folders that hold files.
func (n Names) Folders(ctx context.Context) ([]string, error) {
	return n.paths(ctx, `SELECT path FROM folders WHERE length(parts) > 0`)
}

func (n Names) paths(ctx context.Context, query string, args ...any) ([]string, error) {
	paths, err := column[string](ctx, n.q, query, args...)
	return paths, explain("reading the index", err)
}
