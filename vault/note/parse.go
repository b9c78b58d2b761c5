package note

import (
	"bytes"
	"slices"
)

// Parse reads a note. It never fails and never panics. The Note refers to src and does not copy it, so src must
// not change afterwards.
func Parse(src []byte) *Note {
	n := &Note{Source: src}
	if encoding, ok := foreignEncoding(src); ok {
		n.Body = Span{0, len(src)}
		n.report(Error, 1, "the text is "+encoding+", not UTF-8: links in it are not seen; save it as UTF-8")
		return n
	}
	n.readFrontmatter()
	n.readBody()
	n.finish()
	return n
}

// foreignEncoding names the encoding that a byte-order mark gives away. Obsidian reads every note as UTF-8.
func foreignEncoding(src []byte) (string, bool) {
	switch {
	case bytes.HasPrefix(src, []byte{0xff, 0xfe}):
		return "UTF-16 (little endian)", true
	case bytes.HasPrefix(src, []byte{0xfe, 0xff}):
		return "UTF-16 (big endian)", true
	}
	return "", false
}

// byteOrderMark is what some editors put before UTF-8 text.
var byteOrderMark = []byte{0xef, 0xbb, 0xbf}

func (n *Note) report(s Severity, line int, message string) {
	n.Problems = append(n.Problems, Problem{Severity: s, Line: line, Message: message})
}

// finish gives every element its line, every link its section, and orders the problems.
func (n *Note) finish() {
	lines := newLineCounter(n.Source)
	n.place(&lines)
	slices.SortStableFunc(n.Problems, func(a, b Problem) int { return a.Line - b.Line })
}

// place gives every element its line, and every link its section.
func (n *Note) place(lines *lineCounter) {
	for i := range n.Headings {
		n.Headings[i].Line = lines.at(n.Headings[i].Span.Start)
	}
	section, next := "", 0
	for i := range n.Links {
		l := &n.Links[i]
		if l.Kind != LinkWiki && l.Kind != LinkMarkdown {
			continue
		}
		l.Line = lines.at(l.Span.Start)
		for next < len(n.Headings) && n.Headings[next].Span.Start <= l.Span.Start {
			section = n.Headings[next].Text
			next++
		}
		l.Section = section
	}
	for i := range n.Tags {
		n.Tags[i].Line = lines.at(n.Tags[i].Span.Start)
	}
	for i := range n.Fields {
		n.Fields[i].Line = lines.at(n.Fields[i].Span.Start)
	}
	for i := range n.Blocks {
		n.Blocks[i].Line = lines.at(n.Blocks[i].Span.Start)
	}
}

// A lineCounter turns offsets into line numbers. It reads what lies between one offset and the next, so that offsets
// that rise, or go back a little, cost one reading of the text.
type lineCounter struct {
	src  []byte
	pos  int
	line int
	read int // bytes looked at: what the tests of linear time count
}

func newLineCounter(src []byte) lineCounter { return lineCounter{src: src, line: 1} }

// at returns the line of an offset.
func (c *lineCounter) at(offset int) int {
	if offset < c.pos {
		c.line -= bytes.Count(c.src[offset:c.pos], lineFeed)
	} else {
		c.line += bytes.Count(c.src[c.pos:offset], lineFeed)
	}
	c.read += max(c.pos-offset, offset-c.pos)
	c.pos = offset
	return c.line
}

var lineFeed = []byte{'\n'}
