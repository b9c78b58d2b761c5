package vault_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/corpus"
	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

var noted = time.Date(2026, 11, 30, 9, 30, 0, 0, time.FixedZone("CET", 3600))

// oneOfEach returns a fact of each kind about the note "n".
func oneOfEach() []vault.Fact {
	sources := []vault.Source{
		{Kind: vault.SourceSession, Ref: "session note", At: noted},
		{Kind: vault.SourceComment, Ref: "TICKET-3060", At: noted, By: "John", Quote: "should we use SSM or env vars?"},
	}
	var facts []vault.Fact
	for _, k := range vault.FactKinds() {
		f := vault.Fact{Kind: k, Note: "n", Text: "route only WHOIS traffic through the proxy", Because: "routing all of it broke S3", Sources: sources}
		switch k {
		case vault.FactEdge:
			f = vault.Fact{Kind: k, Note: "n", Target: "zz-target", Relation: "depends on", Annotation: "takes one token per query", Sources: sources}
		case vault.FactState:
			f.Text = "in review"
		}
		facts = append(facts, f)
	}
	return facts
}

// checkEdit makes one fact's edit and checks what must hold for every note: taken back it gives the same bytes; it
// only adds whole lines, or changes the line of a property; there is one frontmatter block; the fact is found again.
func checkEdit(t *testing.T, name string, src []byte, noteType string, f vault.Fact) []byte {
	t.Helper()
	splices, at, err := vault.EditNote(src, noteType, f, "session note", "zz-target")
	if err != nil {
		t.Errorf("%s: %s: %v", name, f.Kind, err)
		return src
	}
	after := note.Edit(src, splices...)
	if back := note.Edit(after, note.Invert(src, splices...)...); !bytes.Equal(back, src) {
		t.Errorf("%s: %s: taken back, the bytes differ", name, f.Kind)
	}
	if at < 0 || at > len(after) {
		t.Errorf("%s: %s: stands at %d of %d bytes", name, f.Kind, at, len(after))
	}
	was, is := note.Parse(src), note.Parse(after)
	if f.Kind == vault.FactState && was.Frontmatter.State != note.Invalid && is.Frontmatter.String("status") != was.Frontmatter.String("status") {
		if !bytes.Equal(src[was.Body.Start:], after[is.Body.Start:]) {
			t.Errorf("%s: a property changed the body", name)
		}
	} else {
		if was.Frontmatter.State != is.Frontmatter.State || was.Frontmatter.Content != is.Frontmatter.Content {
			t.Errorf("%s: %s: the frontmatter was %v %v and is %v %v", name, f.Kind, was.Frontmatter.State, was.Frontmatter.Content, is.Frontmatter.State, is.Frontmatter.Content)
		}
		if line := firstChanged(src, after); line != "" && !namesSources(splices) {
			t.Errorf("%s: %s: the line %q changed", name, f.Kind, line)
		}
	}
	if again, _, err := vault.EditNote(after, noteType, f, "session note", "zz-target"); err != nil || len(again) > 0 {
		t.Errorf("%s: %s: the second time: %v, %v", name, f.Kind, again, err)
	}
	return after
}

// namesSources says whether an edit does no more than name sources on a line that stands there already.
func namesSources(splices []note.Splice) bool {
	if len(splices) != 1 || splices[0].Span.Start != splices[0].Span.End || strings.ContainsAny(splices[0].New, "\r\n") {
		return false
	}
	added := splices[0].New
	return strings.HasPrefix(added, ` "`) || strings.HasPrefix(added, " (") || strings.HasPrefix(added, ", ")
}

// firstChanged returns the first line of before that is not among those of after, in order.
func firstChanged(before, after []byte) string {
	text := func(b []byte) string { return strings.TrimPrefix(string(b), "\ufeff") }
	rest := slices.Collect(strings.Lines(text(after)))
	for line := range strings.Lines(text(before)) {
		i := slices.IndexFunc(rest, func(l string) bool { return strings.TrimRight(l, "\r\n") == strings.TrimRight(line, "\r\n") })
		if i < 0 {
			return line
		}
		rest = rest[i+1:]
	}
	return ""
}

func TestEditEveryRealNote(t *testing.T) {
	root := corpus.Path(t, "data", "vaults")
	types := []string{"service", "ticket", "decision", "session", "feedback", "tool", ""}
	notes := 0
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".md" {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		notes++
		facts := oneOfEach()
		if !full() { // one kind for one note of ten; all kinds come up
			if facts = facts[notes/10%len(facts):][:1]; notes%10 != 0 {
				return nil
			}
		}
		for _, f := range facts {
			checkEdit(t, p, src, types[notes%len(types)], f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d notes", notes)
}

// oddNotes are texts that a simple editor gets wrong.
func oddNotes() map[string]string {
	return map[string]string{
		"empty":                   "",
		"one line end":            "\n",
		"only blanks":             "  \n\t\n",
		"no final newline":        "# n\n\nText.",
		"heading at the end":      "# n\n\n## Constraints",
		"CRLF":                    "---\r\ntype: service\r\n---\r\n\r\n# n\r\n\r\n## Key Decisions\r\n\r\n- 2026-01-01: a\r\n\r\n## Connections\r\n\r\n- [[a]] - uses: b\r\n",
		"BOM":                     "\ufeff---\ntype: service\n---\n# n\n\n## Connections\n- [[a]]\n",
		"BOM without frontmatter": "\ufeff# n\n",
		"tabs":                    "# n\n\n## Constraints\n\n-\ta\n\t-\tb\n\t\tc\n",
		"nested lists":            "## Constraints\n\n* a\n  * b\n    1. c\n* d\n\n  more of d\n\n## Connections\n\n* [[a]] — uses: b\n  * [[b]] — uses: c\n",
		"two sections":            "# n\n\n## Constraints\n\n- a\n\n## Other\n\n### Constraints\n\n- b\n\n## Constraints\n\n- c\n",
		"no sections":             "Just text\nover two lines.\n",
		"rule in the body":        "Text.\n\n---\n\nMore.\n\n---\nkey: value\n---\n",
		"starts with a rule":      "---\n\nText without a closing fence.\n",
		"empty frontmatter":       "---\n---\n# n\n",
		"fence without line end":  "---\ntype: x\n---",
		"invalid frontmatter":     "---\ntitle: a: b\nstatus: open\n---\n# n\n\n## Key Decisions\n",
		"a list as frontmatter":   "---\n- a\n- b\n---\n",
		"comments and anchors":    "---\n# first\nbase: &a {x: 1} # why\ncopy: *a\nstatus: open # old\n\n# last\n---\ntext\n",
		"status with an anchor":   "---\nstatus: &s open\nother: *s\n---\n",
		"status is a list":        "---\nstatus:\n  - open\n  - late\n---\n",
		"status is a block":       "---\nstatus: >\n  open\n  late\nx: 1\n---\n",
		"status in quotes":        "---\n'status' : 'open' # c\nVerified: \"2026-01-01\"\n---\n",
		"status without value":    "---\nstatus:\ntype: ticket\n---\n",
		"status null with note":   "---\nstatus: # to be said\ntype: ticket\n---\n",
		"JSON":                    "---\n{\"type\": \"ticket\", \"status\": \"open\"}\n---\n",
		"JSON without it":         "---\n{}\n---\n",
		"duplicate keys":          "---\nstatus: a\nstatus: b\n---\n",
		"indented keys":           "---\n  type: ticket\n  x: |\n    status: no\n---\n",
		"template placeholders":   "---\ndate: {{date}}\n---\n",
		"open fence":              "# n\n\n## Key Decisions\n\n- a\n\n```go\ncode\n",
		"open fence alone":        "```\n## Constraints\n",
		"open comment":            "# n\n\n<!-- open\n\n## Constraints\n\n- x\n",
		"comment in section":      "# n\n\n## Connections\n\n<!-- - [[note]] — relation: why -->\n",
		"list then text":          "## Constraints\n\n- a\nlazy text\n\nText.\n",
		"list then heading":       "## Constraints\n- a\n## Next\n",
		"list then setext":        "## Constraints\n\n- a\n\nNext\n====\n\ntext\n",
		"setext sections":         "n\n=\n\nConstraints\n-----------\n- a\nNext\n----\n",
		"heading in a list":       "## Constraints\n\n- # a\ntext behind\n",
		"ordered":                 "## Constraints\n\n1. a\n2. b\n9) c\n",
		"loose":                   "## Constraints\n\n- a\n\n- b\n\n## Connections\n\n- [[b]]\n\n- [[c]]\n",
		"newest first":            "## Key Decisions\n\n- 2026-05-01: b\n- 2026-02-01: a\n",
		"tasks":                   "## Open Threads\n\n- [x] a\n- [ ] b\n",
		"trailing blanks":         "## Constraints  \n\n- a  \n\n   \n## Connections\n\n- [[a]] — x  \n\n\n",
		"quote in section":        "## Constraints\n\n> - a\n> - b\n",
		"callout at the end":      "## Key Decisions\n\n> [!note] x\n> y",
		"table at the end":        "## Connections\n\n| a | b |\n|---|---|\n| [[x]] | y |",
		"table after a list":      "## Constraints\n\n- a\n\n| a | b |\n|---|---|\n",
		"footnote at the end":     "## Constraints\n\n- a[^1]\n\n[^1]: note\n",
		"math":                    "## Constraints\n\n$$\nx\n$$\n",
		"emoji heading":           "## 🔗 Connections:\n\n- **[[a]]** — **uses:** b\n",
		"relation first":          "## Connections\n\n- depends on: [[a]] — because b\n- uses: [[b]] — daily\n",
		"relation word":           "## Connections\n\n- relates_to [[a]] (context)\n",
		"markdown links":          "## Connections\n\n- [a](a.md) - uses: b\n",
		"sorted connections":      "## Connections\n\n- [[a]] — x\n- [[b]] — y\n- [[c]] — z\n- [[zzz]] — z\n",
		"grouped connections":     "## Connections\n\n### Depends on\n\n- [[a]] — x\n\n### Uses\n\n- [[b]] — y\n",
		"levels":                  "# Constraints\n\n- a\n\n# Connections\n\n- [[b]]\n",
		"old Mac line ends":       "# n\r\rtext\r",
		"mixed line ends":         "# n\r\n\n## Constraints\n\n- a\r\n- b\n",
		"broken UTF-8":            "# n\n\n## Constraints\n\n- \xff\xfe\n",
		"NUL":                     "---\na: \x00\n---\n\x00\n",
		"many ids":                "## Constraints\n\n- a ^a\n- b ^b\n\n^c\n",
	}
}

func TestEditOddNotes(t *testing.T) {
	for name, src := range oddNotes() {
		for _, f := range oneOfEach() {
			for _, noteType := range []string{"service", "ticket", "decision", ""} {
				if name == "open comment" || name == "open fence alone" {
					continue // see TestEditUnclosed
				}
				checkEdit(t, name, []byte(src), noteType, f)
			}
		}
	}
}

// TestEditUnclosed: what stands behind an open fence or comment is no Markdown; the line goes before it.
func TestEditUnclosed(t *testing.T) {
	for _, name := range []string{"open comment", "open fence alone"} {
		for _, f := range oneOfEach() {
			checkEdit(t, name, []byte(oddNotes()[name]), "service", f)
		}
	}
}

func TestEditLargeNote(t *testing.T) {
	src := []byte("---\ntype: service\n---\n# n\n\n## Key Decisions\n\n" + strings.Repeat("- 2026-01-01: a decision ([[x]])\n", 32<<10) + "\n## Connections\n")
	if len(src) < 1<<20 {
		t.Fatalf("the note has %d bytes", len(src))
	}
	for _, f := range oneOfEach()[:3] {
		checkEdit(t, "large", src, "service", f)
	}
}
