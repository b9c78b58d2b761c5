package note

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// inlineMark says which bytes an inline rule may begin with, and that a backslash takes that from the byte behind it.
var inlineMark = [256]bool{'`': true, '!': true, '[': true, ']': true, '<': true, '$': true, '#': true, '\\': true}

// applyRule tries the inline rules that begin with c on what r stands at. It says whether one of them passed over its
// text; otherwise r may stand anywhere.
func (s *scan) applyRule(c byte, r text.Reader) bool {
	switch c {
	case '`':
		return s.codeSpan(r)
	case '!':
		return s.wikilink(r)
	case '[':
		return s.wikilink(r) || s.openBracket(r)
	case ']':
		return s.closeBracket(r)
	case '<':
		return s.angle(r)
	case '$':
		return s.displayMath(r)
	case '#':
		return s.tag(r)
	}
	return false
}

// inline applies the inline rules to the text of n and of the blocks in it.
func (s *scan) inline(n ast.Node, r text.BlockReader) {
	if n.HasChildren() { // a block of blocks has no text of its own
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			s.inline(c, r)
		}
		return
	}
	if lines := n.Lines(); lines.Len() > 0 && !n.IsRaw() {
		r.Reset(lines)
		s.readText(r)
		s.block = block{open: s.block.open[:0]} // each block begins with a clean slate
	}
}

// readText applies the inline rules to a block of text. Its way over the bytes is that of goldmark, to which a test holds
// it equal; only where a rule may begin, it does more than look at a byte.
func (s *scan) readText(r text.Reader) {
	applied, escaped := false, false
	for line, _ := r.PeekLine(); line != nil; line, _ = r.PeekLine() {
		if applied, escaped = s.readLine(r, line, escaped); !applied {
			r.AdvanceLine()
		}
	}
}

// readLine reads what is left of a line up to where an inline rule applies, and says whether one did. escaped says
// whether the next byte stands behind a backslash, which may be that of the line before; at the start of what is left
// that takes nothing from it.
func (s *scan) readLine(r text.Reader, line []byte, escaped bool) (applied, stillEscaped bool) {
	from := 0 // where r stands
	text := line[:textLength(line)]
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !inlineMark[c] {
			escaped = false
			for i+1 < len(text) && !inlineMark[text[i+1]] {
				i++
			}
			continue
		}
		if c != '\\' && (i == 0 || !escaped) {
			r.Advance(i - from)
			from = i
			number, position := r.Position()
			if s.applyRule(c, r) {
				return true, escaped
			}
			r.SetPosition(number, position)
		}
		escaped = c == '\\' && !escaped
	}
	return false, escaped
}

// textLength returns the length of a line without its line break; without the backslash or the blanks, too, that make
// it a hard one (CommonMark 0.31 section 6.7).
func textLength(line []byte) int {
	text, ended := bytes.CutSuffix(line, lineFeed)
	if !ended {
		return len(line)
	}
	length := len(text)
	text = bytes.TrimSuffix(text, []byte{'\r'})
	switch {
	case bytes.HasSuffix(text, []byte(`\`)) && !bytes.HasSuffix(text, []byte(`\\`)):
		return len(text) - 1
	case bytes.HasSuffix(text, []byte("  ")):
		return len(text) - 2
	}
	return length
}
