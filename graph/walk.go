package graph

import (
	"context"
	"fmt"
)

// DefaultHubDegree is the degree above which a node is a hub where Options and PathOptions name none.
const DefaultHubDegree = 200

// Options say how far a walk goes and along which edges. The zero Options reach only the start.
type Options struct {
	Depth     int       // edges to cross from the start at most
	Direction Direction // seen from the node being crossed

	// Relations limits the edges that are crossed to those with one of these relations, either as written or as
	// read from the node being crossed; compared by RelationKey, blank ones ignored. None means all.
	Relations []string
	// Types marks visits of other types as Filtered, and stops nothing. None means all.
	Types []string

	HubDegree  int         // a node with a higher degree is a hub; 0 means DefaultHubDegree, negative: no hubs
	Terminal   []string    // types of nodes that are reached last in their depth, and not crossed
	Vocabulary *Vocabulary // nil means NewVocabulary()
}

// Walked is what a walk found.
type Walked struct {
	// Visits holds the nodes reached, the start first, each once, nearest first.
	Visits []Visit
	// Edges holds the edges kept while crossing, each once, in the order of the node crossed and then of the
	// edges of that node. Edges that lead back or sideways to a visited node are among them.
	Edges []Edge
	// Unseen tells why the walk reached nothing though the start has neighbours. Otherwise it is nil.
	Unseen []Unseen
}

// A Visit is a node reached by a walk.
type Visit struct {
	Node
	Depth int // edges between the start and the node
	// Via holds the kept edges by which nodes one step nearer lead here, best first; nil for the start.
	Via []Edge
	// Filtered says that the node's type is not among those asked for. The start is never filtered.
	Filtered bool
	// Hub says that the node would have been crossed along all edges, were it not a hub.
	Hub bool
	// Uncrossed is the number of neighbours to which no kept edge leads from a node that the hub rule or the
	// terminal rule held back: its Degree less the distinct nodes that kept edges join it with. It counts
	// neighbours in both directions. It is 0 for other nodes.
	Uncrossed int
}

// Walk walks breadth first from the node start. For each depth it asks src once for edges, once more where hubs
// are among the nodes to cross, and once for nodes.
//
// Of parallel edges, those from one node to the same other, edges equal in RelationKey and Annotation count once,
// told by the one with the lowest Origin.Order; a Bare edge counts only where it has no parallel, and once. Then
// the filters apply.
//
// A node with more neighbours than Options.HubDegree is a hub: it is reached, but crossed only along edges of
// kind Constraint, Decision, Incident and Dependency. A node of a terminal type is reached and not crossed. The
// start is always crossed.
//
// Nodes of one depth are in the order of the best edge that reaches them. Edges compare by: a terminal node at
// the far end last; kind; place of the near node in the walk; edges that leave the near node first; From;
// Origin.Order; RelationKey; Annotation; To.
//
// A start that src does not know and a negative depth are errors. The context is looked at before each depth.
func Walk(ctx context.Context, src Source, start string, opt Options) (*Walked, error) {
	if opt.Depth < 0 {
		return nil, fmt.Errorf("walking from %q: negative depth %d", start, opt.Depth)
	}
	w, err := newWalker(ctx, src, start, opt)
	if err != nil {
		return nil, fmt.Errorf("walking from %q: %w", start, err)
	}
	for w.depth < opt.Depth && !w.done() {
		if err := w.step(ctx); err != nil {
			return nil, fmt.Errorf("walking from %q: depth %d: %w", start, w.depth, err)
		}
	}
	if err := w.explain(ctx); err != nil {
		return nil, fmt.Errorf("walking from %q: looking for hidden edges: %w", start, err)
	}
	w.countUncrossed()
	return &w.found, nil
}
