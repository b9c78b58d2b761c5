//go:build unix

package vault

import (
	"errors"
	"os"
	"syscall"
)

// readFlags open a file for reading without waiting for the other end of a pipe: a note may have become one
// since the folder was listed.
const readFlags = os.O_RDONLY | syscall.O_NONBLOCK

// isLoop reports whether err says that symbolic links lead in a circle.
func isLoop(err error) bool { return errors.Is(err, syscall.ELOOP) }
