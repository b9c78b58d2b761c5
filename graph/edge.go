package graph

// An Edge is one annotated link, as the note that holds it tells it. A link whose target does not exist is an
// Edge with an empty To.
type Edge struct {
	From string // ID of the node that holds the link
	To   string // ID of the node it leads to; "" when there is none
	// Relation is the word or words that name the edge, as written; "" for a link without one.
	// Compare relations by RelationKey.
	Relation string
	// Annotation is the reason given for the edge, as written; "" where there is none.
	Annotation string
	// Origin tells where in From the edge stands.
	Origin Origin
}

// An Origin is where an edge is written down: its evidence.
type Origin struct {
	Line    int    // 1-based; 0 where the format has no lines (a canvas)
	Section string // the nearest heading above; "" where there is none
	Order   int    // place among the edges of the same node, from 0, in the order of the text
}

// Direction says which edges of a node count, seen from that node.
type Direction uint8

// The directions of a walk.
const (
	Both Direction = iota // out and in
	Out                   // only edges that leave
	In                    // only edges that arrive
)

// Other returns the end of e that is not id. For a self edge it returns id.
func (e Edge) Other(id string) string {
	if e.From == id {
		return e.To
	}
	return e.From
}
