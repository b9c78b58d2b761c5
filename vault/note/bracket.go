package note

import (
	"bytes"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A bracket is an open '[' that may yet begin a link.
type bracket struct {
	start int // offset in src of the '[', or of the '!' before it
	text  int // offset in src behind the '['
	image bool
	inner bool // another bracket opened behind it
}

// openBracket and closeBracket are the inline rule of Markdown links: [text](destination "title"), ![alt](destination),
// and the reference forms [text][label] and [label]. goldmark's own rule is not used because its cost grows with the
// square of the open brackets, and because a link's text is wanted as written.

// openBracket notes the '[' that the reader stands at, and passes over nothing.
func (s *scan) openBracket(reader text.Reader) bool {
	_, segment := reader.PeekLine()
	at := segment.Start - segment.Padding
	s.steps++
	b := bracket{start: at, text: at + 1}
	if at > 0 && s.src[at-1] == '!' && (at < 2 || s.src[at-2] != '\\') {
		b.start, b.image = at-1, true
	}
	if n := len(s.block.open); n > 0 {
		s.block.open[n-1].inner = true
	}
	s.block.open = append(s.block.open, b)
	return false
}

// closeBracket files the link that the ']' that the reader stands at closes, if it does.
func (s *scan) closeBracket(reader text.Reader) bool {
	line, segment := reader.PeekLine()
	at := segment.Start - segment.Padding
	s.steps++
	if len(s.block.open) == 0 {
		return false
	}
	last := len(s.block.open) - 1
	b := s.block.open[last]
	s.block.open = s.block.open[:last]
	barred := last < s.block.barred && !b.image
	s.block.barred = min(s.block.barred, last)
	if barred {
		return false
	}
	dest, end, ok := s.destination(b, line, at)
	if !ok {
		return false
	}
	if !b.image {
		s.block.barred = last
	}
	s.addMarkdownLink(b, at, dest, at+end)
	reader.Advance(end)
	return true
}

// destination finds where the link leads that b opened and the ']' at line[0] closes. end is relative to line.
func (s *scan) destination(b bracket, line []byte, at int) (dest string, end int, ok bool) {
	if bytes.HasPrefix(line[1:], []byte("([[")) {
		return "", 0, false // [text]([[x]]), as other tools write it: the wikilink is the link
	}
	if len(line) > 1 && line[1] == '(' {
		raw, end, looked := inlineDestination(line[1:])
		s.steps += looked
		if end > 0 {
			return raw, end + 1, true
		}
	}
	if len(s.refs) == 0 || b.inner {
		return "", 0, false
	}
	if len(line) > 2 && line[1] == '[' {
		if close := bytes.IndexByte(line[2:min(len(line), 2+maxLabel)], ']'); close > 0 {
			s.steps += close
			dest, ok = s.refs[foldLabel(line[2:2+close])]
			return dest, close + 3, ok
		}
	}
	if at-b.text > maxLabel {
		return "", 0, false
	}
	s.steps += at - b.text
	dest, ok = s.refs[foldLabel(s.src[b.text:at])]
	end = 1
	if ok && bytes.HasPrefix(line[1:], []byte("[]")) {
		end = 3
	}
	return dest, end, ok
}

// inlineDestination reads "(destination "title")" at the start of b as CommonMark 0.31 section 6.3 says, on one
// line. It returns the destination as written and the offset behind the ')', or 0.
func inlineDestination(b []byte) (dest string, end, looked int) {
	i := 1 + blanks(b[1:])
	start := i
	if i < len(b) && b[i] == '<' {
		for i++; i < len(b) && b[i] != '>'; i++ {
			if b[i] == '<' || b[i] == '\n' {
				return "", 0, i
			}
			if b[i] == '\\' {
				i++
			}
		}
		if i >= len(b) {
			return "", 0, len(b)
		}
		dest = string(b[start+1 : i])
		i++
	} else {
		i += bareDestination(b[i:])
		dest = string(b[start:i])
	}
	gap := blanks(b[i:])
	i += gap
	if gap > 0 && i < len(b) {
		i += title(b[i:])
		i += blanks(b[i:])
	}
	if i >= len(b) || b[i] != ')' {
		return "", 0, i
	}
	return dest, i + 1, i
}

// bareDestination returns the length of a destination without angle brackets: no blanks or control characters,
// parentheses in balance and at most 32 deep.
func bareDestination(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\' && i+1 < len(b) && util.IsPunct(b[i+1]):
			i++
		case c <= ' ' || c == 0x7f:
			return i
		case c == '(':
			if depth++; depth > 32 {
				return i
			}
		case c == ')':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(b)
}

// title returns the length of a link title, or 0.
func title(b []byte) int {
	closer := b[0]
	switch closer {
	case '"', '\'':
	case '(':
		closer = ')'
	default:
		return 0
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case closer:
			return i + 1
		case '\\':
			i++
		case '(', '\n':
			return 0
		}
	}
	return 0
}

func blanks(b []byte) int { return len(b) - len(bytes.TrimLeft(b, " \t")) }

func (s *scan) addMarkdownLink(b bracket, closing int, dest string, end int) {
	l, ok := splitDestination(dest)
	if !ok {
		return
	}
	l.Embed = b.image
	l.Alias, l.HasAlias = string(s.src[b.text:closing]), true
	l.Span = s.span(b.start, end)
	l.TargetSpan = Span{l.Span.End, l.Span.End}
	if inline := closing + len("]("); inline < end && s.src[closing+1] == '(' {
		if i := bytes.Index(s.src[inline:end], []byte(dest)); i >= 0 {
			path, _, _ := strings.Cut(dest, "#")
			l.TargetSpan = s.span(inline+i, inline+i+len(path))
		}
	}
	s.links = append(s.links, l)
}

// splitDestination turns a Markdown destination into a link's target and subpath, percent-decoded. External
// addresses and empty destinations are no links.
func splitDestination(dest string) (Link, bool) {
	dest = strings.TrimSpace(string(util.UnescapePunctuations([]byte(dest))))
	if dest == "" || isExternal(dest) {
		return Link{}, false
	}
	path, sub, hasSub := strings.Cut(dest, "#")
	l := Link{Kind: LinkMarkdown, Target: strings.TrimSpace(percentDecode(path))}
	if hasSub {
		l.Subpath = "#" + strings.TrimSpace(percentDecode(sub))
	}
	return l, true
}

// percentDecode decodes s, or returns it as it is when that would not give text.
func percentDecode(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	d, err := url.PathUnescape(s)
	if err != nil || !utf8.ValidString(d) {
		return s
	}
	return d
}

// isExternal says whether a destination has a scheme (RFC 3986 section 3.1) or names a host.
func isExternal(dest string) bool {
	if strings.HasPrefix(dest, "//") {
		return true
	}
	for i := range len(dest) {
		c := dest[i]
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '.' || c == '-'):
		case c == ':':
			return i > 1 // "c:" is no scheme
		default:
			return false
		}
	}
	return false
}
