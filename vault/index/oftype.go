package index

import (
	"cmp"
	"context"
	"strings"
)

// OfTypes yields the notes of these types in the order of their paths, without what was parsed of them.
func (x *Index) OfTypes(ctx context.Context, types []string, yield func(Row) error) error {
	if len(types) == 0 {
		return nil
	}
	columns := fileColumns[:len(fileColumns)-len("packed")] + "NULL"
	args := make([]any, len(types))
	for i, t := range types {
		args[i] = t
	}
	rows, err := x.conn.QueryContext(ctx, `SELECT `+columns+` FROM files JOIN details ON details.file = id
		WHERE type IN (?`+strings.Repeat(",?", len(types)-1)+`) ORDER BY path`, args...)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRow(rows, 0)
		if err != nil {
			return explain("reading the index", err)
		}
		if err := cmp.Or(ctx.Err(), yield(r)); err != nil {
			return err
		}
	}
	return explain("reading the index", rows.Err())
}
