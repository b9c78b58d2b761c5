package graph_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"vaultgraph/graph"
)

// randomGraph makes a small graph with all that is awkward: parallel, self and dangling edges, relations that
// differ only in writing, hubs for a low hub degree, and nodes of the type "session".
func randomGraph(r *rand.Rand) ([]graph.Node, []graph.Edge) {
	types := []string{"", "service", "ticket", "session"}
	nodes := make([]graph.Node, 1+r.IntN(14))
	for i := range nodes {
		nodes[i] = graph.Node{ID: fmt.Sprintf("n%02d", i), Type: types[r.IntN(len(types))]}
	}
	relations := []string{
		"", "", "", "dependency", "Depends_On", "depends-on", "dependent", "key decision", "hard constraint",
		"incident", "mentions", "Mentions", "supersedes",
	}
	annotations := []string{"", "", "why", "because"}
	edges := make([]graph.Edge, r.IntN(4*len(nodes)))
	order := map[string]int{}
	for i := range edges {
		from := nodes[skewed(r, len(nodes))].ID
		e := graph.Edge{
			From:       from,
			To:         nodes[skewed(r, len(nodes))].ID,
			Relation:   relations[r.IntN(len(relations))],
			Annotation: annotations[r.IntN(len(annotations))],
			Origin:     graph.Origin{Order: order[from], Line: 1 + 3*order[from]},
		}
		if r.IntN(10) == 0 {
			e.To = ""
		}
		order[from]++
		edges[i] = e
	}
	return nodes, edges
}

// skewed prefers low numbers, which makes hubs.
func skewed(r *rand.Rand, n int) int {
	return min(r.IntN(n), r.IntN(n))
}

func randomOptions(r *rand.Rand) graph.Options {
	opt := graph.Options{
		Depth:     r.IntN(6),
		Direction: graph.Direction(r.IntN(3)),
		HubDegree: []int{0, -1, 1, 2, 3, 4}[r.IntN(6)],
	}
	if r.IntN(2) == 0 {
		opt.Terminal = []string{"session"}
	}
	if r.IntN(3) == 0 {
		opt.Relations = []string{[]string{"Depends On", "needed by", "dependent", "mentions"}[r.IntN(4)], "key-decision"}
	}
	if r.IntN(3) == 0 {
		opt.Types = []string{"service", "ticket"}
	}
	return opt
}

// eachRandom runs check on many random graphs. A failure names the seed.
func eachRandom(t *testing.T, n uint64, check func(t *testing.T, r *rand.Rand)) {
	t.Helper()
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 1))
		if ok := t.Run(fmt.Sprint(seed), func(t *testing.T) { check(t, r) }); !ok {
			return
		}
	}
}

func mustNew(t testing.TB, nodes []graph.Node, edges []graph.Edge) *graph.Graph {
	t.Helper()
	g, err := graph.New(nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// shuffled returns a copy of s in another order.
func shuffled[T any](r *rand.Rand, s []T) []T {
	s = slices.Clone(s)
	r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
}

// A generous source ignores what is wanted, returns every edge there is, some twice, in any order.
type generous struct {
	*graph.Graph
	r *rand.Rand
}

func (s generous) Edges(context.Context, []string, graph.Direction, func(string) bool) ([]graph.Edge, error) {
	var edges []graph.Edge
	for n := range s.AllNodes() {
		edges = append(edges, s.Out(n.ID)...)
	}
	edges = append(edges, edges[:s.r.IntN(len(edges)+1)]...)
	return shuffled(s.r, edges), nil
}
