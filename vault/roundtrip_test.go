package vault_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/corpus"
	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

// TestRoundTripRealVaults copies each vault of other people and writes, into each of its notes and through the disk, one
// fact of every kind at a time. The write changes only the lines that it should, and taken back, the note has the bytes
// that it had.
func TestRoundTripRealVaults(t *testing.T) {
	every := sized(100, 1)
	vaults, err := os.ReadDir(corpus.Path(t, "data", "vaults"))
	if err != nil {
		t.Fatal(err)
	}
	notes := 0
	for _, entry := range vaults {
		t.Run(entry.Name(), func(t *testing.T) {
			b := newBench(t, map[string]string{"zz-target.md": "", "session note.md": ""})
			copyNotes(t, corpus.Path(t, "data", "vaults", entry.Name()), b.dir)
			v, view := view(t, b.dir, "")
			defer v.Close()
			list, _, err := v.Scan(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			before, writes := notes, 0
			for i, f := range list {
				if f.Kind != vault.Note || i%every != 0 || f.Path == "zz-target.md" || f.Path == "session note.md" {
					continue
				}
				notes++
				writes += b.roundTrip(v, view, f.Path, fmt.Sprint(i))
			}
			b.strays()
			t.Logf("%d notes, %d writes taken back", notes-before, writes)
		})
	}
	t.Logf("%d notes in all", notes)
}

// copyNotes copies the Markdown of a folder.
func copyNotes(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(p) != ".md" {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, p)
		if err != nil {
			return err
		}
		writeNote(t, to, rel, string(src))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// roundTrip writes each fact into the note p and takes it back. Journal and ledger begin anew for each note, as they
// would otherwise be most of the work.
func (b *bench) roundTrip(v *vault.Vault, view *vault.View, p, id string) (writes int) {
	b.t.Helper()
	env := stateEnv(filepath.Join(b.env.Home, id))
	w, err := vault.OpenWriter(v, vault.WriterOptions{Environment: env, Now: time.Now, View: view})
	if err != nil {
		b.t.Fatal(err)
	}
	defer os.Remove(filepath.Join(b.dir, ".vault", "ledger.jsonl"))
	defer os.RemoveAll(env.Home)
	before := b.read(p)
	for _, f := range oneOfEach() {
		f.Note = p
		results, err := w.Apply(b.t.Context(), f)
		if err != nil || results[0].Status != vault.StatusNew {
			b.t.Errorf("%s: %s: %+v, %v", p, f.Kind, results, err)
			continue
		}
		writes++
		if problem := otherLines([]byte(before), []byte(b.read(p)), &results[0]); problem != "" {
			b.t.Errorf("%s: %s: %s", p, f.Kind, problem)
		}
		if _, err := w.Undo(b.t.Context(), ""); err != nil {
			b.t.Errorf("%s: %s: %v", p, f.Kind, err)
		}
		if b.read(p) != before {
			b.t.Fatalf("%s: %s: taken back, the bytes differ", p, f.Kind)
		}
	}
	return writes
}

// otherLines says what a write changed in a note besides the lines that it should; "" for nothing.
func otherLines(before, after []byte, r *vault.Result) string {
	was, is := note.Parse(before), note.Parse(after)
	if r.Fact.Kind == vault.FactState && r.Why == "" { // else the frontmatter cannot hold it, and the body does
		if !bytes.Equal(before[was.Body.Start:], after[is.Body.Start:]) {
			return "the body changed"
		}
		return otherProperties(was, is)
	}
	inserted, ok := insertedBytes(before, after)
	if !ok {
		return "it is no insertion"
	}
	item := 0
	for line := range strings.Lines(string(inserted)) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasSuffix(line, " ^"+r.Fact.ID), r.Fact.Kind == vault.FactEdge && strings.Contains(line, "zz-target"):
			item++
		case strings.TrimSpace(line) == "", madeHeading.MatchString(line):
		default:
			return fmt.Sprintf("it has the line %q", line)
		}
	}
	if item != 1 {
		return fmt.Sprintf("the fact stands on %d lines of %q", item, inserted)
	}
	return ""
}

var madeHeading = regexp.MustCompile(`^#{1,6} [A-Z][A-Za-z ]+$`)

// otherProperties compares all properties but those of a state: their values, and, where each has lines of its own, every
// line of the frontmatter.
func otherProperties(was, is *note.Note) string {
	of := func(n *note.Note) (values []note.Property, lines []string) {
		head := n.Source[:n.Body.Start]
		for _, p := range n.Frontmatter.Properties {
			if !strings.EqualFold(p.Key, "status") && !strings.EqualFold(p.Key, "verified") {
				values = append(values, note.Property{Key: p.Key, Value: p.Value})
				continue
			}
			head = bytes.Replace(head, n.Source[p.Span.Start:p.Span.End], nil, 1)
		}
		for l := range strings.Lines(strings.TrimPrefix(string(head), "\ufeff")) {
			if l = strings.TrimRight(l, "\r\n"); l != "---" && l != "" {
				lines = append(lines, l)
			}
		}
		return values, lines
	}
	values, lines := of(was)
	valuesNow, linesNow := of(is)
	oneLiner := slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "{") }) // JSON: nothing has a line of its own
	switch {
	case !cmp.Equal(values, valuesNow):
		return "other properties: " + cmp.Diff(values, valuesNow)
	case !oneLiner && !slices.Equal(lines, linesNow):
		return "other lines: " + cmp.Diff(lines, linesNow)
	}
	return ""
}

// insertedBytes returns the one run of bytes that after has and before has not.
func insertedBytes(before, after []byte) ([]byte, bool) {
	start := 0
	for start < len(before) && start < len(after) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < len(before)-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	if start+end != len(before) {
		return nil, false
	}
	inserted := after[start : len(after)-end]
	// The same insertion may be read as one that starts earlier: at the start of its line.
	for by := 0; by <= start && by < len(inserted); by++ {
		at := start - by
		if at == 0 || after[at-1] == '\n' {
			return after[at : at+len(inserted)], true
		}
		if after[at-1] != after[at-1+len(inserted)] {
			break
		}
	}
	return inserted, true
}
