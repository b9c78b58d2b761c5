package note_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/vault/note"
)

// afterwards is what stands behind every hostile text, and must be found there.
const afterwards = "\n\n[[found]] #kept\n"

// TestHostileBodies reads texts that break careless parsers, and checks that what stands behind them is found.
func TestHostileBodies(t *testing.T) {
	r := strings.Repeat
	const n = 100_000
	lists := func(depth int) string {
		var b strings.Builder
		for i := range depth {
			b.WriteString(r("  ", i) + "- [[a]]\n")
		}
		return b.String()
	}
	bodies := map[string]struct {
		text  string
		links int // beside the one behind
	}{
		"open brackets":            {r("[", n), 0},
		"closing brackets":         {r("]", n), 0},
		"brackets in brackets":     {r("[", n) + r("]", n), 0},
		"pairs":                    {r("[[", n) + r("]]", n), 0},
		"empty pairs":              {r("[[]]", n), 0},
		"unclosed wikilinks":       {r("[[a|", n), 0},
		"unclosed embeds":          {r("![", n), 0},
		"unclosed links":           {r("[a](", n), 0},
		"links in links":           {r("[a](b", n), 0},
		"destinations":             {r("](", n), 0},
		"nested parentheses":       {"[a](" + r("(", n) + r(")", n) + ")", 0},
		"unclosed fields":          {r("[k:: ", n), 0},
		"fields in fields":         {r("[k:: ", n) + r("]", n), 0},
		"links":                    {r("[[a]]", n), n},
		"links in a bullet":        {"## Connections\n- " + r("[[a]], ", n), n},
		"bullets of connections":   {"## Connections\n" + r("- [[a]] — r: x\n", n), n},
		"references":               {"[r]: x\n\n" + r("[r]", n), n / 2}, // [r][r] is one link
		"backticks":                {r("`a``", n) + "`" + "\n", 0},
		"angle brackets":           {"a " + r("<a ", n), 0},
		"comments without end":     {"a " + r("<!--", n), 0},
		"hashes":                   {"a " + r("#", n), 0},
		"escapes":                  {r("\\", n), 0},
		"headings":                 {r("# a\n", n), 0},
		"block ids":                {r("- z\n- a ^x\n\n^y\n\n", n/4), 0},
		"quotes in quotes":         {r(">", 10_000) + "[[a]]\n", 1},
		"quotes in quotes, twice":  {r(r("> ", 10_000)+"[[a]]\n", 2), 2},
		"lists in lists, one line": {r("- ", 10_000) + "[[a]]\n", 1},
		"lists in lists":           {lists(700), -1}, // beyond some depth they are indented code
		"NUL bytes":                {r("\x00", n) + "[[a]]", 1},
		"invalid UTF-8":            {r("\xff\xc0[[\xfe]]", n), n},
		"one line":                 {r("word ", 200_000) + "[[a]]", 1},
		"carriage returns":         {r("\r", n) + "[[a]]" + r("\r", n), 1},
		"table below text":         {"a\n" + r("|a", n/10) + "|\n" + r("|-", n/10) + "|\n" + r("|[[a]]|\n", n/10), n / 10},
		"bars in a row":            {"|a|\n|-|\n|" + r("[[a|b]]|", n), 0},
		"definitions":              {r("[a]: b\n", n), 0},
	}
	for name, b := range bodies {
		t.Run(name, func(t *testing.T) {
			n := note.Parse([]byte(b.text + afterwards))
			checkRanges(t, n)
			if want := b.links + 1; b.links >= 0 && len(n.Links) != want {
				t.Errorf("%d links, not %d", len(n.Links), want)
			}
			checkFound(t, n)
		})
	}
}

func checkFound(t *testing.T, n *note.Note) {
	t.Helper()
	line := strings.Count(string(n.Source), "\n")
	if len(n.Links) == 0 || n.Links[len(n.Links)-1].Target != "found" || n.Links[len(n.Links)-1].Line != line {
		t.Errorf("the link behind, in line %d, is not the last of %d", line, len(n.Links))
	}
	if len(n.Tags) == 0 || n.Tags[len(n.Tags)-1].Name != "kept" {
		t.Error("the tag behind is lost")
	}
}

// TestHostileFrontmatter checks that no block of properties hides the body, and that big ones are read.
func TestHostileFrontmatter(t *testing.T) {
	r := strings.Repeat
	numbered := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	blocks := map[string]struct {
		yaml       string
		state      note.State
		properties int
		links      int
	}{
		"many keys":          {numbered(60_000, "key%d: value\n"), note.OK, 60_000, 0},
		"one long scalar":    {"a: " + r("x", 1<<20), note.OK, 1, 0},
		"one long quote":     {"a: \"" + r("x ", 1<<19) + "\"", note.OK, 1, 0},
		"one long list":      {"a:\n" + r("  - \"[[x]]\"\n", 60_000), note.OK, 1, 60_000},
		"a list on one line": {"a: [" + r("\"[[x]]\", ", 60_000) + "]", note.OK, 1, 60_000},
		"comments":           {r("# c\n", 200_000), note.OK, 0, 0},
		"comments between":   {r("# c\n", 100_000) + "a: b\n" + r("# c\n", 100_000), note.OK, 1, 0},
		"alias bomb": {"a: &a [x, x, x, x, x, x, x, x, x, x]\n" + numbered(1, "b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n") +
			"c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\n" +
			"e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: [*e, *e, *e, *e, *e, *e, *e, *e, *e]", note.Invalid, 0, 0},
		"deep lists":    {"a: " + r("[", 20_000) + r("]", 20_000), note.Invalid, 0, 0},
		"open lists":    {"a: " + r("[", 20_000), note.Invalid, 0, 0},
		"a long key":    {"? " + r("k", 1<<19) + "\n: [" + r("\"[[x]]\", ", 1000) + "]", note.OK, 1, 0},
		"invalid UTF-8": {"a: \xff", note.Invalid, 0, 0},
		"NUL":           {"a: \x00", note.Invalid, 0, 0},
	}
	for name, b := range blocks {
		t.Run(name, func(t *testing.T) {
			n := note.Parse([]byte("---\n" + b.yaml + "\n---\n" + afterwards))
			checkRanges(t, n)
			checkFound(t, n)
			f := n.Frontmatter
			if f.State != b.state || len(f.Properties) != b.properties || len(n.Links) != b.links+1 {
				t.Errorf("%v (%.80s), %d properties, %d links; want %v, %d, %d",
					f.State, f.Err, len(f.Properties), len(n.Links), b.state, b.properties, b.links+1)
			}
		})
	}
}

func TestHostileCanvases(t *testing.T) {
	card := `{"type":"text","text":"- relates_to [[a]] (b)"},`
	src := `{"nodes":[` + strings.Repeat(card, 20_000) + `{"type":"file","file":"b.md"}]}`
	n := note.ParseCanvas([]byte(src))
	if len(n.Links) != 20_001 || n.Links[19_999].Annotation != "b" || n.Links[20_000].Key != "nodes.20000" {
		t.Errorf("%d links", len(n.Links))
	}
	for _, src := range []string{strings.Repeat("[", 100_000), strings.Repeat(`{"nodes":`, 50_000), `{"nodes":{}}`, "\xff", "{\x00}"} {
		n := note.ParseCanvas([]byte(src))
		checkRanges(t, n)
		if len(n.Links) > 0 || len(n.Problems) != 1 || n.Problems[0].Severity != note.Error {
			t.Errorf("%.20q: %.200s", src, dump(n))
		}
	}
}

func TestForeignEncodings(t *testing.T) {
	units := utf16.Encode([]rune("[[a]] #b\n"))
	little, big := []byte{0xff, 0xfe}, []byte{0xfe, 0xff}
	for _, u := range units {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	for _, src := range [][]byte{little, big} {
		n := note.Parse(src)
		checkRanges(t, n)
		if len(n.Links)+len(n.Tags) > 0 || len(n.Problems) != 1 || n.Problems[0].Severity != note.Error {
			t.Errorf("% x: %s", src[:4], dump(n))
		}
	}
}

func TestSmallest(t *testing.T) {
	for _, src := range []string{"", "\ufeff", "\n", "\r", "\x00", "-", "---", "---\n", "---\n---", "\ufeff---\n---\n", "#", "[", "[[", "![[", "]]",
		"`", "<", "$$", "^", "::", "|", "- ", "> ", "\\", "[^1]:", "[a]:", "%%", "{", "\xff", "\ufeff\ufeff"} {
		n := note.Parse([]byte(src))
		checkRanges(t, n)
		if len(n.Links)+len(n.Tags)+len(n.Fields)+len(n.Problems) > 0 {
			t.Errorf("%q: %s", src, dump(n))
		}
		checkRanges(t, note.ParseCanvas([]byte(src)))
	}
}

// TestLargeNote reads 16 MiB of ordinary notes.
func TestLargeNote(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 16 MiB")
	}
	one := note.Parse([]byte(serviceNote))
	body := string(one.Source[one.Body.Start:])
	times := 16<<20/len(body) + 1
	all := note.Parse([]byte(strings.Repeat(body+"\n", times)))
	links := len(note.Parse([]byte(body)).Links)
	if len(all.Links) != links*times || len(all.Headings) != len(one.Headings)*times || len(all.Tags) != len(one.Tags)*times {
		t.Errorf("%d links, %d headings, %d tags in %d notes of %d, %d, %d", len(all.Links), len(all.Headings), len(all.Tags),
			times, links, len(one.Headings), len(one.Tags))
	}
	last := all.Links[len(all.Links)-1]
	if want := strings.Count(string(all.Source[:last.Span.Start]), "\n") + 1; last.Line != want || !last.Connection {
		t.Errorf("the last link is %+v, in line %d", last, want)
	}
}

// TestConcurrentParses parses the same texts at the same time; run it with -race.
func TestConcurrentParses(t *testing.T) {
	texts := append([]string{serviceNote}, seeds...)
	var want []string
	for _, s := range texts {
		want = append(want, dump(note.Parse([]byte(s))))
	}
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for i := range 10 * len(texts) {
				k := (i + worker) % len(texts)
				if diff := cmp.Diff(want[k], dump(note.Parse([]byte(texts[k])))); diff != "" {
					t.Errorf("text %d (-alone +together):\n%s", k, diff)
				}
			}
		})
	}
	group.Wait()
}

// TestTargetSpans writes another target into every target's span, and reads that back.
func TestTargetSpans(t *testing.T) {
	for _, s := range append([]string{serviceNote, "---\nup: [\"[[a|b]]\", '[[c#d]]']\n---\n[[ x ]] ![[y#z]] [t](<p q.md#r> 's') [u](v%20w.md)"}, seeds...) {
		n := note.Parse([]byte(s))
		var b strings.Builder
		var want []string
		at := 0
		for _, l := range n.Links {
			if l.TargetSpan.Len() == 0 || l.TargetSpan.Start < at {
				want = append(want, l.Target)
				continue
			}
			b.WriteString(s[at:l.TargetSpan.Start] + "renamed")
			at = l.TargetSpan.End
			want = append(want, "renamed")
		}
		b.WriteString(s[at:])
		var got []string
		for _, l := range note.Parse([]byte(b.String())).Links {
			got = append(got, l.Target)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", b.String(), diff)
		}
	}
}
