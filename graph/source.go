package graph

import "context"

// A Source is anything that yields neighbours: a Graph in memory, or an index on disk that makes a few queries a
// level. Both calls take many IDs at once for that reason. A Source must give the same answer for the same
// content; the order in which it yields edges does not matter to a walk, which sorts them.
type Source interface {
	// Nodes returns the nodes with these IDs, in the order of ids. An unknown ID is an error.
	Nodes(ctx context.Context, ids []string) ([]Node, error)
	// Edges returns the resolved edges that leave or enter one of ids, as dir says, each edge once, in any order.
	// Self edges and dangling edges are left out. With want not nil only edges are needed whose RelationKey it
	// accepts ("" for an edge without relation); returning more is allowed. It may be called from several
	// goroutines.
	Edges(ctx context.Context, ids []string, dir Direction, want func(relationKey string) bool) ([]Edge, error)
}
