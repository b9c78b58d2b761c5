package graph

import "context"

// Unseen counts edges of the start that a limit hid.
type Unseen struct {
	By    Limit
	Edges int // parallel ones as the walk counts them; at least 1
}

// A Limit is an option that can hide all edges of the start.
type Limit uint8

// The limits, in the order in which they are blamed for an edge that several of them hide.
const (
	ByDepth Limit = iota
	ByDirection
	ByRelation
)

// String returns the limit as the word of its option: "depth", "direction" or "relation".
func (l Limit) String() string {
	switch l {
	case ByDepth:
		return "depth"
	case ByDirection:
		return "direction"
	}
	return "relation"
}

// explain fills Unseen.
func (w *walker) explain(ctx context.Context) error {
	start := w.found.Visits[0]
	if len(w.found.Visits) > 1 || start.Degree == 0 {
		return nil
	}
	edges, err := w.src.Edges(ctx, []string{start.ID}, Both, nil)
	if err != nil {
		return err
	}
	var count [ByRelation + 1]int
	for _, a := range distinct(w.read(nil, edges)) {
		if a.from == 0 || a.to == 0 {
			count[w.rules.hiddenBy(a.to == 0)]++
		}
	}
	for by, n := range count {
		if n > 0 {
			w.found.Unseen = append(w.found.Unseen, Unseen{Limit(by), n})
		}
	}
	return nil
}

// hiddenBy returns the limit that hides an edge which enters, or else leaves, a start that reached nothing.
func (r *rules) hiddenBy(in bool) Limit {
	switch {
	case r.Depth == 0:
		return ByDepth
	case !r.faces(in):
		return ByDirection
	}
	return ByRelation
}
