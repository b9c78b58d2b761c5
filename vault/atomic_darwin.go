package vault

import (
	"errors"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// swap exchanges two files of one folder in one step, and reports whether the file system can.
func (v *Vault) swap(a, b string) (bool, error) {
	dir, err := v.root.Open(filepath.FromSlash(path.Dir(a)))
	if err != nil {
		return false, err
	}
	defer dir.Close()
	err = unix.RenameatxNp(int(dir.Fd()), path.Base(a), int(dir.Fd()), path.Base(b), unix.RENAME_SWAP)
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOTSUP):
		return false, nil
	}
	return false, &os.LinkError{Op: "swap", Old: a, New: b, Err: err}
}
