package index

import (
	"context"
	"database/sql"
	"maps"
)

// counts are numbers of other files that a file is joined with.
type counts struct {
	incoming, outgoing int // how many link here, and are linked from here
	mutual             int // how many do both
	dangling           int // links that lead nowhere
}

// A writer writes files and links in one transaction.
type writer struct {
	tx                  *prepared
	relations, sections numbering
}

func newWriter(tx *prepared) *writer {
	return &writer{tx, newNumbering("relations"), newNumbering("sections")}
}

// putFile writes what is kept of a new file, but for its links. Its neighbours are counted later.
func (w *writer) putFile(ctx context.Context, id int64, f File) error {
	_, err := w.tx.ExecContext(ctx, `INSERT OR REPLACE INTO files VALUES (?, 0, ?, ?, ?, ?)`, id, f.Tokens, f.Path, f.Type, seal(f.Title))
	if err == nil {
		_, err = w.tx.ExecContext(ctx, `INSERT OR REPLACE INTO details VALUES (?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?)`,
			id, f.Kind, f.Hidden, f.Size, f.Modified, f.Skip.Code, f.Skip.Message, seal(joinTags(f.Tags)))
	}
	if err != nil {
		return err
	}
	return w.putNote(ctx, id, f)
}

// updateFile writes what is kept of a file that the index knows, but for its links and the numbers of its neighbours.
func (w *writer) updateFile(ctx context.Context, id int64, f File) error {
	_, err := w.tx.ExecContext(ctx, `UPDATE files SET title = ?, type = ?, tokens = ? WHERE id = ?`, seal(f.Title), f.Type, f.Tokens, id)
	if err == nil {
		_, err = w.tx.ExecContext(ctx, `
			UPDATE details SET kind = ?, hidden = ?, tags = ?, size = ?, modified = ?, skip_code = ?, skip_message = ? WHERE file = ?`,
			f.Kind, f.Hidden, seal(joinTags(f.Tags)), f.Size, f.Modified, f.Skip.Code, f.Skip.Message, id)
	}
	if err == nil && f.Note == nil {
		_, err = w.tx.ExecContext(ctx, `DELETE FROM notes WHERE file = ?`, id)
	}
	if err != nil {
		return err
	}
	same, err := w.hasNames(ctx, id, f.Names)
	if err != nil {
		return err
	}
	if same { // as most edits leave them
		f.Names = nil
	} else if _, err := w.tx.ExecContext(ctx, `DELETE FROM names WHERE file = ?`, id); err != nil {
		return err
	}
	return w.putNote(ctx, id, f)
}

// hasNames says whether a file has these names and no others.
func (w *writer) hasNames(ctx context.Context, id int64, names []Name) (bool, error) {
	rows, err := w.tx.QueryContext(ctx, `SELECT key, rank FROM names WHERE file = ?`, id)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	have := map[Name]bool{}
	for rows.Next() {
		var n Name
		if err := rows.Scan(&n.Key, &n.Rank); err != nil {
			return false, err
		}
		have[n] = true
	}
	want := make(map[Name]bool, len(names))
	for _, n := range names {
		want[n] = true
	}
	return maps.Equal(have, want), rows.Err()
}

// putNote writes the note of a file and its names.
func (w *writer) putNote(ctx context.Context, id int64, f File) error {
	var err error
	if f.Note != nil {
		_, err = w.tx.ExecContext(ctx, `INSERT OR REPLACE INTO notes VALUES (?, ?)`, id, packNote(f))
	}
	for _, n := range f.Names {
		if err == nil {
			_, err = w.tx.ExecContext(ctx, `INSERT OR IGNORE INTO names VALUES (?, ?, ?)`, n.Key, n.Rank, id)
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
	_, err = w.tx.ExecContext(ctx, `INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?)`,
		src, ord, to, relation, l.Line, section, seal(l.Annotation))
	if err != nil {
		return err
	}
	if l.Target != "" {
		_, err = w.tx.ExecContext(ctx, `INSERT INTO targets VALUES (?, ?, ?, ?)`, l.Stem, src, ord, l.Target)
	}
	return err
}

func checkGeneration(ctx context.Context, tx querier, want int64) error {
	got, err := readGeneration(ctx, tx)
	if err == nil && got != want {
		return ErrStale
	}
	return err
}

func raiseGeneration(ctx context.Context, tx execer) error {
	_, err := tx.ExecContext(ctx, `UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'generation'`)
	return err
}
