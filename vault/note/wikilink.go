package note

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/text"
)

// wikilink is the inline rule of [[target#subpath|alias]] and ![[…]]. It stands before the rule of single brackets,
// which would otherwise take the outer pair.
func (s *scan) wikilink(reader text.Reader) bool {
	line, segment := reader.PeekLine()
	open := 0
	if line[0] == '!' {
		open = 1
	}
	end, looked := wikilinkEnd(line[open:])
	s.steps += looked
	if end < 0 {
		return false
	}
	end += open
	l, ok := splitWikilink(line[open+2 : end-2])
	if !ok {
		return false
	}
	start := s.base + segment.Start - segment.Padding
	l.Embed = open == 1
	l.Span = Span{start, start + end}
	l.TargetSpan = Span{l.TargetSpan.Start + start + open + 2, l.TargetSpan.End + start + open + 2}
	s.links = append(s.links, l)
	reader.Advance(end)
	return true
}

// wikilinkEnd returns the offset behind the closing brackets of the wikilink that b begins with, or -1, and how
// many bytes it looked at. The end is the first "]]"; a single ']' is part of the target; a line break, or another
// "[[" before the end, means that no link begins here (Obsidian counts only the innermost of nested brackets).
func wikilinkEnd(b []byte) (end, looked int) {
	if len(b) < 5 || b[0] != '[' || b[1] != '[' || b[2] == '[' {
		return -1, 1
	}
	for i := 2; i+1 < len(b); i++ {
		switch b[i] {
		case '\n', '\r':
			return -1, i
		case '[':
			if b[i+1] == '[' {
				return -1, i
			}
		case ']':
			if b[i+1] == ']' {
				return i + 2, i
			}
		}
	}
	return -1, len(b)
}

// splitWikilink splits the text between the brackets: at the first bar, then at the first '#'. A backslash before
// the bar belongs to a table's cell and to neither side. The spans are relative to inner.
func splitWikilink(inner []byte) (l Link, ok bool) {
	if len(bytes.TrimSpace(inner)) == 0 {
		return Link{}, false
	}
	path := inner
	if bar := bytes.IndexByte(inner, '|'); bar >= 0 {
		before := inner[:bar]
		if bytes.HasSuffix(before, []byte{'\\'}) {
			before = before[:bar-1]
		}
		// [[|label]] is an odd link to a note called "|label" in Obsidian, not a label without a target.
		if len(bytes.TrimSpace(before)) > 0 {
			path = before
			l.Alias, l.HasAlias = string(inner[bar+1:]), true
		}
	}
	target := path
	if hash := bytes.IndexByte(path, '#'); hash >= 0 {
		target = path[:hash]
		l.Subpath = "#" + strings.TrimSpace(string(path[hash+1:]))
	}
	trimmed := bytes.TrimSpace(target)
	l.Target = string(trimmed)
	lead := len(target) - len(bytes.TrimLeftFunc(target, unicode.IsSpace))
	if len(trimmed) == 0 {
		lead = 0
	}
	l.TargetSpan = Span{lead, lead + len(trimmed)}
	return l, true
}
