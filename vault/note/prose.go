package note

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Prose is one paragraph of the note's own words: in no heading, quote, callout, footnote, table or code block. It may
// be that of a list item.
type Prose struct {
	// Span reaches from the first word to the end of the last line, the line break excluded. In a list item, lines
	// after the first keep their indentation.
	Span Span
	// Hidden are the ranges in it that are no words of a sentence: code, math, HTML, comments and struck text.
	Hidden []Span
	// Item is the list item whose first paragraph this is, from its marker to the end of the paragraph; empty for
	// other paragraphs.
	Item Span
	// Box is the offset of the character between the brackets of a task's box; 0 where there is none.
	Box int
	// Section is the text of the nearest heading above, "" before the first one.
	Section string
}

// Prose returns the paragraphs of the note in the order of the text.
func (n *Note) Prose() []Prose {
	s := &scan{note: &Note{Source: n.Source}, src: n.Source[n.Body.Start:n.Body.End], base: n.Body.Start}
	root := s.read(text.NewReader(s.src))
	p := proseReader{outline: outline{scan: s}, headings: n.Headings}
	p.visit(root)
	return p.found
}

// A proseReader goes over the blocks of a parsed body and files the paragraphs.
type proseReader struct {
	outline
	headings []Heading
	section  string
	found    []Prose
	comment  bool // whether a comment is open, from one paragraph into the next
}

func (p *proseReader) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		if n.Lines().Len() > 0 {
			p.paragraph(n)
		}
		return
	case *ast.Document, *ast.List, *ast.ListItem:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if c.Type() == ast.TypeBlock {
				p.visit(c)
			}
		}
	}
}

func (p *proseReader) paragraph(n ast.Node) {
	lines := p.spans(n.Lines())
	span := p.span(lines[0].Start, lines[len(lines)-1].End)
	for len(p.headings) > 0 && p.headings[0].Span.Start < span.Start {
		p.section, p.headings = p.headings[0].Text, p.headings[1:]
	}
	found := Prose{Span: span, Section: p.section}
	if li := n.Parent(); li.Kind() == ast.KindListItem && n.PreviousSibling() == nil {
		found.Item = p.span(p.itemStart(li), lines[len(lines)-1].End)
		if t := p.note.Source[span.Start:span.End]; len(t) > 3 && t[0] == '[' && t[2] == ']' && isBlank(t[3]) {
			found.Box = span.Start + 1
		}
	}
	i, _ := slices.BinarySearchFunc(p.opaque, span.Start, func(o Span, at int) int { return o.Start - at })
	for ; i < len(p.opaque) && p.opaque[i].Start < span.End; i++ {
		found.Hidden = append(found.Hidden, p.opaque[i])
	}
	found.Hidden = append(found.Hidden, p.marked(span, found.Hidden)...)
	slices.SortFunc(found.Hidden, Span.Compare)
	p.found = append(p.found, found)
}

// marked returns what stands in a paragraph between the marks of comments (%%) and of struck text (~~). A comment may
// go on in later paragraphs; struck text may not.
func (p *proseReader) marked(span Span, opaque []Span) []Span {
	var out []Span
	open, struck := span.Start, -1
	for at := span.Start; at < span.End; {
		for len(opaque) > 0 && opaque[0].End <= at {
			opaque = opaque[1:]
		}
		if len(opaque) > 0 && opaque[0].Start <= at {
			at = opaque[0].End
			continue
		}
		switch rest := p.note.Source[at:span.End]; {
		case bytes.HasPrefix(rest, []byte("%%")):
			if p.comment {
				out = append(out, Span{open, at + 2})
			}
			p.comment, open = !p.comment, at
			at += 2
		case !p.comment && bytes.HasPrefix(rest, []byte("~~")):
			if struck >= 0 {
				out = append(out, Span{struck, at + 2})
				struck = -1
			} else {
				struck = at
			}
			at += 2
		default:
			at++
		}
	}
	if p.comment {
		out = append(out, Span{open, span.End})
	}
	return out
}
