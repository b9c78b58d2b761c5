package note_test

import (
	"strings"
	"testing"

	"vaultgraph/vault/note"
)

func TestProse(t *testing.T) {
	src := "---\na: b\n---\n# Title\n\nfirst\n  goes on `code` ~~gone~~ end\n\n> quoted\n\n- item\n  - [ ] inner\n    goes on\n\n  more\n" +
		"\n## Next ##\n\n| a | b |\n|---|---|\n| c | d |\n\n```\nfenced\n```\n\n[^1]: note\n\nseen %%hidden\n\nhidden too%% seen\n\n1. [x] done\n"
	want := []string{
		"Title: first\n  goes on <`code`> <~~gone~~> end",
		"Title* item",
		"Title*[ ] [ ] inner\n    goes on",
		"Title: more",
		"Next: seen <%%hidden>",
		"Next: <hidden too%%> seen",
		"Next*[x] [x] done",
	}
	for _, br := range []string{"\n", "\r\n"} {
		n := note.Parse([]byte(strings.ReplaceAll(src, "\n", br)))
		var got []string
		for _, p := range n.Prose() {
			var b strings.Builder
			b.WriteString(strings.TrimSpace(strings.Trim(p.Section, "# ")))
			switch {
			case p.Box > 0:
				b.WriteString("*[" + string(n.Source[p.Box]) + "] ")
			case p.Item.Len() > 0:
				b.WriteString("* ")
			default:
				b.WriteString(": ")
			}
			at := p.Span.Start
			for _, h := range p.Hidden {
				b.Write(n.Source[at:h.Start])
				b.WriteString("<" + string(n.Source[h.Start:h.End]) + ">")
				at = h.End
			}
			b.Write(n.Source[at:p.Span.End])
			got = append(got, strings.ReplaceAll(b.String(), "\r\n", "\n"))
		}
		if strings.Join(got, "\n\n") != strings.Join(want, "\n\n") {
			t.Errorf("%q:\n%s\nwant\n%s", br, strings.Join(got, "\n\n"), strings.Join(want, "\n\n"))
		}
	}
}
