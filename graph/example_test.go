package graph_test

import (
	"context"
	"fmt"
	"log"

	"vaultgraph/graph"
)

func exampleGraph() *graph.Graph {
	g, err := graph.New(
		[]graph.Node{{ID: "whois-lookup"}, {ID: "ip-rotation-tool"}, {ID: "TICKET-2526"}, {ID: "billing"}},
		[]graph.Edge{
			{From: "whois-lookup", To: "ip-rotation-tool", Relation: "dependency", Annotation: "pool of source IPs"},
			{From: "whois-lookup", To: "TICKET-2526", Relation: "key decision", Origin: graph.Origin{Order: 1}},
			{From: "billing", To: "whois-lookup", Relation: "depends on", Annotation: "domain age"},
		},
	)
	if err != nil {
		log.Fatal(err)
	}
	return g
}

func ExampleWalk() {
	w, err := graph.Walk(context.Background(), exampleGraph(), "whois-lookup", graph.Options{Depth: 2})
	if err != nil {
		log.Fatal(err)
	}
	vocabulary := graph.NewVocabulary()
	for _, v := range w.Visits[1:] {
		edge := v.Via[0]
		fmt.Printf("%d %s: %s\n", v.Depth, v.ID, vocabulary.Read(edge, edge.Other(v.ID)))
	}
	// Output:
	// 1 TICKET-2526: key decision
	// 1 ip-rotation-tool: dependency
	// 1 billing: needed by
}

// flat is a Costs for notes that are all of one size.
type flat struct{}

func (flat) Signpost(int) int { return 10 }
func (flat) Parts(int) []int  { return []int{50, 50} }
func (flat) Prose(int) []int  { return []int{200} }

func ExampleFit() {
	w, err := graph.Walk(context.Background(), exampleGraph(), "whois-lookup", graph.Options{Depth: 1})
	if err != nil {
		log.Fatal(err)
	}
	fitted := graph.Fit(w.Visits, flat{}, 450)
	for i, share := range fitted.Shares {
		fmt.Printf("%s: %v, %d parts\n", w.Visits[i].ID, share.Shown(), share.Parts)
	}
	fmt.Println("used:", fitted.Used)
	// Output:
	// whois-lookup: full, 2 parts
	// TICKET-2526: part, 2 parts
	// ip-rotation-tool: signpost, 0 parts
	// billing: signpost, 0 parts
	// used: 440
}

func ExamplePath() {
	trail, err := graph.Path(context.Background(), exampleGraph(), "billing", "ip-rotation-tool", graph.PathOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range trail.Edges {
		fmt.Printf("%s -> %s: %s: %s\n", e.From, e.To, e.Relation, e.Annotation)
	}
	// Output:
	// billing -> whois-lookup: depends on: domain age
	// whois-lookup -> ip-rotation-tool: dependency: pool of source IPs
}
