package vault

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"vaultgraph/vault/index"
	"vaultgraph/vault/note"
)

// FileKind says what a file of the vault is to Obsidian.
type FileKind uint8

// The kinds of files, told apart by extension without case.
const (
	Note       FileKind = iota // .md; no other extension makes a note
	Canvas                     // .canvas
	Base                       // .base
	Attachment                 // everything else
)

// String returns note, canvas, base or attachment.
func (k FileKind) String() string { return [...]string{"note", "canvas", "base", "attachment"}[k] }

// A File is one file of the vault.
type File struct {
	// Path is the vault path: from the root, with /, spelled as on the disk.
	Path    string
	Kind    FileKind
	Size    int64
	ModTime time.Time
	// Hidden files are hidden from search and graph view by Obsidian's settings. Links to them resolve.
	Hidden bool
}

// KindOf returns the kind of file that the name p has.
func KindOf(p string) FileKind {
	switch strings.ToLower(path.Ext(p)) {
	case ".md":
		return Note
	case ".canvas":
		return Canvas
	case ".base":
		return Base
	}
	return Attachment
}

// Scan lists the files of the vault, sorted by path, without opening one. Outside are: everything with a path
// part that starts with a dot, what the configuration ignores, whatever is no regular file, and symbolic links.
// Of those, a link to a folder of the vault or to a parent of it would only double files and is passed over in
// silence, as Obsidian does; other links, and folders that cannot be read, are findings. An error means that the
// root itself could not be listed, or that ctx is done.
func (v *Vault) Scan(ctx context.Context) ([]File, []Finding, error) {
	s, err := v.scan(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	return s.files(), s.findings, nil
}

// files returns all files that were found, sorted by path.
func (s *scan) files() []File {
	var files []File
	for _, l := range s.listings {
		for c := index.NewCursor(l.packed); c.Next(); {
			files = append(files, s.file(l.dir, c.Stamp()))
		}
	}
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(files, func(a, b File) bool { return a.Path == b.Path }) // one may be listed twice
}

// scan lists every folder of the vault, and tells listed, where that is not nil, of each.
func (v *Vault) scan(ctx context.Context, listed func(listing)) (*scan, error) {
	top, err := v.root.Open(".")
	if err != nil {
		return nil, fmt.Errorf("listing vault %s: %w", Printable(v.Dir), err)
	}
	defer top.Close()
	hides, findings := readHidden(v.root)
	s := &scan{v: v, top: top, hides: hides, findings: findings, listed: listed, todo: []string{""}, met: map[string]bool{}}
	s.more.L = &s.mu
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() { s.work(ctx) })
	}
	workers.Wait()
	if err := cmp.Or(ctx.Err(), s.err); err != nil {
		return nil, fmt.Errorf("listing vault %s: %w", Printable(v.Dir), err)
	}
	slices.SortFunc(s.findings, compareFindings)
	return s, nil
}

// A scan is one run over the folders, by as many workers as there are processors. Each lists one folder at a time.
type scan struct {
	v      *Vault
	top    *os.File // the root
	hides  hidden
	listed func(listing)

	mu       sync.Mutex
	more     sync.Cond       // told when there is more to do, or nothing any more
	todo     []string        // folders
	met      map[string]bool // those that were to do, but for the root
	busy     int             // workers that list one, and may find more
	err      error           // of the root
	listings []listing
	findings []Finding
}

// A desk is the memory for listing one folder. A worker uses it again for others: fresh memory costs more than what is
// done in it.
type desk struct {
	lister
	packed  []byte
	folders []string // the sub-folders found
}

// A listing is the files of one folder, in the order in which the system lists them. Their stamps are packed from the
// start: a large vault has many, and most of the time they are only compared as bytes.
type listing struct {
	dir    string // vault path, "" for the root
	packed []byte
	sum    index.Sum // of packed
	files  int
	latest int64 // the latest moment at which a file changed, in nanoseconds since 1970
}

func (l *listing) add(name []byte, m index.Mark) {
	l.packed = index.Pack(l.packed, name, m)
	l.files++
	l.latest = max(l.latest, changedAt(m))
}

func (s *scan) report(p string, sev note.Severity, code, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.findings = append(s.findings, Finding{p, 0, sev, code, fmt.Sprintf(format, args...)})
}

// file describes a file by its stamp.
func (s *scan) file(dir string, st index.Stamp) File {
	p := join(dir, st.Name)
	return File{Path: p, Kind: KindOf(p), Size: st.Size, ModTime: time.Unix(0, st.Modified), Hidden: s.hides.match(p)}
}

// join returns the vault path of a name in a folder.
func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// A dirEntry is something in a folder.
type dirEntry struct {
	name []byte      // valid until the next entry is looked at
	mode fs.FileMode // the type alone
	mark index.Mark  // of what is no folder
	err  error       // why it could not be looked at
}

// hiddenName reports names that Obsidian keeps out of the vault.
func hiddenName(name []byte) bool { return len(name) > 0 && name[0] == '.' }

// work lists folders until there are none any more.
func (s *scan) work(ctx context.Context) {
	d := &desk{packed: make([]byte, 0, 32<<10)}
	for {
		dir, ok := s.next()
		if !ok {
			return
		}
		d.folders = d.folders[:0]
		if ctx.Err() == nil {
			s.folder(d, dir)
		}
		s.found(d.folders)
	}
}

// next returns a folder to list, and false where all are.
func (s *scan) next() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.todo) == 0 && s.busy > 0 {
		s.more.Wait()
	}
	last := len(s.todo) - 1
	if last < 0 {
		return "", false
	}
	dir := s.todo[last]
	s.todo = s.todo[:last]
	s.busy++
	return dir, true
}

// found says what a worker has found in its folder.
func (s *scan) found(folders []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, dir := range folders {
		if !s.met[dir] { // else it was replaced meanwhile, and listed twice
			s.met[dir] = true
			s.todo = append(s.todo, dir)
		}
	}
	s.busy--
	s.more.Broadcast()
}

// folder lists one folder; "" is the root.
func (s *scan) folder(d *desk, dir string) {
	f, err := openFolder(s.v.root, s.top, cmp.Or(dir, "."))
	if err != nil {
		s.unlisted(dir, err)
		return
	}
	l := listing{dir: dir, packed: d.packed[:0]}
	err = d.list(f, func(e dirEntry) { s.entry(&l, &d.folders, e) })
	f.Close()
	if err != nil {
		s.unlisted(dir, err)
	}
	d.packed, l.packed = l.packed, append([]byte{}, l.packed...)
	l.sum = index.SumOf(l.packed)
	s.mu.Lock()
	s.listings = append(s.listings, l)
	s.mu.Unlock()
	if s.listed != nil {
		s.listed(l)
	}
}

// entry files one thing that a folder holds, a sub-folder among folders.
func (s *scan) entry(l *listing, folders *[]string, e dirEntry) {
	var p string // files need it only where some are ignored
	if s.v.Config.ignores() || e.err != nil || !e.mode.IsRegular() {
		p = join(l.dir, string(e.name))
	}
	if s.v.Config.ignores() && s.v.Config.Ignored(p) {
		return
	}
	switch {
	case e.err != nil:
		s.report(p, note.Error, CodeUnreadable, "skipped: %s", reason(e.err))
	case e.mode.IsDir():
		*folders = append(*folders, p)
	case e.mode&fs.ModeSymlink != 0:
		s.symlink(p)
	case !e.mode.IsRegular():
		s.report(p, note.Notice, CodeIrregular, "skipped: not a regular file")
	default:
		l.add(e.name, e.mark)
	}
}

// unlisted says that a folder could not be listed. That of the root is an error, the others are findings.
func (s *scan) unlisted(dir string, err error) {
	switch {
	case dir == "":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.err = err
	case !errors.Is(err, fs.ErrNotExist): // else it is gone since its parent was listed: as if it had never been
		s.report(dir, note.Error, CodeUnreadable, "skipped: the folder cannot be listed: %s", reason(err))
	}
}

// compareFindings orders findings by path, line, severity and message.
func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
	)
}
