package graph

// Shown is how much of a visit a budget pays for.
type Shown uint8

// The levels, each showing more than the one before.
const (
	No       Shown = iota // nothing
	Signpost              // only that it is there
	Part                  // some pieces too
	Full                  // everything
)

// String returns "no", "signpost", "part" or "full".
func (s Shown) String() string {
	switch s {
	case Signpost:
		return "signpost"
	case Part:
		return "part"
	case Full:
		return "full"
	}
	return "no"
}

// Costs tells what showing the visits of a walk costs, in the unit of the budget; a negative cost counts as 0. Fit
// calls each method at most once a visit, in an order that does not depend on the budget, and only when it gets
// as far: what is never asked for need not be read.
type Costs interface {
	// Signpost returns the cost of saying that visits[visit] is there.
	Signpost(visit int) int
	// Parts returns the costs of the pieces that matter, in the order in which they are shown.
	Parts(visit int) []int
	// Prose returns the costs of the other pieces, likewise.
	Prose(visit int) []int
}

// Fitted is what a budget pays for.
type Fitted struct {
	Shares   []Share // one for each visit
	Used     int     // the sum of the costs paid, at most the budget
	Complete bool    // whether all of each visit was paid, but for filtered ones
}

// A Share is what a budget pays of one visit.
type Share struct {
	Signpost bool
	Parts    int // number of leading pieces
	Prose    int // likewise

	parts, prose tally
}

// A tally tells how many pieces there are to pay, once that is known.
type tally struct {
	total int
	known bool
}

func (t tally) reached(paid int) bool {
	return t.known && paid == t.total
}

// Shown returns the level of s. It is Full only where everything was paid and Fit got far enough to know that
// there is no more; else Part where a piece was paid.
func (s Share) Shown() Shown {
	switch {
	case !s.Signpost:
		return No
	case s.parts.reached(s.Parts) && s.prose.reached(s.Prose):
		return Full
	case s.Parts > 0 || s.Prose > 0:
		return Part
	}
	return Signpost
}

// Fit spends budget on visits as Walk returns them. It buys pieces in one order, which does not depend on the
// budget, and stops at the first one that it cannot pay. So what a budget shows is a prefix of what a larger one
// shows, no visit is shown less for it, and the visits shown are the first ones. Filtered visits cost nothing and
// are not shown.
//
// README.md names the order. Signposts are bought in the order of the walk. A helping is the longest run of
// next pieces of one visit whose costs sum up to no more than a constant, and at least one piece.
func Fit(visits []Visit, costs Costs, budget int) Fitted {
	t := newTable(visits, costs)
	used := 0
	for cost := range t.pieces() {
		if cost > budget-used {
			return Fitted{Shares: t.shares, Used: used}
		}
		used += cost
	}
	return Fitted{Shares: t.shares, Used: used, Complete: true}
}
