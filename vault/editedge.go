package vault

import (
	"fmt"
	"slices"
	"strings"

	"vaultgraph/graph"
	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
)

// An edgeTarget is how a note may link to the target of an edge.
type edgeTarget struct {
	path     string // the vault path
	wiki     string // [[name]]
	markdown string // [name](relative%20path.md)
}

// An edgeStyle is how a note writes its connections: what stands around link, relation and annotation.
type edgeStyle struct {
	before, between, behind, end string
	relationFirst                bool
	markdown                     bool
}

func usualStyle() edgeStyle { return edgeStyle{between: " — ", behind: ": "} }

// addEdge adds a connection, in the style of those that are there.
func (e *editor) addEdge(f *Fact) (edit, error) {
	relation, err := edgeRelation(f.Relation)
	if err != nil {
		return edit{}, err
	}
	annotation := note.Escape(f.Annotation)
	if annotation == "" {
		annotation = note.Escape(f.Because)
	}
	annotation = strings.TrimSpace(annotation + e.render.sources(f.Sources))
	section, ok := findSection(e.sections, sectionConnections)
	it := item{}
	style := usualStyle()
	var found *note.Section
	if ok {
		found = e.subsection(section, relation)
		style = e.styleIn(section, relation != "", annotation != "")
		it.next = e.sortedBefore(found.Own)
	}
	link := e.target.wiki
	if style.markdown {
		link = e.target.markdown
	}
	plain, escaped := usualStyle(), strings.ReplaceAll(annotation, ":", `\:`) // a colon may read as the end of a relation
	plain.markdown = style.markdown
	for _, try := range []struct {
		style edgeStyle
		text  string
	}{{style, annotation}, {style, escaped}, {plain, annotation}, {plain, escaped}} {
		it.text = try.style.write(link, relation, try.text)
		if readsAsEdge(it.text, relation, try.text) {
			it.link = e.render.linksIn(it.text) + 1
			if e.render.links[link] {
				it.link--
			}
			return e.addItem(found, sectionConnections, it)
		}
	}
	return edit{}, fmt.Errorf("the connection cannot be written so that it reads back as what it is: reword relation or annotation")
}

// edgeRelation returns a relation as it can be written: at most four words, none of the signs that end one.
func edgeRelation(s string) (string, error) {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(".,;:!?…()[]{}<>|\\\"“”„«»`#@*=~%^$&", r) {
			return ' '
		}
		return r
	}, s)
	s = strings.Trim(strings.Join(strings.Fields(s), " "), "_- ")
	if n := len(strings.Fields(s)); n > 4 {
		return "", fmt.Errorf("the relation %q has %d words: give at most four, and the rest as the annotation", Printable(s), n)
	}
	return s, nil
}

// readsAsEdge reads a connection back.
func readsAsEdge(text, relation, annotation string) bool {
	links := note.Parse([]byte("## Connections\n\n- " + text + "\n")).Links
	return len(links) > 0 && links[0].Connection && graph.RelationKey(links[0].Relation) == graph.RelationKey(relation) &&
		links[0].Annotation == annotation
}

// write returns the text of a connection.
func (s edgeStyle) write(link, relation, annotation string) string {
	text := s.before
	switch {
	case relation == "" && annotation == "":
		return text + link + strings.TrimRight(marksOnly(s.between), " ")
	case relation == "":
		return text + link + s.between + annotation + s.end
	case s.relationFirst:
		text += relation + s.between + link
	default:
		text += link + s.between + relation
	}
	if annotation == "" {
		if strings.Contains(s.behind, "(") {
			return text
		}
		if s.relationFirst {
			return text + marksOnly(s.behind)
		}
		return strings.TrimRight(text+s.behind, " ")
	}
	return text + s.behind + annotation + s.end
}

// marksOnly returns the formatting marks that s begins with, which close those before.
func marksOnly(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "*_~="))] }

// styleIn returns the style of the last connection in a section that has one for what is to be written; that of the
// program, with the section's kind of links, where none has.
func (e *editor) styleIn(s note.Section, related, annotated bool) edgeStyle {
	style := usualStyle()
	style.markdown = true
	any := false
	for _, l := range slices.Backward(e.note.Links) {
		if !l.Connection || l.Span.Start < s.All.Start || l.Span.Start >= s.All.End {
			continue
		}
		any = true
		style.markdown = style.markdown && l.Kind == note.LinkMarkdown
	}
	style.markdown = style.markdown && any
	for _, l := range slices.Backward(e.note.Links) {
		if !l.Connection || l.Span.Start < s.All.Start || l.Span.Start >= s.All.End {
			continue
		}
		if (l.Relation != "") != related || annotated && l.Annotation == "" {
			continue
		}
		if own, ok := e.styleOf(l); ok {
			own.markdown = style.markdown
			return own
		}
	}
	if sep, ok := e.separatorIn(s); ok {
		style.between = sep
	}
	return style
}

// itemHead is what stands before the text of a list item.
var itemHead = lazyregexp.New(`^(?:[-+*]|[0-9]{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?`)

// aroundParts is what may stand around the parts of a connection for its style to be taken over.
var aroundParts = lazyregexp.New(`^[\s*_~=—–―>→:()-]*$`)

// styleOf takes a connection apart. Only one that stands on one line and has nothing else in it has a style.
func (e *editor) styleOf(l note.Link) (edgeStyle, bool) {
	src := string(e.note.Source)
	line := src[l.Item.Start:l.Item.End]
	if strings.ContainsAny(line, "\r\n") {
		return edgeStyle{}, false
	}
	line = idAtEnd().ReplaceAllString(line, "")
	head := itemHead().FindString(line)
	at := l.Span.Start - l.Item.Start
	if at < len(head) || l.Span.End-l.Item.Start > len(line) {
		return edgeStyle{}, false
	}
	before, after := line[len(head):at], line[l.Span.End-l.Item.Start:]
	var s edgeStyle
	switch i, j := strings.Index(after, l.Relation), strings.Index(before, l.Relation); {
	case l.Relation == "":
		s.before, s.between = before, after
		if l.Annotation != "" {
			var found bool
			if s.between, s.end, found = strings.Cut(after, l.Annotation); !found {
				return s, false
			}
		}
	case j >= 0 && before != "":
		s.relationFirst = true
		s.before, s.between, s.behind = before[:j], before[j+len(l.Relation):], after
	case i >= 0:
		s.before, s.between, s.behind = before, after[:i], after[i+len(l.Relation):]
	default:
		return s, false
	}
	if l.Relation != "" && l.Annotation != "" {
		var found bool
		if s.behind, s.end, found = strings.Cut(s.behind, l.Annotation); !found {
			return s, false
		}
	}
	for _, part := range []string{s.before, s.between, s.behind, s.end} {
		if !aroundParts().MatchString(part) {
			return s, false
		}
	}
	return s, true
}

var separator = lazyregexp.New(`^[*_~=]*(\s*(?:[—–―]+|-+>?|=>|→|:)\s+)`)

// separatorIn returns the separator behind the last connection of a section that has one.
func (e *editor) separatorIn(s note.Section) (string, bool) {
	for _, l := range slices.Backward(e.note.Links) {
		if l.Connection && l.Span.Start >= s.All.Start && l.Span.Start < s.All.End {
			if m := separator().FindSubmatch(e.note.Source[l.Span.End:max(l.Item.End, l.Span.End)]); m != nil {
				return string(m[1]), true
			}
		}
	}
	return "", false
}

// subsection returns the part of the connections that holds those of one relation: "### Upstream", where there is one.
func (e *editor) subsection(s note.Section, relation string) *note.Section {
	for _, sub := range e.sections {
		if relation != "" && sub.Heading.Span.Start >= s.All.Start && sub.All.End <= s.All.End &&
			graph.RelationKey(sub.Heading.Text) == graph.RelationKey(relation) {
			return &sub
		}
	}
	return &s
}

// sortedBefore returns the link that the new one goes before in a list of at least four connections sorted by
// target; "" where it goes to the end.
func (e *editor) sortedBefore(s note.Span) string {
	var links []note.Link
	for _, l := range e.note.Links {
		if l.Connection && l.Span.Start >= s.Start && l.Span.Start < s.End {
			links = append(links, l)
		}
	}
	byTarget := func(a, b note.Link) int { return strings.Compare(Fold(a.Target), Fold(b.Target)) }
	if len(links) < 4 || !slices.IsSortedFunc(links, byTarget) {
		return ""
	}
	name := Fold(noteName(e.target.path))
	for _, l := range links {
		if Fold(noteName(l.Target)) > name {
			return string(e.note.Source[l.Span.Start:l.Span.End])
		}
	}
	return ""
}
