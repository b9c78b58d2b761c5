package note

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// blocks parses what the reader holds, which is s.src, and returns a document of its blocks.
//
// goldmark would go over their text as well, a byte at a time and making nodes of it, for inline rules that it has none
// of. So it does not get to see the blocks once all of them are complete.
func (s *scan) blocks(p parser.Parser, reader text.Reader) ast.Node {
	pc := newBlockContext(s, reader)
	root := p.Parse(reader, parser.WithContext(pc))
	pc.raise()
	return root
}

// A curtain hides the blocks of a document: it stands before them as if nothing were behind it.
type curtain struct {
	document ast.Node // nil before it has a block
	cloth    ast.Node // nil where nothing is hidden
	first    ast.Node // the first of the blocks
}

// draw hides the blocks. One that comes later is hidden behind them.
func (c *curtain) draw() {
	first := c.document.FirstChild()
	if c.cloth != nil || first == nil {
		return
	}
	c.cloth, c.first = ast.NewTextBlock(), first
	c.document.InsertBefore(c.document, first, c.cloth)
	c.cloth.SetNextSibling(nil)
}

// raise shows the blocks.
func (c *curtain) raise() {
	if c.cloth == nil {
		return
	}
	if c.cloth.NextSibling() == nil {
		c.cloth.SetNextSibling(c.first)
	}
	c.document.RemoveChild(c.document, c.cloth)
}
