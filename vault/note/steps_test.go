package note

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/text"
)

// countingReader counts how often goldmark's block rules look at the text.
type countingReader struct {
	text.Reader
	steps int
}

func (r *countingReader) PeekLine() ([]byte, text.Segment) { r.steps++; return r.Reader.PeekLine() }
func (r *countingReader) Advance(n int)                    { r.steps++; r.Reader.Advance(n) }
func (r *countingReader) AdvanceLine()                     { r.steps++; r.Reader.AdvanceLine() }

// steps parses src as a body and returns how many steps our inline rules and goldmark's block rules took.
func steps(src string) int {
	s := &scan{note: &Note{Source: []byte(src)}, src: []byte(src)}
	r := &countingReader{Reader: text.NewReader(s.src)}
	s.file(s.read(r))
	lines := newLineCounter(s.src)
	s.note.place(&lines)
	return s.steps + r.steps + lines.read
}

// decodeSteps decodes src as a block of properties and returns how many characters were passed to find places in it.
func decodeSteps(src string) int {
	n := &Note{Source: []byte(src), Frontmatter: Frontmatter{Content: Span{0, len(src)}}}
	d := decoder{note: n, content: n.Source, lines: yamlLines(n.Source)}
	d.decode()
	return d.steps
}

// TestLinearSteps doubles inputs that make naive parsers take quadratic time, and counts steps rather than seconds.
func TestLinearSteps(t *testing.T) {
	r := strings.Repeat
	inputs := map[string]func(n int) string{
		"open brackets":                func(n int) string { return r("[", n) },
		"brackets in brackets":         func(n int) string { return r("[", n) + r("]", n) },
		"wikilinks in wikilinks":       func(n int) string { return r("[[a", n) + r("]]", n) },
		"unclosed embeds":              func(n int) string { return r("![[", n) },
		"unclosed aliases":             func(n int) string { return r("[[a|", n) },
		"links in links":               func(n int) string { return r("[a](b", n) },
		"link after link":              func(n int) string { return r("[ a](b) [", n) },
		"references in brackets":       func(n int) string { return "[r]: x\n\n" + r("[a", n) + r("]", n) },
		"unclosed references":          func(n int) string { return "[r]: x\n\n" + r("[r][", n) },
		"definitions":                  func(n int) string { return r("[a]: b\n", n) },
		"backticks without partner":    func(n int) string { return r("`a ``b ", n) + "```" },
		"comments without end":         func(n int) string { return "a " + r("<!-- ", n) },
		"instructions without end":     func(n int) string { return "a " + r("<?", n) },
		"attributes without end":       func(n int) string { return "a " + r("<a b='", n) },
		"math without end":             func(n int) string { return r("$$ ", 2*n+1) },
		"tags":                         func(n int) string { return r("#a", n) },
		"quotes in quotes":             func(n int) string { return r(">", n) + " a\n" },
		"quotes in quotes, two lines":  func(n int) string { return r(r(">", n)+" a\n", 2) },
		"lists in lists":               func(n int) string { return r("- ", n) + "a\n" },
		"lists in lists, blank behind": func(n int) string { return r("- ", n) + "a\n" + r("\n", n) },
		"footnotes in footnotes":       func(n int) string { return r("[^a]: ", n) },
		"wide table below text": func(n int) string {
			return "a\n" + r("|a", n/4) + "|\n" + r("|-", n/4) + "|\n" + r("|a|\n", n)
		},
		"bullets of connections": func(n int) string { return "# Connections\n" + r("- [[a]] — r: x\n", n) },
		"bullet of many links":   func(n int) string { return "# Connections\n- " + r("[[a]], ", n) },
		"bullet of many lines":   func(n int) string { return "# Connections\n- [[a]] — r: x\n" + r("  and [[b]]\n", n) },
		"relations before":       func(n int) string { return r("- relates_to [[a]] (b)\n", n) },
		"fields":                 func(n int) string { return r("a:: [[b]] (c:: [[d]])\n", n) },
		"ids of lists and items": func(n int) string { return r("- z\n- a ^x\n\n^y\n\n", n) },
		"headings":               func(n int) string { return r("# [[a]]\n## b\n", n) },
		"cut links in a row":     func(n int) string { return "|a|\n|-|\n|" + r("[[a|b]]|", n) },
		"rows of cut links":      func(n int) string { return "|a|\n|-|\n" + r("|[[a|b]]|\n", n) },
		"wide table":             func(n int) string { return r("|a", n/4) + "|\n" + r("|-", n/4) + "|\n" + r("|a|\n", n) },
	}
	const n = 4000
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) {
			checkLinear(t, steps, input, n)
		})
	}
}

// TestLinearDecoding does the same with blocks of properties.
func TestLinearDecoding(t *testing.T) {
	r := strings.Repeat
	inputs := map[string]func(n int) string{
		"links on one line":   func(n int) string { return "a: [" + r("'[[x]]', ", n) + "]\n" },
		"links in JSON":       func(n int) string { return `{"a": [` + r(`"[[x]]", `, n) + "1]}\n" },
		"links of one key":    func(n int) string { return "a:\n" + r("  - '[[x]]'\n", n) },
		"comments between":    func(n int) string { return "a: '[[x]]'\n" + r("# c\n", n) + "b: '[[y]]'\n" },
		"aliases on one line": func(n int) string { return "a: [&x '[[x]]', " + r("*x, ", n) + "]\n" },
		"lists on one line":   func(n int) string { return "a: [" + r("['[[x]]'], ", n) + "]\n" },
	}
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) { checkLinear(t, decodeSteps, input, 4000) })
	}
}

// checkLinear fails when twice the input takes more than about twice the steps.
func checkLinear(t *testing.T, steps func(string) int, input func(n int) string, n int) {
	t.Helper()
	once, twice := steps(input(n)), steps(input(2*n))
	if once == 0 || float64(twice) > 2.3*float64(once) {
		t.Errorf("%d steps for %d repetitions, %d for twice as many", once, n, twice)
	}
}

func TestLineCounterGoesBack(t *testing.T) {
	lines := newLineCounter([]byte("a\nb\n\nc"))
	for _, at := range []struct{ offset, line int }{{0, 1}, {5, 4}, {6, 4}, {2, 2}, {1, 1}, {4, 3}, {0, 1}} {
		if got := lines.at(at.offset); got != at.line {
			t.Errorf("offset %d is in line %d, not %d", at.offset, got, at.line)
		}
	}
}
