package note_test

import (
	"os"
	"strings"
	"testing"

	"vaultgraph/vault/note"
)

// TestGrammarExamples reads the examples of the connection grammar in graph/README.md.
func TestGrammarExamples(t *testing.T) {
	text, err := os.ReadFile("../../graph/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| where | text | target | relation | annotation |\n|---|---|---|---|---|\n")
	if !ok {
		t.Fatal("graph/README.md has no table of examples")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	frames := map[string][2]string{
		"C": {"## Connections\n\n", "\n"}, "R": {"## Relations\n\n", "\n"}, "–": {"", "\n"}, "P": {"---\n", "\n---\n"},
	}
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(row), "|")
		if len(cells) != 7 {
			t.Fatalf("%q has %d cells, not 5", row, len(cells)-2)
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		frame, ok := frames[cells[1]]
		if !ok {
			t.Fatalf("%q: there is no place %q", row, cells[1])
		}
		src := frame[0] + strings.ReplaceAll(strings.Trim(cells[2], "`"), "·", "\n") + frame[1]
		n := note.Parse([]byte(src))
		if len(n.Links) == 0 {
			t.Errorf("%q: no link", src)
			continue
		}
		l := n.Links[0]
		if l.Target != cells[3] || l.Relation != cells[4] || l.Annotation != cells[5] {
			t.Errorf("%q\ngot  %q, %q, %q\nwant %q, %q, %q", src, l.Target, l.Relation, l.Annotation, cells[3], cells[4], cells[5])
		}
	}
}
