package vault

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestReadBeneath reads files in one step and through os.Root: the same text, and no step where the root is to decide.
func TestReadBeneath(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(outside, "vault")
	for name, text := range map[string]string{
		"vault/a.md": "text", "vault/sub/b é.md": "b", "vault/empty.md": "", "vault/large.md": strings.Repeat("x", 1<<20), "secret.md": "s",
	} {
		file := filepath.Join(outside, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"in.md": "a.md", "out.md": "../secret.md", "abs.md": filepath.Join(dir, "a.md"), "folder": "sub", "up": "..", "loop": "loop", "proc": "/proc/self",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := unix.Mkfifo(filepath.Join(dir, "pipe.md"), 0o666); err != nil {
		t.Fatal(err)
	}
	big, err := os.Create(filepath.Join(dir, "big.md"))
	if err != nil {
		t.Fatal(err)
	}
	defer big.Close()
	if err := big.Truncate(MaxNote + 1); err != nil {
		t.Fatal(err)
	}
	v, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if _, ok := readBeneath(v.top, "a.md"); !ok {
		t.Skip("this kernel knows no openat2")
	}
	for name, plain := range map[string]bool{
		"a.md": true, "sub/b é.md": true, "empty.md": true, "large.md": true, "sub/../a.md": true,
		"in.md": false, "out.md": false, "abs.md": false, "folder/b é.md": false, "up/secret.md": false, "loop": false, "proc/exe": false,
		"../secret.md": false, filepath.Join(outside, "secret.md"): false, filepath.Join(dir, "a.md"): false, "pipe.md": false, "big.md": false,
		"sub": false, ".": false, "": false, "missing.md": false, "a.md/": false, "a.md/b": false, "a\x00.md": false,
	} {
		src, ok := readBeneath(v.top, name)
		if ok != plain {
			t.Errorf("%q: read in one step: %t, want %t", name, ok, plain)
		}
		want, _, err := readRegular(v.root, name, MaxNote)
		if ok && (err != nil || !bytes.Equal(src, want)) {
			t.Errorf("%q: read %d bytes, os.Root reads %d: %v", name, len(src), len(want), err)
		}
		if got, readErr := v.ReadFile(name); (readErr == nil) != (err == nil) || !bytes.Equal(got, want) {
			t.Errorf("%q: ReadFile gives %d bytes and %v, os.Root %d and %v", name, len(got), readErr, len(want), err)
		}
	}
}
