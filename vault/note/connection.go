package note

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// This file is the grammar of annotated edges. graph/README.md states it for other implementations.

// maxRelationWords is how many words may stand before the ": " of a relation.
const maxRelationWords = 4

// relate gives the links of the body their relations and annotations: from inline fields, and from list items.
func (o *outline) relate() {
	for _, f := range o.fields {
		for i := range o.linksIn(f.Span) {
			if l := &o.links[i]; l.Relation == "" {
				l.Relation = f.Key
			}
		}
	}
	slices.SortFunc(o.items, func(a, b item) int { return a.span.Compare(b.span) })
	inSection := sectionWalker{headings: o.headings}
	for _, it := range o.items {
		o.relateItem(it, inSection.at(o.base+it.span.Start))
	}
}

// linksIn yields the indexes of the links that begin in a range of the note.
func (o *outline) linksIn(s Span) func(func(int) bool) {
	return func(yield func(int) bool) {
		i, _ := slices.BinarySearchFunc(o.links, s.Start, func(l Link, at int) int { return l.Span.Start - at })
		for ; i < len(o.links) && o.links[i].Span.Start < s.End; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// relateItem reads one list item. Its first link is the target; a further one is an edge without relation.
func (o *outline) relateItem(it item, in section) {
	text := o.span(it.text[0].Start, it.text[len(it.text)-1].End)
	for i := range o.linksIn(text) {
		l := &o.links[i]
		before, after := o.around(it, l.Span)
		if in == inConnections {
			l.Connection = true
			l.Item = o.span(it.span.Start, it.span.End)
		}
		if l.Relation != "" { // an inline field names it already
			return
		}
		if relation, context, ok := prefixed(before, after, in != elsewhere); ok {
			l.Relation, l.Annotation = relation, context
		} else if in == inConnections {
			l.Relation, l.Annotation = annotated(after)
		}
		return
	}
}

// around returns the item's text before and behind a link, on one line.
func (o *outline) around(it item, link Span) (before, after string) {
	var b, a []string
	for _, line := range it.text {
		s := o.span(line.Start, line.End)
		if s.Start < link.Start {
			b = append(b, string(o.note.Source[s.Start:min(s.End, link.Start)]))
		}
		if s.End > link.End {
			a = append(a, string(o.note.Source[max(s.Start, link.End):s.End]))
		}
	}
	before, after = strings.Join(b, " "), strings.Join(a, " ")
	return before[taskBox([]byte(before)):], after
}

// separator is what stands between the target and the reason: dashes of any kind, a colon or an arrow.
var separator = regexp.MustCompile(`^(?:[—–―]+|-+>?|=>|→|:)(?:\s+|$)|^[—–―]+`)

// relationEnd is the colon behind a relation, with the formatting marks that may enclose it.
var relationEnd = regexp.MustCompile(`:[*_]*(?:\s|$)`)

// annotated reads what stands behind the target of a connection: a separator, then at most four words before the
// first ": " (the relation), then the annotation. Without such words all of it is the annotation.
func annotated(after string) (relation, annotation string) {
	text := reason(after)
	if end := relationEnd.FindStringIndex(text); end != nil {
		if word := plainRelation(text[:end[0]]); word != "" {
			return word, strings.TrimSpace(text[end[1]:])
		}
	}
	return "", text
}

// reason returns what stands behind a link without the formatting marks that enclose the link, the separator and a
// block id.
func reason(after string) string {
	text := strings.TrimSpace(strings.TrimLeft(after, "*_~="))
	text = strings.TrimSpace(text[len(separator.FindString(text)):])
	return withoutBlockID(text)
}

// plainRelation returns s as a relation: one to four words, formatting marks dropped, no link or code; else "".
func plainRelation(s string) string {
	words := strings.Fields(strings.Trim(strings.TrimSpace(s), "*_~="))
	if len(words) == 0 || len(words) > maxRelationWords || strings.ContainsAny(s, "[]`") {
		return ""
	}
	return strings.Join(words, " ")
}

// prefixed reads the bullets that name the relation before the link: "relates_to [[x]] (context)" and, in a section
// of connections, "depends on: [[x]] — reason". Outside such a section the word must hold an underscore or the link
// a context, so that "see [[x]]" stays prose.
func prefixed(before, after string, listed bool) (relation, context string, ok bool) {
	word := strings.Trim(strings.TrimSpace(before), "*_~=")
	if name, found := strings.CutSuffix(word, ":"); found && listed {
		relation = plainRelation(name)
		return relation, reason(after), relation != ""
	}
	after = withoutBlockID(strings.TrimSpace(after))
	if !isRelationWord(word) {
		return "", "", false
	}
	inner, enclosed := parenthesised(after)
	if after != "" && !enclosed || !listed && !enclosed && !strings.Contains(word, "_") {
		return "", "", false
	}
	return word, inner, true
}

// parenthesised returns what stands between the parentheses that enclose the whole of s.
func parenthesised(s string) (inner string, ok bool) {
	if len(s) < 2 || s[0] != '(' || s[len(s)-1] != ')' {
		return "", false
	}
	return strings.TrimSpace(s[1 : len(s)-1]), true
}

// isRelationWord says whether s is one word of letters, digits, '_' and '-' that begins with a letter.
func isRelationWord(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && r != '_' && r != '-') {
			return false
		}
	}
	return s != ""
}

func withoutBlockID(s string) string {
	if at := blockIDStart([]byte(s)); at >= 0 {
		return strings.TrimSpace(s[:at])
	}
	return s
}

// A section says what a list item in it may mean.
type section uint8

const (
	elsewhere     section = iota
	inRelations           // below a heading "Relations": the relation may stand before the link
	inConnections         // below a heading "Connections": the reason stands behind it
)

// A sectionWalker tells for rising offsets in which kind of section they lie.
type sectionWalker struct {
	headings []Heading
	next     int
	stack    []Heading
}

func (w *sectionWalker) at(offset int) section {
	for w.next < len(w.headings) && w.headings[w.next].Span.Start <= offset {
		h := w.headings[w.next]
		for len(w.stack) > 0 && w.stack[len(w.stack)-1].Level >= h.Level {
			w.stack = w.stack[:len(w.stack)-1]
		}
		w.stack = append(w.stack, h)
		w.next++
	}
	for i := len(w.stack) - 1; i >= 0; i-- {
		switch headingWord(w.stack[i].Text) {
		case "connections":
			return inConnections
		case "relations":
			return inRelations
		}
	}
	return elsewhere
}

// headingWord returns the letters of a heading, in lower case: "🔗 Connections:" is "connections".
func headingWord(s string) string {
	return strings.ToLower(strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }))
}
