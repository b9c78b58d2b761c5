//go:build !linux && !darwin

package vault

import (
	"errors"
	"io/fs"
	"os"

	"vaultgraph/vault/index"
)

// A lister lists folders.
type lister struct{}

// list yields what is in an open folder, each with its type and mark. What is gone when its turn comes is left
// out; what cannot be looked at has an error. The time of change and the number of a file are not told here, so an
// edit of equal size whose time of modification was put back stays unnoticed on such systems.
func (*lister) list(dir *os.File, yield func(dirEntry)) error {
	entries, err := dir.ReadDir(-1)
	for _, e := range entries {
		if hiddenName([]byte(e.Name())) {
			continue
		}
		l := dirEntry{name: []byte(e.Name()), mode: e.Type()}
		info, err := e.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			l.err = err
		default:
			l.mark = index.Mark{Size: info.Size(), Modified: info.ModTime().UnixNano()}
		}
		yield(l)
	}
	return err
}
