package index

import (
	"context"
	"database/sql"
	"errors"
)

// counts are numbers of other files that a file is joined with.
type counts struct {
	incoming, outgoing int // how many link here, and are linked from here
	mutual             int // how many do both
	dangling           int // links that lead nowhere
}

// A writer holds the prepared statements of one transaction.
type writer struct {
	tx                   *sql.Tx
	file, name, link     *sql.Stmt
	note                 *sql.Stmt
	relation, relationID *sql.Stmt
	relations            map[string]int64
}

func newWriter(ctx context.Context, tx *sql.Tx) (*writer, error) {
	w := &writer{tx: tx, relations: map[string]int64{}}
	var errs []error
	prepare := func(query string) *sql.Stmt {
		s, err := tx.PrepareContext(ctx, query)
		errs = append(errs, err)
		return s
	}
	w.file = prepare(`INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?, ?)`)
	w.note = prepare(`INSERT OR REPLACE INTO notes VALUES (?, ?)`)
	w.name = prepare(`INSERT OR IGNORE INTO names VALUES (?, ?, ?)`)
	w.link = prepare(`INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	w.relation = prepare(`INSERT OR IGNORE INTO relations(text) VALUES (?)`)
	w.relationID = prepare(`SELECT id FROM relations WHERE text = ?`)
	if err := errors.Join(errs...); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *writer) close() {
	for _, s := range []*sql.Stmt{w.file, w.note, w.name, w.link, w.relation, w.relationID} {
		if s != nil {
			s.Close()
		}
	}
}

// putFile writes a file's row and its names. Its neighbours are counted later.
func (w *writer) putFile(ctx context.Context, id int64, f File) error {
	_, err := w.file.ExecContext(ctx, id, f.Path, f.Fold, f.Base, f.Kind, f.Hidden, f.Title, f.Type, joinTags(f.Tags), f.Tokens,
		f.Size, f.Modified, f.Skip.Code, f.Skip.Message)
	if err == nil && f.Note != nil {
		_, err = w.note.ExecContext(ctx, id, encode(f.Note))
	}
	for _, n := range f.Names {
		if err == nil {
			_, err = w.name.ExecContext(ctx, n.Key, id, n.Rank)
		}
	}
	return err
}

// putLink writes link number ord of the file src; dst is 0 for a link that leads nowhere.
func (w *writer) putLink(ctx context.Context, src int64, ord int, l Link, dst int64) error {
	relation, err := w.relationOf(ctx, l.Relation)
	if err != nil {
		return err
	}
	to := sql.NullInt64{Int64: dst, Valid: dst != 0}
	_, err = w.link.ExecContext(ctx, src, ord, to, l.Stem, l.Target, relation, l.Annotation, l.Line, l.Section)
	return err
}

// relationOf returns the number of a relation, giving it one where it has none; "" is 0.
func (w *writer) relationOf(ctx context.Context, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	if id, ok := w.relations[text]; ok {
		return id, nil
	}
	if _, err := w.relation.ExecContext(ctx, text); err != nil {
		return 0, err
	}
	var id int64
	if err := w.relationID.QueryRowContext(ctx, text).Scan(&id); err != nil {
		return 0, err
	}
	w.relations[text] = id
	return id, nil
}

// putFolder writes a folder's stamps; nil forgets it.
func putFolder(ctx context.Context, tx *sql.Tx, path string, f *Folder) error {
	if f == nil {
		_, err := tx.ExecContext(ctx, `DELETE FROM folders WHERE path = ?`, path)
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO folders VALUES (?, ?, ?)`, path, f.Looked, f.Files)
	return err
}

func checkGeneration(ctx context.Context, tx *sql.Tx, want int64) error {
	got, err := readGeneration(ctx, tx)
	if err == nil && got != want {
		return ErrStale
	}
	return err
}

func raiseGeneration(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'generation'`)
	return err
}
