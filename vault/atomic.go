package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// errChanged says that a file is not what it was when it was read.
var errChanged = errors.New("changed in the meantime")

// keptFolder holds the files that were replaced, until they were looked at once more. It is in the vault because only
// there a file can be moved to without copying it, which is what keeps an editor that still has it open writing to it.
const keptFolder = ".vault/replaced"

// maxTries is how often a change by others is read again before the write gives up.
const maxTries = 100

// partName and readyName are the names of a temporary file beside a note: while it is filled, and when it is whole.
func partName(p, id string) string  { return path.Join(path.Dir(p), ".vault-"+id+".part") }
func readyName(p, id string) string { return path.Join(path.Dir(p), ".vault-"+id+".tmp") }
func keptName(id string) string     { return path.Join(keptFolder, id+".md") }

// checkInside refuses a path that does not lie in the vault by its own name: through a symbolic link, even one that
// leads back into the vault, the file that changes would be another than the one that was named.
func (v *Vault) checkInside(p string) error {
	if !filepath.IsLocal(filepath.FromSlash(p)) || KindOf(p) != Note {
		return fmt.Errorf("%s is no note of the vault", Printable(p))
	}
	at := ""
	for part := range strings.SplitSeq(p, "/") {
		if strings.HasPrefix(part, ".") {
			return fmt.Errorf("%s is outside the vault: a part of its path starts with a dot", Printable(p))
		}
		at = path.Join(at, part)
		info, err := v.root.Lstat(filepath.FromSlash(at))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s is a symbolic link, which is not written through: write to the note that it leads to", Printable(at))
		case at == p && !info.Mode().IsRegular():
			return fmt.Errorf("%s is not a regular file", Printable(at))
		case at == p && info.Mode().Perm()&0o222 == 0: // the new file would take its place all the same
			return fmt.Errorf("%s is read-only: make it writable, or leave it as it is", Printable(at))
		}
	}
	return nil
}

// replaceNote puts after in the place of the note p, whose content must be before, in one step. What was replaced is
// kept under keptName(id). errChanged means that p has other content; then nothing has changed.
func (v *Vault) replaceNote(p, id string, before, after []byte) error {
	if err := v.checkInside(p); err != nil {
		return err
	}
	info, err := v.root.Lstat(filepath.FromSlash(p))
	if err != nil {
		return err
	}
	if err := v.makeKeptFolder(); err != nil {
		return err
	}
	part, ready := filepath.FromSlash(partName(p, id)), filepath.FromSlash(readyName(p, id))
	mode := info.Mode().Perm()
	if err := v.fillNew(part, after, mode, mode); err != nil {
		return err
	}
	if err := v.root.Rename(part, ready); err != nil {
		return errors.Join(err, v.root.Remove(part))
	}
	if now, _, err := readRegular(v.root, p, MaxNote); err != nil || !bytes.Equal(now, before) {
		return errors.Join(errChanged, v.root.Remove(ready))
	}
	err = v.exchange(p, id, before, after)
	if err == nil {
		err = syncDir(v.root, filepath.FromSlash(path.Dir(p)))
	}
	return err
}

// exchange swaps the note with its new content and looks at what it has swapped out: an edit may have come in after
// the last comparison. Then it swaps back.
func (v *Vault) exchange(p, id string, before, after []byte) error {
	ready := readyName(p, id)
	swapped, err := v.swap(p, ready)
	if err != nil {
		return errors.Join(err, v.root.Remove(filepath.FromSlash(ready)))
	}
	if !swapped {
		return v.renameOver(p, id)
	}
	out, _, err := readRegular(v.root, ready, MaxNote)
	if err == nil && bytes.Equal(out, before) {
		return v.keep(ready, id)
	}
	if _, err := v.swap(p, ready); err != nil {
		return err
	}
	if out, _, err := readRegular(v.root, ready, MaxNote); err != nil || bytes.Equal(out, after) {
		return errors.Join(errChanged, v.root.Remove(filepath.FromSlash(ready)))
	}
	// Between the two swaps somebody has saved over what was ours. That is kept, to be looked at.
	return errors.Join(errChanged, v.keep(ready, id))
}

// renameOver is exchange for file systems that cannot swap: it keeps the old file by a second name and renames over
// the first one. An editor that itself renames a file to that name in between is overwritten; one that writes into the
// old file is not.
func (v *Vault) renameOver(p, id string) error {
	name, ready, kept := filepath.FromSlash(p), filepath.FromSlash(readyName(p, id)), filepath.FromSlash(keptName(id))
	_ = v.root.Link(name, kept) // where there are no links, there is no second look
	if err := v.root.Rename(ready, name); err != nil {
		return errors.Join(err, v.root.Remove(ready))
	}
	return nil
}

// keep moves a file that was replaced to where the second look finds it. Where it cannot be moved it stays.
func (v *Vault) keep(name, id string) error {
	err := v.root.Rename(filepath.FromSlash(name), filepath.FromSlash(keptName(id)))
	if err != nil && errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// createNote makes the note p with data, its folders too; fs.ErrExist where something has that name.
func (v *Vault) createNote(p, id string, data []byte) error {
	if err := v.checkInside(p); err != nil {
		return err
	}
	dir := filepath.FromSlash(path.Dir(p))
	if err := v.root.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	part, name := filepath.FromSlash(partName(p, id)), filepath.FromSlash(p)
	if err := v.fillNew(part, data, 0o666, 0); err != nil {
		return err
	}
	defer v.root.Remove(part)
	switch err := v.root.Link(part, name); {
	case err == nil:
		return syncDir(v.root, dir)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	return createFile(v.root, p, data, 0o666)
}

// fillNew writes a new file, on the disk; where that fails there is none. It is made with mode, less what the process
// masks out; where exact is not 0 it has exactly that.
func (v *Vault) fillNew(name string, data []byte, mode, exact fs.FileMode) error {
	f, err := v.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if exact != 0 {
		err = f.Chmod(exact)
	}
	if err := errors.Join(err, fill(f, data)); err != nil {
		return errors.Join(err, v.root.Remove(name))
	}
	return nil
}

// makeKeptFolder makes the folder of replaced files, which no repository should hold.
func (v *Vault) makeKeptFolder() error {
	ignore := keptFolder + "/.gitignore"
	if _, err := v.root.Lstat(filepath.FromSlash(ignore)); err == nil {
		return nil
	}
	err := createFile(v.root, ignore, []byte("*\n"), 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
