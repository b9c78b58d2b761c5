package vault_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vaultgraph/vault"
)

// settle lets the time pass after which replaced files are looked at once more.
func (b *bench) settle() []vault.Notice {
	b.t.Helper()
	time.Sleep(350 * time.Millisecond) // nobody has written to them for a while
	b.skip += vault.LookAfter + time.Second
	if err := b.w.Settle(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	return b.w.Notices()
}

func (b *bench) file(p string) string { return filepath.Join(b.dir, filepath.FromSlash(p)) }

// openForEdit opens a note as an editor does that keeps it open.
func (b *bench) openForEdit(p string) *os.File {
	b.t.Helper()
	f, err := os.OpenFile(b.file(p), os.O_RDWR, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { f.Close() })
	return f
}

func save(t *testing.T, f *os.File, text string) {
	t.Helper()
	if err := f.Truncate(0); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte(text), 0); err != nil {
		t.Fatal(err)
	}
}

// conflictCopies returns the names of the copies that were kept.
func (b *bench) conflictCopies() []string {
	found, err := filepath.Glob(filepath.Join(b.dir, "* (conflict *).md"))
	if err != nil {
		b.t.Fatal(err)
	}
	return found
}

// TestLateEditIsMerged: an editor that had the note open writes into the file that was replaced.
func TestLateEditIsMerged(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc})
	editor := b.openForEdit("svc.md")
	b.apply(decision("first"))
	save(t, editor, strings.Replace(svc, "# svc\n", "# svc\n\nA late edit.\n", 1))
	notices := b.settle()
	text := b.read("svc.md")
	if !strings.Contains(text, "A late edit.") || !strings.Contains(text, "first — because") || len(notices) != 1 || len(b.conflictCopies()) > 0 {
		t.Errorf("%v\n%s", notices, text)
	}
	b.undo("")
	if text := b.read("svc.md"); !strings.Contains(text, "A late edit.") || strings.Contains(text, "first") {
		t.Errorf("taken back after the merge:\n%s", text)
	}
	b.strays()
}

// TestLateEditOfBoth: the note has changed since, at another place.
func TestLateEditOfBoth(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc})
	editor := b.openForEdit("svc.md")
	b.apply(decision("first"))
	save(t, editor, strings.Replace(svc, "# svc\n", "# svc\n\nA late edit.\n", 1))
	b.write("svc.md", b.read("svc.md")+"\nAnother edit.\n")
	notices := b.settle()
	text := b.read("svc.md")
	for _, want := range []string{"A late edit.", "Another edit.", "first — because"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing: %v\n%s", want, notices, text)
		}
	}
	if len(notices) != 1 || len(b.conflictCopies()) > 0 {
		t.Errorf("%v", notices)
	}
}

// TestLateEditOfTheSameLine cannot be merged: both texts are kept.
func TestLateEditOfTheSameLine(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc})
	editor := b.openForEdit("svc.md")
	b.apply(decision("first"))
	late := strings.Replace(svc, "# svc\n", "# svc, late\n", 1)
	save(t, editor, late)
	now := strings.Replace(b.read("svc.md"), "# svc\n", "# svc, now\n", 1)
	b.write("svc.md", now)
	notices := b.settle()
	b.want("svc.md", now)
	copies := b.conflictCopies()
	if len(copies) != 1 || len(notices) != 1 || notices[0].Copy != filepath.Base(copies[0]) {
		t.Fatalf("%v, %v", copies, notices)
	}
	b.want(filepath.Base(copies[0]), late)
}

// TestLateEditIsFoundByAnotherProcess: the one that wrote is gone.
func TestLateEditIsFoundByAnotherProcess(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc, "other.md": ""})
	editor := b.openForEdit("svc.md")
	b.apply(decision("first"))
	save(t, editor, svc+"A late edit.\n")
	time.Sleep(350 * time.Millisecond)
	b.skip += 3 * 24 * time.Hour
	b.w = b.open()
	f := decision("unrelated")
	f.Note = "other"
	b.apply(f)
	if text := b.read("svc.md"); !strings.Contains(text, "A late edit.") || !strings.Contains(text, "first — because") {
		t.Errorf("%v\n%s", b.w.Notices(), text)
	}
}

// TestStaleSaveIsPutRight: an editor that read the note before the write saves over it.
func TestStaleSaveIsPutRight(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc, "t.md": "---\nstatus: open\n---\n"})
	r := b.apply(decision("first"))
	b.apply(vault.Fact{Kind: vault.FactState, Note: "t", Text: "done", Sources: from("T-1")})
	b.write("svc.md", strings.Replace(svc, "# svc\n", "# svc\n\nAn edit.\n", 1))
	b.write("t.md", "---\nstatus: open\n---\nAn edit.\n")
	notices := b.settle()
	if text := b.read("svc.md"); !strings.Contains(text, "An edit.") || !strings.Contains(text, "first — because it broke (TICKET-1) ^"+r.Fact.ID) {
		t.Errorf("%v\n%s", notices, text)
	}
	b.want("t.md", "---\nstatus: done\nverified: 2026-11-30\n---\nAn edit.\n")
	if len(notices) != 2 {
		t.Errorf("%v", notices)
	}
	if len(b.settle()) != 0 {
		t.Error("reported twice")
	}
}

// TestDeletionStays: after the time in which editors save what they hold, a line that is gone was deleted.
func TestDeletionStays(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc})
	b.skip += -time.Hour // the write was an hour ago
	b.apply(decision("first"))
	b.write("svc.md", svc)
	b.skip += time.Hour
	if notices := b.settle(); len(notices) > 0 {
		t.Errorf("%v", notices)
	}
	if r := b.apply(decision("first")); r.Status != vault.StatusRejected {
		t.Errorf("%+v", r)
	}
	b.want("svc.md", svc)
}

// TestStaleSaveHasAnEnd: who takes a fact out again and again wants it out.
func TestStaleSaveHasAnEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t, map[string]string{"svc.md": svc})
	b.apply(decision("first"))
	for range 10 {
		b.skip += 40 * time.Second
		b.save("svc.md", svc)
		b.look()
		if b.read("svc.md") == svc {
			return
		}
	}
	t.Error("it is written again for ever")
}

func TestLedgerIsReadAfterAMerge(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	r := b.apply(decision("first"))
	b.undo("")
	ledger := b.read(".vault/ledger.jsonl")
	b.write(".vault/ledger.jsonl", "<<<<<<< HEAD\n"+ledger+"=======\n"+ledger+"{\"op\":\"applied\",\"id\":\"other\"}\n>>>>>>> theirs\n{\"op\":\"appl")
	if again := b.apply(decision("first")); again.Status != vault.StatusRejected || again.Fact.ID != r.Fact.ID {
		t.Errorf("%+v", again)
	}
	b.apply(decision("second"))
	if text := b.read(".vault/ledger.jsonl"); !strings.Contains(text, "{\"op\":\"appl\n{\"op\":\"applied\"") {
		t.Errorf("the half line swallows the next one:\n%s", text)
	}
}
