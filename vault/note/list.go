package note

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// A List is a list that stands directly in the note: in no quote, footnote or other list.
type List struct {
	Ordered bool
	// Loose is true where blank lines stand between the items.
	Loose bool
	Items []ListItem
}

// A ListItem is one item of a List, with the lists and blocks in it.
type ListItem struct {
	// Span reaches from the marker to the end of the last line, its line break excluded.
	Span Span
	// Text is the first line behind the marker and the blanks after it; empty where the item begins otherwise
	// than with text.
	Text Span
	// Lines is how many lines the first paragraph has.
	Lines int
}

// Lists returns the lists of the note in the order of the text.
func (n *Note) Lists() []List {
	s := &scan{note: &Note{Source: n.Source}, src: n.Source[n.Body.Start:n.Body.End], base: n.Body.Start}
	root := s.blocks(bodyParser(), text.NewReader(s.src))
	o := outline{scan: s}
	starts := o.blockStarts(root)
	var lists []List
	for c := root.FirstChild(); c != nil; c = c.NextSibling() {
		if l, ok := c.(*ast.List); ok {
			lists = append(lists, o.list(l, starts))
		}
	}
	return lists
}

// blockStarts returns where the blocks of the document begin, in order. Footnotes count one by one: goldmark gathers
// them at the end.
func (o *outline) blockStarts(root ast.Node) []int {
	var starts []int
	for c := root.FirstChild(); c != nil; c = c.NextSibling() {
		starts = append(starts, o.lineStart(o.firstByte(c)))
		if c.Kind() != ast.KindList {
			for inner := c.FirstChild(); inner != nil; inner = inner.NextSibling() {
				if inner.Type() == ast.TypeBlock {
					starts = append(starts, o.lineStart(o.firstByte(inner)))
				}
			}
		}
	}
	slices.Sort(starts)
	return starts
}

func (o *outline) list(l *ast.List, starts []int) List {
	list := List{Ordered: l.IsOrdered()}
	for c := l.FirstChild(); c != nil; c = c.NextSibling() {
		start := o.itemStart(c)
		end := len(o.src)
		if next := c.NextSibling(); next != nil {
			end = o.lineStart(o.itemStart(next))
		} else if i, _ := slices.BinarySearch(starts, start+1); i < len(starts) {
			end = starts[i]
		}
		trimmed := max(start, len(bytes.TrimRight(o.src[:max(end, start)], " \t\r\n")))
		if c.NextSibling() != nil && bytes.Count(o.src[trimmed:end], lineFeed) > 1 {
			list.Loose = true
		}
		item := ListItem{Span: o.span(start, trimmed)}
		item.Text = Span{item.Span.Start, item.Span.Start}
		if first := c.FirstChild(); first != nil && first.Type() == ast.TypeBlock && first.Lines().Len() > 0 &&
			(first.Kind() == ast.KindTextBlock || first.Kind() == ast.KindParagraph) {
			line := o.spans(first.Lines())[0]
			item.Text, item.Lines = o.span(line.Start, line.End), first.Lines().Len()
		}
		list.Items = append(list.Items, item)
	}
	return list
}
