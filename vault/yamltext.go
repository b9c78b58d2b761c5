package vault

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// textLines knows where the lines of a text start.
type textLines struct {
	src     []byte
	starts  []int
	newline string
}

func newTextLines(src []byte) textLines {
	t := textLines{src: src, starts: []int{0}, newline: "\n"}
	if bytes.Contains(src, []byte("\r\n")) {
		t.newline = "\r\n"
	}
	for i, c := range src {
		if c == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// startLine returns the line end that is needed before a new line at the end.
func (t textLines) startLine() string {
	if len(t.src) == 0 || t.src[len(t.src)-1] == '\n' {
		return ""
	}
	return t.newline
}

// offset returns the byte at a line and a column in characters, both from 1.
func (t textLines) offset(line, column int) int {
	at := t.starts[min(line, len(t.starts))-1]
	for ; column > 1 && at < len(t.src); column-- {
		_, size := utf8.DecodeRune(t.src[at:])
		at += size
	}
	return at
}

// lineEnd returns the end of a line, before its line end, and what is needed to start a new line there.
func (t textLines) lineEnd(line int) int {
	if line >= len(t.starts) {
		return len(t.src)
	}
	return len(bytes.TrimRight(t.src[:t.starts[line]], "\r\n"))
}

// addTo adds item to the value of a key.
func (t textLines) addTo(key, value *yaml.Node, item string) (cut, string, bool) {
	insert := func(at int, text string) (cut, string, bool) { return cut{at, at}, text, true }
	switch {
	case value.Kind == yaml.ScalarNode && isNull(value) && value.Value == "":
		indent := strings.Repeat(" ", key.Column-1)
		return insert(t.lineEnd(key.Line), t.newline+indent+"  - "+item)
	case value.Kind == yaml.ScalarNode:
		at := t.scalar(value)
		if isNull(value) {
			return at, "[" + item + "]", true
		}
		return at, "[" + string(t.src[at.start:at.end]) + ", " + item + "]", true
	case value.Kind != yaml.SequenceNode:
		return cut{}, "", false
	case len(value.Content) == 0:
		return insert(t.offset(value.Line, value.Column)+1, item)
	}
	last := value.Content[len(value.Content)-1]
	if value.Style&yaml.FlowStyle != 0 {
		return insert(t.scalar(last).end, ", "+item)
	}
	indent := strings.Repeat(" ", value.Column-1)
	return insert(t.lineEnd(last.Line), t.newline+indent+"- "+item)
}

// scalar returns the bytes of a scalar that stands on one line.
func (t textLines) scalar(n *yaml.Node) cut {
	start := t.offset(n.Line, n.Column)
	quote := byte(0)
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		quote = '"'
	case n.Style&yaml.SingleQuotedStyle != 0:
		quote = '\''
	default:
		return cut{start, min(start+len(n.Value), len(t.src))}
	}
	for i := start + 1; i < len(t.src); i++ {
		switch {
		case t.src[i] == '\\' && quote == '"':
			i++
		case t.src[i] == quote && quote == '\'' && i+1 < len(t.src) && t.src[i+1] == quote:
			i++
		case t.src[i] == quote:
			return cut{start, i + 1}
		}
	}
	return cut{start, start}
}
