package note

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// tag is the inline rule of #tag.
func (s *scan) tag(reader text.Reader) bool {
	line, segment := reader.PeekLine()
	start := segment.Start - segment.Padding
	if before := reader.PrecendingCharacter(); !unicode.IsSpace(before) && !escapedBefore(s.src, start) {
		return false
	}
	n := tagLength(line[1:])
	s.steps += n + 1
	if n == 0 {
		return false
	}
	s.tags = append(s.tags, Tag{Name: string(line[1 : 1+n]), Span: s.span(start, start+1+n)})
	reader.Advance(1 + n)
	return true
}

// escapedBefore says whether a backslash-escaped mark stands before an offset: Obsidian records the tag in "\[#tag",
// although no blank stands before it.
func escapedBefore(src []byte, at int) bool {
	return at >= 2 && src[at-2] == '\\' && util.IsPunct(src[at-1]) && (at < 3 || src[at-3] != '\\')
}

// tagLength returns how many bytes at the start of b are a tag's name: letters of any script, digits, '_', '-',
// '/' and emoji, at least one of them neither a digit nor one of the three marks; 0 if there is no tag.
func tagLength(b []byte) int {
	i, named := 0, false
	for i < len(b) {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size < 2 || endsTag(r) {
			break
		}
		if !unicode.IsDigit(r) && r != '_' && r != '-' && r != '/' {
			named = true
		}
		i += size
	}
	if !named {
		return 0
	}
	return i
}

// endsTag says whether r cannot stand in a tag. The ASCII marks, general punctuation and supplemental punctuation
// are those that a long-standing plugin found the app to use; Obsidian publishes only examples.
func endsTag(r rune) bool {
	switch {
	case r < 0x80:
		return r <= ' ' || r == 0x7f || strings.ContainsRune("'!\"#$%&()*+,.:;<=>?@^{|}~[]\\`", r)
	case r >= 0x2000 && r <= 0x206f, r >= 0x2e00 && r <= 0x2e7f:
		return true
	}
	return unicode.IsSpace(r)
}
