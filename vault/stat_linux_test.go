package vault

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestNoStatx lists a folder where the system refuses statx, as an old kernel does and an old sandbox: with the same
// marks, and asking for it once.
func TestNoStatx(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.md": "a", "b.md": "bb"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a.md", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	marks := func(l *lister, statx func(int, *byte) unix.Errno) map[string]dirEntry {
		d, err := os.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		found := map[string]dirEntry{}
		for _, name := range []string{"a.md", "b.md", "link", "gone"} {
			entry := append(make([]byte, direntName), name+"\x00"...)
			e, ok := l.entry(int(d.Fd()), entry, statx)
			if !ok {
				continue
			}
			if e.err != nil {
				t.Error(e.err)
			}
			e.name = nil
			found[name] = e
		}
		return found
	}
	var usual lister
	want := marks(&usual, usual.statx)
	if len(want) != 3 || want["b.md"].mark.Size != 2 || want["link"].mode != fs.ModeSymlink {
		t.Fatalf("with statx: %v", want)
	}
	for _, refusal := range []unix.Errno{unix.ENOSYS, unix.EPERM} {
		var l lister
		asked := 0
		got := marks(&l, func(int, *byte) unix.Errno {
			asked++
			return refusal
		})
		if !maps.EqualFunc(got, want, func(a, b dirEntry) bool { return a.mode == b.mode && a.mark == b.mark }) {
			t.Errorf("%v: %v, want %v", refusal, got, want)
		}
		if asked != 1 {
			t.Errorf("%v: statx was asked for %d times", refusal, asked)
		}
	}
}
