package vault

import (
	"os"

	"golang.org/x/sys/unix"
)

// openFolder opens a folder of the vault to list it, given the open root and its folder. One system call does what
// os.Root does with several for each part of the path, by the same rule: no symbolic link on the way. Whatever keeps it
// from that, a kernel before 5.6 among them, is left to os.Root, whose errors are the same everywhere.
func openFolder(root *os.Root, top *os.File, dir string) (*os.File, error) {
	fd, err := unix.Openat2(int(top.Fd()), dir, &unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_DIRECTORY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS,
	})
	if err != nil {
		return root.Open(dir)
	}
	return os.NewFile(uintptr(fd), dir), nil
}
