// Package render shows what a walk found, for a reader who has only so many tokens: as Markdown, JSON, paths, a
// Mermaid flowchart or an Obsidian canvas. It also tells the trail between two notes.
//
//	walked, err := graph.Walk(ctx, g, "services/whois-lookup.md", opt)
//	t, err := render.NewTraversal(ctx, render.Request{Walked: walked, Walk: opt, Budget: 6000, Notes: v})
//	fmt.Print(t.Markdown())
//
// What is near is decided by package graph, and what a budget pays for by graph.Fit; this package says what the
// pieces of a note are and what they cost.
//
// Text from notes is data. It reaches the answer without control characters, and it cannot forge the answer's
// structure: every line that starts with "## " is the heading of a note, and the text of notes has no other headings,
// no HTML blocks and no code that is left open. Whatever a note holds, and whether or not it can be read, there is an
// answer.
package render

import (
	"context"

	"vaultgraph/graph"
	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

// Notes reads a note with its text. *vault.Vault and *vault.View are such.
type Notes interface {
	ReadNote(path string) (*note.Note, error)
}

// A Summarizer is a Notes that knows what notes say beside their text, so that those which are only named need not be
// read. *vault.View is one.
type Summarizer interface {
	// Summaries returns notes without their text, in the order of paths; nil for what is no note or was not read.
	Summaries(ctx context.Context, paths []string) ([]*note.Note, error)
}

// A Request is a walk to be rendered.
type Request struct {
	Walked *graph.Walked
	// Walk holds the options of the walk: the answer depends on what was asked.
	Walk graph.Options
	// Budget is the number of tokens that the Markdown may have, as Tokens counts. What it does not pay for is not
	// shown in the other formats either; only JSON lists all.
	Budget int
	Notes  Notes
	// Sizes holds what the whole note of each visit costs, as Tokens counts, where that is known without reading.
	Sizes []int
}

// Tokens is vault.Tokens: the unit of budgets.
func Tokens(s string) int { return vault.Tokens(s) }

// A Traversal is a walk with what the budget shows of it.
type Traversal struct {
	*web
	budget int
	notes  Notes
	sizes  []int
	levels []graph.Shown
	text   string
}

// NewTraversal spends the budget of r. Its only error is that ctx is done.
func NewTraversal(ctx context.Context, r Request) (*Traversal, error) {
	s := &shelf{ctx: ctx, web: newWeb(r.Walked, r.Walk), notes: r.Notes, sizes: r.Sizes}
	s.entries = make([]*entry, len(r.Walked.Visits))
	t := &Traversal{web: s.web, budget: max(0, r.Budget), notes: r.Notes, sizes: r.Sizes}
	last := s.closing()
	fitted := graph.Fit(r.Walked.Visits, s, t.budget)
	whole := fitted.Complete && fitted.Used+Tokens(last) <= t.budget
	if !whole {
		fitted = graph.Fit(r.Walked.Visits, s, t.budget-reserve(t.budget))
	}
	t.levels = s.levels(fitted.Shares)
	t.text = s.shown(fitted.Shares)
	switch {
	case t.text == "":
	case whole:
		t.text += last
	default:
		t.text += t.leftOut(last, t.budget-Tokens(t.text))
	}
	return t, ctx.Err()
}

// reserve is what is kept of a budget for naming what it does not show. It grows with the budget, and leaves more
// when it does.
func reserve(budget int) int {
	return min(budget/6, 900)
}

// Markdown returns the answer for a reader without other context. It has no more tokens than the budget, and none at
// all where that does not pay for the heading of the start.
func (t *Traversal) Markdown() string { return t.text }

// noteTokens returns the size of a whole note, 0 for other files and for notes that cannot be read.
func (t *Traversal) noteTokens(visit int) int {
	if t.sizes != nil {
		return t.sizes[visit]
	}
	id := t.walked.Visits[visit].ID
	if fileKind(id) != "" {
		return 0
	}
	n, err := t.notes.ReadNote(id)
	if err != nil {
		return 0
	}
	return Tokens(string(n.Source))
}
