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
	s.read(r)
	return s.steps + r.steps
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
		"wide table":                   func(n int) string { return r("|a", n/4) + "|\n" + r("|-", n/4) + "|\n" + r("|a|\n", n) },
	}
	const n = 4000
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) {
			once, twice := steps(input(n)), steps(input(2*n))
			if once == 0 || float64(twice) > 2.3*float64(once) {
				t.Errorf("%d steps for %d repetitions, %d for twice as many", once, n, twice)
			}
		})
	}
}
