package render

import (
	"fmt"
	"slices"
	"strings"

	"vaultgraph/graph"
	"vaultgraph/vault/note"
)

// maxEdges is the number of edges in a signpost. The others are pieces behind the parts of the note, so that a note
// that much leads to does not use up the budget by being there.
const maxEdges = 8

// An entry is how one visit is shown: a heading, the edges that lead to it, its text.
type entry struct {
	heading string // without mark and line end
	edges   []string
	more    []string // edges that are not in the signpost
	rest    int      // what the whole note costs
	divide  func() body
	divided bool // whether body is there
	body    body
	stated  int    // number of leading parts in the signpost
	first   bool   // whether it is that of the start
	intro   string // how to read the answer, before the first heading
}

// newEntry describes a visit. A file that cannot be read is an entry that says so. The text is divided only when a
// piece of it is asked for: most notes of a walk are no more than named, and a summary is enough for that.
func (s *shelf) newEntry(visit int) *entry {
	v := &s.walked.Visits[visit]
	e := &entry{first: visit == 0}
	for _, edge := range s.told[visit] {
		e.edges = append(e.edges, "- "+s.tells(edge, maxAnnotation)+"\n")
	}
	var about []string
	if v.Type != "" {
		about = append(about, oneLine(v.Type, maxWord))
	}
	if kind := fileKind(v.ID); kind != "" {
		about = append(about, kind)
	} else if n := s.summary(visit); n != nil {
		about = append(about, properties(n, v.ID)...)
		e.rest = s.sizes[visit]
		e.divide = func() body {
			n, err := s.notes.ReadNote(v.ID)
			if err != nil {
				return body{}
			}
			return newBody(n, v.Title, v.Type, s.toldElsewhere(visit, n))
		}
	} else if n, err := s.notes.ReadNote(v.ID); err != nil {
		about = append(about, unreadable(err))
	} else {
		about = append(about, properties(n, v.ID)...)
		e.rest = Tokens(string(n.Source))
		e.divide = func() body { return newBody(n, v.Title, v.Type, s.toldElsewhere(visit, n)) }
	}
	if v.Uncrossed > 0 {
		about = append(about, counted(v.Uncrossed, "more neighbour")+" not followed")
	}
	e.heading = joined(onePath(v.ID), headline(v.Title, v.ID), strings.Join(about, ", "))
	if len(e.edges) > maxEdges {
		e.more = e.edges[maxEdges:]
		e.edges = e.edges[:maxEdges:maxEdges]
	}
	if s.binds(visit) {
		e.state()
	}
	return e
}

// pieces returns the entry's text in pieces.
func (e *entry) pieces() *body {
	if e.divided {
		return &e.body
	}
	e.divided = true
	if e.divide != nil {
		e.body = e.divide()
	}
	for i, text := range e.more {
		e.body.parts = append(e.body.parts, newPiece(i-len(e.more), text))
	}
	return &e.body
}

// maxStated is the number of tokens up to which a constraint is stated in a signpost.
const maxStated = 300

// binds reports whether a visit beyond the neighbours of the start is known as a constraint on something nearer.
// Budgets name all notes of one depth before they show what any of them says; but a constraint that is only named
// gets broken, so its signpost states it.
func (w *web) binds(visit int) bool {
	v := &w.walked.Visits[visit]
	if v.Depth < 2 || len(v.Via) == 0 {
		return false
	}
	near, _, _ := w.ends(v.Via[0])
	relation := w.walk.Vocabulary.Read(v.Via[0], w.walked.Visits[near].ID)
	key := graph.RelationKey(relation)
	return key != "" && w.walk.Vocabulary.Kind(relation) == graph.Constraint &&
		key != "constrains" && key != "constraint on" // the other way round
}

// state moves the first of what matters into the signpost.
func (e *entry) state() {
	sum := 0
	b := e.pieces()
	for _, p := range b.parts[:b.matter] {
		if sum += p.tokens; sum > maxStated {
			return
		}
		e.stated++
	}
}

// split returns what a share pays for and what it does not, each in the order of the note.
func (e *entry) split(s graph.Share) (paid, missing []piece) {
	b := e.pieces()
	parts := e.stated + s.Parts
	paid = slices.Concat(b.parts[:parts], b.prose[:s.Prose])
	missing = slices.Concat(b.parts[parts:], b.prose[s.Prose:])
	slices.SortFunc(paid, comparePieces)
	slices.SortFunc(missing, comparePieces)
	return paid, missing
}

// toldElsewhere returns what tells the bullets of a note's Connections that the reader has as edges, or did not ask
// for.
func (w *web) toldElsewhere(visit int, n *note.Note) func(block) bool {
	hidden := w.crossed(visit) && w.picky()
	id := w.walked.Visits[visit].ID
	whole := map[int]int{} // by the start of a bullet that is told, its end
	for _, l := range n.Links {
		if l.Connection && w.lines[noteLine{id, l.Line}] {
			whole[l.Item.Start] = l.Item.End
		}
	}
	return func(b block) bool {
		if len(b.lines) == 0 {
			return true
		}
		end, ok := whole[b.span.Start+indentOf(b.lines[0])]
		return hidden || ok && b.span.End-end <= len("\r")
	}
}

// text returns the entry as far as a share pays for it. Its heading says how many tokens are missing.
func (e *entry) text(s graph.Share) string {
	var b strings.Builder
	if !e.first {
		b.WriteString("\n")
	}
	var paid []piece
	n := e.rest
	if e.divided || s.Parts+s.Prose > 0 {
		var missing []piece
		paid, missing = e.split(s)
		// Never above the number that the price of the heading was made with.
		n = min(n, sumTokens(missing))
	}
	b.WriteString(e.intro + noteMark + e.heading)
	if n > 0 {
		fmt.Fprintf(&b, " [+%d]", n)
	}
	b.WriteString("\n")
	for _, edge := range e.edges {
		b.WriteString(edge)
	}
	for _, p := range paid {
		b.WriteString(p.text)
	}
	return b.String()
}
