package vault

import (
	"errors"
	"path"
	"strings"
)

// A pattern says which paths the configuration ignores: a path from the root, whose parts may hold *, ? and
// [classes]; a part ** stands for any number of folders. What is in an ignored folder is ignored. Case does not
// matter.
type pattern []string

var errOutside = errors.New("want a path inside the vault")

func parsePattern(s string) (pattern, error) {
	dir, ok := insidePath(s)
	if !ok {
		return nil, errOutside
	}
	parts := strings.Split(Fold(dir), "/")
	for _, part := range parts {
		if _, err := path.Match(part, ""); err != nil {
			return nil, errors.New("bad pattern: a [ without its ], or a \\ at the end")
		}
	}
	return parts, nil
}

// match reports whether p or one of the folders it is in fits.
func (pat pattern) match(p string) bool {
	return matchParts(pat, strings.Split(Fold(p), "/"))
}

func matchParts(pat, parts []string) bool {
	for len(pat) > 0 {
		if pat[0] == "**" {
			for len(pat) > 1 && pat[1] == "**" {
				pat = pat[1:]
			}
			for i := range parts {
				if matchParts(pat[1:], parts[i:]) {
					return true
				}
			}
			return false
		}
		if len(parts) == 0 {
			return false
		}
		if ok, _ := path.Match(pat[0], parts[0]); !ok {
			return false
		}
		pat, parts = pat[1:], parts[1:]
	}
	return true
}

// insidePath returns a folder or file that a person typed as a vault path, and whether it is one: not empty, not
// absolute on any system, and with no part that leads up.
func insidePath(s string) (string, bool) {
	if strings.ContainsAny(s, "\\\x00") || strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~") ||
		len(s) > 1 && s[1] == ':' {
		return "", false
	}
	for part := range strings.SplitSeq(s, "/") {
		if part == ".." {
			return "", false
		}
	}
	clean := path.Clean(s)
	return clean, s != "" && clean != "."
}
