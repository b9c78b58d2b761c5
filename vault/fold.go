package vault

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which two names, paths, titles or aliases are compared: composed (NFC), without case,
// and with the no-break spaces that some systems and input methods put into names as plain spaces. Case is folded
// one letter to one letter, as Obsidian does it: ẞ and ß are one, ß and ss are two. Bytes that are not UTF-8 stay
// as they are, so that two broken names never become one. Folding twice changes nothing.
func Fold(s string) string {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			return foldUnicode(s)
		}
		if 'A' <= c && c <= 'Z' {
			return foldASCII(s, i)
		}
	}
	return s
}

// foldASCII folds s, whose first i bytes need nothing.
func foldASCII(s string, i int) string {
	b := []byte(s)
	for ; i < len(b); i++ {
		c := b[i]
		if c >= utf8.RuneSelf {
			return foldUnicode(s)
		}
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func foldUnicode(s string) string {
	s = norm.NFC.String(s)
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			b.WriteByte(s[i])
		} else {
			b.WriteRune(foldRune(r))
		}
		i += size
	}
	// A small letter may compose where its capital did not: J and a caron stay two, j and a caron are one.
	return norm.NFC.String(b.String())
}

// foldRune returns the one rune that stands for all that differ from r in case only.
func foldRune(r rune) rune {
	switch {
	case r == 0xa0 || r == 0x202f:
		return ' '
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	first := r
	alone := true
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		first = min(first, f)
		alone = false
	}
	if alone {
		return r
	}
	return unicode.ToLower(first)
}
