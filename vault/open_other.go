//go:build !unix

package vault

import "os"

// readFlags open a file for reading; here opening a pipe does not wait.
const readFlags = os.O_RDONLY

// isLoop reports whether err says that symbolic links lead in a circle, which is not told apart here.
func isLoop(error) bool { return false }
