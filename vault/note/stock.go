package note

import (
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A stock holds nodes of one type, made in advance.
type stock[T any] struct{ made, left []T }

// take returns a node that nobody has.
func (s *stock[T]) take() *T {
	if len(s.left) == 0 {
		s.made = make([]T, 16)
		s.left = s.made
	}
	n := &s.left[0]
	s.left = s.left[1:]
	return n
}

// refill makes those of the last nodes that were taken as new.
func (s *stock[T]) refill(renew func(*T)) {
	for i := range s.made[:len(s.made)-len(s.left)] {
		renew(&s.made[i])
	}
	s.left = s.made
}

// A nodeStock holds the nodes that most bodies are made of. A parse that is done leaves it to the next one, since making
// them anew takes longer than what is done with them.
type nodeStock struct {
	paragraphs stock[ast.Paragraph]
	cells      stock[tableBlock]
}

var nodeStocks = sync.Pool{New: func() any { return new(nodeStock) }}

// giveBack leaves the stock to other parses. Nobody may hold a node of it.
func (s *nodeStock) giveBack() {
	s.paragraphs.refill(func(p *ast.Paragraph) {
		lines := emptied(p.Lines())
		*p = ast.Paragraph{}
		p.SetLines(&lines)
	})
	s.cells.refill(func(b *tableBlock) {
		lines := emptied(b.Lines())
		*b = tableBlock{}
		b.SetLines(&lines)
	})
	nodeStocks.Put(s)
}

// emptied returns no lines, and the room of those, unless it is large.
func emptied(lines *text.Segments) text.Segments {
	if lines.Len() > 32 {
		return text.Segments{}
	}
	kept := *lines
	kept.SetSliced(0, 0)
	return kept
}

// paragraphs is goldmark's block rule of paragraphs, with nodes from the stock.
type paragraphs struct{ parser.BlockParser }

// Open implements parser.BlockParser.
func (paragraphs) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	if util.IsBlank(line) {
		return nil, parser.NoChildren
	}
	p := scanOf(pc).stock.paragraphs.take()
	p.Lines().Append(segment)
	reader.AdvanceToEOL()
	return p, parser.NoChildren
}
