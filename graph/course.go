package graph

import (
	"iter"
	"math"
)

// The helpings of pieces that are bought before the rest, in the unit of the budget.
const (
	startFirstHelping = 400  // prose of the start, before anything else is named
	startProseHelping = 1500 // more of it, behind what matters of its neighbours
	partsHelping      = 400  // parts of each other visit
	proseHelping      = 300  // prose of each other visit
	wholeHelping      = math.MaxInt
)

// A portion is one of the three things that a visit is shown by.
type portion uint8

const (
	signpost portion = iota
	parts
	prose
)

// A course is one helping of a portion for each visit from first up to but not including last.
type course struct {
	first, last int
	of          portion
	helping     int
	strict      bool // whether even the first piece must fit the helping
}

// menu returns all that can be bought, best first: the start, what matters of it and the beginning of its prose,
// its neighbours, more of its prose, what is farther away, prose of all, and at last what the helpings left over.
func menu(visits []Visit) iter.Seq[course] {
	return func(yield func(course) bool) {
		for _, c := range helpings(visits) {
			if !yield(c) {
				return
			}
		}
		for i := range visits {
			if !yield(course{first: i, last: i + 1, of: parts, helping: wholeHelping}) ||
				!yield(course{first: i, last: i + 1, of: prose, helping: wholeHelping}) {
				return
			}
		}
	}
}

// helpings returns the courses before the rest.
func helpings(visits []Visit) []course {
	end := len(visits)
	start := depthEnd(visits, 0)
	near := depthEnd(visits, start)
	courses := []course{
		{first: 0, last: start, of: signpost, helping: wholeHelping},
		{first: 0, last: start, of: parts, helping: wholeHelping},
		{first: 0, last: start, of: prose, helping: startFirstHelping, strict: true},
		{first: start, last: near, of: signpost, helping: wholeHelping},
		{first: start, last: near, of: parts, helping: partsHelping},
		{first: 0, last: start, of: prose, helping: startProseHelping},
	}
	for first, last := near, 0; first < end; first = last {
		last = depthEnd(visits, first)
		courses = append(courses,
			course{first: first, last: last, of: signpost, helping: wholeHelping},
			course{first: first, last: last, of: parts, helping: partsHelping},
		)
	}
	return append(courses, course{first: start, last: end, of: prose, helping: proseHelping})
}

// depthEnd returns the end of the visits that are as far from the start as visits[first].
func depthEnd(visits []Visit, first int) int {
	last := first
	for last < len(visits) && visits[last].Depth == visits[first].Depth {
		last++
	}
	return last
}

// A table is where visits are served: what each was given, and what there is for it as far as asked.
type table struct {
	visits []Visit
	costs  Costs
	shares []Share
	bills  []bill // by visit
}

// A bill holds the costs of the pieces of a visit, once asked for.
type bill struct {
	parts, prose []int
}

func newTable(visits []Visit, costs Costs) *table {
	return &table{visits, costs, make([]Share, len(visits)), make([]bill, len(visits))}
}

// pieces yields the cost of each piece that can be bought, in the order of the menu. A piece counts as bought, and
// is added to its share, when the one who ranges over them goes on.
func (t *table) pieces() iter.Seq[int] {
	return func(yield func(int) bool) {
		for c := range menu(t.visits) {
			for visit := c.first; visit < c.last; visit++ {
				if !t.visits[visit].Filtered && !t.serve(visit, c, yield) {
					return
				}
			}
		}
	}
}

// serve yields one visit's helping of a course, and reports whether all of it was bought.
func (t *table) serve(visit int, c course, yield func(int) bool) bool {
	if c.of == signpost {
		paid := yield(max(0, t.costs.Signpost(visit)))
		t.shares[visit].Signpost = paid
		return paid
	}
	costs, paid := t.ask(visit, c.of)
	sum := 0
	for first := *paid; *paid < len(costs); *paid++ {
		cost := max(0, costs[*paid])
		if (*paid > first || c.strict) && cost > c.helping-sum {
			return true
		}
		if !yield(cost) {
			return false
		}
		sum += cost
	}
	return true
}

// ask returns the costs of the pieces of a portion, asking for them the first time, and where the number of those
// bought is kept.
func (t *table) ask(visit int, of portion) (costs []int, paid *int) {
	share, bill := &t.shares[visit], &t.bills[visit]
	if of == parts {
		if !share.parts.known {
			bill.parts = t.costs.Parts(visit)
			share.parts = tally{len(bill.parts), true}
		}
		return bill.parts, &share.Parts
	}
	if !share.prose.known {
		bill.prose = t.costs.Prose(visit)
		share.prose = tally{len(bill.prose), true}
	}
	return bill.prose, &share.Prose
}
