package vault_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"vaultgraph/vault"
)

// What was not told because the system's queue was full is found nevertheless.
func TestWatchOverflow(t *testing.T) {
	n := &vault.TestNotifier{Deaf: true}
	d := watch(t, write(t, files{"a.md": "a", "b/c.md": "c", "d/e/f.md": "f"}), n.Use(vault.WatchOptions{}))
	put(t, filepath.Join(d.dir, "a.md"), "A")
	rename(t, filepath.Join(d.dir, "d"), filepath.Join(d.dir, "b/d"))
	put(t, filepath.Join(d.dir, "x/y/z.md"), "z")
	select {
	case b := <-d.w.Batches:
		t.Fatalf("a deaf watcher told %+v", b)
	case <-time.After(300 * time.Millisecond):
	}
	n.Overflow()
	d.settle()
	put(t, filepath.Join(d.dir, "x/y/z.md"), "Z") // with a new notifier
	d.settle()
	if n.Connects() != 2 || len(d.notices) > 0 {
		t.Errorf("%d notifiers were made, notices %q", n.Connects(), d.notices)
	}
}

// What the system does not tell is found by and by.
func TestWatchSweep(t *testing.T) {
	n := &vault.TestNotifier{Deaf: true}
	d := watch(t, write(t, files{"a.md": "a"}), vault.SweepEvery(n.Use(vault.WatchOptions{}), 50*time.Millisecond))
	put(t, filepath.Join(d.dir, "a.md"), "A")
	put(t, filepath.Join(d.dir, "new/b.md"), "b")
	d.settle()
}

// A folder whose watch was lost is looked at with whatever is looked at next, and watched again.
func TestWatchLost(t *testing.T) {
	n := &vault.TestNotifier{}
	d := watch(t, write(t, files{"a/b.md": "b", "c.md": "c", ".vault/config.yaml": ""}), n.Use(vault.WatchOptions{}))
	for _, dir := range []string{"a", ".vault"} {
		if err := n.Lose(filepath.Join(d.dir, dir)); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(d.dir, "a/b.md"), "not told")
	put(t, filepath.Join(d.dir, "c.md"), "told")
	d.settle()
	put(t, filepath.Join(d.dir, "a/b.md"), "told again")
	put(t, filepath.Join(d.dir, ".vault/config.yaml"), "ignore: [a]\n")
	d.settle()
}

// Where the system cannot watch, every file is looked at, and a notice says why.
func TestWatchFallback(t *testing.T) {
	for _, test := range []struct {
		n    *vault.TestNotifier
		want string
	}{
		{&vault.TestNotifier{Refuse: true}, "every file is looked at each 20ms: the system's limit of watchers or open files is reached; fs.inotify.max_user_instances or ulimit -n raises it"},
		{&vault.TestNotifier{Limit: 2}, "every file is looked at each 20ms: the system's limit of watched folders is reached; fs.inotify.max_user_watches raises it"},
		{&vault.TestNotifier{Limit: 4}, "every file is looked at each 20ms: the system's limit of watched folders is reached; fs.inotify.max_user_watches raises it"},
	} {
		t.Run(fmt.Sprint(test.n.Limit), func(t *testing.T) {
			d := watch(t, write(t, files{"a/a.md": "a", "b/b.md": "b"}), test.n.Use(vault.WatchOptions{Poll: 20 * time.Millisecond}))
			put(t, filepath.Join(d.dir, "b/b.md"), "B")
			put(t, filepath.Join(d.dir, "c/d/e.md"), "e")
			d.settle()
			put(t, filepath.Join(d.dir, "c/d/e.md"), "E")
			d.settle()
			same(t, "notices", d.notices, []string{test.want})
		})
	}
}
