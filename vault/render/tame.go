package render

import (
	"strings"

	"vaultgraph/vault"
)

// noteMark starts the heading of a note. No line of a note's text starts like that in an answer, fenced code included,
// and outside fenced code none is a heading at all.
const noteMark = "## "

// A line is one line of a note's text as it is shown.
type line struct {
	text   string
	inside *fence // the fenced code that is open before the line; nil for none
	closes bool   // whether the line closes it
}

// tame returns the lines of a block, as printable leaves them, with nothing in them that reaches out of the note: no
// heading, no HTML block that would swallow what follows, no fenced code without end.
func tame(lines []string) []line {
	var out []line
	var code *fence
	for _, l := range lines {
		if code != nil {
			closed := code.closedBy(l)
			if !closed && !code.leftBy(l) {
				out = append(out, line{text: unmark(l), inside: code})
				continue
			}
			out = append(out, line{code.closing(), code, true})
			code = nil
			if closed {
				continue
			}
		}
		if f, ok := openFence(l); ok {
			code = &f
			out = append(out, line{text: f.opening()})
			continue
		}
		out = append(out, line{text: escape(l)})
	}
	if code != nil {
		out = append(out, line{code.closing(), code, true})
	}
	return out
}

// printable returns one line of a body without what a terminal would obey. Tabs stay, since they indent.
func printable(l string) string {
	l = strings.TrimRight(l, " \t\r")
	if !strings.Contains(l, "\t") {
		return vault.Printable(l)
	}
	cells := strings.Split(l, "\t")
	for i := range cells {
		cells[i] = vault.Printable(cells[i])
	}
	return strings.Join(cells, "\t")
}

// unmark keeps a line of fenced code from starting as the heading of a note does.
func unmark(l string) string {
	if strings.HasPrefix(l, noteMark) {
		return " " + l
	}
	return l
}

// escape takes from a line outside fenced code what makes it more than text, a list item or a quotation.
func escape(l string) string {
	text := strings.TrimLeft(l, " ")
	blanks := len(l) - len(text)
	if text == "" || blanks > 3 {
		return l
	}
	switch {
	case isRule(text):
		return "" // it says nothing, and below a text it would make that a heading
	case text[0] == '#' && isHeading(text), text[0] == '=' && strings.Trim(text, "=") == "", text[0] == '<':
		return l[:blanks] + `\` + text
	}
	return l
}

func isHeading(text string) bool {
	rest := strings.TrimLeft(text, "#")
	return len(text)-len(rest) <= 6 && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// isRule reports whether text is a thematic break, or the underline of a heading of the second level.
func isRule(text string) bool {
	mark := text[0]
	if mark != '-' && mark != '*' && mark != '_' {
		return false
	}
	marks := 0
	for i := range len(text) {
		switch text[i] {
		case mark:
			marks++
		case ' ', '\t':
		default:
			return false
		}
	}
	return marks > 2 || mark == '-' && marks == len(text)
}
