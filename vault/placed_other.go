//go:build !(linux || darwin)

package vault

import "time"

// putInPlace returns when a file came to its name; the zero time, since that is not known.
func (r *run) putInPlace(string) time.Time { return time.Time{} }
