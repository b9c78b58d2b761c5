package note

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// flatYAML returns the root of a block of the kind that nearly all notes have: properties at the left margin, each with
// a scalar on the same line, a list in brackets there, or a list of such values below. It makes the nodes that the YAML
// library makes of them, but for their tags and in a fraction of the time. At the first character that could mean
// something else it gives up and returns nil: the library knows what YAML is, and tests hold this function to it. The
// first nodes stand in room, which is empty.
func flatYAML(content []byte, room []yaml.Node) *yaml.Node {
	if !isFlatText(content) {
		return nil
	}
	r := flatReader{rest: string(content), nodes: room}
	root := r.node(yaml.MappingNode, 0, "", 1)
	root.Content = make([]*yaml.Node, 0, 2*bytes.Count(content, lineFeed)+2)
	for r.next() {
		below := strings.TrimLeft(r.line, " ")
		if item, ok := strings.CutPrefix(below, "- "); ok {
			if !r.item(len(r.line)-len(below)+1, item) {
				return nil
			}
		} else if !r.entry(root) {
			return nil
		}
	}
	if len(root.Content) == 0 {
		return nil
	}
	root.Line = root.Content[0].Line
	return root
}

// isFlatText says whether b holds nothing but printable characters and line breaks that all take for one.
func isFlatText(b []byte) bool {
	for i := 0; i < len(b); {
		c := b[i]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\n' && !bytes.HasPrefix(b[i:], []byte("\r\n")) || c == 0x7f {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case size == 1, r < 0xa0, r == 0x2028, r == 0x2029, r == 0xfeff, r == 0xfffe, r == 0xffff:
			return false
		}
		i += size
	}
	return true
}

// A flatReader reads a block line by line.
type flatReader struct {
	rest   string      // behind the line
	line   string      // without its line break
	number int         // of the line, from 1
	open   *yaml.Node  // the value of a property that has none on its line: a list may follow
	nodes  []yaml.Node // not used yet
}

// manyNodes is how many nodes are made at once: those of a usual block.
const manyNodes = 32

// next reads the next line that is not empty.
func (r *flatReader) next() bool {
	for r.rest != "" {
		r.line, r.rest, _ = strings.Cut(r.rest, "\n")
		r.line = strings.TrimSuffix(r.line, "\r")
		r.number++
		if r.line != "" {
			return true
		}
	}
	return false
}

// node returns a node that stands in the present line, at a column from 1.
func (r *flatReader) node(kind yaml.Kind, style yaml.Style, value string, column int) *yaml.Node {
	if len(r.nodes) == 0 {
		r.nodes = make([]yaml.Node, manyNodes)
	}
	n := &r.nodes[0]
	r.nodes = r.nodes[1:]
	n.Kind, n.Style, n.Value, n.Line, n.Column = kind, style, value, r.number, column
	return n
}

// maxFlatKey is below the length up to which a key of YAML need not be marked as one.
const maxFlatKey = 200

// entry reads the line of a property.
func (r *flatReader) entry(root *yaml.Node) bool {
	key, text, ok := strings.Cut(r.line, ":")
	if !ok || len(key) > maxFlatKey || !isFlatWord(key) || text != "" && text[0] != ' ' {
		return false
	}
	column := utf8.RuneCountInString(key) + len(":") + 1
	var value *yaml.Node
	if text == "" {
		value = r.node(yaml.ScalarNode, 0, "", column)
		r.open = value
	} else {
		value = r.value(text, column)
		r.open = nil
	}
	if value == nil {
		return false
	}
	root.Content = append(root.Content, r.node(yaml.ScalarNode, 0, key, 1), value)
	return true
}

// item reads the line of a list below its key, given the column of the dash and what stands behind it and a blank.
func (r *flatReader) item(column int, text string) bool {
	switch list := r.open; {
	case list == nil:
		return false
	case list.Kind == yaml.ScalarNode: // the first item
		list.Kind, list.Line, list.Column = yaml.SequenceNode, r.number, column
	case list.Column != column:
		return false
	}
	value := r.value(text, column+len("- "))
	if value == nil {
		return false
	}
	r.open.Content = append(r.open.Content, value)
	return true
}

// value reads a value that ends the line, with blanks before it, or returns nil.
func (r *flatReader) value(text string, column int) *yaml.Node {
	s := strings.TrimLeft(text, " ")
	column += len(text) - len(s)
	switch {
	case s == "":
		return nil
	case s[0] == '[':
		return r.list(s, column)
	case s[0] == '"' || s[0] == '\'':
		if quotedLength(s) != len(s) {
			return nil
		}
		return r.quoted(s, column)
	case !isFlatPlain(s):
		return nil
	}
	return r.node(yaml.ScalarNode, 0, s, column)
}

// list reads a list in brackets.
func (r *flatReader) list(s string, column int) *yaml.Node {
	inner, closed := strings.CutSuffix(s[1:], "]")
	if !closed {
		return nil
	}
	list := r.node(yaml.SequenceNode, yaml.FlowStyle, "", column)
	for inner != "" {
		column++ // behind the bracket or comma
		s := strings.TrimLeft(inner, " ")
		column += len(inner) - len(s)
		end := flatItemLength(s)
		if end == 0 {
			return nil
		}
		if s[0] == '"' || s[0] == '\'' {
			list.Content = append(list.Content, r.quoted(s[:end], column))
		} else {
			list.Content = append(list.Content, r.node(yaml.ScalarNode, 0, s[:end], column))
		}
		column += utf8.RuneCountInString(s[:end])
		inner = strings.TrimLeft(s[end:], " ")
		column += len(s) - end - len(inner)
		if inner != "" && (inner[0] != ',' || len(inner) == 1) {
			return nil
		}
		inner = strings.TrimPrefix(inner, ",")
	}
	return list
}

// flatItemLength returns the length of the item of a list in brackets that s begins with, or 0.
func flatItemLength(s string) int {
	if s == "" {
		return 0
	}
	if s[0] == '"' || s[0] == '\'' {
		return quotedLength(s)
	}
	word, _, _ := strings.Cut(s, ",")
	if word = strings.TrimRight(word, " "); !isFlatWord(word) {
		return 0
	}
	return len(word)
}

// quoted returns the node of a text in quotes.
func (r *flatReader) quoted(s string, column int) *yaml.Node {
	style := yaml.DoubleQuotedStyle
	if s[0] == '\'' {
		style = yaml.SingleQuotedStyle
	}
	return r.node(yaml.ScalarNode, style, s[1:len(s)-1], column)
}

// quotedLength returns the length of the text in quotes that s begins with, or 0 where it does not end or has escapes.
func quotedLength(s string) int {
	i := strings.IndexByte(s[1:], s[0])
	end := 1 + i + 1
	if i < 0 || s[0] == '"' && strings.Contains(s[:end], `\`) || s[0] == '\'' && strings.HasPrefix(s[end:], "'") {
		return 0
	}
	return end
}

// isFlatWord says whether s is text in every place of YAML: letters, digits, and a few marks and blanks within.
func isFlatWord(s string) bool {
	if s == "" || !startsFlat(s[0]) || s[len(s)-1] == ' ' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !startsFlat(c) && c != ' ' && c != '-' && c != '/' && c != '.' {
			return false
		}
	}
	return true
}

// startsFlat says whether a text that begins with c, which may be part of a character, begins nothing else in YAML.
func startsFlat(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

// isFlatPlain says whether s is text without quotes behind a key or a dash, up to the end of the line.
func isFlatPlain(s string) bool {
	start := s[0]
	if (start == '-' || start == '+' || start == '.') && len(s) > 1 {
		start = s[1]
	}
	return startsFlat(start) && s[len(s)-1] != ' ' && s[len(s)-1] != ':' && !strings.Contains(s, ": ") && !strings.Contains(s, " #")
}
