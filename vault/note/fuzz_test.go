package note_test

import (
	"bytes"
	"testing"

	"vaultgraph/vault/note"
)

// checkRanges fails when a span of n is not a range of its text, or does not hold what it should.
func checkRanges(t *testing.T, n *note.Note) {
	t.Helper()
	size := len(n.Source)
	check := func(what string, s note.Span) {
		if s.Start < 0 || s.End < s.Start || s.End > size {
			t.Fatalf("%s: %v is no range of a text of %d bytes", what, s, size)
		}
	}
	lines := bytes.Count(n.Source, []byte{'\n'}) + 1
	checkLine := func(what string, line int) {
		if line < 0 || line > lines {
			t.Fatalf("%s: there is no line %d of %d", what, line, lines)
		}
	}
	check("body", n.Body)
	check("frontmatter", n.Frontmatter.Span)
	check("frontmatter content", n.Frontmatter.Content)
	if n.Frontmatter.State != note.Absent && n.Frontmatter.Span.End != n.Body.Start {
		t.Fatalf("the body begins at %d, not behind the frontmatter %v", n.Body.Start, n.Frontmatter.Span)
	}
	for _, p := range n.Frontmatter.Properties {
		check("property "+p.Key, p.Span)
		checkLine("property "+p.Key, p.Line)
	}
	for i, l := range n.Links {
		check("link", l.Span)
		check("link target", l.TargetSpan)
		check("link item", l.Item)
		checkLine("link", l.Line)
		if l.Kind == note.LinkWiki || l.Kind == note.LinkMarkdown {
			if l.TargetSpan.Start < l.Span.Start || l.TargetSpan.End > l.Span.End {
				t.Fatalf("target %v outside its link %v", l.TargetSpan, l.Span)
			}
			text := n.Source[l.Span.Start:l.Span.End]
			if l.Kind == note.LinkWiki && (!bytes.Contains(text, []byte("[[")) || !bytes.HasSuffix(text, []byte("]]"))) {
				t.Fatalf("%q is no wikilink", text)
			}
			if i > 0 && n.Links[i-1].Line > l.Line {
				t.Fatalf("link %d stands in line %d, behind one in line %d", i, l.Line, n.Links[i-1].Line)
			}
		}
	}
	for _, h := range n.Headings {
		check("heading", h.Span)
	}
	for _, b := range n.Blocks {
		check("block", b.Span)
		if id := n.Source[b.IDSpan.Start:b.IDSpan.End]; string(id) != "^"+b.ID {
			t.Fatalf("%q is not the id %q", id, b.ID)
		}
	}
	for _, g := range n.Tags {
		if text := n.Source[g.Span.Start:g.Span.End]; string(text) != "#"+g.Name {
			t.Fatalf("%q is not the tag %q", text, g.Name)
		}
	}
	for _, f := range n.Fields {
		check("field", f.Span)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		before := bytes.Clone(src)
		n := note.Parse(src)
		checkRanges(t, n)
		checkLinkTexts(t, n)
		if !bytes.Equal(before, src) {
			t.Fatal("Parse changed its input")
		}
	})
}

func FuzzFrontmatter(f *testing.F) {
	for _, s := range []string{
		"a: b", "tags: [a, b]\naliases: x", "up: \"[[x]]\"\nlist:\n  - '[[y|z]]'", "{\"a\": [1, 2]}", "a: [x", "a: b: c",
		"a: |\n  ---\n  b", "a: &x [1]\nb: *x", "a: {{date}}", "2024-01-01: x", "é: \"[[ü]]\"\n# c\n\nb: 1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		src := append(append([]byte("---\n"), content...), "\n---\nbody [[link]]\n"...)
		n := note.Parse(src)
		checkRanges(t, n)
		if len(n.Links) == 0 && !bytes.ContainsAny(content, "`<$-~[\r") {
			t.Fatalf("the body's link is lost behind %q", content)
		}
	})
}

func FuzzConnections(f *testing.F) {
	for _, s := range []string{
		"[[x]] — dependency: pool", "[[x]] - a b c d: e", "relates_to [[x]] (why)", "**[[x]]**: y", "[t](x.md) — r: a [[b]]",
		"depends on: [[x]] — because", "[ ] [[x]] -> r: a ^id", "[[x]]\n  more: text",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, bullet []byte) {
		n := note.Parse(append([]byte("## Connections\n\n- "), bullet...))
		checkRanges(t, n)
		for _, l := range n.Links {
			if words := len(bytes.Fields([]byte(l.Relation))); l.Kind == note.LinkWiki && words > 20 {
				t.Fatalf("the relation %q has %d words", l.Relation, words)
			}
		}
	})
}

func FuzzCanvas(f *testing.F) {
	for _, s := range []string{
		`{"nodes":[{"type":"file","file":"a.md","subpath":"#b"},{"type":"text","text":"[[x|y]]"}]}`, `{}`, ``, `[`,
		`{"nodes":[1,null,{"type":"file","file":3}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkRanges(t, note.ParseCanvas(src)) })
}

// seeds are texts that exercise every rule; the fuzzer starts from them.
var seeds = []string{
	"# T\n\n[[a]] ![[b#h|c]] [d](e.md \"t\") ![i](<j k.png>) #tag\n",
	"---\ntags: [a]\nup: \"[[x]]\"\n---\n\n> [!note] q [[a\\|b]]\n\n| a | b |\n|---|---|\n| [[c\\|d]] | `[[e]]` |\n",
	"\ufeff---\r\naliases: x\r\n---\r\n- [[a]] — dep: x ^id\r\n",
	"a:: [[b]]\n- x [k:: v] (l:: [[m]])\n\n[^1]: [[n]]\n\nSet\n===\n",
	"<!-- [[a]] --> `` x ` [[b]] `` $$[[c]]$$ <a b=\"[[d]]\"> \\[\\[e]]\n",
	"[r]: x.md\n\n[t][r] [r] [[outer [[in]] out]] [[|l]] [[]] [[ a ]]\n", "[[[b]]] [[a]b]] [[x\n]]", "\x00[[\xff]]\n", "\xff\xfe[\x00",
	"## Connections\n\n- [[a]] — one two: three [[b]]\n  - relates_to [[c]] (d)\n1. **[[e]]**: f\n",
}
