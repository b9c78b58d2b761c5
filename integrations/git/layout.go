package git

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// A layout says where git keeps a repository, by the rules of gitrepository-layout(5). Reading it takes no process, so
// a folder with hundreds of others in it can be looked through. Whether git agrees to work there is asked later.
type layout struct {
	top       string // of the checkout; "" in a bare repository
	gitDir    string // what belongs to the checkout alone: HEAD, the index
	commonDir string // what all checkouts of the repository share; what tells repositories apart
}

// layoutAt returns the layout of dir where that is the top of a checkout or a bare repository.
func layoutAt(dir string) (layout, bool) {
	dotGit := filepath.Join(dir, ".git")
	if target, ok := readGitFile(dotGit); ok {
		dotGit = target
	}
	if l, ok := keptIn(dotGit); ok {
		l.top = real(dir)
		return l, true
	}
	if filepath.Base(dir) == ".git" {
		return layout{}, false
	}
	return keptIn(dir)
}

// layoutAround returns the layout of the checkout or bare repository that dir lies in.
func layoutAround(dir string) (layout, bool) {
	for dir = real(dir); ; {
		if l, ok := layoutAt(dir); ok {
			return l, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return layout{}, false
		}
		dir = up
	}
}

// keptIn returns the layout of what git keeps in dir, without a checkout.
func keptIn(dir string) (layout, bool) {
	if !is(os.FileMode.IsRegular, dir, "HEAD") {
		return layout{}, false
	}
	l := layout{gitDir: real(dir)}
	l.commonDir = l.gitDir
	if common, ok := readLine(filepath.Join(dir, "commondir")); ok {
		l.commonDir = real(below(l.gitDir, common))
	}
	return l, is(os.FileMode.IsDir, l.commonDir, "objects") && is(os.FileMode.IsDir, l.commonDir, "refs")
}

// readGitFile returns where the file .git of a linked worktree or a submodule leads.
func readGitFile(name string) (string, bool) {
	line, ok := readLine(name)
	target, isLink := strings.CutPrefix(line, "gitdir: ")
	return below(filepath.Dir(name), target), ok && isLink
}

// readLine reads the single line of a small file.
func readLine(name string) (string, bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<16 {
		return "", false
	}
	data, err := os.ReadFile(name)
	return string(bytes.TrimRight(data, "\r\n")), err == nil
}

func is(kind func(os.FileMode) bool, parts ...string) bool {
	info, err := os.Stat(filepath.Join(parts...))
	return err == nil && kind(info.Mode())
}

// below returns path, which may be relative to dir.
func below(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// real returns path without symbolic links, since git names folders so; path itself where it leads nowhere.
func real(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return filepath.Clean(path)
}

// mainTop returns the top of the main worktree, or "" for a repository that is bare. worktree is the setting
// core.worktree, which submodules have.
func (l layout) mainTop(bare bool, worktree string) string {
	switch {
	case worktree != "":
		return real(below(l.commonDir, worktree))
	case bare:
		return ""
	case l.gitDir == l.commonDir:
		return l.top
	case filepath.Base(l.commonDir) == ".git":
		return filepath.Dir(l.commonDir)
	}
	return ""
}

// holds reports whether path is dir or lies in it.
func holds(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
