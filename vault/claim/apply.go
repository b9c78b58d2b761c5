package claim

import (
	"context"
	"strings"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
	"vaultgraph/vault/world"
)

// A Writer writes corrections into notes: a vault.Writer.
type Writer interface {
	Correct(ctx context.Context, corrections ...vault.Correction) ([]vault.Result, error)
	PlanCorrections(ctx context.Context, corrections ...vault.Correction) ([]vault.Result, string, error)
}

// Apply writes corrections into their notes. It returns those that were made, with their lines, and what became of
// each change: those of one paragraph are one.
func Apply(ctx context.Context, w Writer, corrections []Correction) ([]Correction, []vault.Result, error) {
	changes, of := changesOf(corrections)
	results, err := w.Correct(ctx, changes...)
	return made(corrections, of, results), results, err
}

// Plan says what Apply would do, and the change to the notes as a unified diff. It writes nothing.
func Plan(ctx context.Context, w Writer, corrections []Correction) ([]Correction, []vault.Result, string, error) {
	changes, of := changesOf(corrections)
	results, diff, err := w.PlanCorrections(ctx, changes...)
	return made(corrections, of, results), results, diff, err
}

// made returns the corrections whose changes were made.
func made(corrections []Correction, of []int, results []vault.Result) []Correction {
	var done []Correction
	for i, c := range corrections {
		if of[i] < len(results) && results[of[i]].Status == vault.StatusNew {
			done = append(done, c)
		}
	}
	return done
}

// changesOf returns the changes to notes that corrections come to, and for each correction which change it is in.
func changesOf(corrections []Correction) (changes []vault.Correction, of []int) {
	type place struct {
		note string
		at   int
	}
	known := map[place]int{}
	for i := range corrections {
		c := &corrections[i]
		source := c.source()
		p := place{c.Claim.Note, -1}
		if b := c.Claim.Block; b != nil {
			p.at = b.At
		}
		n, ok := known[p]
		if !ok {
			n = len(changes)
			known[p] = n
			changes = append(changes, vault.Correction{Note: p.note, Property: p.at < 0, At: max(p.at, 0)})
		}
		of = append(of, n)
		change := &changes[n]
		change.Sources = append(change.Sources, source)
		if change.Is != "" {
			change.Is += "; "
		}
		change.Is += c.Is
		if b := c.Claim.Block; b != nil {
			change.Text = b.Text
			change.Edits = append(change.Edits, c.edits(b)...)
		}
	}
	return changes, of
}

// source returns what the correction rests on.
func (c *Correction) source() vault.Source {
	switch {
	case c.ticket.Key != "":
		return vault.Source{Kind: vault.SourceTicket, Ref: c.ticket.Key, At: c.At, By: c.By.Label()}
	case c.Ref.Kind == world.RefChange:
		return vault.Source{Kind: vault.SourceChange, Ref: nameOf(c.Ref), At: c.At, By: c.By.Label()}
	}
	return vault.Source{Kind: vault.SourceTicket, Ref: c.Ref.Key, At: c.At, By: c.By.Label()}
}

// edits returns the changes to the words of a paragraph: those of the state; in a task that says nothing else, and is
// over, its box; behind a relation, since when it is so.
func (c *Correction) edits(b *Paragraph) []note.Splice {
	start, end := c.Claim.Span.Start-b.At, c.Claim.Span.End-b.At
	edits := []note.Splice{words(b.Text, start, end, c.Is)}
	if b.Whole && b.Box > 0 && c.over() {
		edits = append(edits, note.Splice{Span: note.Span{Start: b.Box, End: b.Box + 1}, New: "x"})
	}
	if c.Claim.Form == FormRelation {
		edits = append(edits, c.relationNote(b.Text))
	}
	return edits
}

// words returns the splice that puts words in the place of others. Where these go on in a second line, the line end
// stays, and the words follow it.
func words(text string, start, end int, is string) note.Splice {
	if br := strings.IndexAny(text[start:end], "\r\n"); br >= 0 {
		second := start + br
		indented := second + len(text[second:end]) - len(strings.TrimLeft(text[second:end], " \t\r\n"))
		for start > 0 && (text[start-1] == ' ' || text[start-1] == '\t') {
			start--
		}
		is = text[second:indented] + is
	}
	return note.Splice{Span: note.Span{Start: start, End: end}, New: is}
}

// over reports whether what the claim was about has come to a good end.
func (c *Correction) over() bool { return strings.HasPrefix(c.Is, "merged") || c.done }

// relationNote says at the end of a bullet since when its relation is so, in the place of an earlier such note.
func (c *Correction) relationNote(text string) note.Splice {
	id := blockID().FindString(text)
	end := len(strings.TrimRight(text[:len(text)-len(id)], " \t"))
	start := end
	if was := noted().FindStringIndex(text[:end]); was != nil {
		start = was[0]
	}
	since := strings.TrimPrefix(c.Evidence, c.Ref.Key+" ")
	return note.Splice{Span: note.Span{Start: start, End: end}, New: " (" + strings.ToLower(since) + ")"}
}
