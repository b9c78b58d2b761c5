package git

import (
	"crypto/sha256"
	"fmt"
	sums "hash"
	"os"
	"path/filepath"
	"time"
)

// A stamp tells a file from what it was, without reading it. That of no file is zero.
type stamp struct {
	device, inode     uint64
	owner             uint32
	isDir             bool
	size              int64
	modified, changed int64 // nanoseconds since 1970; changed is the system's own and cannot be put back
}

// settling is for how long a file that has changed may change again without its stamp telling: the clock of a file
// system stands still for up to two seconds.
const settling = 2100 * time.Millisecond

// A look gathers the stamps of files. Two with the same sum saw the same.
type look struct {
	seen   sums.Hash
	latest int64 // the last change of any of the files
	vague  bool  // whether one of them could not be looked at, so that the look tells nothing
}

func newLook() *look { return &look{seen: sha256.New()} }

// note takes notice of what is no file.
func (l *look) note(values ...any) { fmt.Fprintf(l.seen, "%q\n", values) }

// file looks at a file. That it is not there is worth knowing, too: it may come.
func (l *look) file(name string) {
	s, ok := stampOf(name)
	l.vague = l.vague || !ok || s.isDir || !filepath.IsAbs(name)
	l.latest = max(l.latest, s.modified, s.changed)
	fmt.Fprintf(l.seen, "%q %d %d %d %d %d\n", name, s.device, s.inode, s.size, s.modified, s.changed)
}

// place looks at which folder or file has a name, and whose it is, which is what git's trust depends on. What is in it
// is not looked at.
func (l *look) place(name string) {
	s, ok := stampOf(name)
	l.vague = l.vague || !ok
	fmt.Fprintf(l.seen, "%q %d %d %d\n", name, s.device, s.inode, s.owner)
}

// tree looks at all files below a folder, and returns how many more there may be.
func (l *look) tree(dir string, room int) int {
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) || len(entries) > room {
		l.vague = true
		return 0
	}
	fmt.Fprintf(l.seen, "%q %d\n", dir, len(entries))
	room -= len(entries)
	for _, e := range entries {
		switch name := filepath.Join(dir, e.Name()); {
		case e.IsDir():
			room = l.tree(name, room)
		case e.Type().IsRegular():
			l.file(name)
		default: // a link, which may lead anywhere
			l.vague = true
		}
	}
	return room
}

// sum returns what the look saw, "" where that tells nothing.
func (l *look) sum() string {
	if l.vague {
		return ""
	}
	return fmt.Sprintf("%x", l.seen.Sum(nil)[:16])
}

// settled reports whether nothing that a look saw can have changed after git was asked without another look telling:
// all of it is old enough for that. asked is when it was.
func (g *Git) settled(l *look, asked int64) bool { return l.latest < asked-int64(g.settling) }

// asking returns a moment before git is first asked, in nanoseconds since 1970: by the clock of the file system, which
// may be behind, or by that of the machine where it is earlier. Without one it is far back.
func (g *Git) asking() int64 {
	g.lookingAtClock.Do(func() {
		if g.cache == "" {
			return
		}
		f, err := os.CreateTemp(g.cache, "git-clock.*.part")
		if err != nil {
			return
		}
		defer func() { _ = os.Remove(f.Name()) }()
		defer func() { _ = f.Close() }()
		if info, err := f.Stat(); err == nil {
			g.clock = min(info.ModTime().UnixNano(), g.now().UnixNano())
		}
	})
	return g.clock
}
