package vault

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"vaultgraph/vault/index"
)

// TestRefusedBefore compares a vault with an index that could not read a note. Its stamp is what it was in each case.
func TestRefusedBefore(t *testing.T) {
	const name = "sub/a.md"
	cases := map[string]struct {
		make    func(t *testing.T, file string)
		skip    func(v *Vault) index.Skip
		changed int
	}{
		"it can be read": {
			make: write,
			skip: func(*Vault) index.Skip {
				return index.Skip{Code: CodeUnreadable, Message: "skipped: permission denied"}
			},
			changed: 1,
		},
		"it cannot, for another reason": {
			make: leadToItself,
			skip: func(*Vault) index.Skip {
				return index.Skip{Code: CodeUnreadable, Message: "skipped: permission denied"}
			},
			changed: 1,
		},
		"it cannot, for the same reason": {
			make: leadToItself,
			skip: func(v *Vault) index.Skip { return v.record(File{Path: name}).Skip },
		},
		"it was skipped for what it holds": {
			make: write,
			skip: func(*Vault) index.Skip { return index.Skip{Code: CodeUTF16, Message: "is UTF-16: save it as UTF-8"} },
		},
	}
	for about, c := range cases {
		t.Run(about, func(t *testing.T) {
			dir := t.TempDir()
			v, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer v.Close()
			c.make(t, filepath.Join(dir, filepath.FromSlash(name)))
			l := listing{dir: "sub"}
			l.add([]byte("a.md"), index.Mark{Size: 1, Modified: 1e18, Inode: 1})
			l.sum = index.SumOf(l.packed)
			s := sighting{scan: &scan{v: v, listings: []listing{l}}, looked: time.Now()}
			x := indexOf(t, map[string]index.Folder{"sub": *l.folder(s.looked)}, index.File{Path: name, Stem: "a", Skip: c.skip(v)})
			known, err := x.Folders(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			d, err := s.compare(t.Context(), x, known)
			if err != nil || len(d.changed) != c.changed || d.empty() != (c.changed == 0) {
				t.Errorf("%d files have changed, want %d: %+v, %v", len(d.changed), c.changed, d, err)
			}
		})
	}
}

func write(t *testing.T, file string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("# A\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// leadToItself makes something that nobody can read, whatever their rights.
func leadToItself(t *testing.T, file string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Base(file), file); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

// indexOf returns an index of one file, opened for reading.
func indexOf(t *testing.T, folders map[string]index.Folder, f index.File) *index.Index {
	t.Helper()
	x, err := index.Open(t.Context(), filepath.Join(t.TempDir(), "index"), "program", "settings")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	one := func(yield func(index.File) error) error { return yield(f) }
	if err := x.Build(t.Context(), 0, []string{f.Path}, folders, one); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	return x
}
