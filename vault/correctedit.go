package vault

import (
	"bytes"
	"slices"
	"strings"

	"vaultgraph/vault/note"
)

// splice returns the edits as one, so that they stand or fall, and are taken back, together.
func (c *Correction) splice(at int) note.Splice {
	first, last := len(c.Text), 0
	for _, s := range c.Edits {
		first, last = min(first, s.Span.Start), max(last, s.Span.End)
	}
	inner := make([]note.Splice, len(c.Edits))
	for i, s := range c.Edits {
		inner[i] = note.Splice{Span: note.Span{Start: s.Span.Start - first, End: s.Span.End - first}, New: s.New}
	}
	changed := note.Edit([]byte(c.Text[first:max(last, first)]), inner...)
	return note.Splice{Span: note.Span{Start: at + first, End: at + max(last, first)}, New: string(changed)}
}

// withSources makes a splice reach to the end of the paragraph and name the sources that it does not name, before the
// id of its block. ok is false where there is nothing to add.
func (e *editor) withSources(c *Correction, s note.Splice, at int) (with note.Splice, ok bool) {
	after := c.Text[:s.Span.Start-at] + s.New + c.Text[s.Span.End-at:]
	id := idAtEnd().FindString(after)
	text := strings.TrimRight(after[:len(after)-len(id)], " \t")
	var fresh []Source
	for _, source := range c.Sources {
		if r := e.render.ref(source); r != "" && !strings.Contains(Fold(text), Fold(source.Ref)) && !strings.Contains(text, r) {
			fresh = append(fresh, source)
		}
	}
	if len(fresh) == 0 {
		return s, false
	}
	added := e.sourceSplice(text, 0, e.render.sources(fresh))
	named := string(note.Edit([]byte(after), added))
	start := s.Span.Start - at
	return note.Splice{Span: note.Span{Start: s.Span.Start, End: at + len(c.Text)}, New: named[start:]}, true
}

// changesOnly makes the edit, reads the note again, and reports whether nothing has changed but the words of the one
// paragraph. The relation of a bullet is such a word.
func (e *editor) changesOnly(s note.Splice) bool {
	after := note.Parse(note.Edit(e.note.Source, s))
	c := comparison{before: e.note, after: after, ours: []note.Span{{Start: s.Span.Start, End: s.Span.Start + len(s.New)}}, br: e.br}
	if !c.sameFrontmatter() || !c.sameHeadings("") || !c.sameTags() || len(after.Blocks) != len(e.note.Blocks) ||
		!sameTargets(e.note, after, e.render.linksIn(s.New)-e.render.linksIn(string(e.note.Source[s.Span.Start:s.Span.End]))) {
		return false
	}
	was, is := e.note.Prose(), after.Prose()
	grown := len(s.New) - s.Span.Len()
	own := slices.IndexFunc(was, func(p note.Prose) bool { return p.Span.Start <= s.Span.Start && s.Span.End <= p.Span.End })
	if own < 0 || len(was) != len(is) {
		return false
	}
	for i := range was {
		a, b := was[i].Span, is[i].Span
		if i == own && (b.Start != a.Start || b.End != a.End+grown) ||
			i != own && !bytes.Equal(e.note.Source[a.Start:a.End], after.Source[b.Start:b.End]) {
			return false
		}
	}
	return true
}

// sameTargets compares where links lead, more links at any place aside.
func sameTargets(before, after *note.Note, more int) bool {
	if len(after.Links) != len(before.Links)+more {
		return false
	}
	rest := after.Links
	for _, l := range before.Links {
		i := slices.IndexFunc(rest, func(r note.Link) bool {
			return r.Target == l.Target && r.Subpath == l.Subpath && r.Alias == l.Alias && r.Embed == l.Embed && r.Connection == l.Connection
		})
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}
