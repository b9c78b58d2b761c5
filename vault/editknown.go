package vault

import (
	"bytes"
	"slices"
	"strings"

	"vaultgraph/graph"
	"vaultgraph/vault/note"
)

// A standing is where a fact stands in a note.
type standing struct {
	line note.Span // the line, its line break excluded
	// closed is true for a thread whose box is ticked.
	closed bool
}

// find returns where the note says the fact already: a line with its id, one that says the same, a connection to the
// same target by the same relation, the status.
func (e *editor) find(f *Fact) (standing, bool) {
	src := e.note.Source
	switch f.Kind {
	case FactEdge:
		return e.findEdge(f)
	case FactState:
		if status, _, ok := verifiedOn(e.note); ok && factKey(status) == factKey(f.Text) {
			p, _ := e.note.Frontmatter.Get(propertyStatus)
			return standing{line: note.Span{Start: p.Span.Start, End: lineEnd(src, p.Span.Start)}}, true
		}
	}
	for _, b := range e.note.Blocks {
		if b.ID == f.ID {
			line := note.Span{Start: lineStart(src, b.IDSpan.Start), End: lineEnd(src, b.IDSpan.Start)}
			return standing{line: line, closed: isClosed(src[b.Span.Start:b.Span.End])}, true
		}
	}
	if f.Kind == FactState {
		return standing{}, false
	}
	names, _ := sectionsFor(f.Kind, e.template)
	for _, name := range names {
		s, ok := findSection(e.sections, name)
		if !ok {
			continue
		}
		for _, l := range e.lists() {
			for _, i := range l.Items {
				text := string(src[i.Text.Start:i.Text.End])
				if i.Span.Start < s.Own.Start || i.Span.Start >= s.Own.End || i.Lines != 1 || !saysFact(text, f, sameHeading(name, sectionRejected)) {
					continue
				}
				line := note.Span{Start: lineStart(src, i.Text.Start), End: lineEnd(src, i.Text.End)}
				return standing{line: line, closed: isClosed(src[i.Span.Start:i.Span.End])}, true
			}
		}
	}
	return standing{}, false
}

// isClosed says whether a list item is a task that is done or dropped.
func isClosed(item []byte) bool {
	text := strings.TrimLeft(string(item), "-+*0123456789.) \t")
	return boxAtStart().MatchString(text) && text[1] != ' '
}

func (e *editor) findEdge(f *Fact) (standing, bool) {
	for _, l := range e.note.Links {
		if !l.Connection && l.Relation == "" || !e.leadsToTarget(l.Target) {
			continue
		}
		if f.Relation != "" && graph.RelationKey(l.Relation) != graph.RelationKey(f.Relation) {
			continue
		}
		src := e.note.Source
		at := l.Span.Start
		if l.Connection {
			at = l.Item.Start
		}
		line := note.Span{Start: lineStart(src, at), End: lineEnd(src, max(at, l.Span.Start))}
		return standing{line: line}, true
	}
	return standing{}, false
}

// leadsToTarget says whether a link leads to the target of the edge, or would, were that there.
func (e *editor) leadsToTarget(link string) bool {
	to := e.resolve(link)
	return to == e.target.path || to == "" && Fold(link) == Fold(e.target.path)
}

// addSources returns the edit that names, on the line where the fact stands, those sources that it does not name yet.
// A status names none, and neither does an edge in a property.
func (e *editor) addSources(f *Fact, at standing, sources []Source) edit {
	known := edit{status: StatusKnown, why: "the note says so already", at: at.line.Start}
	src := e.note.Source
	if f.Kind == FactState || at.line.Start < e.note.Body.Start || len(sources) == 0 {
		return known
	}
	line := string(src[at.line.Start:at.line.End])
	id := idAtEnd().FindString(line)
	text := strings.TrimRight(line[:len(line)-len(id)], " \t")
	var fresh []Source
	for _, s := range sources {
		if r := e.render.ref(s); r == "" && s.Quote == "" || r != "" && strings.Contains(text, r) ||
			s.Quote != "" && strings.Contains(factKey(text), factKey(s.Quote)) {
			continue
		}
		fresh = append(fresh, s)
	}
	if len(fresh) == 0 || strings.Count(text, "[[")+strings.Count(text, `" (`) >= 2*maxSources {
		return known
	}
	splice := e.sourceSplice(text, at.line.Start, e.render.sources(fresh))
	if !e.onlyLine(splice, at.line) {
		return known
	}
	known.splices, known.why = []note.Splice{splice}, "the note says so already; its source is added"
	return known
}

// sourceSplice puts rendered sources at the end of a line's text: names into the parentheses of names that end it.
func (e *editor) sourceSplice(text string, base int, rendered string) note.Splice {
	at := len(text)
	inner, found := strings.CutPrefix(rendered, " (")
	if found && strings.HasSuffix(text, ")") && endsInNames(text) {
		at, rendered = at-1, ", "+strings.TrimSuffix(inner, ")")
	}
	return note.Splice{Span: note.Span{Start: base + at, End: base + at}, New: rendered}
}

// endsInNames says whether the parentheses at the end of a line hold nothing but names of sources: links, keys,
// owner/name#12.
func endsInNames(text string) bool {
	open := strings.LastIndexByte(text, '(')
	if open < 0 || strings.HasSuffix(strings.TrimRight(text[:open], " "), `"`) { // what follows a quotation says whose it is
		return false
	}
	for part := range strings.SplitSeq(text[open+1:len(text)-1], ", ") {
		link := strings.HasPrefix(part, "[[") && strings.HasSuffix(part, "]]")
		if !link && (part == "" || strings.ContainsAny(part, " \t") || !strings.ContainsAny(part, "0123456789/#")) {
			return false
		}
	}
	return true
}

// onlyLine reads the note with a splice in one line, and reports whether everything else is as it was.
func (e *editor) onlyLine(s note.Splice, line note.Span) bool {
	after := note.Parse(note.Edit(e.note.Source, s))
	c := comparison{before: e.note, after: after, ours: []note.Span{{Start: s.Span.Start, End: s.Span.Start + len(s.New)}}}
	links := e.render.linksIn(s.New)
	if !c.sameFrontmatter() || !c.sameHeadings("") || !c.sameTags() || !c.sameLinks(links, true) || !c.sameBlocks("", true) {
		return false
	}
	was, is := itemTexts(e.note, e.lists(), nil), itemTexts(after, after.Lists(), nil)
	changed := 0
	for i := range min(len(was), len(is)) {
		if was[i] != is[i] {
			changed++
		}
	}
	return len(was) == len(is) && changed <= 1 && !bytes.ContainsAny([]byte(s.New), "\r\n") && slices.IsSorted([]int{line.Start, s.Span.Start, line.End})
}
