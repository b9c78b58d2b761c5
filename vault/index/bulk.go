package index

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"
)

const (
	// bulkRows is how many rows one statement of a bulk load inserts.
	bulkRows = 50
	// apart is how many rows of a table wait that is filled beside another one. What is written together lies together in
	// the file, and what reads the one table then need not have the pages of the other in memory.
	apart = 80 * bulkRows
)

// A bulk inserts many rows into one table, some tens with each statement. It talks to the driver itself: package sql
// would look at each value once more.
type bulk struct {
	ctx    context.Context // looked at before each statement
	tx     *sql.Conn
	insert string // into the table, up to the rows
	place  string // the placeholders of one row
	width  int    // columns
	wait   int    // how many rows wait at most
	many   driver.Stmt
	args   []driver.NamedValue // of the rows that wait
}

func newBulk(ctx context.Context, tx *sql.Conn, table string, width, wait int) *bulk {
	insert, place := "INSERT INTO "+table+" VALUES ", "(?"+strings.Repeat(", ?", width-1)+")"
	return &bulk{ctx: ctx, tx: tx, insert: insert, place: place, width: width, wait: wait}
}

// statement prepares the insertion of some rows.
func (b *bulk) statement(rows int) (s driver.Stmt, err error) {
	err = b.tx.Raw(func(conn any) error {
		preparer, ok := conn.(driver.ConnPrepareContext)
		if !ok {
			return fmt.Errorf("the driver's %T prepares no statements", conn)
		}
		s, err = preparer.PrepareContext(context.WithoutCancel(b.ctx), b.insert+b.place+strings.Repeat(", "+b.place, rows-1))
		return err
	})
	return s, err
}

// add inserts a row, at once or later.
func (b *bulk) add(row ...driver.Value) error {
	for _, v := range row {
		place := len(b.args)%(bulkRows*b.width) + 1 // within its statement
		b.args = append(b.args, driver.NamedValue{Ordinal: place, Value: v})
	}
	if len(b.args) < b.wait*b.width {
		return nil
	}
	return b.flush()
}

// flush inserts the rows that still wait.
func (b *bulk) flush() error {
	for part := range slices.Chunk(b.args, bulkRows*b.width) {
		if err := b.run(part); err != nil {
			return err
		}
	}
	clear(b.args) // what it holds may go
	b.args = b.args[:0]
	return nil
}

// run inserts as many rows as one statement takes, or less.
func (b *bulk) run(rows []driver.NamedValue) error {
	if len(rows) < bulkRows*b.width {
		s, err := b.statement(len(rows) / b.width)
		if err != nil {
			return err
		}
		return errors.Join(b.exec(s, rows), b.tx.Raw(func(any) error { return s.Close() }))
	}
	if b.many == nil {
		var err error
		if b.many, err = b.statement(bulkRows); err != nil {
			return err
		}
	}
	return b.exec(b.many, rows)
}

func (b *bulk) exec(s driver.Stmt, args []driver.NamedValue) error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	return b.tx.Raw(func(any) error {
		runner, ok := s.(driver.StmtExecContext)
		if !ok {
			return fmt.Errorf("the driver's %T does not run", s)
		}
		_, err := runner.ExecContext(context.WithoutCancel(b.ctx), args)
		return err
	})
}

// close releases the statement.
func (b *bulk) close() error {
	if b.many == nil {
		return nil
	}
	return b.tx.Raw(func(any) error { return b.many.Close() })
}
