package vault

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"vaultgraph/vault/index"
)

// A lister lists folders, one after another, in memory that it uses again.
type lister struct {
	buf   []byte // what the system wrote
	names []string
}

// list yields what is in an open folder, each with its type and mark: one system call a file, which walks no path.
// What is gone when its turn comes is left out; what cannot be looked at has an error.
func (l *lister) list(dir *os.File, yield func(dirEntry)) error {
	const size = 16 << 10
	if l.buf == nil {
		l.buf = make([]byte, size)
	}
	fd := int(dir.Fd())
	for {
		n, err := unix.ReadDirent(fd, l.buf)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return &fs.PathError{Op: "readdirent", Path: dir.Name(), Err: err}
		case n <= 0:
			return nil
		}
		_, _, l.names = unix.ParseDirent(l.buf[:n], -1, l.names[:0])
		for _, name := range l.names {
			if e, ok := look(fd, name); ok {
				yield(e)
			}
		}
	}
}

func look(fd int, name string) (dirEntry, bool) {
	if hiddenName([]byte(name)) {
		return dirEntry{}, false
	}
	l := dirEntry{name: []byte(name)}
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
	l.mark = index.Mark{
		Size: st.Size, Modified: st.Mtim.Nano(), Changed: st.Ctim.Nano(), Inode: uint64(st.Ino),
	}
	return l, true
}
