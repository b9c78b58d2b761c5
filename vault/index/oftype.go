package index

import "context"

// OfType yields the notes of a type in the order of their paths, without what was parsed of them.
func (x *Index) OfType(ctx context.Context, noteType string, yield func(Row) error) error {
	columns := fileColumns[:len(fileColumns)-len("packed")] + "NULL"
	rows, err := x.conn.QueryContext(ctx, `SELECT `+columns+` FROM files JOIN details ON details.file = id WHERE type = ? ORDER BY path`, noteType)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRow(rows, false)
		if err != nil {
			return explain("reading the index", err)
		}
		if err := yield(r); err != nil {
			return err
		}
	}
	return explain("reading the index", rows.Err())
}
