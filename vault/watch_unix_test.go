//go:build unix

package vault_test

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"vaultgraph/vault"
)

// A pipe is told as skipped, and never waited for, whatever it takes the place of.
func TestWatchPipe(t *testing.T) {
	both(t, func(t *testing.T, opt vault.WatchOptions) {
		d := watch(t, write(t, files{"a.md": "a", "sub/b.md": "b", ".vault/config.yaml": ""}), opt)
		pipe := func(p string) {
			t.Helper()
			remove(t, filepath.Join(d.dir, p))
			if err := syscall.Mkfifo(filepath.Join(d.dir, p), 0o666); err != nil {
				t.Skipf("no pipes here: %v", err)
			}
			d.settle()
		}
		for _, p := range []string{"a.md", "sub", ".vault/config.yaml", ".obsidian"} {
			pipe(p)
		}
		var skipped []string
		for _, b := range d.batches {
			skipped = append(skipped, b.Skipped...)
		}
		slices.Sort(skipped)
		same(t, "skipped", slices.Compact(skipped), []string{"a.md", "sub"})
		remove(t, filepath.Join(d.dir, "sub"))
		put(t, filepath.Join(d.dir, "sub/b.md"), "again")
		d.settle()
	})
}

// A folder that is shut has no files until it is opened again.
func TestWatchShutFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("here nothing is shut: the tests run as root")
	}
	both(t, func(t *testing.T, opt vault.WatchOptions) {
		d := watch(t, write(t, files{"a.md": "a", "shut/b.md": "b", "shut/c/d.md": "d"}), opt)
		shut := filepath.Join(d.dir, "shut")
		for range 2 {
			for _, mode := range []os.FileMode{0, 0o777} {
				if err := os.Chmod(shut, mode); err != nil {
					t.Fatal(err)
				}
				d.settle()
			}
			put(t, filepath.Join(shut, "c/d.md"), "D")
			d.settle()
		}
	})
}
