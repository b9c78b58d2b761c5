package vault

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"vaultgraph/vault/note"
)

// symlink says what is to be known about a symbolic link; none is followed.
func (s *scan) symlink(p string) {
	info, err := s.v.root.Stat(filepath.FromSlash(p))
	switch {
	case err == nil && info.IsDir():
		// A folder of the vault, or a parent: its files are there already.
	case err == nil && info.Mode().IsRegular():
		s.report(p, note.Notice, CodeSymlink, "skipped: symbolic link to another file of the vault")
	case err == nil:
		s.report(p, note.Notice, CodeIrregular, "skipped: symbolic link to something that is not a regular file")
	case errors.Is(err, fs.ErrNotExist):
		s.report(p, note.Warning, CodeSymlink, "skipped: symbolic link to nothing")
	case isLoop(err), s.leadsInside(p):
		// A loop, or an absolute link to a folder of the vault, which the root does not follow either.
	case errors.Is(err, fs.ErrPermission):
		s.report(p, note.Error, CodeUnreadable, "skipped: symbolic link cannot be read: %s", reason(err))
	default:
		s.report(p, note.Warning, CodeSymlink, "skipped: symbolic link leads out of the vault")
	}
}

// leadsInside reports whether the link p is absolute and names a place in the vault. It only compares text: what
// lies outside the vault is not looked at, since that may hang on a network that is not there.
func (s *scan) leadsInside(p string) bool {
	target, err := s.v.root.Readlink(filepath.FromSlash(p))
	if err != nil || !filepath.IsAbs(target) {
		return false
	}
	for _, dir := range []string{s.v.Dir, s.v.realDir()} {
		if rel, err := filepath.Rel(dir, target); err == nil && rel != ".." &&
			!strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// realDir is the vault's folder without symbolic links on the way to it.
func (v *Vault) realDir() string {
	if dir, err := filepath.EvalSymlinks(v.Dir); err == nil {
		return dir
	}
	return v.Dir
}
