package index

import (
	"context"
	"database/sql"
	"errors"
)

// A prepared is a transaction that prepares each statement once: parsing one takes longer than most take to run.
type prepared struct {
	tx    *sql.Conn
	known map[string]*sql.Stmt
}

var _ session = (*prepared)(nil)

func newPrepared(tx *sql.Conn) *prepared { return &prepared{tx, map[string]*sql.Stmt{}} }

func (p *prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := p.known[query]; ok {
		return s, nil
	}
	s, err := p.tx.PrepareContext(ctx, query)
	if err == nil {
		p.known[query] = s
	}
	return s, err
}

func (p *prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := p.statement(ctx, query)
	if err != nil {
		return p.tx.QueryRowContext(ctx, query, args...) // has the same error
	}
	return s.QueryRowContext(ctx, args...)
}

func (p *prepared) close() error {
	var errs []error
	for _, s := range p.known {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}
