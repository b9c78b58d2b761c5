package index

import (
	"context"
	"database/sql/driver"
	"strings"
)

// OfTypes yields the notes of these types in the order of their paths, without what was parsed of them.
func (x *Index) OfTypes(ctx context.Context, types []string, yield func(Row) error) error {
	if len(types) == 0 {
		return nil
	}
	args := make([]driver.NamedValue, len(types))
	for i, t := range types {
		args[i] = driver.NamedValue{Ordinal: i + 1, Value: t}
	}
	return x.rows(ctx, 0, `WHERE type IN (?`+strings.Repeat(",?", len(types)-1)+`) ORDER BY path`, args, yield)
}
