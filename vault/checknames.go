package vault

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"vaultgraph/vault/note"
)

// names reports names that collide or that some systems, or Obsidian, cannot use.
func (c *checker) names(names *NameTable) {
	folders := map[string]bool{}
	for _, p := range c.files {
		c.name(p)
		for dir := folder(p); dir != "" && !folders[dir]; dir = folder(dir) {
			folders[dir] = true
			c.name(dir)
		}
	}
	exact := &names.exact
	for n := range len(exact.start) - 1 {
		if same := exact.at(n); len(same) > 1 {
			c.report(same[0], 0, note.Warning, CodeCase,
				"differs in case or Unicode form only from %s: links lead to this one, and many systems keep one of them", shorten(same[1:], 3))
		}
	}
	c.duplicates(names)
}

// duplicates reports the notes that share a name, once for each name.
func (c *checker) duplicates(names *NameTable) {
	base := &names.base
	for n := range len(base.start) - 1 {
		same := base.at(n)
		if len(same) < 2 || KindOf(same[0]) != Note || len(names.Exact(Fold(same[0]))) == len(same) {
			continue
		}
		c.report(same[0], 0, note.Notice, CodeDuplicate, "has the same name as %s", shorten(same[1:], 3))
	}
}

// name reports what is wrong with the last part of a path.
func (c *checker) name(p string) {
	base := path.Base(p)
	if why := unportable(base); why != "" {
		c.report(p, 0, note.Notice, CodeName, "the name %s", why)
	} else if i := strings.IndexAny(base, "#^[]|"); i >= 0 {
		c.report(p, 0, note.Notice, CodeName, "the name holds %c: no link can be written to it", base[i])
	}
}

// unportable returns why a name cannot be used on every system, "" where it can.
func unportable(name string) string {
	if !utf8.ValidString(name) {
		return "is not UTF-8"
	}
	for _, r := range name {
		switch {
		case unicode.IsControl(r):
			return "holds a control character"
		case strings.ContainsRune(`<>:"|?*\`, r):
			return "holds " + string(r) + ", which Windows does not allow"
		}
	}
	switch {
	case isReserved(name):
		return "is reserved on Windows"
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " "):
		return "ends in a dot or a blank, which Windows drops"
	}
	return ""
}

// isReserved reports whether Windows takes a name, whatever its extension, for a device.
func isReserved(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	stem = strings.TrimRight(stem, " ")
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	rest, ok := strings.CutPrefix(stem, "COM")
	if !ok {
		rest, ok = strings.CutPrefix(stem, "LPT")
	}
	return ok && utf8.RuneCountInString(rest) == 1 && strings.Contains("123456789¹²³", rest)
}
