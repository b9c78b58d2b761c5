package note

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file is the grammar of annotated edges. graph/README.md states it for other implementations.

// maxRelationWords is how many words may stand before the ": " of a relation.
const maxRelationWords = 4

// relate gives the links of the body their relations and annotations: from inline fields, and from list items.
func (o *outline) relate() {
	for _, f := range o.fields {
		links := o.linksIn(f.Span)
		for i := range links {
			links[i].Relation = cmp.Or(links[i].Relation, f.Key)
		}
	}
	slices.SortFunc(o.items, func(a, b item) int { return a.span.Compare(b.span) })
	inSection := sectionWalker{headings: o.headings}
	for _, it := range o.items {
		text := o.span(it.text[0].Start, it.text[len(it.text)-1].End)
		o.relateItem(it, o.linksIn(text), inSection.at(o.base+it.span.Start))
	}
}

// linksIn returns the links that begin in a range of the note.
func (o *outline) linksIn(s Span) []Link {
	// Not by slices.BinarySearchFunc, which would copy links: they are large.
	from := sort.Search(len(o.links), func(i int) bool { return o.links[i].Span.Start >= s.Start })
	count := sort.Search(len(o.links)-from, func(i int) bool { return o.links[from+i].Span.Start >= s.End })
	return o.links[from : from+count]
}

// relateItem reads one list item. Its first link is the target; a further one is an edge without relation.
func (o *outline) relateItem(it item, links []Link, in section) {
	l := &links[0]
	before, after := o.around(it, links)
	if in == inConnections {
		l.Connection = true
		l.Item = o.span(it.span.Start, it.span.End)
	}
	if l.Relation != "" { // an inline field names it already
		if in == inConnections && strings.HasSuffix(strings.TrimRight(before, marks+" \t"), "::") {
			l.Annotation, _ = reason(strings.TrimLeft(after, "])"))
		}
		return
	}
	if relation, context, ok := prefixed(before, after, in != elsewhere); ok {
		l.Relation, l.Annotation = relation, context
	} else if in == inConnections {
		l.Relation, l.Annotation = annotated(after)
	}
}

// around returns the item's text before and behind its first link, on one line. In "[[a]], [[b]] — reason" the
// reason is a's: further links joined to the first are passed over where a separator or nothing follows them.
func (o *outline) around(it item, links []Link) (before, after string) {
	first := links[0].Span
	before = o.onOneLine(it, Span{0, first.Start})
	after = o.onOneLine(it, Span{first.End, len(o.note.Source)})
	if end := o.joinedEnd(links); end > first.End {
		behind := o.onOneLine(it, Span{end, len(o.note.Source)})
		if text, separated := reason(behind); separated || text == "" {
			after = behind
		}
	}
	return before[taskBox([]byte(before)):], after
}

// onOneLine returns the part of an item's text that lies in a range of the note.
func (o *outline) onOneLine(it item, s Span) string {
	var parts []string
	for _, line := range it.text {
		part := o.span(line.Start, line.End)
		part = Span{max(part.Start, s.Start), min(part.End, s.End)}
		o.steps += 1 + max(part.Len(), 0)
		if part.Start < part.End {
			parts = append(parts, string(o.note.Source[part.Start:part.End]))
		}
	}
	return strings.Join(parts, " ")
}

// joinedEnd returns where the last of the links ends that are joined to the first by commas and the like.
func (o *outline) joinedEnd(links []Link) int {
	end := links[0].Span.End
	for _, l := range links[1:] {
		o.steps++
		if l.Span.Start < end {
			continue // an image in the text of the link before
		}
		switch unmarked(string(o.note.Source[end:l.Span.Start])) {
		case "", ",", "and", ", and", "&", "+", "/":
			end = l.Span.End
		default:
			return end
		}
	}
	return end
}

// marks are the formatting marks that may enclose a link or a relation.
const marks = "*_~="

// unmarked returns s without the blanks and formatting marks around it.
func unmarked(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(marks, r) })
}

// annotated reads what stands behind the target of a connection: a separator, then at most four words before the
// first ": " (the relation), then the annotation. Without such words, or without a separator, all of it is the
// annotation.
func annotated(after string) (relation, annotation string) {
	text, separated := reason(after)
	if separated {
		if relation, rest := cutRelation(text); relation != "" {
			return relation, rest
		}
	}
	return "", text
}

// reason returns what stands behind a link without the formatting marks that enclose the link, the separator (or, where
// there is none, commas and semicolons) and a block id, and whether there was a separator.
func reason(after string) (text string, separated bool) {
	text = strings.TrimSpace(strings.TrimLeft(after, marks))
	behind := cutSeparator(text)
	separated = len(behind) < len(text)
	if !separated {
		behind = strings.TrimLeft(behind, ",; ")
	}
	return withoutBlockID(strings.TrimSpace(behind)), separated
}

// cutSeparator returns s without the separator that it begins with: long dashes, or one of "-", "--", "->", "=>",
// "→", ":" and the like with a blank or nothing behind it.
func cutSeparator(s string) string {
	if rest := strings.TrimLeft(s, "—–―"); len(rest) < len(s) {
		return rest
	}
	rest := strings.TrimLeft(s, "-")
	if len(rest) < len(s) {
		rest = strings.TrimPrefix(rest, ">")
	} else {
		for _, sign := range []string{"=>", "→", ":"} {
			rest = strings.TrimPrefix(rest, sign)
			if len(rest) < len(s) {
				break
			}
		}
	}
	if !startsBlank(rest) {
		return s
	}
	return rest
}

// startsBlank says whether s is empty or begins with a blank.
func startsBlank(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	return size == 0 || unicode.IsSpace(r)
}

// cutRelation cuts s at its first colon before a blank or the end, formatting marks between them allowed. The
// relation is "" where no relation stands before it.
func cutRelation(s string) (relation, rest string) {
	for at := 0; ; at++ {
		i := strings.IndexByte(s[at:], ':')
		if i < 0 {
			return "", s
		}
		at += i
		if rest = strings.TrimLeft(s[at+1:], marks); startsBlank(rest) {
			return plainRelation(s[:at]), strings.TrimSpace(rest)
		}
	}
}

// plainRelation returns s as a relation: one to four words with a letter among them, formatting marks dropped, and
// none of the signs that belong to sentences, links, tags and code; else "".
func plainRelation(s string) string {
	if strings.ContainsAny(s, ".,;:!?…()[]{}<>|\\\"“”„«»`#@") || !strings.ContainsFunc(s, unicode.IsLetter) {
		return ""
	}
	words := strings.Fields(unmarked(s))
	if len(words) > maxRelationWords {
		return ""
	}
	return strings.Join(words, " ")
}

// prefixed reads the bullets that name the relation before the link: "relates_to [[x]] (context)" and, in a section
// of connections, "depends on: [[x]] — reason". Outside such a section the word must hold an underscore or the link
// a context, so that "see [[x]]" stays prose.
func prefixed(before, after string, listed bool) (relation, context string, ok bool) {
	word := unmarked(before)
	if name, found := strings.CutSuffix(word, ":"); found && listed {
		relation = plainRelation(name)
		context, _ = reason(after)
		return relation, context, relation != ""
	}
	after = withoutBlockID(strings.TrimSpace(strings.TrimLeft(after, marks)))
	if !isRelationWord(word) {
		return "", "", false
	}
	inner, enclosed := parenthesised(after)
	if after != "" && !enclosed || !listed && !enclosed && !strings.Contains(word, "_") {
		return "", "", false
	}
	return word, inner, true
}

// parenthesised returns what stands between the parentheses that enclose the whole of s, if one pair does.
func parenthesised(s string) (inner string, ok bool) {
	if len(s) < 2 || s[0] != '(' || s[len(s)-1] != ')' {
		return "", false
	}
	depth := 0
	for i := range len(s) - 1 {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return "", false
		}
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
	open     []openSection // the nearest heading above, below the headings that it stands under
}

type openSection struct {
	level int
	kind  section
}

func (w *sectionWalker) at(offset int) section {
	for w.next < len(w.headings) && w.headings[w.next].Span.Start <= offset {
		w.enter(w.headings[w.next])
		w.next++
	}
	return w.kind()
}

// enter opens the section of a heading, which is of its parent's kind unless its own text says another.
func (w *sectionWalker) enter(h Heading) {
	for len(w.open) > 0 && w.open[len(w.open)-1].level >= h.Level {
		w.open = w.open[:len(w.open)-1]
	}
	kind := w.kind()
	// Letters count: "🔗 Connections:" is as good.
	word := strings.TrimFunc(h.Text, func(r rune) bool { return !unicode.IsLetter(r) })
	switch {
	case strings.EqualFold(word, "connections"):
		kind = inConnections
	case strings.EqualFold(word, "relations"):
		kind = inRelations
	}
	w.open = append(w.open, openSection{h.Level, kind})
}

func (w *sectionWalker) kind() section {
	if len(w.open) == 0 {
		return elsewhere
	}
	return w.open[len(w.open)-1].kind
}
