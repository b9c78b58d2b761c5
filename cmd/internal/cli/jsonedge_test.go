package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

// TestAppendEdge holds an export's edges against the general way to write the same document.
func TestAppendEdge(t *testing.T) {
	for _, l := range []vault.Link{
		{Link: &note.Link{}},
		{Link: &note.Link{Kind: note.LinkProperty, Key: "up.0", Relation: "up"}, From: "a.md", To: "b.md"},
		{Link: &note.Link{
			Target: "x", Subpath: "#y", HasAlias: true, Embed: true, Line: 12, Relation: "depends on", Annotation: "why", Section: "S",
		}, From: "a.md"},
		{Link: &note.Link{Alias: "z", HasAlias: true, Kind: note.LinkMarkdown, Line: 1, Target: "<&>"}, From: `"\`, To: "é"},
	} {
		var want strings.Builder
		if err := writeJSON(&want, newEdgeDoc(&l)); err != nil {
			t.Fatal(err)
		}
		if got := string(appendEdge(nil, &l)) + "\n"; got != want.String() {
			t.Errorf("got  %swant %s", got, want.String())
		}
	}
}

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{
		"", "plain", `"\`, "\b\f\n\r\t\x00\x1f\x7f", "naïve 漢字 👩\u200d🚀", "\u009b31m", "a\u202eb\u2028c\u2029", "\U000e0067", "\xff\xe6 x",
		"\xed\xa0\x80", "\ufffd", "<&>", strings.Repeat("é", 40) + "\"",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want strings.Builder
		if err := writeJSON(&want, s); err != nil {
			t.Fatal(err)
		}
		got := appendString(nil, s)
		if string(got)+"\n" != want.String() {
			t.Errorf("%q: got %s, want %s", s, got, want.String())
		}
		if !json.Valid(got) {
			t.Errorf("%q: %s is no JSON", s, got)
		}
	})
}
