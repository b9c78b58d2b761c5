package vault_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"vaultgraph/vault"
)

// TestUndoOutOfOrder takes back the facts of each odd note in any order: no write may be refused, as nobody has edited
// the notes, and no line of a fact may stay.
func TestUndoOutOfOrder(t *testing.T) {
	files := map[string]string{"zz-target.md": ""}
	for name, text := range oddNotes() {
		files["odd/"+name+".md"] = text
	}
	b := newBench(t, files)
	for name := range oddNotes() {
		if !full() && len(name)%3 != 0 {
			continue
		}
		var ids []string
		for _, f := range oneOfEach() {
			f.Note = name
			if r := b.apply(f); r.Write == "" {
				t.Errorf("%s: %s: not written: %+v", name, f.Kind, r)
			} else {
				ids = append(ids, r.Write)
			}
		}
		rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		for _, id := range ids {
			if _, err := b.w.Undo(t.Context(), id); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if text := b.read("odd/" + name + ".md"); strings.Contains(text, "route only WHOIS") || strings.Contains(text, "takes one token") {
			t.Errorf("%s: taken back, the note is\n%s", name, text)
		}
	}
	b.strays()
}

// TestUndoEachOfEveryKind writes one fact into an odd note, through the disk, and takes it back.
func TestUndoEachOfEveryKind(t *testing.T) {
	files := map[string]string{"zz-target.md": ""}
	for name, text := range oddNotes() {
		files["odd/"+name+".md"] = text
	}
	b := newBench(t, files)
	for name, text := range oddNotes() {
		for i, f := range oneOfEach() {
			if !full() && (i+len(name))%4 != 0 {
				continue
			}
			f.Note = name
			if r := b.apply(f); r.Write == "" {
				t.Errorf("%s: %s: not written: %+v", name, f.Kind, r)
				continue
			}
			b.undo("")
			if got := b.read("odd/" + name + ".md"); got != text {
				t.Errorf("%s: %s: taken back, the note is\n%q\nwant\n%q", name, f.Kind, got, text)
			}
		}
	}
	b.strays()
}

func TestUndoAfterAnEdit(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	first, second := b.apply(decision("first")), b.apply(decision("second"))
	b.write("svc.md", strings.Replace(b.read("svc.md"), "# svc\n", "# svc\n\nA person's words.\n", 1)+"More.\n")
	b.undo(first.Fact.ID)
	if text := b.read("svc.md"); strings.Contains(text, "first") || !strings.Contains(text, "second") || !strings.Contains(text, "A person's words.") {
		t.Errorf("the note is\n%s", text)
	}
	b.undo(second.Write)
	want := strings.Replace(svc, "# svc\n", "# svc\n\nA person's words.\n", 1) + "More.\n"
	if text := b.read("svc.md"); strings.Replace(text, "## Key Decisions\n\n\n", "", 1) != want { // the section stays: it may hold more by now
		t.Errorf("the note is\n%s", text)
	}
	if _, err := b.w.Undo(t.Context(), first.Write); !errors.Is(err, vault.ErrNothing) {
		t.Errorf("twice: %v", err)
	}
	if r := b.apply(decision("first")); r.Status != vault.StatusRejected {
		t.Errorf("taken back, it is written again: %+v", r)
	}
}

func TestUndoRefuses(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	r := b.apply(decision("use SSM"))
	b.write("svc.md", strings.Replace(b.read("svc.md"), "use SSM", "use SSM, says a person,", 1))
	edited := b.read("svc.md")
	_, err := b.w.Undo(t.Context(), "")
	refused, ok := errors.AsType[*vault.UndoError](err)
	if !ok || !errors.Is(err, vault.ErrConflict) || !strings.Contains(refused.Diff, "+- 2026-11-30: use SSM — because it broke (TICKET-1) ^"+r.Fact.ID) {
		t.Errorf("got %v", err)
	}
	b.want("svc.md", edited)
	if _, err := b.w.Undo(t.Context(), "nothing"); !errors.Is(err, vault.ErrNothing) {
		t.Errorf("an unknown id: %v", err)
	}
}

func TestUndoState(t *testing.T) {
	b := newBench(t, map[string]string{"t.md": "---\nstatus: open # c\n---\ntext\n"})
	b.apply(vault.Fact{Kind: vault.FactState, Note: "t", Text: "in review", Sources: from("T-1")})
	b.write("t.md", b.read("t.md")+"more\n")
	b.undo("")
	b.want("t.md", "---\nstatus: open # c\n---\ntext\nmore\n")
}

func TestUndoAfterALongTime(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	b.apply(decision("use SSM"))
	b.skip += 80 * 24 * time.Hour
	b.w = b.open()
	b.undo("")
	b.want("svc.md", svc)
	b.apply(decision("another"))
	b.skip += 100 * 24 * time.Hour
	b.apply(decision("a third"))
	if log, err := b.w.Log(t.Context(), 0); err != nil || len(log) != 1 {
		t.Errorf("what is older than 90 days is dropped: %d, %v", len(log), err)
	}
}
