package note

import (
	"bytes"

	"github.com/yuin/goldmark/text"
)

// The rules in this file hide what they span: nothing inside code, HTML or display math is a link or a tag.

// codeSpan is the inline rule of `code`: a run of backticks up to the next run of the same length.
func (s *scan) codeSpan(reader text.Reader) bool {
	line, segment := reader.PeekLine()
	length := runLength(line, '`')
	start := segment.Start - segment.Padding
	if s.block.runs == nil {
		s.block.runs = s.countRuns(reader)
	}
	reader.Advance(length)
	if s.block.runs[length] <= start {
		return true // text
	}
	for {
		line, segment := reader.PeekLine()
		if line == nil {
			return false
		}
		for i := 0; i < len(line); {
			n := runLength(line[i:], '`')
			s.steps += n + 1
			if n == length {
				reader.Advance(i + n)
				s.hide(start, segment.Start-segment.Padding+i+n)
				return true
			}
			i += max(n, 1)
		}
		reader.AdvanceLine()
	}
}

// countRuns looks once over the rest of the block and notes where the last run of each length starts, so that no
// backtick looks for a partner that is not there.
func (s *scan) countRuns(reader text.Reader) map[int]int {
	runs := map[int]int{}
	saved, position := reader.Position()
	for line, segment := reader.PeekLine(); line != nil; line, segment = reader.PeekLine() {
		for i := bytes.IndexByte(line, '`'); i >= 0 && i < len(line); {
			n := runLength(line[i:], '`')
			runs[n] = segment.Start - segment.Padding + i
			i += n
			next := bytes.IndexByte(line[i:], '`')
			if next < 0 {
				break
			}
			i += next
		}
		s.steps += len(line)
		reader.AdvanceLine()
	}
	reader.SetPosition(saved, position)
	return runs
}

func runLength(b []byte, c byte) int {
	n := 0
	for n < len(b) && b[n] == c {
		n++
	}
	return n
}

// hide files a range of src as opaque.
func (s *scan) hide(start, end int) { s.opaque = append(s.opaque, s.span(start, end)) }

// hideUntil hides from the reader's position up to and with the next closing mark in the block, looking from
// offset skip on. A mark that was not found once is not looked for again in the same block.
func (s *scan) hideUntil(reader text.Reader, skip int, mark string) bool {
	if s.block.absent[mark] {
		return false
	}
	line, segment := reader.PeekLine()
	start := segment.Start - segment.Padding
	from := min(skip, len(line))
	for line != nil {
		if i := bytes.Index(line[from:], []byte(mark)); i >= 0 {
			end := from + i + len(mark)
			s.steps += end
			reader.Advance(end)
			s.hide(start, segment.Start-segment.Padding+end)
			return true
		}
		s.steps += len(line)
		reader.AdvanceLine()
		line, segment = reader.PeekLine()
		from = 0
	}
	if s.block.absent == nil {
		s.block.absent = map[string]bool{}
	}
	s.block.absent[mark] = true
	return false
}

// angle is the inline rule of HTML tags, comments and autolinks (CommonMark 0.31 sections 6.5 and 6.6). A tag
// must end on the line where it begins.
func (s *scan) angle(reader text.Reader) bool {
	line, segment := reader.PeekLine()
	switch {
	case bytes.HasPrefix(line, []byte("<!--")):
		return s.hideUntil(reader, 4, "-->")
	case bytes.HasPrefix(line, []byte("<![CDATA[")):
		return s.hideUntil(reader, 9, "]]>")
	case bytes.HasPrefix(line, []byte("<?")):
		return s.hideUntil(reader, 2, "?>")
	}
	end, looked := tagEnd(line)
	s.steps += looked
	if end < 0 {
		return false
	}
	reader.Advance(end)
	start := segment.Start - segment.Padding
	s.hide(start, start+end)
	return true
}

// tagEnd returns the offset behind the '>' of the tag, declaration or autolink that b begins with, or -1.
func tagEnd(b []byte) (end, looked int) {
	i := 1
	if i < len(b) && (b[i] == '/' || b[i] == '!') {
		i++
	}
	if i >= len(b) || !isLetter(b[i]) {
		return -1, 1
	}
	for i < len(b) && (isLetter(b[i]) || b[i] >= '0' && b[i] <= '9' || b[i] == '-') {
		i++
	}
	if i < len(b) && bytes.IndexByte([]byte(":+.@_"), b[i]) >= 0 {
		return autolinkEnd(b, i)
	}
	for i < len(b) {
		gap := blanks(b[i:])
		i += gap
		if i < len(b) && b[i] == '/' {
			i++
		}
		if i >= len(b) || b[i] == '>' {
			break
		}
		n := attributeLength(b[i:])
		if n == 0 || gap == 0 {
			return -1, i
		}
		i += n
	}
	if i >= len(b) {
		return -1, len(b)
	}
	return i + 1, i
}

// autolinkEnd is tagEnd for <scheme:address> and <name@host>, from offset i on.
func autolinkEnd(b []byte, i int) (end, looked int) {
	for ; i < len(b) && b[i] > ' ' && b[i] != '<'; i++ {
		if b[i] == '>' {
			return i + 1, i
		}
	}
	return -1, i
}

// attributeLength returns the length of the HTML attribute that b begins with, or 0.
func attributeLength(b []byte) int {
	if !isLetter(b[0]) && b[0] != '_' && b[0] != ':' {
		return 0
	}
	i := 1
	for i < len(b) && (isLetter(b[i]) || bytes.IndexByte([]byte("0123456789_.:-"), b[i]) >= 0) {
		i++
	}
	if i >= len(b) || b[i] != '=' {
		return i
	}
	i++
	if i >= len(b) {
		return 0
	}
	if q := b[i]; q == '"' || q == '\'' {
		close := bytes.IndexByte(b[i+1:], q)
		if close < 0 {
			return 0
		}
		return i + close + 2
	}
	for i < len(b) && b[i] > ' ' && bytes.IndexByte([]byte("\"'=<>`"), b[i]) < 0 {
		i++
	}
	return i
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// displayMath is the inline rule of display math, $$…$$. A single '$' hides nothing: in notes it is money more often
// than not.
func (s *scan) displayMath(reader text.Reader) bool {
	line, _ := reader.PeekLine()
	return bytes.HasPrefix(line, []byte("$$")) && s.hideUntil(reader, 2, "$$")
}
