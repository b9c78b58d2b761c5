package index

import (
	"context"
	"database/sql"
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
