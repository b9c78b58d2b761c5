package vault

import (
	"bytes"
	"slices"
	"strings"

	"vaultgraph/vault/note"
)

// reads makes the edit, reads the note again, and reports whether it has the new item, and a heading where that is
// part of it, and is otherwise what it was. Whatever a person may have written around the place, it is found out
// here and not by the person.
func (e *editor) reads(splices []note.Splice, ins insertion, it item) bool {
	after := note.Parse(note.Edit(e.note.Source, splices...))
	at := shifted(ins.at, it.mark)
	c := comparison{before: e.note, after: after, ours: []note.Span{{Start: at, End: at + len(ins.text)}}, br: e.br}
	for _, inv := range note.Invert(e.note.Source, splices...) {
		c.ours = append(c.ours, inv.Span)
	}
	text := note.Span{Start: at + ins.item, End: at + ins.item + len(it.text)}
	return c.sameFrontmatter() && c.sameHeadings(ins.heading) && c.sameLinks(it.link+len(it.mark), len(it.mark) > 0) && c.sameBlocks(it.id, len(it.mark) > 0) &&
		c.sameTags() && c.hasItem(e.lists(), text, it.mark)
}

// A comparison holds a note before and after an edit. ours are the ranges, of the note after, that the edit made.
type comparison struct {
	before, after *note.Note
	ours          []note.Span
	br            string
}

func (c *comparison) isOurs(at int) bool {
	return slices.ContainsFunc(c.ours, func(s note.Span) bool { return s.Start <= at && at < s.End })
}

// others returns the elements that the edit did not make.
func others[T any](c *comparison, all []T, start func(T) int) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool { return c.isOurs(start(x)) })
}

// sameFrontmatter compares the blocks. A closing fence at the end of the file gets a line break when text follows.
func (c *comparison) sameFrontmatter() bool {
	b, a := c.before.Frontmatter, c.after.Frontmatter
	was := c.before.Source[b.Span.Start:b.Span.End]
	rest, ok := bytes.CutPrefix(c.after.Source[a.Span.Start:a.Span.End], was)
	return ok && a.State == b.State && (len(rest) == 0 || string(rest) == c.br && b.Span.End == len(c.before.Source))
}

func (c *comparison) sameHeadings(made string) bool {
	rest := others(c, c.after.Headings, func(h note.Heading) int { return h.Span.Start })
	want := len(c.before.Headings)
	if made != "" {
		want++
	}
	return len(c.after.Headings) == want && len(rest) == len(c.before.Headings) &&
		slices.EqualFunc(rest, c.before.Headings, func(a, b note.Heading) bool { return a.Level == b.Level && a.Text == b.Text })
}

// sameLinks compares the links that the edit did not make, and counts those that it did. In a line that it changed,
// annotations may differ.
func (c *comparison) sameLinks(made int, changedLines bool) bool {
	rest := others(c, c.after.Links, func(l note.Link) int {
		if l.Kind == note.LinkProperty {
			return -1
		}
		return l.Span.Start
	})
	return len(c.after.Links) == len(rest)+made && slices.EqualFunc(rest, c.before.Links, func(a, b note.Link) bool {
		return a.Kind == b.Kind && a.Target == b.Target && a.Subpath == b.Subpath && a.Alias == b.Alias && a.Embed == b.Embed &&
			a.Key == b.Key && a.Section == b.Section && a.Connection == b.Connection && a.Relation == b.Relation &&
			(changedLines || a.Annotation == b.Annotation)
	})
}

func (c *comparison) sameBlocks(made string, changedLines bool) bool {
	rest := others(c, c.after.Blocks, func(b note.Block) int { return b.IDSpan.Start })
	added := len(c.after.Blocks) - len(rest)
	if made == "" && added > 0 || made != "" && (added != 1 || !slices.ContainsFunc(c.after.Blocks, func(b note.Block) bool { return b.ID == made })) {
		return false
	}
	return slices.EqualFunc(rest, c.before.Blocks, func(a, b note.Block) bool {
		return a.ID == b.ID && (changedLines || a.Span.Len() == b.Span.Len())
	})
}

// sameTags compares tags and inline fields, of which an edit makes none.
func (c *comparison) sameTags() bool {
	return slices.EqualFunc(c.after.Tags, c.before.Tags, func(a, b note.Tag) bool { return a.Name == b.Name }) &&
		slices.EqualFunc(c.after.Fields, c.before.Fields, func(a, b note.Field) bool { return a.Key == b.Key && a.Value == b.Value })
}

// hasItem compares the items of lists: one more, which holds exactly text, and the others as they were. An item that
// the edit marks is compared without the marks.
func (c *comparison) hasItem(before []note.List, text note.Span, marks []note.Splice) bool {
	was := itemTexts(c.before, before, nil)
	found := false
	is := itemTexts(c.after, c.after.Lists(), func(i note.ListItem) bool {
		if i.Text == text && i.Lines == 1 && i.Span.End == text.End {
			found = true
			return true
		}
		return false
	})
	if !found || len(was) != len(is) {
		return false
	}
	for i := range was {
		if was[i] != is[i] && !slices.ContainsFunc(marks, func(m note.Splice) bool { return strings.Replace(is[i], m.New, "", 1) == was[i] }) {
			return false
		}
	}
	return true
}

func itemTexts(n *note.Note, lists []note.List, skip func(note.ListItem) bool) []string {
	var texts []string
	for _, l := range lists {
		for _, i := range l.Items {
			if skip == nil || !skip(i) {
				texts = append(texts, string(n.Source[i.Span.Start:i.Span.End]))
			}
		}
	}
	return texts
}
