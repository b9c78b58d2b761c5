//go:build linux || darwin

package vault

import (
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// putInPlace returns when a file came to its name, or was changed in another way that no program can date back; the zero
// time where that is not known.
func (r *run) putInPlace(p string) time.Time {
	f, err := r.w.vault.root.Open(filepath.FromSlash(p))
	if err != nil {
		return time.Time{}
	}
	defer f.Close()
	var st unix.Stat_t
	if unix.Fstat(int(f.Fd()), &st) != nil {
		return time.Time{}
	}
	return time.Unix(st.Ctim.Unix())
}
