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
	tx                  *sql.Tx
	file, detail, note  *sql.Stmt
	name, link, target  *sql.Stmt
	relations, sections numbering
}

func newWriter(ctx context.Context, tx *sql.Tx) (*writer, error) {
	w := &writer{tx: tx}
	var errs []error
	prepare := func(query string) *sql.Stmt {
		s, err := tx.PrepareContext(ctx, query)
		errs = append(errs, err)
		return s
	}
	w.file = prepare(`INSERT OR REPLACE INTO files VALUES (?, 0, ?, ?, ?, ?)`)
	w.detail = prepare(`INSERT OR REPLACE INTO details VALUES (?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?)`)
	w.note = prepare(`INSERT OR REPLACE INTO notes VALUES (?, ?)`)
	w.name = prepare(`INSERT OR IGNORE INTO names VALUES (?, ?, ?)`)
	w.link = prepare(`INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?)`)
	w.target = prepare(`INSERT INTO targets VALUES (?, ?, ?, ?)`)
	w.relations, w.sections = newNumbering("relations"), newNumbering("sections")
	if err := errors.Join(errs...); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *writer) close() {
	for _, s := range []*sql.Stmt{w.file, w.detail, w.note, w.name, w.link, w.target} {
		if s != nil {
			s.Close()
		}
	}
}

// putFile writes what is kept of a new file, but for its links. Its neighbours are counted later.
func (w *writer) putFile(ctx context.Context, id int64, f File) error {
	_, err := w.file.ExecContext(ctx, id, f.Tokens, f.Path, f.Type, seal(f.Title))
	if err == nil {
		_, err = w.detail.ExecContext(ctx, id, f.Kind, f.Hidden, f.Size, f.Modified, f.Skip.Code, f.Skip.Message, seal(joinTags(f.Tags)))
	}
	if err != nil {
		return err
	}
	return w.putNote(ctx, id, f)
}

// updateFile writes what is kept of a file that the index knows, but for its links and the numbers of its neighbours.
// Its names and its note must have been removed.
func (w *writer) updateFile(ctx context.Context, id int64, f File) error {
	_, err := w.tx.ExecContext(ctx, `UPDATE files SET title = ?, type = ?, tokens = ? WHERE id = ?`, seal(f.Title), f.Type, f.Tokens, id)
	if err == nil {
		_, err = w.tx.ExecContext(ctx, `
			UPDATE details SET kind = ?, hidden = ?, tags = ?, size = ?, modified = ?, skip_code = ?, skip_message = ? WHERE file = ?`,
			f.Kind, f.Hidden, seal(joinTags(f.Tags)), f.Size, f.Modified, f.Skip.Code, f.Skip.Message, id)
	}
	if err != nil {
		return err
	}
	return w.putNote(ctx, id, f)
}

// putNote writes the note of a file and its names.
func (w *writer) putNote(ctx context.Context, id int64, f File) error {
	var err error
	if f.Note != nil {
		_, err = w.note.ExecContext(ctx, id, packNote(f))
	}
	for _, n := range f.Names {
		if err == nil {
			_, err = w.name.ExecContext(ctx, n.Key, n.Rank, id)
		}
	}
	return err
}

// putLink writes link number ord of the file src; dst is 0 for a link that leads nowhere.
func (w *writer) putLink(ctx context.Context, src int64, ord int, l Link, dst int64) error {
	relation, err := w.relations.of(ctx, w.tx, l.Relation)
	if err != nil {
		return err
	}
	section, err := w.sections.of(ctx, w.tx, l.Section)
	if err != nil {
		return err
	}
	to := sql.NullInt64{Int64: dst, Valid: dst != 0}
	if _, err := w.link.ExecContext(ctx, src, ord, to, relation, l.Line, section, seal(l.Annotation)); err != nil {
		return err
	}
	if l.Target != "" {
		_, err = w.target.ExecContext(ctx, l.Stem, src, ord, l.Target)
	}
	return err
}

// putFolder writes a folder's stamps; nil forgets it.
func putFolder(ctx context.Context, tx *sql.Tx, path string, f *Folder) error {
	if f == nil {
		_, err := tx.ExecContext(ctx, `DELETE FROM folders WHERE path = ?`, path)
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?)`, path, f.Looked, f.Sum[:], f.Files)
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
