package git

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"vaultgraph/vault"
)

// A glob is a pattern of absolute paths. Its parts may hold *, ? and [classes]; a part ** stands for any number of
// folders.
type glob []string

// parseGlob reads a pattern that may start with ~/. It returns false for one that is malformed or not absolute.
func parseGlob(s, home string) (glob, bool) {
	if rest, ok := strings.CutPrefix(filepath.ToSlash(s), "~"); ok && (rest == "" || rest[0] == '/') && home != "" {
		s = home + rest
	}
	if !filepath.IsAbs(s) {
		return nil, false
	}
	parts := parts(filepath.Clean(s))
	for _, part := range parts {
		if _, err := path.Match(part, ""); err != nil {
			return nil, false
		}
	}
	return parts, true
}

// parts splits an absolute path; the first part is the volume, "" on systems that have none.
func parts(abs string) []string {
	return strings.Split(strings.TrimSuffix(filepath.ToSlash(abs), "/"), "/")
}

// matches reports whether abs or a folder that it lies in fits, so that what is in an excluded folder is excluded.
// A trailing ** means the folder itself, too: who excludes everything in it wants none of it.
func (g glob) matches(abs string) bool {
	pattern := g
	for len(pattern) > 0 && pattern[len(pattern)-1] == "**" {
		pattern = pattern[:len(pattern)-1]
	}
	inCases := func(list []string) []string {
		cased := make([]string, len(list))
		for i, part := range list {
			cased[i] = inCase(part)
		}
		return cased
	}
	return vault.MatchParts(inCases(pattern), inCases(parts(abs)))
}

// matchPart compares one part.
func matchPart(pattern, part string) bool {
	ok, _ := path.Match(inCase(pattern), inCase(part))
	return ok
}

// inCase returns a part as it is compared: where file names differ by case in looks only, so do patterns.
func inCase(part string) string {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.ToLower(part)
	}
	return part
}

// maxDepth is how many folders a ** may stand for when repositories are looked for.
const maxDepth = 6

// repositories returns the folders that fit and are the top of a repository. It does not look into repositories, nor
// with ** into hidden folders, and calls skip before it looks into any.
func (g glob) repositories(skip func(dir string) bool) []string {
	var found []string
	var walk func(dir string, pattern glob, depth int)
	walk = func(dir string, pattern glob, depth int) {
		if skip(dir) {
			return
		}
		if len(pattern) == 0 {
			if _, ok := layoutAt(dir); ok {
				found = append(found, dir)
			}
			return
		}
		part, rest := pattern[0], pattern[1:]
		if part == "**" {
			walk(dir, rest, depth)
			if _, ok := layoutAt(dir); ok || depth >= maxDepth {
				return
			}
			for _, name := range folders(dir) {
				if !strings.HasPrefix(name, ".") {
					walk(filepath.Join(dir, name), pattern, depth+1)
				}
			}
			return
		}
		if !strings.ContainsAny(part, `*?[\`) {
			walk(filepath.Join(dir, part), rest, depth)
			return
		}
		for _, name := range folders(dir) {
			if matchPart(part, name) && (strings.HasPrefix(part, ".") || !strings.HasPrefix(name, ".")) {
				walk(filepath.Join(dir, name), rest, depth)
			}
		}
	}
	walk(g[0]+string(filepath.Separator), g[1:], 0)
	slices.Sort(found)
	return slices.Compact(found)
}

// folders returns the names of the folders in dir, and of links that may lead to some.
func folders(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() || e.Type()&os.ModeSymlink != 0 {
			names = append(names, e.Name())
		}
	}
	return names
}
