package graph

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
)

// ErrNoPath is wrapped by the error of Path where nothing joins the two nodes.
var ErrNoPath = errors.New("no path")

// PathOptions are the limits that Path tries to keep. They mean what they mean in Options.
type PathOptions struct {
	HubDegree  int
	Terminal   []string
	Vocabulary *Vocabulary
}

// A Trail is a path between two nodes.
type Trail struct {
	// Edges lead from one node to the other, each as it is written: it may be crossed against its direction.
	// There are none where both nodes are the same.
	Edges []Edge
	// ThroughHub says that no path keeps the limits, and that this one goes through hubs or terminal nodes as if
	// they were others.
	ThroughHub bool
}

// Path returns the shortest path from one node to another over edges in either direction. It keeps to what Walk
// crosses: it leaves a hub only along edges of kind Constraint, Decision, Incident and Dependency, and a terminal
// node not at all, except the first node. Where there is no such path it looks for one without these limits.
//
// Of paths of equal length it takes the one with the smallest sum of kinds, then the one whose edges come first,
// compared from the first edge on: by kind; edges that leave the node crossed first; From; Origin.Order;
// RelationKey; Annotation; To.
//
// An ID that src does not know is an error; no path at all is one that wraps ErrNoPath.
func Path(ctx context.Context, src Source, from, to string, opt PathOptions) (*Trail, error) {
	trail, err := findPath(ctx, src, from, to, opt)
	if err != nil {
		return nil, fmt.Errorf("path from %q to %q: %w", from, to, err)
	}
	return trail, nil
}

func findPath(ctx context.Context, src Source, from, to string, opt PathOptions) (*Trail, error) {
	if _, err := fetch(ctx, src, []string{to}); err != nil {
		return nil, err
	}
	limits := Options{
		Depth:      math.MaxInt,
		HubDegree:  opt.HubDegree,
		Terminal:   opt.Terminal,
		Vocabulary: opt.Vocabulary,
	}
	w, err := walkTo(ctx, src, from, to, limits)
	if err != nil {
		return nil, err
	}
	if edges, ok := w.trace(to); ok {
		return &Trail{Edges: edges}, nil
	}
	if len(w.joined) == 0 { // nothing was held back
		return nil, ErrNoPath
	}
	limits.HubDegree, limits.Terminal = -1, nil
	if w, err = walkTo(ctx, src, from, to, limits); err != nil {
		return nil, err
	}
	if edges, ok := w.trace(to); ok {
		return &Trail{Edges: edges, ThroughHub: true}, nil
	}
	return nil, ErrNoPath
}

// walkTo walks until it has reached to, or all there is.
func walkTo(ctx context.Context, src Source, from, to string, opt Options) (*walker, error) {
	w, err := newWalker(ctx, src, from, opt)
	if err != nil {
		return nil, err
	}
	for !w.done() && !w.hasReached(to) {
		if err := w.step(ctx); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *walker) hasReached(id string) bool {
	n, ok := w.number[id]
	return ok && w.met[n].place >= 0
}

// A stride is the first edge of a shortest way from some node to the end of a path.
type stride struct {
	*arc
	in   bool // whether the edge enters the node it starts from
	to   int  // place of the node it leads to
	cost int  // sum of kinds of the best way that starts with it
}

func compareStrides(a, b stride) int {
	if c := cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.kind, b.kind)); c != 0 {
		return c
	}
	return compareSeen(a.arc, b.arc, a.in, b.in)
}

// trace returns the best of the shortest ways from the start to a node, and whether the walk has reached it.
func (w *walker) trace(id string) ([]Edge, bool) {
	if !w.hasReached(id) {
		return nil, false
	}
	end := w.met[w.number[id]].place
	best := map[int]stride{} // by the place it starts from
	for place := end; place > 0; place-- {
		if _, ok := best[place]; !ok && place != end {
			continue // on no shortest way
		}
		for _, e := range w.found.Visits[place].Via {
			s := w.stride(e, place)
			s.cost += best[place].cost
			near := w.met[w.number[e.Other(w.found.Visits[place].ID)]].place
			if known, ok := best[near]; !ok || compareStrides(s, known) < 0 {
				best[near] = s
			}
		}
	}
	var edges []Edge
	for place := 0; place != end; place = best[place].to {
		edges = append(edges, *best[place].Edge)
	}
	return edges, true
}

// stride returns the stride over e to a place, as if the path ended there.
func (w *walker) stride(e Edge, to int) stride {
	a := arc{Edge: &e, reading: w.rules.read(e)}
	return stride{arc: &a, in: e.From == w.found.Visits[to].ID, to: to, cost: int(a.kind)}
}
