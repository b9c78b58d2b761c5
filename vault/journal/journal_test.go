package journal

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

var start = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

func write(id string, at time.Time) Write {
	return Write{ID: id, Batch: id, Time: at, Path: "a.md", Fact: "f" + id, Before: "b", After: "a",
		Edits: []Edit{{At: 3, Old: "\xff\x00", New: "new\n", Above: "above"}}}
}

func ids(writes []Write) (all []string) {
	for _, w := range writes {
		all = append(all, w.ID+" "+string(w.State))
	}
	return all
}

func TestJournal(t *testing.T) {
	dir := t.TempDir()
	j := New(dir)
	if writes, err := j.Read(); err != nil || len(writes) > 0 {
		t.Errorf("an empty one: %v, %v", writes, err)
	}
	if err := errors.Join(j.Begin(write("1", start), write("2", start)), j.Mark(start, Done, "1"), j.MarkLooked(start, "1")); err != nil {
		t.Fatal(err)
	}
	other := New(dir)
	writes, err := other.Read()
	if err != nil || !slices.Equal(ids(writes), []string{"1 done", "2 "}) || !writes[0].Looked || writes[1].Looked {
		t.Fatalf("%+v, %v", writes, err)
	}
	if e := writes[0].Edits[0]; e.Old != "\xff\x00" || e.New != "new\n" || e.At != 3 || e.Above != "above" {
		t.Errorf("an edit of odd bytes reads back as %+v", e)
	}
	if err := j.Mark(start, Void, "2"); err != nil {
		t.Fatal(err)
	}
	if writes, _ := other.Read(); !slices.Equal(ids(writes), []string{"1 done", "2 void"}) {
		t.Errorf("%v", ids(writes))
	}
}

// TestJournalAfterACrash: half a line, and lines that are none, hide nothing.
func TestJournalAfterACrash(t *testing.T) {
	j := New(t.TempDir())
	if err := j.Begin(write("1", start)); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(j.Path(), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("nonsense\n{}\n{\"of\":\"nobody\"}\n{\"id\":\"hal"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := errors.Join(j.Begin(write("2", start)), j.Mark(start, Done, "2")); err != nil {
		t.Fatal(err)
	}
	if writes, err := j.Read(); err != nil || !slices.Equal(ids(writes), []string{"1 ", "2 done"}) {
		t.Errorf("%v, %v", ids(writes), err)
	}
}

func TestJournalIsBounded(t *testing.T) {
	j := New(t.TempDir())
	j.maxSize = 4000
	for i := range 50 {
		w := write(string(rune('A'+i)), start.Add(time.Duration(i)*time.Minute))
		if err := errors.Join(j.Begin(w), j.Mark(start, Settled, w.ID)); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(j.Path())
	if err != nil || info.Size() > 5000 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	writes, err := j.Read()
	if err != nil || len(writes) < 4 || writes[len(writes)-1].ID != string(rune('A'+49)) || writes[0].State != Settled {
		t.Errorf("%v, %v", ids(writes), err)
	}
	old := start.Add(MaxAge + 48*time.Hour)
	if err := j.Begin(write("late", old)); err != nil {
		t.Fatal(err)
	}
	if writes, _ := j.Read(); len(writes) != 1 {
		t.Errorf("what is too old stays: %v", ids(writes))
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	unlock, err := New(dir).Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := New(dir).Lock(ctx); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "try again") {
		t.Errorf("locked twice: %v", err)
	}
	unlock()
	unlock, err = New(dir).Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	unlock()
}
