//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package filelock

import (
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes the lock, which belongs to the open file, if nobody holds it.
func tryLock(f *os.File) (bool, error) {
	for {
		switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err {
		case nil:
			return true, nil
		case unix.EWOULDBLOCK:
			return false, nil
		case unix.EINTR:
		default:
			return false, err
		}
	}
}
