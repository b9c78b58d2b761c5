package render

import (
	"path"
	"strings"
	"unicode/utf8"

	"vaultgraph/vault"
)

// The most characters that a text of one line has in the answer.
const (
	maxTitle      = 160
	maxAnnotation = 400
	maxPath       = 400
	maxWord       = 60 // a relation, a type, the value of a property
)

// oneLine returns s as part of one line: blanks and line ends of any kind as single blanks, nothing that a terminal
// would obey, and at most limit characters, the last of which says that there were more.
func oneLine(s string, limit int) string {
	s = vault.Printable(strings.Join(strings.Fields(head(s, 4*limit)), " "))
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return strings.TrimRight(head(s, limit-1), " ") + "…"
}

// head returns the first n characters of s.
func head(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// onePath returns a vault path as part of one line. Blanks in it stay as they are, because it names a file.
func onePath(p string) string {
	p = vault.Printable(p)
	if utf8.RuneCountInString(p) <= maxPath {
		return p
	}
	return head(p, maxPath-1) + "…"
}

// noteName returns the name of a note as links use it: without folders and without .md.
func noteName(p string) string {
	base := path.Base(p)
	if strings.EqualFold(path.Ext(base), ".md") {
		return base[:len(base)-len(".md")]
	}
	return base
}
