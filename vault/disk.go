package vault

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

var (
	errTooLarge   = errors.New("too large")
	errNotRegular = errors.New("not a regular file")
)

// readRegular reads a regular file of at most limit bytes. With errTooLarge it returns the size that is known.
func readRegular(root *os.Root, name string, limit int64) (src []byte, size int64, err error) {
	f, err := root.OpenFile(filepath.FromSlash(name), readFlags, 0)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, 0, err
	case !info.Mode().IsRegular():
		return nil, 0, errNotRegular
	case info.Size() > limit:
		return nil, info.Size(), errTooLarge
	}
	src = make([]byte, info.Size()+1) // one more, to see the end of a file that has not grown in one read
	n, err := io.ReadFull(f, src)
	if err == nil { // it has grown
		var rest []byte
		rest, err = io.ReadAll(io.LimitReader(f, limit+1-int64(n)))
		src = append(src, rest...)
		n = len(src)
	}
	switch {
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		return nil, 0, err
	case int64(n) > limit:
		return nil, int64(n), errTooLarge
	}
	return src[:n:n], int64(n), nil
}

// replaceFile puts data in the place of the file name in one step: who reads it sees the old content or the new.
// The mode of a file that is there is kept, a new one gets mode.
func replaceFile(root *os.Root, name string, data []byte, mode fs.FileMode) error {
	name = filepath.FromSlash(name)
	if info, err := root.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	tmp, err := writeTemp(root, name, data, mode)
	if err != nil {
		return err
	}
	if err := root.Rename(tmp, name); err != nil {
		return errors.Join(err, root.Remove(tmp))
	}
	return syncDir(root, filepath.Dir(name))
}

// createFile makes the file name with data in one step, its folders too. Where there is something of that name,
// the error is fs.ErrExist and nothing changes.
func createFile(root *os.Root, name string, data []byte, mode fs.FileMode) error {
	dir := filepath.FromSlash(path.Dir(name))
	name = filepath.FromSlash(name)
	if err := root.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	tmp, err := writeTemp(root, name, data, mode)
	if err != nil {
		return err
	}
	defer root.Remove(tmp)
	// A rename would replace what is there; a link refuses to.
	switch err := root.Link(tmp, name); {
	case err == nil:
		return syncDir(root, dir)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	// The file system knows no links. Refusing to overwrite matters more than the one step.
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if err := fill(f, data); err != nil {
		return errors.Join(err, root.Remove(name))
	}
	return syncDir(root, dir)
}

// writeTemp writes data to a new file beside name, whose name starts with a dot so that no reader of the vault
// takes it for a note, and returns its name.
func writeTemp(root *os.Root, name string, data []byte, mode fs.FileMode) (string, error) {
	tmp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".vault-%s.tmp", rand.Text()))
	f, err := root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", err
	}
	if err := fill(f, data); err != nil {
		return "", errors.Join(err, root.Remove(tmp))
	}
	return tmp, nil
}

// fill writes data to f, on the disk, and closes it.
func fill(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncDir makes what was renamed in dir last. Systems that cannot do this for a folder are left alone.
func syncDir(root *os.Root, dir string) error {
	f, err := root.Open(dir)
	if err != nil {
		return nil
	}
	_ = f.Sync()
	return f.Close()
}

// readDir lists a folder of the vault.
func readDir(v *Vault, dir string) ([]fs.DirEntry, error) {
	f, err := v.root.Open(cmp.Or(dir, "."))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}
