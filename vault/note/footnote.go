package note

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var kindFootnote = ast.NewNodeKind("Footnote")

// A footnote is the definition of a footnote, "[^label]: text". It stays where it stands.
type footnote struct{ ast.BaseBlock }

// Kind implements ast.Node.
func (*footnote) Kind() ast.NodeKind { return kindFootnote }

// Dump implements ast.Node.
func (f *footnote) Dump(source []byte, level int) { ast.DumpHelper(f, source, level, nil, nil) }

// footnotes is the block rule of footnote definitions: text behind "[^label]:" and blocks indented by four below it.
// See tables for why goldmark's own is not used.
type footnotes struct{}

// Trigger implements parser.BlockParser.
func (footnotes) Trigger() []byte { return []byte{'['} }

// Open implements parser.BlockParser.
func (footnotes) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || !bytes.HasPrefix(line[at:], []byte("[^")) {
		return nil, parser.NoChildren
	}
	label := line[at+2 : min(len(line), at+2+maxLabel)]
	end := labelEnd(label)
	next := at + 2 + end + 1
	if end < 0 || util.IsBlank(label[:end]) || next >= len(line) || line[next] != ':' {
		return nil, parser.NoChildren
	}
	at = next + 1 - segment.Padding
	if at >= len(line) {
		reader.Advance(at)
		return &footnote{}, parser.NoChildren
	}
	reader.AdvanceAndSetPadding(at, segment.Padding)
	return &footnote{}, parser.HasChildren
}

// Continue implements parser.BlockParser.
func (footnotes) Continue(_ ast.Node, reader text.Reader, _ parser.Context) parser.State {
	line, _ := reader.PeekLine()
	if util.IsBlank(line) {
		return parser.Continue | parser.HasChildren
	}
	at, padding := util.IndentPosition(line, reader.LineOffset(), 4)
	if at < 0 {
		return parser.Close
	}
	reader.AdvanceAndSetPadding(at, padding)
	return parser.Continue | parser.HasChildren
}

// Close implements parser.BlockParser.
func (footnotes) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements parser.BlockParser.
func (footnotes) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements parser.BlockParser.
func (footnotes) CanAcceptIndentedLine() bool { return false }

// labelEnd returns where the bracket closes that a label stands in, or -1. A label holds no other open bracket; a
// backslash escapes either.
func labelEnd(label []byte) int {
	for i := 0; i < len(label); i++ {
		switch label[i] {
		case ']':
			return i
		case '[':
			return -1
		case '\\':
			if i+1 < len(label) && util.IsPunct(label[i+1]) {
				i++
			}
		}
	}
	return -1
}
