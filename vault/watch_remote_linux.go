package vault

import "golang.org/x/sys/unix"

// remoteKind names the kind of file system that dir is on where it is one which others may change without this
// system's knowing: on a network, in the host of a virtual machine, or behind a program. "" for all others.
func remoteKind(dir string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return ""
	}
	switch uint32(st.Type) {
	case unix.NFS_SUPER_MAGIC:
		return "NFS"
	case unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC:
		return "SMB"
	case unix.V9FS_MAGIC:
		return "9P"
	case unix.FUSE_SUPER_MAGIC:
		return "FUSE"
	case unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC:
		return "AFS"
	case unix.CEPH_SUPER_MAGIC:
		return "Ceph"
	case unix.CODA_SUPER_MAGIC:
		return "Coda"
	case vboxMagic:
		return "VirtualBox"
	}
	return ""
}

const vboxMagic = 0x786f4256 // shared folders of VirtualBox
