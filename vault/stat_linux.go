package vault

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"vaultgraph/vault/index"
)

// A lister lists folders, one after another, in memory that it uses again.
type lister struct {
	buf     []byte // what the system wrote
	st      unix.Statx_t
	noStatx bool // whether the system has turned out to have no statx, or not for us
}

// The form of an entry that getdents64(2) writes: behind two numbers of 8 bytes come its length, the type of what it
// names, and the name, ended by a zero byte.
const (
	direntLength = 16
	direntType   = 18
	direntName   = 19
)

// list yields what is in an open folder, each with its type and the mark of a file: one system call a file, which walks
// no path. What is gone when its turn comes is left out; what cannot be looked at has an error.
func (l *lister) list(dir *os.File, yield func(dirEntry)) error {
	const size = 16 << 10
	if l.buf == nil {
		l.buf = make([]byte, size)
	}
	fd := int(dir.Fd())
	statx := l.statx
	if !quickToLook(fd) {
		statx = l.statxOrWait
	}
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
		for entries := l.buf[:n]; len(entries) > direntName; {
			length := min(int(binary.NativeEndian.Uint16(entries[direntLength:])), len(entries))
			if e, ok := l.entry(fd, entries[:length], statx); ok {
				yield(e)
			}
			entries = entries[length:]
		}
	}
}

// entry looks at what an entry names.
func (l *lister) entry(fd int, entry []byte, statx func(fd int, name *byte) unix.Errno) (dirEntry, bool) {
	ended := entry[direntName:]
	length := bytes.IndexByte(ended, 0)
	if length < 0 || hiddenName(ended[:length]) {
		return dirEntry{}, false
	}
	e := dirEntry{name: ended[:length]}
	if entry[direntType] == unix.DT_DIR {
		e.mode = fs.ModeDir
		return e, true
	}
	switch errno := l.look(fd, ended[:length+1], statx); errno {
	case 0:
	case unix.ENOENT:
		return dirEntry{}, false
	default:
		e.err = &fs.PathError{Op: "stat", Path: string(e.name), Err: errno}
		return e, true
	}
	switch l.st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		e.mode = fs.ModeDir
	case unix.S_IFLNK:
		e.mode = fs.ModeSymlink
	default:
		e.mode = fs.ModeIrregular
	}
	e.mark = index.Mark{
		Size: int64(l.st.Size), Modified: nano(l.st.Mtime), Changed: nano(l.st.Ctime), Inode: l.st.Ino,
	}
	return e, true
}

// look fills st by the call that is given, or without statx where there is none: before Linux 4.11, and in a sandbox that
// knows no such call and forbids what it does not know. That is found out once.
func (l *lister) look(fd int, ended []byte, statx func(fd int, name *byte) unix.Errno) unix.Errno {
	errno := unix.EINTR
	for errno == unix.EINTR {
		if l.noStatx {
			errno = l.fstatat(fd, string(ended[:len(ended)-1]))
		} else if errno = statx(fd, &ended[0]); errno == unix.ENOSYS || errno == unix.EPERM {
			l.noStatx, errno = true, unix.EINTR
		}
	}
	return errno
}

// fstatat fills st without statx.
func (l *lister) fstatat(fd int, name string) unix.Errno {
	var st unix.Stat_t
	if err := unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		errno, _ := err.(unix.Errno)
		return errno
	}
	l.st = unix.Statx_t{Mode: uint16(st.Mode), Size: uint64(st.Size), Ino: uint64(st.Ino)}
	l.st.Mtime.Sec, l.st.Mtime.Nsec = int64(st.Mtim.Sec), uint32(st.Mtim.Nsec)
	l.st.Ctime.Sec, l.st.Ctime.Nsec = int64(st.Ctim.Sec), uint32(st.Ctim.Nsec)
	return 0
}

func nano(t unix.StatxTimestamp) int64 { return t.Sec*1e9 + int64(t.Nsec) }

const (
	statxFlags = unix.AT_SYMLINK_NOFOLLOW | unix.AT_NO_AUTOMOUNT
	statxMask  = unix.STATX_TYPE | unix.STATX_SIZE | unix.STATX_MTIME | unix.STATX_CTIME | unix.STATX_INO
)

// statx fills st without telling Go's scheduler, whose care for a call that may take long costs as much as the call.
func (l *lister) statx(fd int, name *byte) unix.Errno {
	_, _, errno := syscall.RawSyscall6(unix.SYS_STATX,
		uintptr(fd), uintptr(unsafe.Pointer(name)), statxFlags, statxMask, uintptr(unsafe.Pointer(&l.st)), 0)
	return errno
}

// statxOrWait is statx where the answer may be long in coming.
func (l *lister) statxOrWait(fd int, name *byte) unix.Errno {
	_, _, errno := syscall.Syscall6(unix.SYS_STATX,
		uintptr(fd), uintptr(unsafe.Pointer(name)), statxFlags, statxMask, uintptr(unsafe.Pointer(&l.st)), 0)
	return errno
}

// quickToLook says whether a folder is of a file system whose answers never wait for a network or a program.
func quickToLook(fd int) bool {
	var st unix.Statfs_t
	if err := unix.Fstatfs(fd, &st); err != nil {
		return false
	}
	switch uint32(st.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC:
		return true
	}
	return false
}
