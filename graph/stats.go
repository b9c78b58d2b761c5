package graph

import (
	"cmp"
	"slices"
	"strings"
)

// Statistics say how large and how healthy a graph is. Parallel edges are counted one by one. Lists of IDs are in
// the order of IDs.
type Statistics struct {
	Nodes, Edges int
	Resolved     int     // edges that lead to a node
	Annotated    int     // edges with a relation or an annotation
	LinksPerNode float64 // Edges / Nodes; 0 for no nodes

	NodesByType     []Count // by Node.Type
	EdgesByRelation []Count // by RelationKey
	EdgesByKind     []Count // by Kind.String

	Orphans    []string // nodes without any edge, dangling ones included and self edges not
	NoIncoming []string // nodes that no other node leads to
	DeadEnds   []string // nodes that lead nowhere, not even by a dangling edge; self edges do not count

	Hubs       []Node // nodes above the hub degree, the highest degree first, then by ID
	Components int    // groups of nodes that edges join in whatever direction
	Largest    int    // nodes of the largest of these
}

// A Count is how often a name occurs. Lists of counts have the highest first, then are in the order of names.
type Count struct {
	Name  string // "" for nodes without type, and for edges without relation
	Count int
}

// Stats counts g. hubDegree is that of Options; v tells the kinds, nil meaning NewVocabulary().
func Stats(g *Graph, hubDegree int, v *Vocabulary) Statistics {
	rules := newRules(Options{HubDegree: hubDegree, Vocabulary: v})
	s := Statistics{Nodes: len(g.nodes), Edges: len(g.source)}
	s.countEdges(g, rules)
	types := map[string]int{}
	for n, node := range g.nodes {
		types[node.Type]++
		s.addEnds(g, int32(n))
		if rules.isHub(node) {
			s.Hubs = append(s.Hubs, node)
		}
	}
	slices.SortStableFunc(s.Hubs, func(a, b Node) int { return b.Degree - a.Degree })
	s.NodesByType = counts(types)
	if s.Nodes > 0 {
		s.LinksPerNode = float64(s.Edges) / float64(s.Nodes)
	}
	s.Components, s.Largest = g.components()
	return s
}

// countEdges counts the edges.
func (s *Statistics) countEdges(g *Graph, rules *rules) {
	readings := g.readings(rules)
	byRelation, byKind := make([]int, len(readings.byRelation)), [Bare + 1]int{}
	for i := range g.edges.list {
		byRelation[g.edges.list[i].relation]++
		byKind[readings.of(int32(i)).kind]++
		if g.target[i] >= 0 {
			s.Resolved++
		}
	}
	s.Annotated = s.Edges - byKind[Bare]
	relations, kinds := map[string]int{}, map[string]int{}
	for i, n := range byRelation {
		relations[readings.byRelation[i].key] += n
	}
	for k, n := range byKind {
		if n > 0 {
			kinds[Kind(k).String()] = n
		}
	}
	s.EdgesByRelation, s.EdgesByKind = counts(relations), counts(kinds)
}

// addEnds adds node n to the lists of nodes that lack edges.
func (s *Statistics) addEnds(g *Graph, n int32) {
	self := func(edge int32) bool { return g.source[edge] == g.target[edge] }
	out, in := 0, 0
	for i := g.leave[n]; i < g.leave[n+1]; i++ {
		if !self(i) {
			out++
		}
	}
	for _, i := range g.entering[g.enter[n]:g.enter[n+1]] {
		if !self(i) {
			in++
		}
	}
	id := g.nodes[n].ID
	if out == 0 && in == 0 {
		s.Orphans = append(s.Orphans, id)
	}
	if in == 0 {
		s.NoIncoming = append(s.NoIncoming, id)
	}
	if out == 0 {
		s.DeadEnds = append(s.DeadEnds, id)
	}
}

func counts(by map[string]int) []Count {
	list := make([]Count, 0, len(by))
	for name, n := range by {
		list = append(list, Count{name, n})
	}
	slices.SortFunc(list, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name))
	})
	return list
}

// components returns the number of groups of nodes that edges join, and the size of the largest.
func (g *Graph) components() (number, largest int) {
	seen := make([]bool, len(g.nodes))
	for n := range int32(len(g.nodes)) {
		if seen[n] {
			continue
		}
		seen[n] = true
		group := []int32{n}
		for i := 0; i < len(group); i++ {
			for other := range g.neighbours(group[i]) {
				if !seen[other] {
					seen[other] = true
					group = append(group, other)
				}
			}
		}
		number++
		largest = max(largest, len(group))
	}
	return number, largest
}
