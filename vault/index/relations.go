package index

import (
	"context"

	"vaultgraph/graph"
)

// loadRelations reads the relations that occur in the vault: some tens, seldom more.
func (x *Index) loadRelations(ctx context.Context) error {
	if x.relations != nil {
		return nil
	}
	rows, err := x.conn.QueryContext(ctx, `SELECT id, text FROM relations`)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	found := map[int64]string{}
	for rows.Next() {
		var id int64
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return explain("reading the index", err)
		}
		if found[id], err = unseal(text); err != nil {
			return explain("reading the index", err)
		}
	}
	if err := rows.Err(); err != nil {
		return explain("reading the index", err)
	}
	x.relations = found
	return nil
}

// wanted returns which relations want accepts, nil for all of them.
func (x *Index) wanted(ctx context.Context, want func(string) bool) (map[int64]bool, error) {
	if err := x.loadRelations(ctx); err != nil || want == nil {
		return nil, err
	}
	wanted := map[int64]bool{0: want("")}
	for id, text := range x.relations {
		wanted[id] = want(graph.RelationKey(text))
	}
	return wanted, nil
}
