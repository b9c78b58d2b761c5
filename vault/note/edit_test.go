package note_test

import (
	"bytes"
	"errors"
	"testing"

	"vaultgraph/vault/note"
)

func TestEditAndInvert(t *testing.T) {
	src := []byte("0123456789")
	splices := []note.Splice{
		{Span: note.Span{Start: 7, End: 9}, New: ""},
		{Span: note.Span{Start: 2, End: 2}, New: "ab"},
		{Span: note.Span{Start: 4, End: 5}, New: "xyz"},
		{Span: note.Span{Start: 2, End: 2}, New: "c"},
	}
	after := note.Edit(src, splices...)
	if string(after) != "01abc23xyz569" {
		t.Errorf("got %s", after)
	}
	if back := note.Edit(after, note.Invert(src, splices...)...); !bytes.Equal(back, src) {
		t.Errorf("taken back: %s", back)
	}
	if string(src) != "0123456789" {
		t.Error("the source has changed")
	}
}

func TestSections(t *testing.T) {
	src := "intro\n# A\none\n## B\ntwo\n### C\nthree\n## D\nfour\n# E"
	type section struct{ path, own, all string }
	want := []section{
		{"A", "one\n", "one\n## B\ntwo\n### C\nthree\n## D\nfour\n"}, {"A/B", "two\n", "two\n### C\nthree\n"}, {"A/B/C", "three\n", "three\n"},
		{"A/D", "four\n", "four\n"}, {"E", "", ""},
	}
	n := note.Parse([]byte(src))
	for i, s := range n.Sections() {
		got := section{string(bytes.Join(toBytes(s.Path), []byte("/"))), src[s.Own.Start:s.Own.End], src[s.All.Start:s.All.End]}
		if got != want[i] {
			t.Errorf("got %q, want %q", got, want[i])
		}
	}
}

func toBytes(texts []string) (all [][]byte) {
	for _, t := range texts {
		all = append(all, []byte(t))
	}
	return all
}

func TestLists(t *testing.T) {
	src := "- a\n  more\n\n  para\n- b\n  - c\n\ntext\n\n3) x\n4) y\n> - quoted\n"
	var got []string
	for _, l := range note.Parse([]byte(src)).Lists() {
		for _, i := range l.Items {
			got = append(got, src[i.Span.Start:i.Span.End]+"|"+src[i.Text.Start:i.Text.End])
		}
	}
	want := []string{"- a\n  more\n\n  para|a", "- b\n  - c|b", "3) x|x", "4) y|y"}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

func TestSetProperties(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"none", "text\n", "---\nstatus: done\n---\ntext\n"},
		{"none with BOM and CRLF", "\ufefftext\r\n", "\ufeff---\r\nstatus: done\r\n---\r\ntext\r\n"},
		{"empty", "---\n---\n", "---\nstatus: done\n---\n"},
		{"comments", "---\na: 1 # x\n# y\nstatus: open   # z\n---\n", "---\na: 1 # x\n# y\nstatus: done   # z\n---\n"},
		{"single quotes", "---\nStatus: 'it''s'\n---\n", "---\nStatus: 'done'\n---\n"},
		{"behind type", "---\ntype: x\n# c\nz: 1\n---\n", "---\ntype: x\nstatus: done\n# c\nz: 1\n---\n"},
		{"without value", "---\nstatus:\nb: 1\n---\n", "---\nstatus: done\nb: 1\n---\n"},
		{"quoted key", "---\n\"status\" :\n---\n", "---\n\"status\" : done\n---\n"},
		{"null", "---\nstatus: ~\n---\n", "---\nstatus: done\n---\n"},
		{"flow", "---\n{a: 1, status: open}\n---\n", "---\n{a: 1, status: \"done\"}\n---\n"},
		{"JSON", "---\n{\"a\": [1]}\n---\n", "---\n{\"status\": \"done\", \"a\": [1]}\n---\n"},
		{"an alias", "---\na: &a open\nstatus: *a\n---\n", "---\na: &a open\nstatus: done\n---\n"},
		{"indented", "---\n  a: 1\n  b: 2\n---\n", "---\n  a: 1\n  b: 2\n  status: done\n---\n"},
		{"a tag", "---\nstatus: !!str open\n---\n", "---\nstatus: !!str done\n---\n"},
	} {
		n := note.Parse([]byte(tt.src))
		splices, err := n.SetProperties(note.Setting{Key: "status", Value: "done"})
		if got := string(note.Edit(n.Source, splices...)); err != nil || got != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
	for _, tt := range []struct {
		name, src string
		err       error
	}{
		{"invalid", "---\na: b: c\n---\n", note.ErrInvalidFrontmatter},
		{"twice", "---\nstatus: a\nstatus: b\n---\n", note.ErrInvalidFrontmatter},
		{"an anchor that others use", "---\nstatus: &s open\nb: *s\n---\n", note.ErrUneditable},
		{"a list", "---\nstatus: [a]\n---\n", note.ErrUneditable},
		{"a block", "---\nstatus: |\n  a\n---\n", note.ErrUneditable},
		{"two lines", "---\nstatus: a\n  b\n---\n", note.ErrUneditable},
	} {
		if _, err := note.Parse([]byte(tt.src)).SetProperties(note.Setting{Key: "status", Value: "done"}); !errors.Is(err, tt.err) {
			t.Errorf("%s: got %v", tt.name, err)
		}
	}
	for _, value := range []string{"true", "no", "12", "a: b", "# x", "it's", `say "x"`, `a\b`, "- x", "[x]", "{x}", "*x", "&x", "!x", "%x", "@x", "`x`", "~", "x #y", "2026-11-30", "ü", "1.5e3", "null"} {
		n := note.Parse([]byte("---\nstatus: open\nold: \"q\"\ns: 'q'\n---\n"))
		splices, err := n.SetProperties(note.Setting{Key: "status", Value: value}, note.Setting{Key: "old", Value: value}, note.Setting{Key: "s", Value: value})
		if err != nil {
			t.Errorf("%q: %v", value, err)
			continue
		}
		f := note.Parse(note.Edit(n.Source, splices...)).Frontmatter
		if f.String("status") != value || f.String("old") != value || f.String("s") != value {
			t.Errorf("%q reads back as %+v", value, f.Properties)
		}
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"plain — text, C# and a_b * c": "plain — text, C# and a_b * c",
		"[[x]] and ![[y]]":             `\[\[x]] and !\[\[y]]`,
		"`[[x]]` and `y":               "`[[x]]` and \\`y",
		"a #tag (#b)":                  `a \#tag (\#b)`,
		"key:: v":                      `key:\: v`,
		"x ^id":                        `x \^id`,
		"%%c%%":                        `%\%c%\%`,
		`C:\Users \[x`:                 `C:\Users \\\[x`,
		"a < b, <b> & &amp;":           `a < b, \<b> & \&amp;`,
		"$$x$$ $5":                     `\$\$x\$\$ $5`,
	} {
		if got := note.Escape(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"1. x": `1\. x`, "2026 x": "2026 x", "- x": `\- x`, "> x": `\> x`, "```": "\\```", "`a` b": "`a` b"} {
		if got := note.EscapeStart(text); got != want {
			t.Errorf("at the start, %q became %q, want %q", text, got, want)
		}
	}
}
