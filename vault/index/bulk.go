package index

import (
	"context"
	"database/sql"
	"strings"
)

// bulkRows is how many rows one statement of a bulk load inserts.
const bulkRows = 50

// A bulk inserts many rows into one table, some tens with each statement.
type bulk struct {
	tx           *sql.Tx
	table, place string // the table, and the placeholders of one row
	width        int    // columns
	many         *sql.Stmt
	args         []any // of the rows that wait
}

func newBulk(ctx context.Context, tx *sql.Tx, table string, width int) (*bulk, error) {
	b := &bulk{tx: tx, table: table, width: width, place: "(?" + strings.Repeat(", ?", width-1) + ")"}
	var err error
	b.many, err = tx.PrepareContext(ctx, b.statement(bulkRows))
	b.args = make([]any, 0, bulkRows*width)
	return b, err
}

func (b *bulk) statement(rows int) string {
	return "INSERT INTO " + b.table + " VALUES " + b.place + strings.Repeat(", "+b.place, rows-1)
}

// add inserts a row, now or later.
func (b *bulk) add(ctx context.Context, row ...any) error {
	b.args = append(b.args, row...)
	if len(b.args) < bulkRows*b.width {
		return nil
	}
	_, err := b.many.ExecContext(ctx, b.args...)
	b.args = b.args[:0]
	return err
}

// close inserts the rows that still wait.
func (b *bulk) close(ctx context.Context) error {
	b.many.Close()
	if len(b.args) == 0 {
		return nil
	}
	_, err := b.tx.ExecContext(ctx, b.statement(len(b.args)/b.width), b.args...)
	return err
}
