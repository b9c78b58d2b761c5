package render

import (
	"strings"

	"vaultgraph/vault/note"
)

// A body is the text of a note in pieces, each kind in the order of the note.
type body struct {
	parts  []piece // what matters, then the connections
	prose  []piece
	matter int // number of parts that are no connections
}

// newBody divides the text of a note. Connections that toldElsewhere reports are left out: the reader has them as
// edges.
func newBody(n *note.Note, title, typ string, toldElsewhere func(block) bool) body {
	var b body
	var connections []piece
	at := 0
	all := sections(n, title, typ)
	for i, s := range all {
		list := blocks(n.Source, s.body)
		if len(list) == 0 && (i+1 == len(all) || all[i+1].level <= s.level) {
			continue // a heading over nothing says nothing
		}
		if s.rank == isConnections {
			list = without(list, toldElsewhere)
			if len(list) == 0 {
				continue
			}
		}
		for _, text := range sectionTexts(s.heading, list) {
			p := newPiece(at, text)
			at++
			switch s.rank {
			case isPart:
				b.parts = append(b.parts, p)
			case isConnections:
				connections = append(connections, p)
			default:
				b.prose = append(b.prose, p)
			}
		}
	}
	b.matter = len(b.parts)
	b.parts = append(b.parts, connections...)
	return b
}

func without(list []block, drop func(block) bool) []block {
	var kept []block
	for _, b := range list {
		if !drop(b) {
			kept = append(kept, b)
		}
	}
	return kept
}

// sectionTexts returns the pieces of a section. Its heading is in the first one, in bold type, since headings are
// kept for notes; a paragraph goes on behind it.
func sectionTexts(heading string, list []block) []string {
	var texts []string
	tight := false // whether a list item may follow without a blank line
	switch text := headingText(heading); {
	case text == "":
		heading = ""
	case len(list) > 0 && runsIn(list[0]):
		heading = "**" + text + stop(text) + "** "
	default:
		heading = "**" + text + "**\n"
		tight = true
	}
	for _, b := range list {
		for i, text := range cutBlock(b.lines) {
			if i == 0 {
				if heading == "" && !(b.item && tight) {
					text = "\n" + text
				}
				tight = b.item
			}
			if heading != "" {
				text = "\n" + heading + text
				heading = ""
			}
			texts = append(texts, text)
		}
	}
	if heading != "" {
		texts = append(texts, "\n"+heading)
	}
	return texts
}

// runsIn reports whether b may go on in the line of its heading.
func runsIn(b block) bool {
	if b.item || len(b.lines) == 0 {
		return false
	}
	if _, fenced := openFence(b.lines[0]); fenced {
		return false
	}
	text := strings.TrimLeft(b.lines[0], " \t")
	return text != "" && !strings.Contains(">|<#=-*_+`", text[:1]) && indentOf(b.lines[0]) < 4
}

// headingText returns the heading of a section, fit to stand between marks of bold type.
func headingText(heading string) string {
	return strings.TrimSpace(strings.ReplaceAll(oneLine(heading, maxTitle), "**", ""))
}

// stop returns what divides a heading from the text in the same line.
func stop(heading string) string {
	if strings.ContainsAny(heading[len(heading)-1:], ".!?:") {
		return ""
	}
	return "."
}
