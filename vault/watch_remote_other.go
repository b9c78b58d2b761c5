//go:build !linux && !darwin

package vault

import (
	"path/filepath"
	"strings"
)

// remoteKind names the kind of file system that dir is on where it is one which others may change without this
// system's knowing: here those that a path tells, which starts with two backslashes. "" for all others.
func remoteKind(dir string) string {
	if strings.HasPrefix(filepath.VolumeName(dir), `\\`) {
		return "network share"
	}
	return ""
}
