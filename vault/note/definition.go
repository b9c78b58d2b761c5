package note

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// maxLabel is the longest label of a reference, in bytes (CommonMark 0.31 section 6.3).
const maxLabel = 999

// definitions takes link reference definitions, "[label]: destination", from the start of a paragraph. Links that
// use them count like other Markdown links. Each stands on one line; goldmark's own transformer, which also reads
// them over several, costs the square of their number.
type definitions struct{}

// Transform implements parser.ParagraphTransformer.
func (definitions) Transform(p *ast.Paragraph, reader text.Reader, pc parser.Context) {
	s := scanOf(pc)
	lines := p.Lines()
	taken := 0
	for ; taken < lines.Len(); taken++ {
		l := lines.At(taken)
		label, dest, ok := definition(l.Value(reader.Source()))
		if !ok {
			break
		}
		s.steps += l.Len()
		if s.refs == nil {
			s.refs = map[string]string{}
		}
		if _, known := s.refs[label]; !known {
			s.refs[label] = dest
		}
	}
	switch {
	case taken == 0:
	case taken == lines.Len():
		p.Parent().RemoveChild(p.Parent(), p)
	default:
		lines.SetSliced(taken, lines.Len())
	}
}

// definition reads one reference definition; a footnote's "[^label]:" is none.
func definition(line []byte) (label, dest string, ok bool) {
	line = bytes.TrimSpace(line)
	if len(line) < 4 || line[0] != '[' || line[1] == '^' || line[1] == '[' {
		return "", "", false
	}
	close := bytes.IndexByte(line[:min(len(line), maxLabel)], ']')
	if close < 2 || close+1 >= len(line) || line[close+1] != ':' {
		return "", "", false
	}
	rest := bytes.TrimSpace(line[close+2:])
	if len(rest) == 0 {
		return "", "", false
	}
	// The same grammar as within parentheses: lend it a pair.
	dest, end, _ := inlineDestination(append(append([]byte{'('}, rest...), ')'))
	if end != len(rest)+2 {
		return "", "", false
	}
	return foldLabel(line[1:close]), dest, true
}

// foldLabel makes labels comparable: case and runs of blanks do not count.
func foldLabel(label []byte) string {
	return strings.ToLower(strings.Join(strings.Fields(string(label)), " "))
}
