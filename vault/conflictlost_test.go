package vault_test

import (
	"os"
	"strings"
	"testing"
	"time"
)

// save writes a note as an editor does, by the clock of the bench.
func (b *bench) save(p, text string) {
	b.t.Helper()
	b.write(p, text)
	now := time.Now().Add(b.skip)
	if err := os.Chtimes(b.file(p), now, now); err != nil {
		b.t.Fatal(err)
	}
}

// look lets a run look after earlier writes.
func (b *bench) look() {
	b.t.Helper()
	if err := b.w.Settle(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// TestSlowSaveIsPutRight: an editor has written its text to a new file, is kept from going on for some seconds, in which
// a fact is written, and renames the file then.
func TestSlowSaveIsPutRight(t *testing.T) {
	t.Parallel()
	for _, slow := range []time.Duration{time.Second, 5 * time.Second, 40 * time.Second} {
		b := newBench(t, map[string]string{"svc.md": svc, "other.md": ""})
		b.write("svc.md.swap", strings.Replace(svc, "# svc\n", "# svc\n\nAn edit.\n", 1))
		written := time.Now().Add(-slow)
		if err := os.Chtimes(b.file("svc.md.swap"), written, written); err != nil {
			t.Fatal(err)
		}
		b.apply(decision("first"))
		if err := os.Rename(b.file("svc.md.swap"), b.file("svc.md")); err != nil {
			t.Fatal(err)
		}
		b.settle()
		if text := b.read("svc.md"); !strings.Contains(text, "An edit.") || !strings.Contains(text, "first — because") {
			t.Errorf("an editor that took %v:\n%s", slow, text)
		}
	}
}

// TestOldTextPutBackStays: somebody puts an old text of a note back, times and all, long after a fact was written.
func TestOldTextPutBackStays(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc})
	b.write("backup", svc)
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(b.file("backup"), old, old); err != nil {
		t.Fatal(err)
	}
	b.skip = -10 * time.Minute
	b.apply(decision("first"))
	if err := os.Rename(b.file("backup"), b.file("svc.md")); err != nil {
		t.Fatal(err)
	}
	b.skip = 0
	b.settle()
	b.want("svc.md", svc)
}

// TestStaleSavesInARow: editors and writers get in each other's way again and again within seconds, as they do on a
// machine that has too much to do.
func TestStaleSavesInARow(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc})
	b.apply(decision("first"))
	for range 8 {
		b.skip += 3 * time.Second
		b.save("svc.md", strings.Replace(svc, "# svc\n", "# svc\n\nAn edit.\n", 1))
		b.look()
		if text := b.read("svc.md"); !strings.Contains(text, "first — because") {
			t.Fatalf("after %v:\n%s", b.skip, text)
		}
	}
}

// TestStaleSaveOfANoteThatNobodyWritesTo: the fact is put back by the next run, whatever note that one is about. An
// editor that then goes on for minutes does not make a deletion of it.
func TestStaleSaveOfANoteThatNobodyWritesTo(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc, "other.md": ""})
	b.apply(decision("first"))
	b.skip += time.Second
	b.save("svc.md", svc+"An edit.\n")
	b.skip += 20 * time.Second
	f := decision("unrelated")
	f.Note = "other"
	b.apply(f)
	b.skip += 5 * time.Minute
	b.save("svc.md", b.read("svc.md")+"Another edit.\n")
	b.settle()
	if text := b.read("svc.md"); !strings.Contains(text, "Another edit.") || !strings.Contains(text, "first — because") {
		t.Errorf("%s", text)
	}
}
