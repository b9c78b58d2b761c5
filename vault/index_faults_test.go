package vault_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/graph"
	"vaultgraph/vault"
)

// filled returns a vault of some notes and the folder of its index, which is made.
func filled(t testing.TB) (dir, cache, file string) {
	t.Helper()
	dir, cache = filledDir(t), t.TempDir()
	compareWithDisk(t, dir, cache)
	found, err := filepath.Glob(filepath.Join(cache, "index", "*.sqlite"))
	if err != nil || len(found) != 1 {
		t.Fatalf("one index expected, got %v, %v", found, err)
	}
	return dir, cache, found[0]
}

// TestDamagedIndex spoils the file in many ways: it is made anew, or the vault is read without it, and never lies.
func TestDamagedIndex(t *testing.T) {
	spoil := map[string]func(t *testing.T, file string){
		"garbage": func(t *testing.T, file string) { overwrite(t, file, []byte(strings.Repeat("garbage ", 5000))) },
		"empty":   func(t *testing.T, file string) { overwrite(t, file, nil) },
		"cut short": func(t *testing.T, file string) {
			if err := os.Truncate(file, 20000); err != nil {
				t.Fatal(err)
			}
		},
		"a page of noise": func(t *testing.T, file string) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 2))
			for i := 8192; i < min(len(data), 3*8192); i++ {
				data[i] = byte(r.Uint32())
			}
			overwrite(t, file, data)
		},
		"another database": func(t *testing.T, file string) {
			_, w := view(t, t.TempDir(), filepath.Dir(filepath.Dir(file))) // an index, but of another vault
			w.Close()
			others, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*.sqlite"))
			if err != nil {
				t.Fatal(err)
			}
			for _, other := range others {
				if data, err := os.ReadFile(other); other != file && err == nil {
					overwrite(t, file, data)
				}
			}
		},
	}
	for name, f := range spoil {
		t.Run(name, func(t *testing.T) {
			dir, cache, file := filled(t)
			for _, beside := range []string{"-wal", "-shm"} {
				_ = os.Remove(file + beside)
			}
			f(t, file)
			compareWithDisk(t, dir, cache)
			compareWithDisk(t, dir, cache)
		})
	}
}

func overwrite(t testing.TB, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestIndexOutsideVault keeps no index in the vault itself, whatever the folder of caches is.
func TestIndexOutsideVault(t *testing.T) {
	dir, _, _ := filled(t)
	before := listing(t, dir)
	for _, cache := range []string{dir, filepath.Join(dir, ".vault"), filepath.Join(dir, "not", "yet", "there")} {
		v, w := view(t, dir, cache)
		if w.Unindexed == nil {
			t.Errorf("an index below %s", cache)
		}
		w.Close()
		v.Close()
	}
	if diff := cmp.Diff(before, listing(t, dir)); diff != "" {
		t.Errorf("the vault is not as it was:\n%s", diff)
	}
}

// TestOutdatedIndex changes what an index depends on beside the notes: it is made anew, and that is said.
func TestOutdatedIndex(t *testing.T) {
	dir, cache, _ := filled(t)
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	w, err := v.View(t.Context(), vault.ViewOptions{Cache: cache, Program: "another"})
	if err != nil || w.Unindexed != nil {
		t.Fatal(err, w.Unindexed)
	}
	w.Close()
	if len(w.Notices) != 1 || !strings.Contains(w.Notices[0], "made anew") {
		t.Errorf("notices: %q", w.Notices)
	}
	if err := os.MkdirAll(filepath.Join(dir, ".vault"), 0o755); err != nil {
		t.Fatal(err)
	}
	overwrite(t, filepath.Join(dir, ".vault", "config.yaml"), []byte("types: {a: letter}\nignore: [services]\n"))
	compareWithDisk(t, dir, cache)
	if err := os.MkdirAll(filepath.Join(dir, ".obsidian"), 0o755); err != nil {
		t.Fatal(err)
	}
	overwrite(t, filepath.Join(dir, ".obsidian", "app.json"), []byte(`{"userIgnoreFilters":["a/"]}`))
	compareWithDisk(t, dir, cache)
}

// TestNoPlaceForIndex answers without an index where none can be kept, and says why.
func TestNoPlaceForIndex(t *testing.T) {
	dir, _, _ := filled(t)
	notAFolder := filepath.Join(t.TempDir(), "file")
	overwrite(t, notAFolder, nil)
	for _, cache := range []string{"", notAFolder, filepath.Join(notAFolder, "below")} {
		v, w := view(t, dir, cache)
		if w.Unindexed == nil {
			t.Errorf("cache %q: an index where there can be none", cache)
		}
		s, err := w.Snapshot(t.Context())
		if err != nil || len(s.Entries) == 0 {
			t.Errorf("cache %q: %v", cache, err)
		}
		w.Close()
		v.Close()
	}
}

// TestFullDisk keeps the index on a file system that has too little room.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("mounting a small file system needs root on Linux")
	}
	dir, _, _ := filled(t)
	for _, room := range []string{"16k", "64k", "200k"} {
		cache := t.TempDir()
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+room, "tmpfs", cache).CombinedOutput(); err != nil {
			t.Skipf("a small file system cannot be mounted here: %s", out)
		}
		t.Cleanup(func() { _ = exec.Command("umount", cache).Run() })
		for range 2 {
			v, w := view(t, dir, cache)
			s, err := w.Snapshot(t.Context())
			if err != nil || len(s.Entries) == 0 {
				t.Errorf("%s of room: %v", room, err)
			}
			w.Close()
			v.Close()
		}
	}
}

// TestRestoredBackup puts back older files with older times, as a backup does.
func TestRestoredBackup(t *testing.T) {
	dir, cache, _ := filled(t)
	e := newEditor(t, dir, 4)
	files := e.files()
	old := time.Now().Add(-24 * time.Hour)
	for i, f := range files {
		if i%3 == 0 {
			e.write(f, e.text())
			_ = os.Chtimes(f, old, old)
		}
	}
	compareWithDisk(t, dir, cache)
	ahead := time.Now().Add(48 * time.Hour)
	for i, f := range files {
		if i%4 == 0 {
			e.write(f, e.text())
			_ = os.Chtimes(f, ahead, ahead)
		}
	}
	compareWithDisk(t, dir, cache)
	compareWithDisk(t, dir, cache)
}

// TestWalkOverIndex holds walks over the index against walks over the graph in memory, for every start.
func TestWalkOverIndex(t *testing.T) {
	dir, cache, _ := filled(t)
	v, w := view(t, dir, cache)
	defer v.Close()
	defer w.Close()
	fresh, err := v.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g, err := fresh.Graph()
	if err != nil {
		t.Fatal(err)
	}
	source, err := w.Source(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, opt := range []graph.Options{
		{Depth: 3}, {Depth: 4, HubDegree: 3}, {Depth: 2, Direction: graph.In}, {Depth: 3, Relations: []string{"dependency"}},
		{Depth: 3, HubDegree: 5, Terminal: vault.TerminalTypes(), Types: []string{"service"}},
	} {
		for n := range g.AllNodes() {
			want, err1 := graph.Walk(context.Background(), g, n.ID, opt)
			got, err2 := graph.Walk(context.Background(), source, n.ID, opt)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("from %s, %+v (-memory +index):\n%s", n.ID, opt, diff)
			}
		}
	}
}

// TestReadingWritesNothing looks at the vault's folder before and after every kind of question.
func TestReadingWritesNothing(t *testing.T) {
	dir, cache, _ := filled(t)
	before := listing(t, dir)
	v, w := view(t, dir, cache)
	if _, err := w.Snapshot(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Close()
	v.Close()
	if diff := cmp.Diff(before, listing(t, dir)); diff != "" {
		t.Errorf("the vault is not as it was:\n%s", diff)
	}
}

func listing(t testing.TB, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		list = append(list, fmt.Sprint(p, info.Mode(), info.Size(), info.ModTime()))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
