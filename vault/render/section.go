package render

import (
	"bytes"
	"strings"
	"unicode"

	"vaultgraph/vault/note"
)

// A rank says when a section of a note is shown.
type rank uint8

const (
	isProse       rank = iota
	isPart             // it matters: constraints, decisions, outcomes
	isConnections      // it holds the edges of the note
)

// A section is what stands in a note from one heading to the next.
type section struct {
	heading string // "" before the first heading, and for the one that repeats the title
	level   int    // of the heading, 0 before the first
	rank    rank
	body    note.Span
}

// sections divides the body of a note. A heading within a list or a quotation divides nothing. A section below one
// that matters matters as well.
func sections(n *note.Note, title, typ string) []section {
	list := []section{{body: note.Span{Start: n.Body.Start, End: n.Body.End}}}
	var above [7]rank // by level, the rank of the heading that is in force
	for i, h := range n.Headings {
		if h.Level < 1 || h.Level > 6 || h.Span.Start < n.Body.Start || !startsLine(n.Source, h.Span.Start) {
			continue
		}
		r := rankOf(h.Text, typ)
		if r == isProse {
			r = above[h.Level-1]
		}
		for level := h.Level; level <= 6; level++ {
			above[level] = r
		}
		last := &list[len(list)-1]
		last.body.End = max(last.body.Start, lineStart(n.Source, h.Span.Start))
		text := h.Text
		if i == 0 && oneLine(text, maxTitle) == oneLine(title, maxTitle) {
			text = ""
		}
		list = append(list, section{text, h.Level, r, note.Span{Start: min(h.Span.End, n.Body.End), End: n.Body.End}})
	}
	return list
}

// rankOf tells the sections that matter by their heading.
func rankOf(heading, typ string) rank {
	key := strings.Join(strings.FieldsFunc(strings.ToLower(heading), func(r rune) bool {
		return !unicode.IsLetter(r)
	}), " ")
	switch key {
	case "connection", "connections":
		return isConnections
	case "constraint", "constraints", "decision", "decisions", "key decision", "key decisions", "outcome", "outcomes":
		return isPart
	case "summary", "open threads":
		if typ == "session" {
			return isPart
		}
	}
	return isProse
}

// startsLine reports whether nothing but at most three blanks stands before src[at] in its line.
func startsLine(src []byte, at int) bool {
	before := src[lineStart(src, at):at]
	return len(before) <= 3 && len(bytes.TrimLeft(before, " ")) == 0
}

func lineStart(src []byte, at int) int {
	return bytes.LastIndexByte(src[:at], '\n') + 1
}
