package vault

import (
	"errors"
	"os"
	"path/filepath"
	"time"
)

const (
	privateDir = 0o700
	// partSuffix ends the name of a file that is still being written, and staleParts is the age at which nobody is
	// writing it any more.
	partSuffix = ".part"
	staleParts = time.Hour
)

// ReplacePrivate puts data in the place of a file in one step, with its folders, for this user's eyes only. It is for
// what a machine remembers or can make anew, outside of vaults. What processes have left that ended while they wrote
// the same file is taken away.
func ReplacePrivate(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), privateDir); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*"+partSuffix) // mode 0600
	if err != nil {
		return err
	}
	removeParts(name, f)
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// removeParts takes away the parts of a file that are much older than the new one, fresh. Its own time tells: it is by
// the clock of the same file system.
func removeParts(name string, fresh *os.File) {
	now, err := fresh.Stat()
	if err != nil {
		return
	}
	left, _ := filepath.Glob(name + ".*" + partSuffix)
	for _, part := range left {
		if info, err := os.Stat(part); err == nil && now.ModTime().Sub(info.ModTime()) > staleParts {
			_ = os.Remove(part)
		}
	}
}
