package note

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.yaml.in/yaml/v3"

	"vaultgraph/examples/corpus"
)

// checkFlat fails when flatYAML reads a block otherwise than the YAML library does, and says whether it reads it.
func checkFlat(t *testing.T, content []byte) bool {
	t.Helper()
	got := flatYAML(content, make([]yaml.Node, 3))
	if got == nil {
		return false
	}
	want, err := libraryYAML(content)
	if err != nil {
		t.Fatalf("%q is read, but the YAML library says: %s", content, err.message)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(yaml.Node{}, "Tag"), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%q (-YAML library +flat):\n%s", content, diff)
	}
	if diff := difference(fileProperties(content, want), fileProperties(content, got)); diff != "" {
		t.Fatalf("%q (-YAML library +flat):\n%s", content, diff)
	}
	return true
}

// fileProperties returns what a note with nothing but this block says, given the root of the block.
func fileProperties(content []byte, root *yaml.Node) *Note {
	n := &Note{Source: content, Frontmatter: Frontmatter{Content: Span{0, len(content)}}}
	d := decoder{note: n, content: content, lines: yamlLines(content)}
	d.file(root, nil)
	return n
}

// flatBlocks are read without the YAML library.
var flatBlocks = []string{
	"a: b", "type: service\nstatus: active\ncreated: 2019-09-14\nrepo: example-org/tax-planner\n",
	"tags: [service, payments, a/b-c, 12]\nempty: []\none: [ x , 'y: z', \"[[q|r]]\" ]\n",
	"aliases:\n  - Alan\n  - \"Alan Park\"\n  - [a, b]\nnext: 1\n", "tags:\n- a\n- b c\n", "a:\nb:\n\n\nc: x\n",
	"a:\n\n    - b\n\n    - c\n", "summary: \"offset: expose # offset\"\nreviewed: true\nup: '[[a#b|c]]'\n",
	"n: -5\nf: +1.5e3\no: 0o17\nx: 0x1F\nu: 1_000\nd: .5\ni: .inf\nnan: .nan\nnull: null\nt: yes\nno: No\nb: TRUE\n12: x\n",
	"a: b:c\nurl: https://example.org/a?b=c#d\nc: C# and 'quotes' \"too\" [x] {y}, z\nq: a- -b & *c !d %e @f `g`\n",
	"\u00e9t\u00e9: \"[[\u00fc]]\"\nl: [\u00e9, \"\u00fc\", x]\nm:\n  - \u65e5\u672c\n  - '\U0001f600'\n", "a: b\r\nc:\r\n  - d\r\n  - 'e'\r\n\r\nf: [g]\r\n",
	"due date: today\na.b/c: d\nA: \"\"\nB: ''\nB2: \" x \"\na:   b\n", "dup: 1\ndup: 2\n",
}

// otherBlocks are left to the YAML library.
var otherBlocks = []string{
	"", "\n", "a", "a: b: c", "a: b # c", "# c\na: b", "a: |\n  b\n", "a: >-\n  b\n", "a: b\n  c\n", "a: \"b\n  c\"", "a: 'it''s'", `a: "b\n"`, "a: &x b", "a: *x",
	"a: !t b", "a: {b: c}", "{a: b}", "a: [[b]]", "a: [b: c]", "a: [b, [c]]", "a: [b,\n c]", "a: [b, ]", "a: [ ]", "a: [b] c", "a: [b # c]", "a: 'b' c",
	"a: \"b\" # c", "? a\n: b\n", "\"a\": b", "'a': b", "- a\n- b\n", "a: b\n- c\n", "a:\n - b\n  - c\n", "a:\n  - b\n - c\n", "a:\n  b: c\n", "a:\n  - b: c\n",
	"a:\n  - - b\n", "a:\n  -\n", "a:\n  - \n", "a:\n  - b\n    c\n", "a: \n", "a: b \n", "a:\tb\n", "\ta: b\n", "a : b\n", " a: b\n", "a: - b\n", "a: -\n", "a: --- b\n",
	"---\n", "...\n", "a: b\n...\n", "a: ?b\n", "a: ? b\n", "a: :b\n", "a: @b\n", "a: `b\n", "a: %b\n", "%a: b\n", "a: ,b\n", "a: ]\n", "a: }\n", "<<: a\n", "a: ~\n", "a: b:\n",
	"a: b\u0085c: d\n", "a: b\u2028c: d\n", "a: b\u2029c\n", "a: b\rc: d\n", "a: \x00\n", "a: \x7f\n", "a: \ufeffb\n", "a: \xff\n", "a: \u0080\n", "a: \ufffe\n", "a: \v\n",
	"a:b\n", "{{date}}: x\n", "a: {{date}}\n", "a: #b\n", "a#: b\n",
}

func TestFlatBlocks(t *testing.T) {
	for _, b := range flatBlocks {
		if !checkFlat(t, []byte(b)) {
			t.Errorf("%q is left to the YAML library", b)
		}
	}
	for _, b := range otherBlocks {
		if checkFlat(t, []byte(b)) {
			t.Errorf("%q is not left to the YAML library", b)
		}
	}
}

func FuzzFlatYAML(f *testing.F) {
	for _, b := range append(flatBlocks, otherBlocks...) {
		f.Add([]byte(b))
	}
	f.Fuzz(func(t *testing.T, content []byte) { checkFlat(t, content) })
}

// TestFlatCorpus reads the frontmatter of real notes: most of it is flat, or this were not worth its lines.
func TestFlatCorpus(t *testing.T) {
	flat, blocks := 0, 0
	err := filepath.WalkDir(corpus.Path(t, "data", "vaults"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		n := &Note{Source: src}
		n.readFrontmatter()
		if content := src[n.Frontmatter.Content.Start:n.Frontmatter.Content.End]; len(bytes.TrimSpace(content)) > 0 {
			blocks++
			if checkFlat(t, content) {
				flat++
			}
		}
		return nil
	})
	t.Logf("%d of %d blocks are flat", flat, blocks)
	if err != nil || flat < blocks/2 {
		t.Fatalf("%d of %d blocks are flat: %v", flat, blocks, err)
	}
}
