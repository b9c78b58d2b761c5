package index

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
)

// bulkRows is how many rows one statement of a bulk load inserts.
const bulkRows = 50

// A bulk inserts many rows into one table, some tens with each statement. It talks to the driver itself: package sql
// would look at each value once more.
type bulk struct {
	ctx    context.Context // for all statements
	tx     *sql.Conn
	insert string // into the table, up to the rows
	place  string // the placeholders of one row
	width  int    // columns
	many   driver.Stmt
	args   []driver.NamedValue // of the rows that wait
}

func newBulk(ctx context.Context, tx *sql.Conn, table string, width int) *bulk {
	return &bulk{
		ctx: ctx, tx: tx, insert: "INSERT INTO " + table + " VALUES ", place: "(?" + strings.Repeat(", ?", width-1) + ")", width: width,
		args: make([]driver.NamedValue, 0, bulkRows*width),
	}
}

// statement prepares the insertion of some rows.
func (b *bulk) statement(rows int) (s driver.Stmt, err error) {
	err = b.tx.Raw(func(conn any) error {
		preparer, ok := conn.(driver.ConnPrepareContext)
		if !ok {
			return fmt.Errorf("the driver's %T prepares no statements", conn)
		}
		s, err = preparer.PrepareContext(b.ctx, b.insert+b.place+strings.Repeat(", "+b.place, rows-1))
		return err
	})
	return s, err
}

// add inserts a row, at once or later.
func (b *bulk) add(row ...driver.Value) error {
	for _, v := range row {
		b.args = append(b.args, driver.NamedValue{Ordinal: len(b.args) + 1, Value: v})
	}
	if len(b.args) < bulkRows*b.width {
		return nil
	}
	if b.many == nil {
		var err error
		if b.many, err = b.statement(bulkRows); err != nil {
			return err
		}
	}
	return b.run(b.many)
}

// run inserts the rows that wait.
func (b *bulk) run(s driver.Stmt) error {
	err := b.tx.Raw(func(any) error {
		runner, ok := s.(driver.StmtExecContext)
		if !ok {
			return fmt.Errorf("the driver's %T does not run", s)
		}
		_, err := runner.ExecContext(b.ctx, b.args)
		return err
	})
	b.args = b.args[:0]
	return err
}

// flush inserts the rows that still wait.
func (b *bulk) flush() error {
	if len(b.args) == 0 {
		return nil
	}
	s, err := b.statement(len(b.args) / b.width)
	if err != nil {
		return err
	}
	return errors.Join(b.run(s), b.tx.Raw(func(any) error { return s.Close() }))
}

// close releases the statement.
func (b *bulk) close() error {
	if b.many == nil {
		return nil
	}
	return b.tx.Raw(func(any) error { return b.many.Close() })
}
