package vault

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

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

// kindOf returns the kind of file that the name p has.
func kindOf(p string) FileKind {
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
	hides, findings := readHidden(v.root)
	s := &scan{v: v, hides: hides, slots: make(chan struct{}, runtime.GOMAXPROCS(0)-1), findings: findings}
	err := s.folder(ctx, "")
	s.wait.Wait()
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return nil, nil, fmt.Errorf("listing vault %s: %w", Printable(v.Dir), err)
	}
	slices.SortFunc(s.files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(s.findings, compareFindings)
	return s.files, s.findings, nil
}

// A scan is one run over the folders. Each folder is listed by one goroutine, and there are never more of them
// than there are processors.
type scan struct {
	v     *Vault
	hides hidden
	slots chan struct{}
	wait  sync.WaitGroup

	mu       sync.Mutex
	files    []File
	findings []Finding
}

func (s *scan) report(p string, sev note.Severity, code, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.findings = append(s.findings, Finding{p, 0, sev, code, fmt.Sprintf(format, args...)})
}

// folder lists one folder; "" is the root. Only the root's error is returned, the others are findings.
func (s *scan) folder(ctx context.Context, dir string) error {
	if ctx.Err() != nil {
		return nil
	}
	entries, err := readDir(s.v, dir)
	if err != nil {
		if dir == "" {
			return err
		}
		s.report(dir, note.Error, CodeUnreadable, "skipped: the folder cannot be listed: %s", reason(err))
	}
	var found []File
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		p := path.Join(dir, e.Name())
		if s.v.Config.Ignored(p) {
			continue
		}
		switch {
		case e.IsDir():
			s.descend(ctx, p)
		case e.Type()&fs.ModeSymlink != 0:
			s.symlink(p)
		case !e.Type().IsRegular():
			s.report(p, note.Notice, CodeIrregular, "skipped: not a regular file")
		default:
			if f, ok := s.file(p, e); ok {
				found = append(found, f)
			}
		}
	}
	s.mu.Lock()
	s.files = append(s.files, found...)
	s.mu.Unlock()
	return nil
}

// descend lists a sub-folder, beside this goroutine where a processor is free.
func (s *scan) descend(ctx context.Context, p string) {
	select {
	case s.slots <- struct{}{}:
		s.wait.Go(func() {
			_ = s.folder(ctx, p)
			<-s.slots
		})
	default:
		_ = s.folder(ctx, p)
	}
}

func (s *scan) file(p string, e fs.DirEntry) (File, bool) {
	info, err := e.Info()
	switch {
	case errors.Is(err, fs.ErrNotExist): // gone since the folder was listed: as if it had never been
		return File{}, false
	case err != nil:
		s.report(p, note.Error, CodeUnreadable, "skipped: %s", reason(err))
		return File{}, false
	}
	return File{Path: p, Kind: kindOf(p), Size: info.Size(), ModTime: info.ModTime(), Hidden: s.hides.match(p)}, true
}

// readDir lists a folder of the vault.
func readDir(v *Vault, dir string) ([]fs.DirEntry, error) {
	f, err := v.root.Open(cmp.Or(dir, "."))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
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
