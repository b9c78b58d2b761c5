package index

import (
	"context"
	"slices"
)

// A writer writes files and links in one transaction.
type writer struct {
	tx        *prepared
	relations numbering
}

func newWriter(tx *prepared) *writer { return &writer{tx, newNumbering("relations")} }

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
	if err := w.changeNames(ctx, id, nil, f.Names); err != nil {
		return err
	}
	return w.putNote(ctx, id, f)
}

// updateFile writes what is kept of a file that the index knows by names, but for its links and the numbers of its
// neighbours.
func (w *writer) updateFile(ctx context.Context, id int64, f File, names []Name) error {
	_, err := w.tx.ExecContext(ctx, `UPDATE files SET title = ?, type = ?, tokens = ? WHERE id = ?`, seal(f.Title), f.Type, f.Tokens, id)
	if err == nil {
		_, err = w.tx.ExecContext(ctx, `
			UPDATE details SET kind = ?, hidden = ?, tags = ?, size = ?, modified = ?, skip_code = ?, skip_message = ? WHERE file = ?`,
			f.Kind, f.Hidden, seal(joinTags(f.Tags)), f.Size, f.Modified, f.Skip.Code, f.Skip.Message, id)
	}
	if err == nil {
		err = w.changeNames(ctx, id, names, f.Names)
	}
	if err != nil {
		return err
	}
	return w.putNote(ctx, id, f)
}

// putNote writes what was parsed of a file, and that it has its names.
func (w *writer) putNote(ctx context.Context, id int64, f File) error {
	_, err := w.tx.ExecContext(ctx, `INSERT OR REPLACE INTO notes VALUES (?, ?, ?)`, id, packNames(f.Names), packNote(f))
	return err
}

// changeNames gives a file names in the place of old ones. Most edits leave them alone.
func (w *writer) changeNames(ctx context.Context, id int64, old, names []Name) error {
	for _, n := range old {
		if slices.Contains(names, n) {
			continue
		}
		if _, err := w.tx.ExecContext(ctx, `DELETE FROM names WHERE key = ? AND rank = ? AND file = ?`, n.Key, n.Rank, id); err != nil {
			return err
		}
	}
	for _, n := range names {
		if slices.Contains(old, n) {
			continue
		}
		if _, err := w.tx.ExecContext(ctx, `INSERT OR IGNORE INTO names VALUES (?, ?, ?)`, n.Key, n.Rank, id); err != nil {
			return err
		}
	}
	return nil
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
