package vault_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReasonOfFolders asks why links to folders lead nowhere, with an index and without one: a folder counts that holds
// files, at whatever depth.
func TestReasonOfFolders(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"empty", "emptied", "outer/inner"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(folder)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	overwrite(t, filepath.Join(dir, "a.md"), []byte("[[empty]] [[emptied]] [[outer]] [[inner]]\n"))
	overwrite(t, filepath.Join(dir, "outer", "inner", "b.md"), nil)
	overwrite(t, filepath.Join(dir, "emptied", "c.md"), nil)
	cache := t.TempDir()
	v, w := view(t, dir, cache)
	w.Close()
	v.Close()
	if err := os.Remove(filepath.Join(dir, "emptied", "c.md")); err != nil {
		t.Fatal(err)
	}
	v, w = view(t, dir, cache)
	defer v.Close()
	defer w.Close()
	without, err := v.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"no note [[empty]]", "no note [[emptied]]", "[[outer]] is a folder: name a note in it", "[[inner]] is a folder: name a note in it",
	}
	e, _ := without.Entry("a.md")
	for i := range e.Links {
		reason, err := w.Reason(t.Context(), &e.Links[i])
		if err != nil || reason != want[i] || without.Reason(&e.Links[i]) != want[i] {
			t.Errorf("with an index %q (%v), without one %q, want %q", reason, err, without.Reason(&e.Links[i]), want[i])
		}
	}
}
