package graph

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
)

var _ Source = (*Graph)(nil)

// Len returns the numbers of nodes and of edges, dangling and self edges included.
func (g *Graph) Len() (nodes, edges int) {
	return len(g.nodes), len(g.source)
}

// Node returns the node with this ID, and whether there is one.
func (g *Graph) Node(id string) (Node, bool) {
	n, ok := g.number[id]
	if !ok {
		return Node{}, false
	}
	return g.nodes[n], true
}

// AllNodes yields all nodes in the order of their IDs.
func (g *Graph) AllNodes() iter.Seq[Node] {
	return slices.Values(g.nodes)
}

// Out returns the edges that leave a node, dangling and self edges included, in the order of Origin.Order. An
// unknown node has none.
func (g *Graph) Out(id string) []Edge {
	n, ok := g.number[id]
	if !ok {
		return nil
	}
	var edges []Edge
	for i := g.leave[n]; i < g.leave[n+1]; i++ {
		edges = append(edges, g.edge(i))
	}
	return edges
}

// In returns the edges that enter a node, self edges included, sorted by From and then by Origin.Order. An unknown
// node has none.
func (g *Graph) In(id string) []Edge {
	n, ok := g.number[id]
	if !ok {
		return nil
	}
	var edges []Edge
	for _, i := range g.entering[g.enter[n]:g.enter[n+1]] {
		edges = append(edges, g.edge(i))
	}
	return edges
}

// Nodes implements Source. Its error wraps ErrUnknownNode.
func (g *Graph) Nodes(_ context.Context, ids []string) ([]Node, error) {
	nodes := make([]Node, len(ids))
	for i, id := range ids {
		n, err := g.find(id)
		if err != nil {
			return nil, err
		}
		nodes[i] = g.nodes[n]
	}
	return nodes, nil
}

// Edges implements Source. An ID that names no node is an error that wraps ErrUnknownNode.
func (g *Graph) Edges(
	ctx context.Context, ids []string, dir Direction, want func(relationKey string) bool,
) ([]Edge, error) {
	asked := make(map[int32]bool, len(ids))
	for _, id := range ids {
		n, err := g.find(id)
		if err != nil {
			return nil, err
		}
		asked[n] = true
	}
	var edges []Edge
	for _, n := range slices.Sorted(maps.Keys(asked)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range g.touching(n, dir) {
			// With Both, an edge between two of ids is met from either end; the end it leaves yields it.
			if dir == Both && g.target[i] == n && asked[g.source[i]] {
				continue
			}
			e := g.edge(i)
			if want == nil || want(RelationKey(e.Relation)) {
				edges = append(edges, e)
			}
		}
	}
	return edges, nil
}

func (g *Graph) find(id string) (int32, error) {
	n, ok := g.number[id]
	if !ok {
		return 0, fmt.Errorf("%w %q", ErrUnknownNode, id)
	}
	return n, nil
}

// touching yields the positions of the resolved edges between node n and others, as dir says.
func (g *Graph) touching(n int32, dir Direction) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := g.leave[n]; dir != In && i < g.leave[n+1]; i++ {
			if g.target[i] >= 0 && g.target[i] != n && !yield(i) {
				return
			}
		}
		if dir == Out {
			return
		}
		for _, i := range g.entering[g.enter[n]:g.enter[n+1]] {
			if g.source[i] != n && !yield(i) {
				return
			}
		}
	}
}
