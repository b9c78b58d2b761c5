//go:build linux || darwin

package vault

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"vaultgraph/vault/index"
)

// stamp looks at a file of the open folder dir, by its name there: one system call, which walks no path.
func stamp(dir *os.File, e fs.DirEntry) (index.Stamp, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(int(dir.Fd()), e.Name(), &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return index.Stamp{}, &fs.PathError{Op: "stat", Path: e.Name(), Err: err}
		}
		break
	}
	return index.Stamp{
		Name: e.Name(), Size: st.Size, Modified: st.Mtim.Nano(), Changed: st.Ctim.Nano(), Inode: uint64(st.Ino),
	}, nil
}
