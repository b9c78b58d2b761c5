package vault_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// mountSmall mounts a file system of some kilobytes, which only root may.
func mountSmall(t *testing.T, dir string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skip("needs the right to mount a small file system:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

// fillUp leaves no room in a folder's file system.
func fillUp(t *testing.T, dir string) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

func TestApplyFullDisk(t *testing.T) {
	b := newBench(t, nil)
	mountSmall(t, b.dir)
	b.write("svc.md", svc)
	b.w = b.open()
	b.apply(decision("first"))
	before := b.read("svc.md")
	fillUp(t, b.dir)
	results, err := b.w.Apply(t.Context(), decision("second"))
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "svc.md") || !strings.Contains(err.Error(), "make room") {
		t.Errorf("%+v, %v", results, err)
	}
	b.want("svc.md", before)
	b.strays()
	if err := os.Remove(b.file("filler")); err != nil {
		t.Fatal(err)
	}
	b.apply(decision("second"))
	if text := b.read("svc.md"); !strings.Contains(text, "first") || !strings.Contains(text, "second") {
		t.Errorf("with room again:\n%s", text)
	}
}

// TestFullStateFolder: what cannot be noted in the journal is not written.
func TestApplyFullStateFolder(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	mountSmall(t, b.env.Home)
	b.apply(decision("first"))
	before := b.read("svc.md")
	fillUp(t, b.env.Home)
	f := decision(strings.Repeat("many words ", 50))
	f.Because = strings.Repeat("many reasons ", 40)
	var err error
	for range 20 { // the last block of the journal may have room for some
		f.Text += "x"
		if _, err = b.w.Apply(t.Context(), f); err != nil {
			break
		}
		before = b.read("svc.md")
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
	b.want("svc.md", before)
	if err := os.Remove(filepath.Join(b.env.Home, "filler")); err != nil {
		t.Fatal(err)
	}
	b.apply(decision("second"))
	b.undo("")
	b.want("svc.md", before)
}

func TestApplyReadOnlyVault(t *testing.T) {
	b := newBench(t, nil)
	mountSmall(t, b.dir)
	b.write("svc.md", svc)
	if err := syscall.Mount("tmpfs", b.dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=256k"); err != nil {
		t.Skip("cannot make it read-only:", err)
	}
	b.w = b.open()
	_, err := b.w.Apply(t.Context(), decision("first"))
	if !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(), "make the folder writable") {
		t.Errorf("%v", err)
	}
	b.want("svc.md", svc)
}

func TestApplyReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere; see TestApplyReadOnlyVault")
	}
	b := newBench(t, map[string]string{"services/svc.md": svc})
	if err := os.Chmod(b.file("services"), 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(b.file("services"), 0o755)
	if _, err := b.w.Apply(t.Context(), decision("first")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("%v", err)
	}
	b.want("services/svc.md", svc)
	b.strays()
}

// TestModeIsKept: a note that only its owner may read stays so.
func TestApplyKeepsMode(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	for _, mode := range []fs.FileMode{0o600, 0o664, 0o755} {
		if err := os.Chmod(b.file("svc.md"), mode); err != nil {
			t.Fatal(err)
		}
		b.apply(decision("with mode " + mode.String()))
		info, err := os.Stat(b.file("svc.md"))
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("%v became %v, %v", mode, info.Mode(), err)
		}
	}
}

func TestApplyLeavesReadOnlyNotes(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	if err := os.Chmod(b.file("svc.md"), 0o444); err != nil {
		t.Fatal(err)
	}
	if r := b.apply(decision("first")); r.Err == nil || !strings.Contains(r.Why, "read-only") {
		t.Errorf("%+v", r)
	}
	b.want("svc.md", svc)
}

// TestApplyNewNoteMode: a new note has the mode that any new file of the person has.
func TestApplyNewNoteMode(t *testing.T) {
	b := newBench(t, nil)
	f := decision("first")
	f.NoteType = "service"
	b.apply(f)
	made, err := os.Stat(b.file("services/svc.md"))
	if err != nil {
		t.Fatal(err)
	}
	umask := syscall.Umask(0)
	syscall.Umask(umask)
	if got, want := made.Mode().Perm(), fs.FileMode(0o666&^umask); got != want {
		t.Errorf("the mode is %v, want %v", got, want)
	}
}
