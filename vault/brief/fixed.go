package brief

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// correctedBy reports whether a correction rests on a change: then the line about the correction tells of it.
func (c *composer) correctedBy(ch *world.Change) bool {
	return slices.ContainsFunc(c.in.Fixed, func(f Correction) bool { return c.sameRef(f.Ref, ch.Ref()) })
}

// fixedLine names the notes that said something that is no longer so, and what has become of it. Notes that rest on
// the same evidence are named together.
func (c *composer) fixedLine() (block, bool) {
	var groups [][]Correction
	at := map[string]int{}
	for _, f := range c.in.Fixed {
		key := c.evidence(&f) + "\n" + fold(f.Was)
		i, ok := at[key]
		if !ok {
			i = len(groups)
			at[key], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	var b block
	for _, fs := range groups {
		e := entry{kind: KindFixed, turn: Nobody, head: "Fixed: ", separator: ". ", command: "vault log"}
		var names []string
		for _, f := range fs {
			name := noteName(f.Note)
			e.refs = append(e.refs, world.Ref{Kind: world.RefNote, Key: f.Note})
			e.labels = append(e.labels, name)
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if fs[0].Ref.Kind != "" {
			e.refs, e.labels = append(e.refs, fs[0].Ref), append(e.labels, "")
		}
		if len(names) > 3 {
			names = append(names[:2:2], fmt.Sprintf("%d more notes", len(names)-2))
		}
		e.text = fmt.Sprintf("%s said %s; %s", list(names), said(fs[0].Was, maxName), c.evidence(&fs[0]))
		b.entries = append(b.entries, e)
	}
	return b, len(groups) > 0
}

// evidence words what a correction rests on: in the words of a brief where the change is known, else in its own.
func (c *composer) evidence(f *Correction) string {
	if t, ok := c.changeAt(f.Ref); ok {
		switch ch := t.it; {
		case ch.State == world.Merged && !ch.Merged.IsZero():
			return "PR " + c.label(ch) + " merged " + c.day(ch.Merged)
		case ch.State == world.Closed && !ch.Closed.IsZero():
			return "PR " + c.label(ch) + " closed without a merge " + c.day(ch.Closed)
		}
	}
	if t, ok := c.ticketAt(f.Ref.Key); ok && f.Ref.Kind == world.RefTicket && !f.At.IsZero() {
		return plain(t.it.Key, maxName) + " is " + plain(t.it.Status, maxName) + " since " + c.day(f.At)
	}
	if text := plain(f.Evidence, maxQuestion); text != "" {
		return text
	}
	return "it is " + said(f.Is, maxName)
}

func noteName(p string) string { return plain(strings.TrimSuffix(path.Base(p), ".md"), maxTitle) }
