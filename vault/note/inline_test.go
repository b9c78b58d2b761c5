package note

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"vaultgraph/examples/corpus"
)

// A triggered is the inline rules that begin with one byte, as goldmark calls them.
type triggered byte

func (c triggered) Trigger() []byte { return []byte{byte(c)} }

func (c triggered) Parse(_ ast.Node, reader text.Reader, pc parser.Context) ast.Node {
	if scanOf(pc).applyRule(byte(c), reader) {
		return ast.NewString(nil)
	}
	return nil
}

// CloseBlock gives each block a clean slate, which is to happen once.
func (c triggered) CloseBlock(_ ast.Node, _ text.Reader, pc parser.Context) {
	if c == '[' {
		scanOf(pc).block = block{}
	}
}

// inlineParser is bodyParser with the inline rules, so that goldmark goes over the text and makes nodes of it.
func inlineParser() parser.Parser {
	p := newBodyParser(footnotes{}, tables{})
	for c, is := range inlineMark {
		if is && c != '\\' {
			p.AddOptions(parser.WithInlineParsers(util.Prioritized(triggered(c), 100)))
		}
	}
	return p
}

// parseAsGoldmark is Parse of a body, done by goldmark from end to end.
func parseAsGoldmark(p parser.Parser, src []byte) *Note {
	n := &Note{Source: src, Body: Span{0, len(src)}}
	s := &scan{note: n, src: src}
	root := p.Parse(text.NewReader(src), parser.WithContext(newBlockContext(s, nil)))
	s.sort()
	s.file(root)
	n.finish()
	return n
}

func parseBody(src []byte) *Note {
	n := &Note{Source: src, Body: Span{0, len(src)}}
	n.readBody()
	n.finish()
	return n
}

// difference returns where two notes differ in any part, "" where they do not. Lists without elements are all the same.
func difference(want, got *Note) string {
	if reflect.DeepEqual(want, got) {
		return "" // most are, and this is the quicker way to know
	}
	return cmp.Diff(want, got, cmpopts.EquateEmpty())
}

// FuzzInline holds our way over blocks and text against goldmark's.
func FuzzInline(f *testing.F) {
	for _, s := range []string{
		"a \\[[b]] \\\\[[c]] \\\\\\[[d]]\n", "a\\\n[[b]]\n", "a\\\\\\\n[[b]] [[c]]\n", "a\\  \n\\[[b]]\n", "a\\\r\n#b\\  \r\n#c\n",
		"a  \n#b \\#c \\\\\n#d\n", "\\\n\\\n\\[[a]]", "x\\\n\\[[a]]\n", "x\\\r\n\\[[a]]", "a\\  \n[[b]]\\[[c]]\n", "\\\r\n", "# h [[a]]\\\n\nset\\\n[[b]]\n===\n", "[[a]]\\[[b]]\\\n",
		"> - [[a]] `b\n>   c` [[d]]\n> lazy\n[[e]]\n", "-\t[[a]]\n\n\t[[b]]\n- \n\n  [[c]]\n", "`` ` [[a]] `` ` [[b]]\n", "<!-- a\nb --> [[c]] <b\n> [[d]]",
		"| `a | b` |\n|---|---|\n| [[c\\|d]] | \\#e #f |\n", "[r]: a.md\n[t][r] ![[a]](b) [a [b](c)](d) ![i [b](c)](d.png)\n", "a $$b\n\n$$ [[c]] $$ #d",
		"===\n", "a\n|-|\n===\n", "[a]: b\n===\n#c\n", "|a|\n|-|\n---\n", "\n\n  \n", "", "\t", "- - > [^a]: # [[b]]\n", "```\n[[a]]\n", "#a#b #c\\#d ##e\n",
	} {
		f.Add([]byte(s))
	}
	theirs := inlineParser()
	f.Fuzz(func(t *testing.T, src []byte) {
		want, got := parseAsGoldmark(theirs, src), parseBody(src)
		if diff := difference(want, got); diff != "" {
			t.Errorf("%q (-goldmark's way +ours):\n%s", src, diff)
		}
	})
}

// TestBlocksAreHidden makes sure that goldmark does not look at the text of blocks: it would take the time that we save.
func TestBlocksAreHidden(t *testing.T) {
	for _, src := range []string{"a", "# a\n\n> b\n- c\n\n\n", "a\n===\n", "[r]: a\n\nb", "|a|\n|-|\n|b|\n\n"} {
		s := &scan{note: &Note{}, src: []byte(src)}
		blocks, nodes := 0, 0
		ast.Walk(s.blocks(bodyParser(), text.NewReader(s.src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering && n.Type() == ast.TypeBlock {
				blocks++
			} else if entering && n.Type() == ast.TypeInline {
				nodes++
			}
			return ast.WalkContinue, nil
		})
		if blocks == 0 || nodes > 0 {
			t.Errorf("%q: %d blocks and %d nodes of text, want some blocks and no text", src, blocks, nodes)
		}
	}
}

// TestInlineCorpus does the same as FuzzInline with real notes.
func TestInlineCorpus(t *testing.T) {
	theirs := inlineParser()
	notes := 0
	err := filepath.WalkDir(corpus.Path(t, "data", "vaults"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		notes++
		want, got := parseAsGoldmark(theirs, src), parseBody(src)
		if diff := difference(want, got); diff != "" {
			t.Errorf("%s (-goldmark's way +ours):\n%s", path, diff)
		}
		return nil
	})
	if err != nil || notes < 500 {
		t.Fatalf("%d notes read: %v", notes, err)
	}
}
