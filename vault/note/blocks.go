package note

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A blockContext is goldmark's, with the scan that its rules work for and the document that they fill.
type blockContext struct {
	parser.Context
	scan *scan
	root ast.Node // nil before the first block
}

func scanOf(pc parser.Context) *scan { return pc.(*blockContext).scan }

// SetOpenedBlocks implements parser.Context.
func (c *blockContext) SetOpenedBlocks(blocks []parser.Block) {
	if c.root == nil && len(blocks) > 0 {
		c.root = blocks[0].Node.Parent()
	}
	c.Context.SetOpenedBlocks(blocks)
}

// blocks parses what the reader holds, which is s.src, and returns a document of its blocks.
//
// goldmark would go over their text as well, a byte at a time and making nodes of it, for inline rules that it has none
// of. So the blocks are taken out of its sight when the last one is complete; whatever it has left comes behind them.
func (s *scan) blocks(p parser.Parser, reader text.Reader) ast.Node {
	pc := &blockContext{Context: parser.NewContext(), scan: s}
	taken := ast.NewDocument()
	root := p.Parse(&blockReader{reader, pc, taken}, parser.WithContext(pc))
	moveChildren(taken, root)
	return taken
}

// A blockReader hands its text to goldmark, and takes the blocks when all have been found.
type blockReader struct {
	text.Reader
	pc    *blockContext
	taken ast.Node
}

// Source implements text.Reader. goldmark asks for it, among others, between blocks and inline rules.
func (r *blockReader) Source() []byte {
	if r.pc.root != nil && len(r.pc.OpenedBlocks()) == 0 {
		if line, _ := r.PeekLine(); line == nil { // no block is open and none can follow
			moveChildren(r.taken, r.pc.root)
		}
	}
	return r.Reader.Source()
}

func moveChildren(to, from ast.Node) {
	for c := from.FirstChild(); c != nil; c = from.FirstChild() {
		to.AppendChild(to, c)
	}
}
