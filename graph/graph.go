// Package graph holds nodes joined by annotated edges, and answers what can be asked of them: what is near a node
// and in which order to read it (Walk), how much of that a budget pays for (Fit), how two nodes are joined (Path),
// which nodes matter (Rank) and how the whole is doing (Stats).
//
// Walk and Path read from a Source, which may be a Graph in memory or an index on disk. All results are
// deterministic: they depend on nodes and edges alone, not on the order in which these arrive. README.md states
// the order exactly.
//
// The package leaves to others what a node stands for. It knows no files, no Markdown and no tokens: an ID is an
// opaque string, a relation is a few words, a budget is a number, and costs are passed in.
package graph

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strings"
)

// ErrUnknownNode is wrapped by errors about an ID that names no node.
var ErrUnknownNode = errors.New("unknown node")

// A Graph is a Source in memory. It does not change once made, and may be used from several goroutines.
//
// Nodes are numbered in the order of their IDs. Edges lie sorted by the number of From and then by Origin.Order,
// so the edges that leave node n are those from leave[n] up to but not including leave[n+1].
type Graph struct {
	nodes  []Node
	number map[string]int32

	edges  packedEdges
	source []int32 // number of From of each edge
	target []int32 // number of To of each edge; -1 for a dangling one
	leave  []int32

	entering []int32 // resolved edges, sorted by the number of To, then as in edges
	enter    []int32 // those that enter node n are entering[enter[n]:enter[n+1]]
}

// New returns the graph of nodes and edges. The Degree of each node is counted anew. An empty node ID, or
// one given twice, is an error, and so is an edge whose From, or To unless "", names no node; the latter wraps
// ErrUnknownNode. The slices are copied.
func New(nodes []Node, edges []Edge) (*Graph, error) {
	b, err := NewBuilder(nodes)
	if err != nil {
		return nil, err
	}
	for i := range edges {
		if err := b.Add(edges[i]); err != nil {
			return nil, err
		}
	}
	return b.Graph(), nil
}

// edge returns edge i.
func (g *Graph) edge(i int32) Edge {
	e := g.edges.at(i)
	e.From = g.nodes[g.source[i]].ID
	if to := g.target[i]; to >= 0 {
		e.To = g.nodes[to].ID
	}
	return e
}

// compareInNote orders the edges of one node. Only Origin.Order should be needed; the rest makes the order total.
func compareInNote(a, b Edge) int {
	if c := cmp.Compare(a.Origin.Order, b.Origin.Order); c != 0 {
		return c
	}
	return cmp.Or(
		strings.Compare(a.To, b.To),
		strings.Compare(a.Relation, b.Relation),
		strings.Compare(a.Annotation, b.Annotation),
		cmp.Compare(a.Origin.Line, b.Origin.Line),
		strings.Compare(a.Origin.Section, b.Origin.Section),
	)
}

// bucket sorts the positions of keys by key and keeps the order of equal ones; start[k] is where key k begins.
// Negative keys are left out.
func bucket(keys []int32, n int) (order, start []int32) {
	start = make([]int32, n+1)
	for _, k := range keys {
		if k >= 0 {
			start[k+1]++
		}
	}
	for k := range n {
		start[k+1] += start[k]
	}
	order = make([]int32, start[n])
	next := slices.Clone(start)
	for i, k := range keys {
		if k >= 0 {
			order[next[k]] = int32(i)
			next[k]++
		}
	}
	return order, start
}

// neighbours yields the number of the other end of each resolved edge of node n, once an edge, n itself included
// for a self edge.
func (g *Graph) neighbours(n int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := g.leave[n]; i < g.leave[n+1]; i++ {
			if g.target[i] >= 0 && !yield(g.target[i]) {
				return
			}
		}
		for _, i := range g.entering[g.enter[n]:g.enter[n+1]] {
			if !yield(g.source[i]) {
				return
			}
		}
	}
}

func (g *Graph) countDegrees() {
	seenFrom := make([]int32, len(g.nodes)) // the last node, plus one, that counted this one
	for n := range int32(len(g.nodes)) {
		seenFrom[n] = n + 1
		degree := 0
		for other := range g.neighbours(n) {
			if seenFrom[other] != n+1 {
				seenFrom[other] = n + 1
				degree++
			}
		}
		g.nodes[n].Degree = degree
	}
}
