package note

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A blockContext is goldmark's memory of one parse: what block rules keep there, and the scan that ours work for. It has
// no place for what goldmark's inline rules keep, or its references and ids of headings, none of which are used here.
type blockContext struct {
	scan   *scan
	kept   []any
	offset int // of the first character in the line that is not blank, and its indent; -1 where all are
	indent int
	opened []parser.Block
	reader text.Reader // what goldmark reads; nil where it is to see the blocks in the end
	curtain
}

func newBlockContext(s *scan, reader text.Reader) *blockContext {
	return &blockContext{scan: s, reader: reader, kept: make([]any, parser.ContextKeyMax+1), offset: -1, indent: -1}
}

func scanOf(pc parser.Context) *scan { return pc.(*blockContext).scan }

// OpenedBlocks implements parser.Context.
func (c *blockContext) OpenedBlocks() []parser.Block { return c.opened }

// SetOpenedBlocks implements parser.Context. When no block is open and none can follow, the blocks are complete.
func (c *blockContext) SetOpenedBlocks(blocks []parser.Block) {
	c.opened = blocks
	switch {
	case c.reader == nil:
	case len(blocks) > 0:
		if c.document == nil {
			c.document = blocks[0].Node.Parent()
		}
	case c.document != nil:
		if _, at := c.reader.Position(); util.IsBlank(c.scan.src[min(max(at.Start, 0), len(c.scan.src)):]) {
			c.draw()
		}
	}
}

// LastOpenedBlock implements parser.Context.
func (c *blockContext) LastOpenedBlock() parser.Block {
	if len(c.opened) == 0 {
		return parser.Block{}
	}
	return c.opened[len(c.opened)-1]
}

// Get implements parser.Context.
func (c *blockContext) Get(key parser.ContextKey) any { return c.kept[key] }

// Set implements parser.Context.
func (c *blockContext) Set(key parser.ContextKey, value any) { c.kept[key] = value }

// ComputeIfAbsent implements parser.Context.
func (c *blockContext) ComputeIfAbsent(key parser.ContextKey, compute func() any) any {
	if c.kept[key] == nil {
		c.kept[key] = compute()
	}
	return c.kept[key]
}

// BlockOffset implements parser.Context.
func (c *blockContext) BlockOffset() int { return c.offset }

// SetBlockOffset implements parser.Context.
func (c *blockContext) SetBlockOffset(offset int) { c.offset = offset }

// BlockIndent implements parser.Context.
func (c *blockContext) BlockIndent() int { return c.indent }

// SetBlockIndent implements parser.Context.
func (c *blockContext) SetBlockIndent(indent int) { c.indent = indent }

// String implements parser.Context.
func (*blockContext) String() string { return "blocks" }

// AddReference implements parser.Context.
func (*blockContext) AddReference(parser.Reference) {}

// Reference implements parser.Context.
func (*blockContext) Reference(string) (parser.Reference, bool) { return nil, false }

// References implements parser.Context.
func (*blockContext) References() []parser.Reference { return nil }

// IDs implements parser.Context.
func (*blockContext) IDs() parser.IDs { return nil }

// FirstDelimiter implements parser.Context.
func (*blockContext) FirstDelimiter() *parser.Delimiter { return nil }

// LastDelimiter implements parser.Context.
func (*blockContext) LastDelimiter() *parser.Delimiter { return nil }

// PushDelimiter implements parser.Context.
func (*blockContext) PushDelimiter(*parser.Delimiter) {}

// RemoveDelimiter implements parser.Context.
func (*blockContext) RemoveDelimiter(*parser.Delimiter) {}

// ClearDelimiters implements parser.Context.
func (*blockContext) ClearDelimiters(ast.Node) {}

// IsInLinkLabel implements parser.Context.
func (*blockContext) IsInLinkLabel() bool { return false }
