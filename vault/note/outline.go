package note

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// An outline goes over the blocks of a parsed body and files headings, block ids, inline fields and list items.
type outline struct {
	*scan
	lines    lineCounter
	headings []Heading
	blocks   []Block
	fields   []Field
	items    []item
}

// An item is the text of one list item that holds a link: its first paragraph, without the lists below it.
type item struct {
	span Span // from the marker to the end of the text
	text []Span
}

// visit goes over n and what stands in it, in the order of the tree.
func (o *outline) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		if n.Parent().Kind() == ast.KindDocument { // Obsidian knows no headings in quotes, lists and footnotes
			o.heading(n)
		}
		return
	case *ast.Paragraph, *ast.TextBlock:
		o.paragraph(n)
		return
	case *ast.ListItem:
		o.item(n)
	case *tableBlock:
		if n.kind == kindTableRow {
			o.tableRow(n)
			return
		}
	case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
		return
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Type() == ast.TypeBlock {
			o.visit(c)
		}
	}
}

// file puts what was found into the note, in the order of the text.
func (o *outline) file() {
	n := o.note
	slices.SortFunc(o.headings, func(a, b Heading) int { return a.Span.Compare(b.Span) })
	slices.SortFunc(o.blocks, func(a, b Block) int { return a.IDSpan.Compare(b.IDSpan) })
	slices.SortFunc(o.fields, func(a, b Field) int { return a.Span.Compare(b.Span) })
	n.Headings, n.Blocks, n.Fields = o.headings, o.blocks, o.fields
	o.relate()
}

func (o *outline) heading(n *ast.Heading) {
	h := Heading{Level: n.Level}
	start := max(n.Pos(), 0)
	end := o.lineEnd(start)
	if lines := n.Lines(); lines.Len() > 0 {
		text := make([]string, 0, 1)
		for i := range lines.Len() {
			l := lines.At(i)
			text = append(text, string(bytes.TrimSpace(l.Value(o.src))))
		}
		h.Text = strings.Join(text, " ")
		if start == lines.At(0).Start { // no '#' before it: Setext, with an underline below the last line of text
			end = o.lineEnd(max(lines.At(lines.Len()-1).Stop-1, start))
			end = o.lineEnd(end + len(lineBreakAt(o.src, end)))
		}
	}
	h.Span = o.span(start, end)
	o.headings = append(o.headings, h)
}

// itemStart returns where the marker of a list item begins. goldmark's own position is too far to the right behind a
// tab.
func (o *outline) itemStart(li ast.Node) int {
	pos := max(li.Pos(), 0)
	first := li.FirstChild()
	if first == nil || first.Type() != ast.TypeBlock || first.Lines().Len() == 0 {
		return pos
	}
	text := first.Lines().At(0).Start
	before := bytes.TrimRight(o.src[o.lineStart(text):text], " \t")
	number := bytes.TrimRight(before, ".)")
	digits := len(number) - len(bytes.TrimRight(number, "0123456789"))
	switch {
	case len(before) == 0:
		return pos
	case bytes.IndexByte([]byte("-+*"), before[len(before)-1]) >= 0:
		digits = 0
	case len(number) == len(before) || digits == 0:
		return pos // the text begins below the marker
	}
	return o.lineStart(text) + len(before) - 1 - digits
}

// lineStart returns where the line of an offset begins.
func (o *outline) lineStart(at int) int { return bytes.LastIndexByte(o.src[:at], '\n') + 1 }

// lineEnd returns where the line of an offset ends, without its line break.
func (o *outline) lineEnd(at int) int {
	end := len(o.src)
	if i := bytes.IndexByte(o.src[at:], '\n'); i >= 0 {
		end = at + i
	}
	if end > at && o.src[end-1] == '\r' {
		end--
	}
	return end
}

// lineBreakAt returns the line break that src has at an offset; empty at the end of the text.
func lineBreakAt(src []byte, at int) string {
	switch rest := src[at:]; {
	case bytes.HasPrefix(rest, []byte("\r\n")):
		return "\r\n"
	case bytes.HasPrefix(rest, []byte("\n")):
		return "\n"
	}
	return ""
}

// spans returns the lines of a block of text as ranges of the body, without blanks around them.
func (o *outline) spans(lines *text.Segments) []Span {
	out := make([]Span, 0, lines.Len())
	for i := range lines.Len() {
		l := lines.At(i)
		b := o.src[l.Start:l.Stop]
		start := l.Start + len(b) - len(bytes.TrimLeft(b, " \t"))
		end := l.Start + len(bytes.TrimRight(b, " \t\r\n"))
		out = append(out, Span{start, max(start, end)})
	}
	return out
}

func (o *outline) paragraph(n ast.Node) {
	lines := n.Lines()
	if lines.Len() == 0 {
		return
	}
	whole := o.src[lines.At(0).Start:lines.At(lines.Len()-1).Stop]
	if bytes.Contains(whole, []byte("::")) {
		for _, s := range o.spans(lines) {
			o.findFields(s)
		}
	}
	if bytes.IndexByte(whole, '^') >= 0 {
		o.blockID(n, o.spans(lines))
	}
}

func (o *outline) item(n *ast.ListItem) {
	first := n.FirstChild()
	if first == nil || first.Type() != ast.TypeBlock {
		return
	}
	if k := first.Kind(); k != ast.KindTextBlock && k != ast.KindParagraph || first.Lines().Len() == 0 {
		return
	}
	lines := first.Lines()
	if len(o.linksIn(o.span(lines.At(0).Start, lines.At(lines.Len()-1).Stop))) == 0 {
		return
	}
	text := o.spans(lines)
	o.items = append(o.items, item{span: Span{o.itemStart(n), text[len(text)-1].End}, text: text})
}

// tableRow reports a wikilink that a bar cuts in two: in a table, the bar between two cells comes first.
func (o *outline) tableRow(n ast.Node) {
	first := n.FirstChild()
	if first == nil || first.Lines().Len() == 0 {
		return
	}
	start := first.Lines().At(0).Start
	if row := o.src[start:o.lineEnd(start)]; cutsWikilink(row) {
		o.note.report(Warning, o.lines.at(o.base+start),
			`unescaped | in a table cuts the link in two; write \|`)
	}
}

// cutsWikilink says whether a row of a table has an unescaped bar between the brackets of what would be a wikilink.
func cutsWikilink(row []byte) bool {
	ticks := 0
	for {
		i := bytes.Index(row, []byte("[["))
		if i < 0 {
			return false
		}
		ticks += bytes.Count(row[:i], []byte{'`'})
		row = row[i:]
		end, _ := wikilinkEnd(row)
		if end < 0 {
			row = row[1:]
			continue
		}
		if ticks%2 == 0 && hasUnescapedBar(row[2:end-2]) { // an odd backtick: code
			return true
		}
		ticks += bytes.Count(row[:end], []byte{'`'})
		row = row[end:]
	}
}

func hasUnescapedBar(b []byte) bool {
	for i, c := range b {
		if c == '|' && (i == 0 || b[i-1] != '\\') {
			return true
		}
	}
	return false
}

// blockID files the block id at the end of a paragraph. On a list item it names the item; alone on its line, behind
// a block, it names that block.
func (o *outline) blockID(n ast.Node, lines []Span) {
	last := lines[len(lines)-1]
	at := blockIDStart(o.src[last.Start:last.End])
	if at < 0 {
		return
	}
	at += last.Start
	b := Block{ID: string(o.src[at+1 : last.End]), IDSpan: o.span(at, last.End)}
	named := Span{lines[0].Start, last.End}
	alone := at == last.Start && len(lines) == 1
	if prev := n.PreviousSibling(); alone && prev != nil && prev.Type() == ast.TypeBlock {
		named = Span{o.firstByte(prev), at}
		for named.End > named.Start && isBlank(o.src[named.End-1]) {
			named.End--
		}
	} else if li := n.Parent(); li != nil && li.Kind() == ast.KindListItem && n.PreviousSibling() == nil {
		named.Start = o.itemStart(li)
	}
	b.Span = o.span(named.Start, max(named.Start, named.End))
	o.blocks = append(o.blocks, b)
}

// firstByte returns where a block begins in the body.
func (o *outline) firstByte(n ast.Node) int {
	if n.Kind() == ast.KindList && n.FirstChild() != nil {
		return o.itemStart(n.FirstChild())
	}
	start := n.Pos()
	if start < 0 && n.Lines().Len() > 0 {
		start = n.Lines().At(0).Start
	}
	return max(start, 0)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// blockIDStart returns the offset of the caret of a block id at the end of line, or -1. An id has Latin letters,
// digits and dashes, and stands behind a blank or alone.
func blockIDStart(line []byte) int {
	i := len(line)
	for i > 0 && (isLetter(line[i-1]) || line[i-1] == '-' || line[i-1] >= '0' && line[i-1] <= '9') {
		i--
	}
	if i == len(line) || i == 0 || line[i-1] != '^' || i > 1 && !isBlank(line[i-2]) {
		return -1
	}
	return i - 1
}
