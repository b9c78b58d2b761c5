package graph_test

import (
	"reflect"
	"testing"

	"vaultgraph/graph"
)

func TestStats(t *testing.T) {
	g := parse(t, `
		service-a -> tool-b uses:
		service-a -> tool-c Uses: x
		service-a -> ?
		tool-b -> tool-c : why
		tool-c -> tool-c
		session-d -> ?
		note
		ticket-e -> ticket-f mentions:`)
	got := graph.Stats(g, 1, nil)
	node := func(id string) graph.Node {
		n, _ := g.Node(id)
		return n
	}
	want := graph.Statistics{
		Nodes: 7, Edges: 7, Resolved: 5, Annotated: 4, LinksPerNode: 1,
		NodesByType:     []graph.Count{{"ticket", 2}, {"tool", 2}, {"note", 1}, {"service", 1}, {"session", 1}},
		EdgesByRelation: []graph.Count{{"", 4}, {"uses", 2}, {"mentions", 1}},
		EdgesByKind:     []graph.Count{{"bare", 3}, {"dependency", 2}, {"annotated", 1}, {"named", 1}},
		Orphans:         []string{"note"},
		NoIncoming:      []string{"note", "service-a", "session-d", "ticket-e"},
		DeadEnds:        []string{"note", "ticket-f", "tool-c"},
		Hubs:            []graph.Node{node("service-a"), node("tool-b"), node("tool-c")},
		Components:      4, Largest: 3,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := graph.Stats(parse(t, ""), 0, nil); got.Components != 0 || got.LinksPerNode != 0 {
		t.Errorf("empty graph: got %+v", got)
	}
}
