package vault_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vaultgraph/vault"
)

// rivalEnv makes a copy of the test binary open an index again and again: "program count dir cache".
const rivalEnv = "VAULT_TEST_RIVAL"

// TestIndexRival is no test: it is what the other processes of TestIndexReplacedAllTheTime run.
func TestIndexRival(t *testing.T) {
	task := os.Getenv(rivalEnv)
	if task == "" {
		t.Skip("only runs as a child of another test")
	}
	var program, dir, cache string
	var count int
	if _, err := fmt.Sscan(task, &program, &count, &dir, &cache); err != nil {
		t.Fatal(err)
	}
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	fresh, err := v.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	indexed := 0
	for range count {
		w, err := v.View(t.Context(), vault.ViewOptions{Cache: cache, Program: program})
		if err != nil {
			t.Fatal(err)
		}
		if w.Unindexed == nil {
			indexed++
		}
		for _, n := range w.Notices {
			if strings.Contains(n, "damaged") {
				t.Error(n)
			}
		}
		kept, err := w.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(fresh.Entries, kept.Entries, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("the index is wrong (-disk +index):\n%.2000s", diff)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	fmt.Printf("%s: %d of %d with an index\n", program, indexed, count)
}

// TestIndexReplacedAllTheTime lets processes of two versions of the program use one vault: each finds the index of the
// other, throws it away and makes its own, while others open it and read from it.
func TestIndexReplacedAllTheTime(t *testing.T) {
	dir, cache, _ := filled(t)
	var rivals []*exec.Cmd
	var outputs []*tail
	for i := range 6 {
		c := exec.Command(os.Args[0], "-test.run=^TestIndexRival$", "-test.v")
		c.Env = append(os.Environ(), fmt.Sprintf("%s=program%d %d %s %s", rivalEnv, i%2, sized(30, 300), dir, cache))
		out := &tail{}
		c.Stdout, c.Stderr = out, out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		rivals, outputs = append(rivals, c), append(outputs, out)
	}
	for i, c := range rivals {
		if err := c.Wait(); err != nil {
			t.Errorf("process %d: %v\n%s", i, err, outputs[i].b)
		}
		for line := range strings.Lines(string(outputs[i].b)) {
			if strings.Contains(line, "with an index") {
				t.Log(strings.TrimSpace(line))
			}
		}
	}
	compareWithDisk(t, dir, cache)
}

// TestIndexInUseStays lets one process read an index while another one, of another version, has no use for it: it does
// without, and makes its own as soon as it can.
func TestIndexInUseStays(t *testing.T) {
	dir, cache, _ := filled(t)
	v, reader := view(t, dir, cache)
	defer v.Close()
	other := vault.ViewOptions{Cache: cache, Program: "another"}
	_, w := viewBy(t, dir, other)
	if w.Unindexed == nil {
		t.Error("an index was removed that somebody has open")
	}
	if s, err := w.Snapshot(t.Context()); err != nil || len(s.Entries) == 0 {
		t.Errorf("without an index: %v", err)
	}
	w.Close()
	if s, err := reader.Snapshot(t.Context()); err != nil || len(s.Entries) == 0 {
		t.Errorf("the reader: %v", err)
	}
	reader.Close()
	_, w = viewBy(t, dir, other)
	if w.Unindexed != nil || len(w.Notices) != 1 {
		t.Errorf("the index is free: %v, %q", w.Unindexed, w.Notices)
	}
	w.Close()
}

// TestIndexForgottenOnce finds one index damaged twice: who comes second must not remove the new one.
func TestIndexForgottenOnce(t *testing.T) {
	dir, cache, file := filled(t)
	_, first := view(t, dir, cache)
	_, second := view(t, dir, cache)
	second.Close()
	if err := first.Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	compareWithDisk(t, dir, cache)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the new index was removed too: %v", err)
	}
}

// TestLogLeftBehind puts the log of an index beside none, as a kill does between the removal of the two.
func TestLogLeftBehind(t *testing.T) {
	dir, cache, file := filled(t)
	overwrite(t, filepath.Join(dir, "new.md"), []byte("# New\n"))
	_, w := view(t, dir, cache) // until it is closed, what it has changed is in the log alone
	log, err := os.ReadFile(file + "-wal")
	if err != nil || len(log) == 0 {
		t.Fatalf("a log of %d bytes: %v", len(log), err)
	}
	w.Close()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	overwrite(t, file+"-wal", log)
	compareWithDisk(t, dir, cache)
	compareWithDisk(t, dir, cache)
}
