package vault

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"vaultgraph/vault/note"
)

// sectionNames are the sections that facts go to.
const (
	sectionDecisions   = "Key Decisions"
	sectionDecision    = "Decision"
	sectionRejected    = "Rejected"
	sectionThreads     = "Open Threads"
	sectionPreferences = "Preferences"
	sectionConstraints = "Constraints"
	sectionOutcome     = "Outcome"
	sectionSummary     = "Summary"
	sectionStatus      = "Status"
	sectionConnections = "Connections"
)

// usualOrder is where sections stand in notes whose template does not say.
var usualOrder = [...]string{sectionSummary, sectionStatus, sectionOutcome, sectionConstraints, sectionDecisions, sectionRejected,
	sectionPreferences, sectionThreads, sectionConnections}

// sectionsFor returns the names of the sections that a kind of fact may stand in, the one it would rather have first,
// and the one to make where the note has none.
func sectionsFor(kind FactKind, template []string) (names []string, missing string) {
	has := func(name string) bool {
		return slices.ContainsFunc(template, func(t string) bool { return sameHeading(t, name) })
	}
	switch kind {
	case FactDecision:
		if has(sectionDecision) && !has(sectionDecisions) { // the note of a decision
			return []string{sectionDecisions, sectionDecision}, sectionDecision
		}
		return []string{sectionDecisions}, sectionDecisions
	case FactRejected:
		if has(sectionRejected) {
			return []string{sectionRejected, sectionDecisions}, sectionRejected
		}
		return []string{sectionRejected, sectionDecisions}, sectionDecisions
	}
	name := map[FactKind]string{
		FactThread: sectionThreads, FactPreference: sectionPreferences, FactConstraint: sectionConstraints,
		FactOutcome: sectionOutcome, FactSummary: sectionSummary, FactState: sectionStatus, FactEdge: sectionConnections,
	}[kind]
	return []string{name}, name
}

// sameHeading compares headings without case and without what stands before the first and behind the last letter,
// as the grammar of connections does: "🔗 Connections:" is one.
func sameHeading(a, b string) bool {
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	return Fold(strings.TrimFunc(a, notLetter)) == Fold(strings.TrimFunc(b, notLetter))
}

// findSection returns the section of the note that has name for its full path: it stands under no other heading, or
// under titles of level 1 alone. "### Constraints" under "## Networking" is another section.
func findSection(sections []note.Section, name string) (note.Section, bool) {
	for _, s := range sections {
		if sameHeading(s.Heading.Text, name) && underTitles(sections, s) {
			return s, true
		}
	}
	return note.Section{}, false
}

// underTitles says whether all headings that s stands under are of level 1.
func underTitles(sections []note.Section, s note.Section) bool {
	level := s.Heading.Level
	i, _ := slices.BinarySearchFunc(sections, s.Heading.Span.Start, func(s note.Section, at int) int { return s.Heading.Span.Start - at })
	for i--; i >= 0 && level > 1; i-- {
		if h := sections[i].Heading; h.Level < level {
			if level = h.Level; level > 1 {
				return false
			}
		}
	}
	return true
}

// A place is where a new section goes.
type place struct {
	after int // the end of the line that it follows; -1 where it comes first
	level int
}

// placeFor returns the places where the section name may be made, the best first: behind the section that precedes
// it in the template, else before the one that follows, else before the connections, else at the end. The last ones
// are for notes that end in an open code block or comment.
func placeFor(n *note.Note, sections []note.Section, name string, template []string) []place {
	level := 2
	own := slices.IndexFunc(template, func(t string) bool { return sameHeading(t, name) })
	if own < 0 {
		template = usualOrder[:]
		own = slices.IndexFunc(template, func(t string) bool { return sameHeading(t, name) })
	}
	var places []place
	find := func(name string, behind bool) {
		if s, ok := findSection(sections, name); ok {
			at := s.Heading.Span.Start
			if behind {
				at = s.All.End
			}
			places = append(places, place{contentEnd(n, at), s.Heading.Level})
		}
	}
	for _, before := range slices.Backward(template[:max(own, 0)]) {
		find(before, true)
	}
	for _, behind := range template[own+1:] {
		find(behind, false)
	}
	find(sectionConnections, false)
	places = append(places, place{contentEnd(n, n.Body.End), level})
	if len(sections) > 0 {
		places = append(places, place{lineEnd(n.Source, sections[0].Heading.Span.End), level})
		places = append(places, place{contentEnd(n, sections[0].Heading.Span.Start), level})
	}
	return append(places, place{-1, level})
}

// contentEnd returns the end of the last line before at that has something in it, -1 where there is none.
func contentEnd(n *note.Note, at int) int {
	body := n.Source[n.Body.Start:max(at, n.Body.Start)]
	trimmed := bytes.TrimRight(body, " \t\r\n")
	if len(trimmed) == 0 {
		return -1
	}
	return min(lineEnd(n.Source, n.Body.Start+len(trimmed)), max(at, n.Body.Start))
}

// lineEnd returns where the line of an offset ends, its line break excluded.
func lineEnd(src []byte, at int) int {
	end := len(src)
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		end = at + i
	}
	if end > at && src[end-1] == '\r' {
		end--
	}
	return end
}

// templateSections returns the sections of a template, those below its title.
func templateSections(template []byte) []string {
	var names []string
	for _, h := range note.Parse(template).Headings {
		if h.Level == 2 {
			names = append(names, h.Text)
		}
	}
	return names
}
