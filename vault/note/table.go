package note

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The kinds of the blocks of a table.
var (
	kindTable     = ast.NewNodeKind("Table")
	kindTableRow  = ast.NewNodeKind("TableRow")
	kindTableCell = ast.NewNodeKind("TableCell")
)

// A tableBlock is a table, one of its rows, or a cell, which holds a line of text.
type tableBlock struct {
	ast.BaseBlock
	kind ast.NodeKind
}

func (s *nodeStock) tableBlock(kind ast.NodeKind, at int) *tableBlock {
	b := s.cells.take()
	b.kind = kind
	b.SetPos(at)
	return b
}

// Kind implements ast.Node.
func (b *tableBlock) Kind() ast.NodeKind { return b.kind }

// Dump implements ast.Node.
func (b *tableBlock) Dump(source []byte, level int) { ast.DumpHelper(b, source, level, nil, nil) }

// tables makes a paragraph a table by the rules of GitHub's Markdown (section 4.10): a row of dashes below a row with at
// most as many cells. Its text is read cell by cell, so that code which opens in one cell does not hide the next.
//
// goldmark's own transformer does the same, and the tests hold this one equal to it. It is not used because it fills
// every row up to the header's width, which costs their product, and because its package spends milliseconds of each
// start of the program on things that are not needed here.
type tables struct{}

// Transform implements parser.ParagraphTransformer.
func (tables) Transform(p *ast.Paragraph, reader text.Reader, pc parser.Context) {
	stock := &scanOf(pc).stock
	src, lines := reader.Source(), p.Lines()
	for i := 1; i < lines.Len(); i++ {
		below := lines.At(i)
		width := delimiterCells(below.Value(src))
		if width == 0 {
			continue
		}
		header := stock.tableRow(src, lines.At(i-1), -1)
		if header.ChildCount() > width {
			return
		}
		table := stock.tableBlock(kindTable, p.Pos())
		table.AppendChild(table, header)
		for j := i + 1; j < lines.Len(); j++ {
			table.AppendChild(table, stock.tableRow(src, lines.At(j), width))
		}
		p.Parent().InsertAfter(p.Parent(), p, table)
		if lines.SetSliced(0, i-1); i == 1 {
			p.Parent().RemoveChild(p.Parent(), p)
		}
		return
	}
}

// tableRow splits a line into at most width cells, negative: all. What stands behind the last one does not count.
func (s *nodeStock) tableRow(src []byte, line text.Segment, width int) *tableBlock {
	row := s.tableBlock(kindTableRow, line.Start)
	line = line.TrimLeftSpace(src)
	line = line.TrimRightSpace(src)
	at, end := line.Start, line.Stop
	if at < end && src[at] == '|' {
		at++
	}
	if at < end && src[end-1] == '|' {
		end--
	}
	for at < end && row.ChildCount() != width {
		close := at
		for close < end && (src[close] != '|' || src[close-1] == '\\' && close > line.Start) {
			close++
		}
		cell := s.tableBlock(kindTableCell, at)
		text := text.NewSegment(at, close)
		text = text.TrimLeftSpace(src)
		cell.Lines().Append(text.TrimRightSpace(src))
		row.AppendChild(row, cell)
		at = close + 1
	}
	return row
}

// delimiterCells returns how many cells the row below a header has, 0 for any other line.
func delimiterCells(line []byte) int {
	if !isDelimiterRow(line) || bytes.Trim(line, "-") == nil || len(bytes.Trim(line, "-")) == 0 {
		return 0
	}
	if width, _ := util.IndentWidth(line, 0); width > 3 {
		return 0
	}
	cells := bytes.Split(line, []byte{'|'})
	if util.IsBlank(cells[0]) {
		cells = cells[1:]
	}
	if n := len(cells); n > 0 && util.IsBlank(cells[n-1]) {
		cells = cells[:n-1]
	}
	for _, c := range cells {
		c = bytes.TrimSpace(c)
		c = bytes.TrimSuffix(bytes.TrimPrefix(c, []byte{':'}), []byte{':'})
		if len(c) == 0 || len(bytes.Trim(c, "-")) > 0 {
			return 0
		}
	}
	return len(cells)
}

// isDelimiterRow says whether a line may be the one below a table's header.
func isDelimiterRow(line []byte) bool {
	dashed := false
	for _, c := range line {
		switch c {
		case '-':
			dashed = true
		case '|', ':', ' ', '\t', '\r', '\n', '\v', '\f':
		default:
			return false
		}
	}
	return dashed
}
