//go:build linux || darwin

package git

import "golang.org/x/sys/unix"

// stampOf returns the stamp of what a name leads to, through symbolic links, and whether that is known.
func stampOf(name string) (stamp, bool) {
	var st unix.Stat_t
	err := unix.EINTR
	for err == unix.EINTR {
		err, _ = unix.Stat(name, &st).(unix.Errno)
	}
	switch err {
	case 0:
	case unix.ENOENT, unix.ENOTDIR:
		return stamp{}, true
	default:
		return stamp{}, false
	}
	return stamp{
		device: uint64(st.Dev), inode: uint64(st.Ino), owner: st.Uid, isDir: st.Mode&unix.S_IFMT == unix.S_IFDIR,
		size: st.Size, modified: st.Mtim.Nano(), changed: st.Ctim.Nano(),
	}, true
}
