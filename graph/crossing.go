package graph

import (
	"cmp"
	"slices"
	"strings"
)

// An arc is an edge between two nodes that a walker has met.
type arc struct {
	*Edge
	reading
	from, to int // numbers
}

// ends returns the numbers of both ends for one who stands where a enters, or else leaves.
func (a *arc) ends(in bool) (near, far int) {
	if in {
		return a.to, a.from
	}
	return a.from, a.to
}

// distinct returns arcs in any order, with parallel ones that say the same counted once, and bare ones only where
// nothing else joins their ends the same way. It changes arcs.
func distinct(arcs []arc) []arc {
	// Bare is the last kind, so that a bare arc follows any parallel to it.
	slices.SortFunc(arcs, func(a, b arc) int {
		if c := cmp.Or(a.from-b.from, a.to-b.to, cmp.Compare(a.kind, b.kind)); c != 0 {
			return c
		}
		return cmp.Or(
			strings.Compare(a.key, b.key),
			strings.Compare(a.Annotation, b.Annotation),
			compareInNote(*a.Edge, *b.Edge),
		)
	})
	return slices.CompactFunc(arcs, func(a, b arc) bool {
		return a.from == b.from && a.to == b.to &&
			(a.kind == Bare || b.kind == Bare || a.key == b.key && a.Annotation == b.Annotation)
	})
}

// A crossing is an arc as seen by a walk that stands at one of its ends.
type crossing struct {
	*arc
	near     int  // the place of that end
	far      int  // the number of the other
	in       bool // whether the arc enters the near end
	terminal bool // whether the far end is terminal
}

func (c crossing) farID() string {
	if c.in {
		return c.From
	}
	return c.To
}

// compareCrossings orders crossings by what they promise: the order of a walk.
func compareCrossings(a, b crossing) int {
	if c := cmp.Or(
		compareFlags(a.terminal, b.terminal),
		cmp.Compare(a.kind, b.kind),
		cmp.Compare(a.near, b.near),
	); c != 0 {
		return c
	}
	return compareSeen(a.arc, b.arc, a.in, b.in)
}

// compareSeen orders arcs of one kind that enter, or else leave, the same node.
func compareSeen(a, b *arc, aIn, bIn bool) int {
	if c := cmp.Or(
		compareFlags(aIn, bIn),
		strings.Compare(a.From, b.From),
		cmp.Compare(a.Origin.Order, b.Origin.Order),
	); c != 0 {
		return c
	}
	return cmp.Or(
		strings.Compare(a.key, b.key),
		strings.Compare(a.Annotation, b.Annotation),
		strings.Compare(a.To, b.To),
	)
}

// compareFlags puts false before true.
func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
