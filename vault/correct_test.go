package vault_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

const corrected = "PR #368 is\nin review, and so on."

// correction makes the paragraph corrected, which stands in text, say that #368 is merged.
func correction(text string) vault.Correction {
	at := strings.Index(corrected, "is\nin review")
	return vault.Correction{
		Note: "a.md", Is: "merged", At: strings.Index(text, corrected), Text: corrected,
		Edits:   []note.Splice{{Span: note.Span{Start: at, End: at + len("is\nin review")}, New: "\nmerged"}},
		Sources: []vault.Source{{Kind: vault.SourceChange, Ref: "acme/api#368"}},
	}
}

func TestCorrectAndUndo(t *testing.T) {
	const text = "---\na: b\n---\n\nAbove.\n\n" + corrected + "\n\n- [[b]] below\n"
	const done = "PR #368 \nmerged, and so on. (acme/api#368)"
	for _, tt := range []struct {
		name     string
		edit     func(string) string
		conflict bool
	}{
		{"untouched", nil, false},
		{"another line edited", func(s string) string { return strings.Replace(s, "Above", "Far above", 1) + "More.\n" }, false},
		{"its words edited", func(s string) string { return strings.Replace(s, "merged", "merged at last", 1) }, true},
		{"its last line goes on", func(s string) string {
			return strings.NewReplacer("368)", "368) yes", "so on.\n", "so on. yes\n").Replace(s)
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t, map[string]string{"a.md": text, "b.md": ""})
			results, err := b.w.Correct(t.Context(), correction(text))
			if err != nil || results[0].Status != vault.StatusNew || results[0].Line != 7 || results[0].Fact.Target != "acme/api#368" {
				t.Fatalf("%+v %v", results, err)
			}
			if want := strings.Replace(text, corrected, done, 1); b.read("a.md") != want {
				t.Fatalf("the note is\n%s", b.read("a.md"))
			}
			want := text
			if tt.edit != nil {
				now := tt.edit(b.read("a.md"))
				want = tt.edit(text)
				if tt.conflict {
					want = now
				}
				if err := os.WriteFile(filepath.Join(b.dir, "a.md"), []byte(now), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			_, err = b.w.Undo(t.Context(), "")
			if errors.Is(err, vault.ErrConflict) != tt.conflict || !tt.conflict && err != nil {
				t.Errorf("undo: %v", err)
			}
			if b.read("a.md") != want {
				t.Errorf("after undo the note is\n%s\nwant\n%s", b.read("a.md"), want)
			}
		})
	}
}

func TestCorrectOnlyWhatIsThere(t *testing.T) {
	const text = "First.\n\n" + corrected + "\n"
	for name, now := range map[string]string{
		"reworded": "First.\n\nPR #368 is\nin review, or so.\n",
		"twice":    "x\n\n" + corrected + "\n\n" + corrected + "\n",
		"in code":  "```\n" + corrected + "\n```\n",
	} {
		b := newBench(t, map[string]string{"a.md": now})
		results, err := b.w.Correct(t.Context(), correction(text))
		if err != nil || results[0].Status != vault.StatusRejected || results[0].Why == "" || b.read("a.md") != now {
			t.Errorf("%s: %+v %v\n%s", name, results, err, b.read("a.md"))
		}
	}
	b := newBench(t, map[string]string{"a.md": "More lines\nabove it.\n\n" + text})
	if results, err := b.w.Correct(t.Context(), correction(text)); err != nil || results[0].Status != vault.StatusNew {
		t.Errorf("where it stands elsewhere now: %+v %v", results, err)
	}
}

// TestCorrectionSavedOver saves the old text over a correction, as an editor does that had the note open: it is made
// again.
func TestCorrectionSavedOver(t *testing.T) {
	const text = "First.\n\n" + corrected + "\n"
	b := newBench(t, map[string]string{"a.md": text})
	if _, err := b.w.Correct(t.Context(), correction(text)); err != nil {
		t.Fatal(err)
	}
	want := b.read("a.md")
	if err := os.WriteFile(filepath.Join(b.dir, "a.md"), []byte(text+"An edit.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := b.w.Correct(t.Context(), correction(text)); err != nil { // looks after earlier writes first
		t.Fatal(err)
	}
	if got := b.read("a.md"); got != want+"An edit.\n" {
		t.Errorf("the note is\n%s", got)
	}
}
