package vault_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vaultgraph/vault"
)

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

// both runs a test with events of the system and without.
func both(t *testing.T, test func(t *testing.T, opt vault.WatchOptions)) {
	t.Run("events", func(t *testing.T) { test(t, vault.WatchOptions{}) })
	t.Run("stat", func(t *testing.T) { test(t, vault.WatchOptions{Stat: true, Poll: 20 * time.Millisecond}) })
}

func TestWatch(t *testing.T) {
	both(t, func(t *testing.T, opt vault.WatchOptions) {
		dir := write(t, files{"a.md": "a", "sub/b.md": "b", "gone/c.md": "c"})
		time.Sleep(100 * time.Millisecond) // or they are too fresh to be known as unchanged
		d := watch(t, dir, opt)
		put(t, filepath.Join(d.dir, "new.md"), "new")
		put(t, filepath.Join(d.dir, "sub/b.md"), "B")
		remove(t, filepath.Join(d.dir, "gone"))
		d.settle()
		created, changed, removed := d.told()
		changed = slices.DeleteFunc(changed, func(p string) bool { return p == "new.md" }) // as fresh as it is
		same(t, "created", created, []string{"new.md"})
		same(t, "changed", slices.Compact(changed), []string{"sub/b.md"})
		same(t, "removed", removed, []string{"gone/c.md"})
	})
}

// An edit that changes neither the size of a file nor its time of modification is a change all the same.
func TestWatchSameSize(t *testing.T) {
	both(t, func(t *testing.T, opt vault.WatchOptions) {
		d := watch(t, write(t, files{"a.md": "one"}), opt)
		file := filepath.Join(d.dir, "a.md")
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"two", "six", "ten"} {
			put(t, file, text)
			if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			d.settle()
		}
	})
}

func TestWatchMovedFolders(t *testing.T) {
	both(t, func(t *testing.T, opt vault.WatchOptions) {
		outside := write(t, files{"in/x.md": "x", "in/deep/er/y.md": "y"})
		d := watch(t, write(t, files{"a/b/c/note.md": "note", "a/top.md": "top", "z.md": "z"}), opt)
		at := func(p string) string { return filepath.Join(d.dir, p) }
		steps := []func(){
			func() { rename(t, at("a"), at("m")) },
			func() { put(t, at("m/b/c/note.md"), "NOTE") },                    // in a folder whose watch had another name
			func() { put(t, at("a/b/c/note.md"), "in the place of the old") }, // and in one that took that name
			func() { put(t, at("m/b/c/note.md"), "Note") },
			func() { rename(t, at("m/b"), at("b")); rename(t, at("a/b"), at("m/b")) },
			func() { put(t, at("m/b/c/note.md"), "one"); put(t, at("b/c/note.md"), "two") },
			func() { rename(t, at("m"), filepath.Join(outside, "m")) },
			func() { rename(t, filepath.Join(outside, "in"), at("in")) },
			func() { put(t, at("in/deep/er/y.md"), "Y"); put(t, at("in/deep/z/z/z/new.md"), "new") },
			func() { put(t, at("in/deep/z/z/z/new.md"), "new again") },
			func() { remove(t, at("in")); put(t, at("in/deep/er/y.md"), "made again") },
			func() { put(t, at("in/deep/er/y.md"), "and written") },
			func() { remove(t, at("in/deep")); put(t, at("in/deep"), "a folder without a name") },
		}
		for i, step := range steps {
			step()
			d.settle()
			if t.Failed() {
				t.Fatalf("in step %d", i)
			}
		}
		for _, step := range []string{"p", "q", "p", "r", "q"} { // a chain of moves that nobody waits for
			rename(t, at("b"), at(step))
			put(t, at(step+"/c/note.md"), "in "+step)
			rename(t, at(step), at("b"))
		}
		d.settle()
	})
}

// What is no file of the vault is neither told nor watched.
func TestWatchOutside(t *testing.T) {
	outside := write(t, files{"x.md": ""})
	dir := write(t, files{
		"a/b/note.md": "", ".git/objects/ab/x.md": "", "archive/old/note.md": "", ".obsidian/plugins/p/x.md": "",
		".vault/config.yaml": "ignore: [archive]\n",
	})
	symlink(t, outside, filepath.Join(dir, "out"))
	symlink(t, "a", filepath.Join(dir, "in"))
	n := &vault.TestNotifier{}
	d := watch(t, dir, n.Use(vault.WatchOptions{}))
	for _, p := range []string{".git/objects/ab/x.md", "archive/old/note.md", ".obsidian/plugins/p/x.md", "out/x.md", ".swp",
		".vault/ledger.jsonl", ".obsidian/workspace.json", ".new/x.md", "archive/new/x.md"} {
		put(t, filepath.Join(dir, p), "changed")
	}
	d.settle()
	if len(d.batches) > 0 {
		t.Errorf("told %+v", d.batches)
	}
	same(t, "watched", n.Added(dir), []string{"", ".obsidian", ".vault", "a", "a/b"})
	remove(t, filepath.Join(dir, "in"))
	if b := d.next(); !slices.Equal(b.Skipped, []string{"in"}) {
		t.Errorf("told %+v", b)
	}
}

func TestWatchSettings(t *testing.T) {
	both(t, func(t *testing.T, opt vault.WatchOptions) {
		d := watch(t, write(t, files{"a.md": "", "archive/b.md": "", "archive/c/d.md": ""}), opt)
		config, app := filepath.Join(d.dir, ".vault/config.yaml"), filepath.Join(d.dir, ".obsidian/app.json")
		put(t, config, "ignore: [archive]\n") // with its folder
		b := d.next()
		for !b.Settings { // the file may be seen before its text
			b = d.next()
		}
		d.settle()
		_, _, removed := d.told()
		same(t, "removed", removed, []string{"archive/b.md", "archive/c/d.md"})
		if last := d.batches[len(d.batches)-1]; !last.Vault.Config.Ignored("archive/b.md") {
			t.Error("the batch has the old configuration")
		}
		put(t, filepath.Join(d.dir, "archive/c/d.md"), "changed while it does not count")
		remove(t, filepath.Dir(config))
		d.settle()
		put(t, filepath.Join(d.dir, "archive/c/d.md"), "changed again")
		d.settle()
		put(t, app, `{"userIgnoreFilters": ["archive"]}`)
		for b := d.next(); !b.Settings; b = d.next() {
			continue // what was saved before
		}
		d.settle()
		told := len(d.batches)
		put(t, filepath.Join(d.dir, ".obsidian/workspace.json"), "{}")
		put(t, app+".new", `{"userIgnoreFilters": ["archive"]}`)
		if err := os.Rename(app+".new", app); err != nil { // in one step, so that no look falls between
			t.Fatal(err)
		}
		d.settle()
		for _, b := range d.batches[told:] {
			t.Errorf("the same filters told %+v", b)
		}
	})
}

func TestWatchEnds(t *testing.T) {
	both(t, func(t *testing.T, opt vault.WatchOptions) {
		v := open(t, write(t, files{"a.md": ""}))
		ctx, cancel := context.WithCancel(t.Context())
		w, err := v.Watch(ctx, opt)
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(v.Dir, "a.md"), "a batch that nobody takes")
		time.Sleep(200 * time.Millisecond)
		cancel()
		for range w.Batches {
		}
		if err := w.Close(); err != nil || w.Err() != nil {
			t.Errorf("ended with %v, %v", err, w.Err())
		}
		if _, err := v.Watch(ctx, opt); err == nil {
			t.Error("watching although there is no time")
		}
	})
}

func TestWatchVaultGone(t *testing.T) {
	both(t, func(t *testing.T, opt vault.WatchOptions) {
		parent := write(t, files{"notes/a.md": "", "notes/b/c.md": ""})
		v := open(t, filepath.Join(parent, "notes"))
		w, err := v.Watch(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		rename(t, v.Dir, filepath.Join(parent, "elsewhere"))
		for range w.Batches {
		}
		if err := w.Err(); err == nil || !strings.Contains(err.Error(), "the folder is gone") {
			t.Errorf("ended with %v", err)
		}
	})
}
