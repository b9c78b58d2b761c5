package vault

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"vaultgraph/vault/note"
)

// A Correction makes a note say what is so, in the place of what it says. It changes the property status, or a few
// words of one paragraph. Words are found again by the whole text of the paragraph, so that a correction of a note that
// has changed since is none.
type Correction struct {
	Note string // its vault path
	// Property is true for the property status, whose new value is Is. Text and Edits are then empty.
	Property bool
	// Is is what the note is to say, in short; with the text and the note, it tells corrections apart.
	Is string
	// At is where Text stood in the note, in bytes. Text is the paragraph.
	At   int
	Text string
	// Edits are the changes within Text, by offsets in it. They leave the line ends as they are.
	Edits []note.Splice
	// Sources are the evidence. Those that the paragraph does not name are added at its end.
	Sources []Source
}

// kindCorrect is the kind of a write that changed words of a paragraph.
const kindCorrect = "correct"

// Correct makes corrections, and says of each what became of it: known where the note says so already, rejected where
// it no longer says what is to be corrected, or where a person took the same correction back. As for facts, what
// cannot be written stops nothing.
func (w *Writer) Correct(ctx context.Context, corrections ...Correction) ([]Result, error) {
	results, _, err := w.correct(ctx, corrections, false)
	return results, err
}

// PlanCorrections says what Correct would do, and the change to the notes as a unified diff. It writes nothing.
func (w *Writer) PlanCorrections(ctx context.Context, corrections ...Correction) ([]Result, string, error) {
	return w.correct(ctx, corrections, true)
}

func (w *Writer) correct(ctx context.Context, corrections []Correction, plan bool) ([]Result, string, error) {
	r, end, err := w.begin(ctx, plan)
	if err != nil {
		return nil, "", err
	}
	defer end()
	results := make([]Result, len(corrections))
	for i := range corrections {
		results[i] = r.prepare(corrections[i].fact())
		if !corrections[i].Property {
			results[i].Fact.ID = corrections[i].id()
		}
	}
	if !plan {
		if err := r.lookBack(func(p string) bool { return writesTo(results, p) }); err != nil {
			return nil, "", err
		}
	}
	for _, i := range fromBehind(corrections) {
		if corrections[i].Property {
			r.group(&results[i], nil)
		} else {
			r.group(&results[i], &corrections[i])
		}
	}
	for _, g := range r.groups {
		if err := r.commit(g); err != nil {
			return results, r.diff.String(), fmt.Errorf("correcting %s: %w", Printable(g.path), err)
		}
	}
	return results, r.diff.String(), nil
}

// fromBehind returns an order of corrections in which none moves the text of a later one: those of properties last.
func fromBehind(corrections []Correction) []int {
	order := make([]int, len(corrections))
	for i := range order {
		order[i] = i
	}
	at := func(i int) int {
		if corrections[i].Property {
			return -1
		}
		return corrections[i].At
	}
	slices.SortStableFunc(order, func(i, j int) int { return at(j) - at(i) })
	return order
}

// fact returns the correction as the fact that it notes.
func (c *Correction) fact() Fact {
	f := Fact{Kind: FactState, Note: c.Note, Text: c.Is, Sources: c.Sources}
	if !c.Property && len(c.Sources) > 0 {
		f.Target = c.Sources[0].Ref
	}
	return f
}

// id tells corrections apart: by the note, by what it said and by what it is to say. So the same words, put back by a
// person, are not corrected to the same again, and others are.
func (c *Correction) id() string {
	return FactID(Fact{Kind: FactState, Note: c.Note, Text: c.Text + " → " + c.Is})
}

// decideCorrection says what a correction does to a note.
func (r *run) decideCorrection(e *editor, c *Correction, f *Fact, again bool) edit {
	known := r.ledger.facts[f.ID]
	rejected := edit{status: StatusRejected, at: -1}
	switch {
	case again:
	case known.taken:
		rejected.why = whyTaken
		return rejected
	case known.applied:
		rejected.why = "it was written before, and a person has changed it since"
		return rejected
	}
	at, ok := c.find(e.note.Source)
	if !ok {
		rejected.why = "the note no longer says so"
		return rejected
	}
	splice := c.splice(at)
	if with, ok := e.withSources(c, splice, at); ok && e.changesOnly(with) {
		splice = with
	} else if !e.changesOnly(splice) {
		rejected.why = "the note would read otherwise in other places: correct it by hand"
		return rejected
	}
	return edit{splices: []note.Splice{splice}, status: StatusNew, at: splice.Span.Start}
}

// find returns where the paragraph stands: where it stood, or where alone it stands now.
func (c *Correction) find(src []byte) (int, bool) {
	text := []byte(c.Text)
	if len(text) == 0 {
		return 0, false
	}
	if c.At >= 0 && c.At <= len(src) && bytes.HasPrefix(src[c.At:], text) {
		return c.At, true
	}
	at := bytes.Index(src, text)
	return at, at >= 0 && !bytes.Contains(src[at+1:], text)
}
