package vault_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"vaultgraph/vault"
)

// patience is how long a test waits for what must happen.
const patience = 20 * time.Second

// A diary is what somebody knows of a vault who looks at a file only when a Watcher tells that it changed.
type diary struct {
	t       *testing.T
	dir     string
	v       *vault.Vault
	w       *vault.Watcher
	text    map[string]string
	notices []string
	batches []vault.Batch
	onRead  func(path, text string)
}

// watch starts to watch the folder dir and writes down what is in it.
func watch(t *testing.T, dir string, opt vault.WatchOptions) *diary {
	t.Helper()
	d := &diary{t: t, dir: dir, v: open(t, dir)}
	before := runtime.NumGoroutine()
	w, err := d.v.Watch(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	d.w, d.text = w, d.disk()
	t.Cleanup(func() {
		w.Close()
		if err := w.Close(); err != w.Err() {
			t.Errorf("closed again: %v", err)
		}
		if _, open := <-w.Batches; open {
			t.Error("a batch after Close")
		}
		for deadline := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				stacks := make([]byte, 1<<16)
				t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
			}
		}
	})
	return d
}

// disk returns what a fresh look at the whole vault finds.
func (d *diary) disk() map[string]string {
	d.t.Helper()
	v, err := vault.Open(d.dir)
	if err != nil {
		d.t.Fatal(err)
	}
	defer v.Close()
	found, _, err := v.Scan(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	text := map[string]string{}
	for _, f := range found {
		if b, err := v.ReadFile(f.Path); !errors.Is(err, os.ErrNotExist) {
			text[f.Path] = string(b)
		}
	}
	return text
}

// take writes down what a batch tells, which must fit what is known.
func (d *diary) take(b vault.Batch) {
	d.t.Helper()
	d.batches = append(d.batches, b)
	d.notices = append(d.notices, b.Notices...)
	expect := func(what string, paths []string, known bool) {
		if !slices.IsSorted(paths) {
			d.t.Errorf("%s is not sorted: %q", what, paths)
		}
		for _, p := range paths {
			if _, ok := d.text[p]; ok != known {
				d.t.Errorf("%s %s, but known: %v", what, p, ok)
			}
		}
	}
	expect("created", b.Created, false)
	expect("changed", b.Changed, true)
	expect("removed", b.Removed, true)
	for _, p := range b.Removed {
		delete(d.text, p)
	}
	for _, p := range append(b.Created, b.Changed...) {
		text, _ := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(p))) // it may be gone by now
		d.text[p] = string(text)
		if d.onRead != nil {
			d.onRead(p, string(text))
		}
	}
}

// settle takes batches until what is known is what is on the disk, and then until nothing is told any more.
func (d *diary) settle() {
	d.t.Helper()
	deadline := time.After(patience)
	for calm := false; !calm; {
		select {
		case b, open := <-d.w.Batches:
			if !open {
				d.t.Fatalf("the watcher ended: %v", d.w.Err())
			}
			d.take(b)
		case <-time.After(150 * time.Millisecond):
			calm = maps.Equal(d.text, d.disk())
		case <-deadline:
			d.t.Fatalf("known is not what is there:%s", difference(d.text, d.disk()))
		}
	}
}

func difference(known, there map[string]string) (text string) {
	for p, s := range known {
		if is, ok := there[p]; !ok || is != s {
			text += "\n known " + p + " " + s
		}
	}
	for p, s := range there {
		if is, ok := known[p]; !ok || is != s {
			text += "\n there " + p + " " + s
		}
	}
	return text
}

// next returns the next batch.
func (d *diary) next() vault.Batch {
	d.t.Helper()
	select {
	case b, open := <-d.w.Batches:
		if !open {
			d.t.Fatalf("the watcher ended: %v", d.w.Err())
		}
		d.take(b)
		return b
	case <-time.After(patience):
		d.t.Fatal("nothing is told")
		panic("unreachable")
	}
}

// told returns all that was told so far.
func (d *diary) told() (created, changed, removed []string) {
	for _, b := range d.batches {
		created, changed, removed = append(created, b.Created...), append(changed, b.Changed...), append(removed, b.Removed...)
	}
	return created, changed, removed
}
