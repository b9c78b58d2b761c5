//go:build linux || darwin

package vault

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"vaultgraph/vault/index"
)

// listFolder yields what is in an open folder, each with its type and stamp: one system call a file, which walks no path.
// What is gone when its turn comes is left out; what cannot be looked at has an error.
func listFolder(dir *os.File, yield func(dirEntry)) error {
	names, err := dir.Readdirnames(-1)
	fd := int(dir.Fd())
	for _, name := range names {
		if l, ok := look(fd, name); ok {
			yield(l)
		}
	}
	return err
}

func look(fd int, name string) (dirEntry, bool) {
	if hiddenName(name) {
		return dirEntry{}, false
	}
	l := dirEntry{name: name}
	var st unix.Stat_t
	err := unix.EINTR
	for err == unix.EINTR {
		if e := unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW); e != nil {
			err, _ = e.(unix.Errno)
		} else {
			err = 0
		}
	}
	switch err {
	case 0:
	case unix.ENOENT:
		return dirEntry{}, false
	default:
		l.err = &fs.PathError{Op: "stat", Path: name, Err: err}
		return l, true
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		l.mode = fs.ModeDir
	case unix.S_IFLNK:
		l.mode = fs.ModeSymlink
	default:
		l.mode = fs.ModeIrregular
	}
	l.stamp = index.Stamp{
		Name: name, Size: st.Size, Modified: st.Mtim.Nano(), Changed: st.Ctim.Nano(), Inode: uint64(st.Ino),
	}
	return l, true
}
