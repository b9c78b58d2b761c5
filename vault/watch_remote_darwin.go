package vault

import "golang.org/x/sys/unix"

// remoteKind names the kind of file system that dir is on where it is one which others may change without this
// system's knowing: one that is not on a disk of this machine. "" for all others.
func remoteKind(dir string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil || st.Flags&unix.MNT_LOCAL != 0 {
		return ""
	}
	return unix.ByteSliceToString(st.Fstypename[:])
}
