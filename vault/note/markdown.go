package note

import (
	"bytes"
	"slices"
	"sort"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxNesting is how deep quotes and lists may stand in one another; a deeper marker is text. goldmark visits every
// open container on every line, so without a limit a file of ">" costs the square of its size.
const maxNesting = 64

// bodyParser is goldmark with its own block rules, and ours of tables and footnotes. The inline rules are those of
// applyRule. It holds no state of a parse, so all parses share it.
var bodyParser = sync.OnceValue(func() parser.Parser { return newBodyParser(footnotes{}, tables{}) })

func newBodyParser(footnotes parser.BlockParser, tables parser.ParagraphTransformer) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(nested{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(nested{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(nested{footnotes}, 950),
			util.Prioritized(paragraphs{parser.NewParagraphParser()}, 1000),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(definitions{}, 100),
			util.Prioritized(tables, 200),
		),
	)
}

// nested is a block parser that opens nothing below maxNesting.
type nested struct{ parser.BlockParser }

// Open implements parser.BlockParser.
func (p nested) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if depth++; depth > maxNesting {
			return nil, parser.NoChildren
		}
	}
	return p.BlockParser.Open(parent, reader, pc)
}

// A scan is the state of one parse: what the inline rules have found so far. Their spans are ranges of note.Source.
type scan struct {
	note *Note
	src  []byte // what goldmark reads: the body
	base int    // where src begins in note.Source

	links  []Link
	tags   []Tag
	opaque []Span            // code, HTML and math: no field counts inside
	refs   map[string]string // reference definitions: folded label to destination
	block  block
	stock  nodeStock
	steps  int // bytes looked at by our own rules: what the tests of linear time count
}

// A block is what the inline rules remember within one block of text.
type block struct {
	open   []bracket
	barred int             // brackets below this index can no longer open a link: links do not nest
	runs   map[int]int     // length of a run of backticks to where the last such run starts, in src
	absent map[string]bool // closing marks that are known not to follow in this block
}

// span turns a range of src into one of the note.
func (s *scan) span(start, end int) Span { return Span{s.base + start, s.base + end} }

// readBody parses n.Body and files what it holds.
func (n *Note) readBody() {
	src := n.Source[n.Body.Start:n.Body.End]
	stock := nodeStocks.Get().(*nodeStock)
	s := &scan{note: n, src: src, base: n.Body.Start, stock: *stock}
	n.Links = slices.Grow(n.Links, min(bytes.Count(src, []byte("[[")), 64))
	s.links = n.Links[len(n.Links):] // in place, as long as there is room
	s.file(s.read(text.NewReader(src)))
	*stock = s.stock
	stock.giveBack()
}

// read parses what the reader holds, which is s.src, and returns its blocks. What the inline rules find is in s, in the
// order of the text.
func (s *scan) read(reader text.Reader) ast.Node {
	root := s.blocks(bodyParser(), reader)
	s.inline(root, text.NewBlockReader(s.src, nil))
	s.sort()
	return root
}

func (s *scan) sort() {
	inOrder := func(i, j int) bool { return s.links[i].Span.Compare(s.links[j].Span) < 0 }
	if !sort.SliceIsSorted(s.links, inOrder) { // as it is where no link stands in the text of another
		sort.Slice(s.links, inOrder)
	}
	slices.SortFunc(s.tags, func(a, b Tag) int { return a.Span.Compare(b.Span) })
	slices.SortFunc(s.opaque, Span.Compare)
}

// file puts what was found into the note.
func (s *scan) file(root ast.Node) {
	o := outline{scan: s, lines: newLineCounter(s.note.Source)}
	o.visit(root)
	o.file()
	s.note.Tags = s.tags
	s.note.Links = append(s.note.Links, s.links...)
}
