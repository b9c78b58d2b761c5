package graph_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"vaultgraph/graph"
)

// powerLaw makes a graph in which few nodes have most of the edges: each edge leads to an end of an earlier one.
func powerLaw(nodeCount, edgesPerNode int) ([]graph.Node, []graph.Edge) {
	r := rand.New(rand.NewPCG(1, 2))
	relations := []string{"", "", "", "dependency", "mentions", "key decision"}
	nodes := make([]graph.Node, nodeCount)
	edges := make([]graph.Edge, 0, nodeCount*edgesPerNode)
	ends := make([]int, 0, 2*nodeCount*edgesPerNode)
	for i := range nodes {
		nodes[i].ID = fmt.Sprintf("services/node-%06d.md", i)
		for order := range edgesPerNode {
			to := r.IntN(i + 1)
			if len(ends) > 0 && r.IntN(4) > 0 {
				to = ends[r.IntN(len(ends))]
			}
			edges = append(edges, graph.Edge{
				From: nodes[i].ID, To: nodes[to].ID,
				Relation: relations[r.IntN(len(relations))],
				Origin:   graph.Origin{Order: order},
			})
			ends = append(ends, i, to)
		}
	}
	return nodes, edges
}

func BenchmarkNew(b *testing.B) {
	nodes, edges := powerLaw(100_000, 8)
	for b.Loop() {
		mustNew(b, nodes, edges)
	}
}

func BenchmarkWalk(b *testing.B) {
	nodes, edges := powerLaw(100_000, 8)
	g := mustNew(b, nodes, edges)
	start := nodes[len(nodes)/2].ID
	for _, opt := range []graph.Options{{Depth: 1}, {Depth: 2}, {Depth: 3}, {Depth: 99, HubDegree: -1}} {
		b.Run(fmt.Sprintf("depth=%d", opt.Depth), func(b *testing.B) {
			for b.Loop() {
				if _, err := graph.Walk(b.Context(), g, start, opt); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPath(b *testing.B) {
	nodes, edges := powerLaw(100_000, 8)
	g := mustNew(b, nodes, edges)
	for b.Loop() {
		if _, err := graph.Path(b.Context(), g, nodes[70_000].ID, nodes[50_000].ID, graph.PathOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
