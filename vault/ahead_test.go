package vault_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

// leads returns the links that lead to a.md, as an answer that has yet to be confirmed, and whether it was.
func leads(t *testing.T, dir, cache string) (links int, confirmed bool, after int) {
	t.Helper()
	v, w := ahead(t, dir, cache)
	defer v.Close()
	defer w.Close()
	ask := func() int {
		found, err := w.Backlinks(context.Background(), "a.md")
		if err != nil && !errors.Is(err, vault.ErrUnknownNote) {
			t.Fatal(err)
		}
		return len(found)
	}
	links = ask()
	unconfirmed := w.Unconfirmed(context.Background())
	confirmed, err := w.Confirm(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-unconfirmed.Done():
		if confirmed {
			t.Error("the answer was refuted and then confirmed")
		}
	default:
		if !confirmed {
			t.Error("the answer was not confirmed, and not refuted before")
		}
	}
	after = ask()
	if again, err := w.Confirm(context.Background()); !again || err != nil {
		t.Errorf("confirmed once more: %v, %v", again, err)
	}
	return links, confirmed, after
}

func TestAhead(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.md", "")
	write("b.md", "[[a]]")
	if _, confirmed, after := leads(t, dir, cache); !confirmed || after != 1 {
		t.Errorf("without an index: confirmed %v, then %d links", confirmed, after)
	}
	for {
		// The files are too fresh to be told from later edits for a while: then they count as changed.
		links, confirmed, after := leads(t, dir, cache)
		if links != 1 || after != 1 {
			t.Fatalf("nothing changed: %d links, then %d", links, after)
		}
		if confirmed {
			break
		}
	}
	write("c.md", "[[a]] [[b]]")
	if links, confirmed, after := leads(t, dir, cache); links != 1 || confirmed || after != 2 {
		t.Errorf("a link more: %d links, confirmed %v, then %d", links, confirmed, after)
	}
}

// withNewNote returns a vault with a note, "one more.md", that its index does not have.
func withNewNote(t *testing.T) (dir, cache string) {
	t.Helper()
	dir, cache, _ = filled(t)
	if err := os.WriteFile(filepath.Join(dir, "one more.md"), []byte("[[x]]"), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir, cache
}

// TestAheadWhole asks for the whole vault, which is never a guess.
func TestAheadWhole(t *testing.T) {
	dir, cache := withNewNote(t)
	v, w := ahead(t, dir, cache)
	defer v.Close()
	defer w.Close()
	s, err := w.Snapshot(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Entry("one more.md"); !ok {
		t.Error("the snapshot lacks the new note")
	}
	if confirmed, err := w.Confirm(context.Background()); confirmed || err != nil {
		t.Errorf("answers before the snapshot were confirmed: %v, %v", confirmed, err)
	}
}

// TestAheadWholeStopped asks for the whole vault with the context that ends because a note is new, and then again.
func TestAheadWholeStopped(t *testing.T) {
	dir, cache := withNewNote(t)
	v, w := ahead(t, dir, cache)
	defer v.Close()
	defer w.Close()
	unconfirmed := w.Unconfirmed(context.Background())
	<-unconfirmed.Done()
	if _, err := w.Snapshot(unconfirmed); !errors.Is(err, context.Canceled) {
		t.Errorf("of what is known to have changed there is a snapshot: %v", err)
	}
	second, other := ahead(t, dir, cache)
	defer second.Close()
	if _, err := other.Snapshot(other.Unconfirmed(context.Background())); !errors.Is(err, context.Canceled) {
		t.Errorf("once more there is one: %v", err)
	}
	if err := other.Close(); err != nil {
		t.Errorf("closing before it was settled: %v", err)
	}
	if confirmed, err := w.Confirm(context.Background()); confirmed || err != nil {
		t.Errorf("it was confirmed: %v, %v", confirmed, err)
	}
	s, err := w.Snapshot(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Entry("one more.md"); !ok {
		t.Error("the snapshot lacks the new note")
	}
}

// TestReadNoteOfChangedText reads a note that was edited after its summary was asked for.
func TestReadNoteOfChangedText(t *testing.T) {
	dir, cache, _ := filled(t)
	path, file := "one more.md", filepath.Join(dir, "one more.md")
	for _, text := range []string{"# Old\n[[x]]", "# New\n[[y]]"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	v, w := view(t, dir, cache)
	defer v.Close()
	defer w.Close()
	if _, err := w.Summaries(context.Background(), []string{path}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"# New\n[[y]]", "# Now\n[[z]]"} { // as it was parsed, and another of the same size
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := w.ReadNote(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(note.Parse([]byte(text)), got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("the note is not what it says (-parsed +read):\n%s", diff)
		}
	}
}
