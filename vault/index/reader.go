package index

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// A reader is the connection for the small questions. It looks at the context before a query and not during one: to
// watch it, a goroutine is started for each query, which costs as much as a small query does. Inside the transaction
// that Begin opens no query waits for another process, and loops over many rows look at the context themselves.
type reader struct{ *sql.Conn }

func (r reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.Conn.QueryContext(context.WithoutCancel(ctx), query, args...)
}

func (r reader) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if ctx.Err() == nil {
		ctx = context.WithoutCancel(ctx)
	}
	return r.Conn.QueryRowContext(ctx, query, args...)
}

// each yields the rows of a query as the driver gives them, in one slice for all. A walk reads thousands of rows, and
// package sql takes longer to hand one on than the driver to read it. yield must not use the connection.
func (r reader) each(ctx context.Context, query string, args []driver.NamedValue, yield func(row []driver.Value) error) error {
	return r.Raw(func(conn any) error {
		asker, ok := conn.(driver.QueryerContext)
		if !ok {
			return fmt.Errorf("the driver's %T answers no queries", conn)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		rows, err := asker.QueryContext(context.WithoutCancel(ctx), query, args)
		if err != nil {
			return err
		}
		defer rows.Close()
		row := make([]driver.Value, len(rows.Columns()))
		for ctx.Err() == nil {
			if err := rows.Next(row); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
			if err := yield(row); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
}

// get takes the value of a column out of a row. Another type than the column's was never written.
func get[T int64 | string | []byte](row []driver.Value, column int, to *T) bool {
	v, ok := row[column].(T)
	*to = v
	return ok
}
