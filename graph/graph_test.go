package graph_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"vaultgraph/graph"
)

func TestNewErrors(t *testing.T) {
	a, b := graph.Node{ID: "a"}, graph.Node{ID: "b"}
	tests := map[string]struct {
		nodes []graph.Node
		edges []graph.Edge
		want  string
		is    error
	}{
		"duplicate":    {[]graph.Node{a, b, a}, nil, `duplicate node "a"`, nil},
		"no ID":        {[]graph.Node{{}}, nil, "node without ID", nil},
		"unknown from": {[]graph.Node{a}, []graph.Edge{{From: "x"}}, `edge from "x" to "": unknown node "x"`, graph.ErrUnknownNode},
		"unknown to": {[]graph.Node{a}, []graph.Edge{{From: "a", To: "x"}},
			`edge from "a" to "x": unknown node "x"`, graph.ErrUnknownNode},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := graph.New(tt.nodes, tt.edges)
			if err == nil || err.Error() != tt.want || tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestGraphKeepsNothingOfItsInput(t *testing.T) {
	nodes := []graph.Node{{ID: "b", Degree: 77}, {ID: "a"}}
	edges := []graph.Edge{{From: "b", To: "a", Origin: graph.Origin{Order: 1}}, {From: "b", To: "b"}}
	g := mustNew(t, nodes, edges)
	if nodes[0] != (graph.Node{ID: "b", Degree: 77}) || edges[0].To != "a" {
		t.Error("New changed its input")
	}
	nodes[0].ID, edges[0].To = "x", "x"
	g.Out("b")[0].To = "x"
	if got := slices.Collect(g.AllNodes()); !reflect.DeepEqual(got, []graph.Node{{ID: "a", Degree: 1}, {ID: "b", Degree: 1}}) {
		t.Errorf("got nodes %v", got)
	}
	if got := edgeText(g.Out("b")); got != "b->b, b->a" {
		t.Errorf("got edges %s", got)
	}
}

func TestGraphQuestions(t *testing.T) {
	g := parse(t, `
		b -> a uses:
		a -> a
		a -> ?
		a -> b
		c -> a
		b -> a`)
	if got := edgeText(g.Out("a")); got != "a->a, a->, a->b" {
		t.Errorf("out: got %s", got)
	}
	if got := edgeText(g.In("a")); got != "a->a, b->a uses, b->a, c->a" {
		t.Errorf("in: got %s", got)
	}
	if nodes, edges := g.Len(); nodes != 3 || edges != 6 {
		t.Errorf("got %d nodes and %d edges", nodes, edges)
	}
	if n, ok := g.Node("a"); !ok || n.Degree != 2 {
		t.Errorf("got %+v, %t", n, ok)
	}
	if _, ok := g.Node("x"); ok || g.Out("x") != nil || g.In("x") != nil {
		t.Error("found a node that is not there")
	}
	if _, err := g.Edges(t.Context(), []string{"x"}, graph.Both, nil); !errors.Is(err, graph.ErrUnknownNode) {
		t.Errorf("edges of an unknown node: got %v", err)
	}
	uses := func(key string) bool { return key == "uses" }
	got, err := g.Edges(t.Context(), []string{"a", "b", "a"}, graph.Both, uses)
	if err != nil || edgeText(got) != "b->a uses" {
		t.Errorf("got %s, %v", edgeText(got), err)
	}
}

// The edges that a Graph returns as a Source are those that its documentation promises.
func TestGraphEdges(t *testing.T) {
	eachRandom(t, 200, func(t *testing.T, r *rand.Rand) {
		nodes, edges := randomGraph(r)
		g := mustNew(t, nodes, edges)
		asked := map[string]bool{}
		var ids []string
		for range r.IntN(4) {
			id := nodes[r.IntN(len(nodes))].ID
			asked[id] = true
			ids = append(ids, id)
		}
		dir := graph.Direction(r.IntN(3))
		want := map[graph.Edge]bool{}
		for _, e := range edges {
			if e.To != "" && e.To != e.From && (dir != graph.In && asked[e.From] || dir != graph.Out && asked[e.To]) {
				want[e] = true
			}
		}
		got, err := g.Edges(t.Context(), ids, dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range got {
			if !want[e] {
				t.Errorf("got %+v, which is not asked for or came twice", e)
			}
			delete(want, e)
		}
		if len(want) > 0 {
			t.Errorf("missing %v", want)
		}
	})
}
