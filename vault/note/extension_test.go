package note

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// readWith parses src as a body, with these rules for footnotes and tables, and returns what does not depend on the
// types of blocks: links and tags.
func readWith(src []byte, p parser.Parser) *Note {
	n := &Note{Source: src, Body: Span{0, len(src)}}
	s := &scan{note: n, src: src}
	root := s.blocks(p, text.NewReader(src))
	s.inline(root, text.NewBlockReader(src, nil))
	s.sort()
	s.file(root)
	return &Note{Links: n.Links, Tags: n.Tags}
}

// FuzzTables holds our rules for tables and footnotes against those of goldmark.
func FuzzTables(f *testing.F) {
	for _, s := range []string{
		"| a | b |\n| --- | :-: |\n| [[c\\|d]] | `x | [[e]]` |\n| [[f]] |\n| 1 | 2 | [[g]] |\n",
		"text\na|b\n-|-\n[[c]]|#d\n\nnext [[e]]\n", "|a\n|-\n[[b]]\n> |c|\n> |-|\n> |[[d]]|\n", "- |a|\n  |-|\n  |[[b]]|\n",
		"a\n-\n[[b]]\n", "[^1]: [[a]]\n    [[b]]\n\n    - [[c]]\n[[d]]\n", "x[^1]\n[^ ]: [[a]]\n[^a[b]: [[c]]\n[^]: [[d]]\n> [^q]: [[e]]\n",
		"| a |\n|---|---|\n| [[b]] |\n", "|\\||\n|-|\n|[[a]]\\|[[b]]|\n", "\t|a|\n\t|-|\n", "| a |\n | - |\n    | [[b]] |\n", ":-:\n:-:\n[[a]]\n", "a|b\n-|-\n\n[^1]:\n",
	} {
		f.Add([]byte(s))
	}
	theirs := newBodyParser(extension.NewFootnoteBlockParser(), extension.NewTableParagraphTransformer())
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 4000 {
			t.Skip("goldmark's tables take the square of their size")
		}
		want, got := readWith(src, theirs), readWith(src, bodyParser())
		// goldmark moves footnotes, so the nearest heading above is not the same for both.
		ignore := cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Link{}, "Connection", "Item", "Relation", "Annotation")}
		if diff := cmp.Diff(want, got, ignore); diff != "" {
			t.Errorf("%q (-goldmark +ours):\n%s", src, diff)
		}
	})
}
