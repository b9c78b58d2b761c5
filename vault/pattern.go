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
	return MatchParts(pat, strings.Split(Fold(p), "/"))
}

// MatchParts reports whether a pattern, cut at its slashes, fits the first of the parts of a path: what is behind them
// is in the folder. A part of the pattern may hold *, ? and [classes]; a part ** stands for any number of folders. It
// goes back to the last ** only, so that no pattern takes long: a vault's configuration is from whomever that is.
func MatchParts(pat, parts []string) bool {
	p, at := 0, 0
	star, from := -1, 0 // the last **, and where the parts behind it start
	for p < len(pat) {
		switch {
		case pat[p] == "**":
			star, from = p, at
			p++
		case at < len(parts) && matchPart(pat[p], parts[at]):
			p++
			at++
		case star >= 0 && from < len(parts):
			from++
			p, at = star+1, from
		default:
			return false
		}
	}
	return true
}

func matchPart(pat, part string) bool {
	ok, _ := path.Match(pat, part)
	return ok
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
