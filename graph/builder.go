package graph

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Builder makes a Graph of edges that come one after another, so that they need not lie in memory twice.
type Builder struct {
	graph *Graph
	from  int32 // the node that the last edge left
}

// NewBuilder returns a Builder of a graph with these nodes, which are copied. An empty ID, or one given twice, is an
// error.
func NewBuilder(nodes []Node) (*Builder, error) {
	g := &Graph{nodes: slices.Clone(nodes), number: make(map[string]int32, len(nodes)), edges: newPackedEdges()}
	slices.SortFunc(g.nodes, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
	for i, n := range g.nodes {
		if n.ID == "" {
			return nil, errors.New("node without ID")
		}
		if _, ok := g.number[n.ID]; ok {
			return nil, fmt.Errorf("duplicate node %q", n.ID)
		}
		g.number[n.ID] = int32(i)
	}
	return &Builder{graph: g}, nil
}

// Add adds an edge and keeps nothing of its memory. They may come in any order; those that come in the order of From and
// of Origin.Order are sorted already. An edge whose From, or To unless "", names no node is an error that wraps
// ErrUnknownNode.
func (b *Builder) Add(e Edge) error {
	g := b.graph
	from, ok := b.from, true
	if len(g.nodes) == 0 || g.nodes[from].ID != e.From {
		from, ok = g.number[e.From]
	}
	if !ok {
		return fmt.Errorf("edge from %q to %q: %w %q", e.From, e.To, ErrUnknownNode, e.From)
	}
	to := int32(-1)
	if e.To != "" {
		if to, ok = g.number[e.To]; !ok {
			return fmt.Errorf("edge from %q to %q: %w %q", e.From, e.To, ErrUnknownNode, e.To)
		}
	}
	b.from = from
	g.edges.add(&e)
	g.source, g.target = append(g.source, from), append(g.target, to)
	return nil
}

// Graph returns the graph. The Degree of each node is counted. The Builder must not be used after that.
func (b *Builder) Graph() *Graph {
	g := b.graph
	b.graph = nil
	g.edges.seal()
	g.sortEdges()
	g.entering, g.enter = bucket(g.target, len(g.nodes))
	g.countDegrees()
	return g
}

// sortEdges puts the edges into their order and fills leave: a counting sort by From, then each node's edges in their own
// order.
func (g *Graph) sortEdges() {
	var order []int32
	order, g.leave = bucket(g.source, len(g.nodes))
	for n := range g.nodes {
		own := order[g.leave[n]:g.leave[n+1]]
		if !g.ascending(own) {
			slices.SortFunc(own, func(i, j int32) int { return compareInNote(g.edge(i), g.edge(j)) })
		}
	}
	if slices.IsSorted(order) {
		return
	}
	g.source, g.target = permuted(g.source, order), permuted(g.target, order)
	g.edges.list = permuted(g.edges.list, order)
}

// ascending says whether the orders of edges ascend, each higher than the one before.
func (g *Graph) ascending(edges []int32) bool {
	for n := 1; n < len(edges); n++ {
		if g.edges.list[edges[n]].order <= g.edges.list[edges[n-1]].order {
			return false
		}
	}
	return true
}

// permuted returns a list in another order.
func permuted[T any](list []T, order []int32) []T {
	out := make([]T, len(order))
	for i, j := range order {
		out[i] = list[j]
	}
	return out
}
