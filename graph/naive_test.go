package graph_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"vaultgraph/graph"
)

// naive is a second implementation of the rules in README.md, without regard to cost: it looks at all edges for
// everything, and compares edges by keys spelled out as strings.
type naive struct {
	opt   graph.Options
	vocab *graph.Vocabulary
	start string
	nodes map[string]graph.Node
	edges []graph.Edge // distinct ones between two nodes
}

func newNaive(g *graph.Graph, edges []graph.Edge, start string, opt graph.Options) *naive {
	n := &naive{opt: opt, vocab: graph.NewVocabulary(), start: start, nodes: map[string]graph.Node{}}
	for node := range g.AllNodes() {
		n.nodes[node.ID] = node
	}
	for i, e := range edges {
		if e.To == "" || e.To == e.From {
			continue
		}
		if !slices.ContainsFunc(edges, func(other graph.Edge) bool { return n.covers(other, e) }) {
			n.edges = append(n.edges, edges[i])
		}
	}
	return n
}

// covers tells whether e does not count beside its parallel other.
func (n *naive) covers(other, e graph.Edge) bool {
	if other == e || other.From != e.From || other.To != e.To {
		return false
	}
	earlier := other.Origin.Order < e.Origin.Order
	if n.vocab.EdgeKind(e) == graph.Bare {
		return n.vocab.EdgeKind(other) != graph.Bare || earlier
	}
	same := graph.RelationKey(other.Relation) == graph.RelationKey(e.Relation) && other.Annotation == e.Annotation
	return same && earlier
}

func (n *naive) terminal(id string) bool {
	return id != n.start && slices.Contains(n.opt.Terminal, n.nodes[id].Type)
}

func (n *naive) hub(id string) bool {
	limit := cmp.Or(n.opt.HubDegree, graph.DefaultHubDegree)
	return id != n.start && limit >= 0 && n.nodes[id].Degree > limit && !n.terminal(id)
}

func (n *naive) crossable(e graph.Edge, near string) bool {
	out := e.From == near
	switch {
	case n.terminal(near):
		return false
	case n.opt.Direction == graph.Out && !out, n.opt.Direction == graph.In && out:
		return false
	case n.hub(near):
		switch n.vocab.EdgeKind(e) {
		case graph.Named, graph.Annotated, graph.Bare:
			return false
		}
	}
	if len(n.opt.Relations) == 0 {
		return true
	}
	for _, relation := range n.opt.Relations {
		key := graph.RelationKey(relation)
		if key == graph.RelationKey(e.Relation) || key == graph.RelationKey(n.vocab.Read(e, near)) {
			return true
		}
	}
	return false
}

// depths relaxes distances until nothing changes.
func (n *naive) depths() map[string]int {
	depth := map[string]int{n.start: 0}
	for changed := true; changed; {
		changed = false
		for _, e := range n.edges {
			for _, near := range []string{e.From, e.To} {
				d, ok := depth[near]
				if !ok || d >= n.opt.Depth || !n.crossable(e, near) {
					continue
				}
				if old, ok := depth[e.Other(near)]; !ok || old > d+1 {
					depth[e.Other(near)] = d + 1
					changed = true
				}
			}
		}
	}
	return depth
}

// key spells out the order of edges. IDs have equal length, so strings compare as their fields do.
func (n *naive) key(e graph.Edge, near string, place int) string {
	bit := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	return fmt.Sprintf("%d %d %03d %d %s %03d %s\x00%s\x00%s",
		bit(n.terminal(e.Other(near))), n.vocab.EdgeKind(e), place, bit(e.To == near),
		e.From, e.Origin.Order, graph.RelationKey(e.Relation), e.Annotation, e.To)
}

// sorted returns the edges that can be crossed from near, by key, and the keys.
func (n *naive) sorted(near string, place int) ([]string, map[string]graph.Edge) {
	byKey := map[string]graph.Edge{}
	for _, e := range n.edges {
		if (e.From == near || e.To == near) && n.crossable(e, near) {
			byKey[n.key(e, near, place)] = e
		}
	}
	return slices.Sorted(maps.Keys(byKey)), byKey
}

func (n *naive) walk() *graph.Walked {
	depth := n.depths()
	place := map[string]int{n.start: 0}
	w := &graph.Walked{Visits: []graph.Visit{{Node: n.nodes[n.start]}}}
	for d := 1; d <= n.opt.Depth; d++ {
		ways := map[string]graph.Edge{} // all ways from depth d-1 to depth d by key
		far := map[string]string{}
		for id, p := range place {
			if depth[id] != d-1 {
				continue
			}
			_, byKey := n.sorted(id, p)
			for key, e := range byKey {
				if depth[e.Other(id)] == d {
					ways[key], far[key] = e, e.Other(id)
				}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(ways)) {
			id := far[key]
			if _, ok := place[id]; !ok {
				place[id] = len(w.Visits)
				w.Visits = append(w.Visits, graph.Visit{Node: n.nodes[id], Depth: d})
			}
			v := &w.Visits[place[id]]
			v.Via = append(v.Via, ways[key])
		}
	}
	n.finish(w)
	return w
}

func (n *naive) finish(w *graph.Walked) {
	for p, v := range w.Visits {
		if v.Depth == n.opt.Depth {
			break
		}
		keys, byKey := n.sorted(v.ID, p)
		for _, key := range keys {
			if !slices.Contains(w.Edges, byKey[key]) {
				w.Edges = append(w.Edges, byKey[key])
			}
		}
	}
	for i := range w.Visits {
		v := &w.Visits[i]
		v.Filtered = i > 0 && n.opt.Types != nil && !slices.Contains(n.opt.Types, v.Type)
		if v.Depth == n.opt.Depth || !n.hub(v.ID) && !n.terminal(v.ID) {
			continue
		}
		v.Hub = n.hub(v.ID)
		joined := map[string]bool{}
		for _, e := range w.Edges {
			if e.From == v.ID || e.To == v.ID {
				joined[e.Other(v.ID)] = true
			}
		}
		v.Uncrossed = v.Degree - len(joined)
	}
}
