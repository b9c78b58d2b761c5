package vault

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns s fit for one line of a terminal: control characters, line ends, bidirectional overrides and
// other invisible format characters are shown as escapes (\n, \x1b, \u202e), and so are bytes that are not UTF-8.
// Joiners that emoji and several scripts need stay.
func Printable(s string) string {
	clean := true
	for _, r := range s {
		if r == utf8.RuneError || hides(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case !hides(r):
			b.WriteString(s[i : i+size])
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		i += size
	}
	return b.String()
}

// hides reports whether r could move the cursor, end the line, reorder what stands around it, or not be seen.
func hides(r rune) bool {
	if r < 0x20 || r >= 0x7f && r < 0xa0 {
		return true
	}
	if r < 0xad {
		return false
	}
	switch r {
	case 0x200c, 0x200d: // joiners: without them emoji and Persian fall apart
		return false
	case 0x2028, 0x2029:
		return true
	}
	return unicode.Is(unicode.Cf, r) && !isTagOrPrepend(r)
}

// isTagOrPrepend reports the format characters that are seen: Arabic number signs, and the tag characters that
// make regional flags.
func isTagOrPrepend(r rune) bool {
	return unicode.Is(unicode.Prepended_Concatenation_Mark, r) || r >= 0xe0020 && r <= 0xe007f
}

// ShellWord returns a path as it can be pasted behind a command: quoted where a shell would take it apart.
func ShellWord(path string) string {
	p := Printable(path)
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r > 0x7f || strings.ContainsRune("/\\:._-+@%~,=", r)
	}
	if strings.IndexFunc(p, func(r rune) bool { return !plain(r) }) < 0 {
		return p
	}
	return "'" + strings.ReplaceAll(p, "'", `'\''`) + "'"
}
