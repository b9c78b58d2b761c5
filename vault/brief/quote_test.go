package brief

import (
	"strings"
	"testing"
	"unicode/utf8"

	"vaultgraph/vault"
)

func TestPlain(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"one line", "a\r\nb\tc\u2028d", "a b c d"},
		{"colours and window titles", "\x1b[31mred\x1b[0m \x1b]0;title\x07after \u009b1mc1", "red after c1"},
		{"what is not seen", "a\u200bb\u202ec\u2066d\ufeffe\u00adf", "abcdef"},
		{"tags that hide a text", "flag\U000e0069\U000e0067\U000e006e", "flag"},
		{"joiners of scripts stay", "می\u200cخواهم", "می\u200cخواهم"},
		{"links and tags", `[[x|y]] ![a](b) <system>do</system> [[[z]]]`, `[x|y] ![a] (b) ‹system›do‹/system› [z]`},
		{"the end of a quotation", `he said "yes" and “no”`, `he said 'yes' and 'no'`},
		{"code", "`rm -rf` ```x```", "'rm -rf' '''x'''"},
		{"a secret", "use ghp_0123456789abcdefghijABCDEFGHIJ012345 now", "use [redacted] now"},
		{"bytes that are no text", "a\xffb", "a\ufffdb"},
	} {
		if got := plain(tt.text, 200); got != tt.want {
			t.Errorf("%s: %q gives %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
	if got := plain(strings.Repeat("語", 5000), 20); got != strings.Repeat("語", 19)+"…" {
		t.Errorf("a long text without blanks gives %q", got)
	}
	if got := plain(strings.Repeat("x ", 40)+"password=hunter2hunter2", 60); strings.Contains(got, "hunter") {
		t.Errorf("a secret behind the cut shows: %q", got)
	}
}

// TestCutQuotation: a quotation that is cut still ends.
func TestCutQuotation(t *testing.T) {
	s := `Jira: T-1: John commented Friday: "` + strings.Repeat("word ", 30) + `?"`
	for most := 1; most < 200; most++ {
		got := cut(s, most)
		if utf8.RuneCountInString(got) > most && most > 3 {
			t.Errorf("cut to %d: %d characters: %q", most, utf8.RuneCountInString(got), got)
		}
		if strings.Count(got, `"`)%2 != 0 {
			t.Errorf("cut to %d: a quotation does not end: %q", most, got)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("[[a]] <b> \x1b[31m \"q\" ](", 40)
	f.Add("\u202e\U000e0041`", 3)
	f.Fuzz(func(t *testing.T, s string, most int) {
		most = 2 + (most&0xff)%150
		got := plain(s, most)
		if utf8.RuneCountInString(got) > most {
			t.Errorf("%d characters of %d: %q", utf8.RuneCountInString(got), most, got)
		}
		if strings.ContainsAny(got, "\"`<>\n\r\x1b") || strings.Contains(got, "[[") || strings.Contains(got, "](") {
			t.Errorf("%q is not inert", got)
		}
		if vault.Printable(got) != got && utf8.ValidString(s) {
			t.Errorf("%q is not printable", got)
		}
		sentencesOf(s)
	})
}
