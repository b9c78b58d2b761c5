package git

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// A Find says which repositories are meant.
type Find struct {
	// WorkDir is the working directory, absolute.
	WorkDir string
	// Home is the user's home folder: what ~ stands for, and a folder whose repositories have nothing in common.
	Home string
	// Repos are patterns of folders, as ~/src/*. With none, it is the repository of the working directory and those
	// beside it.
	Repos []string
	// Exclude are patterns of folders that are never looked at, nor anything in them.
	Exclude []string
}

// A repository of the working directory brings those beside it where there are not more than this many: a folder
// with more of them is a store, and not somebody's desk.
const maxSiblings = 60

// A Checkout is a repository that was found, with its main worktree. Linked worktrees count to it.
type Checkout struct {
	// Dir is the top folder of the main worktree, or where git keeps a bare repository; absolute, without symbolic
	// links.
	Dir string
	// CommonDir is where git keeps what all worktrees share. It tells repositories apart.
	CommonDir string
	Bare      bool
	// Branch is the short name of the branch that is checked out in Dir; "" for none.
	Branch  string
	Remotes []Remote
	// IDs are the repositories that the remotes name, that of origin first, else that of the branch's remote.
	IDs []world.RepoID
	// Here tells that the working directory lies in it: in a linked worktree, a submodule or a subfolder, too.
	Here bool
	// Me is who the config takes the user for.
	Me world.Me

	// listed tells that a pattern of the user led here.
	listed  bool
	exclude []glob
	// untracked is false where the user does not want untracked files looked for, as in a home folder.
	untracked bool
	// mailmap tells that the config names a mailmap, reftable that git does not keep refs in files of their own.
	mailmap, reftable bool
	config            configState
}

// Name returns what to call the repository: the last part of its first ID, else of its folder.
func (c *Checkout) Name() string {
	if len(c.IDs) > 0 {
		return c.IDs[0].Path[strings.LastIndex(c.IDs[0].Path, "/")+1:]
	}
	dir := c.Dir
	if strings.HasPrefix(filepath.Base(dir), ".") { // a bare repository in a folder that it fills with worktrees
		dir = filepath.Dir(dir)
	}
	return strings.TrimSuffix(filepath.Base(dir), ".git")
}

// Excludes reports whether dir is one that must not be looked at.
func (f *Find) Excludes(dir string) bool {
	globs, _ := f.globs(f.Exclude)
	return excludes(globs, dir)
}

func excludes(globs []glob, dir string) bool {
	return slices.ContainsFunc(globs, func(g glob) bool { return g.matches(dir) || g.matches(real(dir)) })
}

// globs reads patterns and names those that are none.
func (f *Find) globs(patterns []string) (globs []glob, bad []string) {
	for _, p := range patterns {
		if g, ok := parseGlob(p, f.Home); ok {
			globs = append(globs, g)
		} else {
			bad = append(bad, p)
		}
	}
	return globs, bad
}

// Discover returns the repositories that f means, each once: that of the working directory first, the others by
// folder. The warnings are lines for a person. A repository that cannot be read is among them all the same; reading
// it says why.
func (g *Git) Discover(ctx context.Context, f Find) (found []Checkout, warnings []string) {
	exclude, bad := f.globs(f.Exclude)
	for _, p := range bad {
		warnings = append(warnings, fmt.Sprintf("exclude: %s is no absolute path or not a pattern", vault.Printable(p)))
	}
	s := search{exclude: exclude, seen: map[string]bool{}}
	if len(f.Repos) == 0 {
		s.around(&f)
	}
	for _, p := range f.Repos {
		pattern, ok := parseGlob(p, f.Home)
		if !ok {
			warnings = append(warnings, fmt.Sprintf("repos: %s is no absolute path or not a pattern", vault.Printable(p)))
			continue
		}
		dirs := pattern.repositories(s.excluded)
		if len(dirs) == 0 {
			warnings = append(warnings, fmt.Sprintf("repos: no git repository is at %s", vault.Printable(p)))
		}
		for _, dir := range dirs {
			s.add(dir, true)
		}
	}
	found, err := g.checkouts(ctx, s.layouts, exclude)
	if err != nil {
		warnings = append(warnings, problem(err))
	}
	found = slices.DeleteFunc(found, func(c Checkout) bool { return excludes(exclude, c.Dir) })
	markHere(found, f.WorkDir)
	slices.SortFunc(found, func(a, b Checkout) int {
		if a.Here != b.Here {
			return map[bool]int{true: -1, false: 1}[a.Here]
		}
		return strings.Compare(a.Dir, b.Dir)
	})
	return found, warnings
}

// checkouts asks the config of all of them. The error is that git cannot be run.
func (g *Git) checkouts(ctx context.Context, layouts []foundAt, exclude []glob) ([]Checkout, error) {
	found := make([]Checkout, len(layouts))
	errs := make([]error, len(layouts))
	each(len(found), func(i int) {
		found[i], errs[i] = g.checkout(ctx, layouts[i].layout, layouts[i].listed)
		found[i].exclude = exclude
	})
	if i := slices.IndexFunc(errs, notStarted); i >= 0 {
		return found, errs[i]
	}
	return found, nil
}

// A search gathers repositories, each once.
type search struct {
	exclude []glob
	layouts []foundAt
	seen    map[string]bool // common folders
}

type foundAt struct {
	layout
	listed bool
}

func (s *search) excluded(dir string) bool { return excludes(s.exclude, dir) }

func (s *search) add(dir string, listed bool) {
	l, ok := layoutAt(dir)
	if !ok || s.seen[l.commonDir] || s.excluded(dir) || s.excluded(l.commonDir) {
		return
	}
	s.seen[l.commonDir] = true
	s.layouts = append(s.layouts, foundAt{l, listed})
}

// around adds the repository of the working directory, those that it is a submodule of, and those beside them.
func (s *search) around(f *Find) {
	enclosing := enclosing(f.WorkDir)
	if len(enclosing) == 0 {
		return
	}
	for _, l := range enclosing {
		s.add(orElse(l.top, l.gitDir), false)
	}
	outer := enclosing[len(enclosing)-1]
	parent := filepath.Dir(orElse(outer.mainTop(false, ""), outer.commonDir))
	if parent == filepath.Dir(parent) || parent == real(f.Home) || s.excluded(parent) {
		return
	}
	beside := search{exclude: s.exclude, seen: map[string]bool{}}
	for _, name := range folders(parent) {
		beside.add(filepath.Join(parent, name), false)
	}
	if n := len(beside.layouts); n >= 2 && n <= maxSiblings {
		for _, l := range beside.layouts {
			s.add(orElse(l.top, l.gitDir), false)
		}
	}
}

// enclosing returns the repository that dir lies in, and where that is a submodule the one that it is part of, and so
// on outward.
func enclosing(dir string) []layout {
	var all []layout
	l, ok := layoutAround(dir)
	for ok {
		all = append(all, l)
		if l.top == "" {
			break
		}
		outer, found := layoutAround(filepath.Dir(l.top))
		if !found || !holds(outer.commonDir, l.commonDir) || outer.commonDir == l.commonDir {
			break // a repository within another that knows nothing of it
		}
		l = outer
	}
	return all
}

// markHere marks the innermost checkout that the working directory lies in.
func markHere(found []Checkout, workDir string) {
	for _, l := range enclosing(workDir) {
		for i := range found {
			if found[i].CommonDir == l.commonDir {
				found[i].Here = true
				return
			}
		}
	}
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
