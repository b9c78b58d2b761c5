package note

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vaultgraph/vault/lazyregexp"
)

// Escape returns the text s, which must be one line, in Markdown that reads as that text and is nothing else: no
// link, embed, tag, comment, HTML, math, footnote, inline field or block id. Code between backticks and marks of
// emphasis stay as typed, since they hold nothing of that kind. Where the text begins a block, EscapeStart goes first.
func Escape(s string) string {
	var b strings.Builder
	before := ' ' // what stands before the text may be anything
	for i := 0; i < len(s); {
		if s[i] == '`' {
			n := codeLength(s[i:])
			if n == 0 {
				n = runLength([]byte(s[i:]), '`')
				b.WriteString(strings.Repeat("\\`", n))
			} else {
				b.WriteString(s[i : i+n])
			}
			i += n
			before = '`'
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if special(r, before, s[i+size:]) {
			b.WriteByte('\\')
		}
		b.WriteString(s[i : i+size])
		before = r
		i += size
	}
	return b.String()
}

// codeLength returns the length of the code span that s begins with, or 0. One that holds a %% is none to us: whether
// a comment may begin there is not settled.
func codeLength(s string) int {
	n := runLength([]byte(s), '`')
	for i := n; i < len(s); {
		run := runLength([]byte(s[i:]), '`')
		if run == n {
			if strings.Contains(s[:i], "%%") {
				return 0
			}
			return i + n
		}
		i += max(run, 1)
	}
	return 0
}

var entity = lazyregexp.New(`^(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#[xX][0-9A-Fa-f]+);`)

// special says whether r, with a rune before it and rest behind it, needs a backslash.
func special(r, before rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case '[':
		return true
	case '\\':
		return rest == "" || next < utf8.RuneSelf && (unicode.IsPunct(next) || unicode.IsSymbol(next))
	case '<':
		return next == '/' || next == '!' || next == '?' || next < utf8.RuneSelf && unicode.IsLetter(next)
	case '&':
		return entity().MatchString(rest)
	case '#':
		return !unicode.IsLetter(before) && !unicode.IsDigit(before)
	case '^':
		return !unicode.IsLetter(before) && !unicode.IsDigit(before)
	case ':', '%':
		return before == r
	case '$':
		return before == '$' || next == '$' || strings.ContainsRune(rest, '$') && !unicode.IsSpace(next) && !unicode.IsDigit(next)
	}
	return false
}

var (
	blockMark   = lazyregexp.New("^(?:[#>+*=|~-]|`{3})")
	numberMark  = lazyregexp.New(`^([0-9]{1,9})[.)](?:[ \t]|$)`)
	fencedStart = lazyregexp.New("^(`{3,})([^`]*)$")
)

// EscapeStart returns escaped text so that it stays a paragraph where it begins a block: no heading, quote, list
// item, rule, table or fence.
func EscapeStart(escaped string) string {
	if m := numberMark().FindStringSubmatchIndex(escaped); m != nil {
		return escaped[:m[3]] + `\` + escaped[m[3]:]
	}
	if blockMark().MatchString(escaped) && escaped[0] != '`' || fencedStart().MatchString(escaped) {
		return `\` + escaped
	}
	return escaped
}

// EscapeLabel returns s as the text of a Markdown link.
func EscapeLabel(s string) string {
	return strings.ReplaceAll(Escape(strings.ReplaceAll(s, "`", "'")), "]", `\]`)
}
