package index

import (
	"context"
	"database/sql"
	"errors"
)

// A numbering gives texts numbers, in the table of this name, for the time of one transaction.
type numbering struct {
	table string
	known map[string]int64
	uses  map[int64]int // by how many links the use of a number has grown
}

func newNumbering(table string) numbering {
	return numbering{table, map[string]int64{}, map[int64]int{}}
}

// of returns the number of a text, giving it one where it has none; "" is 0.
func (n numbering) of(ctx context.Context, tx session, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	if id, ok := n.known[text]; ok {
		return id, nil
	}
	stored := seal(text)
	var id int64
	err := tx.QueryRowContext(ctx, `SELECT id FROM `+n.table+` WHERE text = ?`, stored).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = tx.QueryRowContext(ctx, `INSERT INTO `+n.table+`(text, uses) VALUES (?, 0) RETURNING id`, stored).Scan(&id)
	}
	if err != nil {
		return 0, err
	}
	n.known[text] = id
	return id, nil
}

// use counts links that come, or go where links is negative. Every text that of has given a number must come by here.
func (n numbering) use(id int64, links int) {
	if id != 0 {
		n.uses[id] += links
	}
}

// settle writes the counts and forgets the texts that no link uses any more. It comes last: numbers may be given again.
func (n numbering) settle(ctx context.Context, tx session) error {
	for id, links := range n.uses {
		if links != 0 {
			if _, err := tx.ExecContext(ctx, `UPDATE `+n.table+` SET uses = uses + ? WHERE id = ?`, links, id); err != nil {
				return err
			}
		}
		if links > 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+n.table+` WHERE id = ? AND uses = 0`, id); err != nil {
			return err
		}
	}
	return nil
}
