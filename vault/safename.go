package vault

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxName is the length in bytes of a name, chosen so that the extension, and the suffix that a sync program adds
// to a conflicting copy, still fit into the 255 that file systems have.
const maxName = 200

// SafeName returns name, which may have folders before it and .md behind it, as the vault path of a note without
// .md that every system can store and a link can name: composed Unicode, and blanks in the place of what links
// (# | ^ : %% [ ]) or Windows do not allow. A name with nothing left, a name that Windows takes for a device, and a
// folder that starts with a dot are errors.
func SafeName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if ext := path.Ext(name); strings.EqualFold(ext, ".md") {
		name = name[:len(name)-len(ext)]
	}
	parts := strings.Split(strings.Trim(name, "/"), "/")
	for i, part := range parts {
		if i < len(parts)-1 && strings.HasPrefix(part, ".") {
			return "", fmt.Errorf("the folder %q starts with a dot, which is outside the vault: give another one", Printable(part))
		}
		safe, err := safePart(part)
		if err != nil {
			return "", err
		}
		parts[i] = safe
	}
	return strings.Join(parts, "/"), nil
}

func safePart(part string) (string, error) {
	s := norm.NFC.String(strings.ToValidUTF8(part, " "))
	s = strings.ReplaceAll(s, "%%", " ")
	s = strings.Map(func(r rune) rune {
		if hides(r) || strings.ContainsRune(`#|^:[]<>"?*\/`, r) {
			return ' '
		}
		return r
	}, s)
	s = strings.TrimLeft(strings.Join(strings.Fields(s), " "), ". ")
	if len(s) > maxName {
		s = s[:maxName]
		for !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	s = strings.TrimRight(s, ". ")
	switch {
	case s == "" && part == "":
		return "", errors.New("the name is empty")
	case s == "":
		return "", fmt.Errorf("the name %q has no character that a file name can hold", Printable(part))
	case isReserved(s):
		return "", fmt.Errorf("the name %q is reserved on Windows: choose another", Printable(s))
	}
	return s, nil
}
