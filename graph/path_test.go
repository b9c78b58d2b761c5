package graph_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"vaultgraph/graph"
)

func TestPath(t *testing.T) {
	tests := map[string]struct {
		text    string
		opt     graph.PathOptions
		want    string
		through bool
	}{
		"the same node": {"a -> b", graph.PathOptions{}, "", false},
		"the best of parallel edges": {`
			a -> z mentions:
			z -> a key decision:
			a -> z`, graph.PathOptions{}, "z->a key decision", false},
		"out before in": {`
			z -> a uses:
			a -> z uses:`, graph.PathOptions{}, "a->z uses", false},
		"fewest edges first": {`
			a -> z
			a -> b constraint:
			b -> z constraint:`, graph.PathOptions{}, "a->z", false},
		"then the smallest sum of kinds": {`
			a -> b uses:
			b -> z
			a -> c mentions:
			z -> c mentions:`, graph.PathOptions{}, "a->c mentions, z->c mentions", false},
		"around a hub": {`
			a -> hub
			hub -> z
			hub -> x
			a -> b
			b -> c
			c -> z`, graph.PathOptions{HubDegree: 2}, "a->b, b->c, c->z", false},
		"through a hub along a dependency": {`
			a -> hub
			hub -> z uses:
			hub -> x`, graph.PathOptions{HubDegree: 2}, "a->hub, hub->z uses", false},
		"through a hub where nothing else leads": {`
			a -> hub
			hub -> z
			hub -> x`, graph.PathOptions{HubDegree: 2}, "a->hub, hub->z", true},
		"through a terminal node where nothing else leads": {`
			a -> session-1
			session-1 -> z`, graph.PathOptions{Terminal: []string{"session"}}, "a->session-1, session-1->z", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			to := "z"
			if tt.want == "" {
				to = "a"
			}
			trail, err := graph.Path(t.Context(), parse(t, tt.text), "a", to, tt.opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := edgeText(trail.Edges); got != tt.want || trail.ThroughHub != tt.through {
				t.Errorf("got %s (through hub: %t), want %s (%t)", got, trail.ThroughHub, tt.want, tt.through)
			}
		})
	}
}

func TestPathErrors(t *testing.T) {
	g := parse(t, `
		a -> hub
		b -> hub
		c -> hub
		z`)
	if _, err := graph.Path(t.Context(), g, "a", "z", graph.PathOptions{HubDegree: 2}); !errors.Is(err, graph.ErrNoPath) {
		t.Errorf("no path: got %v", err)
	}
	for _, ends := range [][2]string{{"a", "nowhere"}, {"nowhere", "a"}} {
		_, err := graph.Path(t.Context(), g, ends[0], ends[1], graph.PathOptions{})
		if !errors.Is(err, graph.ErrUnknownNode) {
			t.Errorf("from %s to %s: got %v", ends[0], ends[1], err)
		}
	}
}

// bestPath tries all paths of the shortest length.
func (n *naive) bestPath(to string) ([]graph.Edge, bool) {
	depth := n.depths()
	length, ok := depth[to]
	if !ok {
		return nil, false
	}
	var best []graph.Edge
	bestSum, bestKeys := math.MaxInt, []string(nil)
	var try func(at string, edges []graph.Edge, sum int, keys []string)
	try = func(at string, edges []graph.Edge, sum int, keys []string) {
		if len(edges) == length {
			if at == to && (sum < bestSum || sum == bestSum && less(keys, bestKeys)) {
				best, bestSum, bestKeys = append([]graph.Edge(nil), edges...), sum, append([]string(nil), keys...)
			}
			return
		}
		sorted, byKey := n.sorted(at, 0)
		for _, key := range sorted {
			e := byKey[key]
			if depth[e.Other(at)] == len(edges)+1 {
				try(e.Other(at), append(edges, e), sum+int(n.vocab.EdgeKind(e)), append(keys, key))
			}
		}
	}
	try(n.start, nil, 0, nil)
	return best, true
}

func less(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

func TestPathAgainstNaive(t *testing.T) {
	eachRandom(t, 600, func(t *testing.T, r *rand.Rand) {
		nodes, edges := randomGraph(r)
		g := mustNew(t, nodes, edges)
		from, to := nodes[r.IntN(len(nodes))].ID, nodes[r.IntN(len(nodes))].ID
		opt := graph.PathOptions{HubDegree: 1 + r.IntN(4), Terminal: []string{"session"}}

		limits := graph.Options{Depth: 99, HubDegree: opt.HubDegree, Terminal: opt.Terminal}
		want, ok := newNaive(g, edges, from, limits).bestPath(to)
		through := !ok
		if !ok {
			want, ok = newNaive(g, edges, from, graph.Options{Depth: 99, HubDegree: -1}).bestPath(to)
		}
		for _, src := range []graph.Source{g, generous{g, r}} {
			got, err := graph.Path(t.Context(), src, from, to, opt)
			if !ok {
				if !errors.Is(err, graph.ErrNoPath) {
					t.Errorf("from %s to %s: got %v, %v; want no path", from, to, got, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Edges, want) || got.ThroughHub != through {
				t.Errorf("from %s to %s\ngot  %+v\nwant %+v (through hub: %t)", from, to, got, want, through)
			}
		}
	})
}
