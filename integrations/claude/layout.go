package claude

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"
)

// A layout is how a file is written: what is added to it is written likewise.
type layout struct {
	newline string
	unit    string // one step of indentation
	oneLine bool   // everything is on one line
}

// layoutOf looks at the first member of the file. A file with none is laid out as the host does it.
func layoutOf(s *settings) layout {
	l := layout{newline: "\n", unit: "  "}
	if i := bytes.IndexByte(s.text, '\n'); i > 0 && s.text[i-1] == '\r' {
		l.newline = "\r\n"
	}
	if s.root == nil {
		return l
	}
	members := s.root.Value.(*hujson.Object).Members
	if len(members) == 0 {
		return l
	}
	indent, ok := indentOf(members[0].Name.BeforeExtra)
	if ok && indent != "" {
		l.unit = indent
	}
	l.oneLine = !ok
	return l
}

// indentOf returns the indentation that blanks before a value end with; false where they hold no line end.
func indentOf(blanks []byte) (string, bool) {
	i := bytes.LastIndexByte(blanks, '\n')
	return string(blanks[i+1:]), i >= 0
}

// An entry is what is added to an object, or with an empty key to an array.
type entry struct {
	key   string
	value any
}

// insert returns the splices that add entries behind the last child of an object or an array. Each but those of an
// empty one is a splice of its own, so that it can be found and taken out by itself.
func (s *settings) insert(l layout, into *hujson.Value, entries []entry) ([]splice, error) {
	first, end := children(into)
	if end == 0 {
		return s.fill(l, into, entries)
	}
	indent, lines := indentOf(first)
	if !lines {
		l.oneLine = true
	}
	var splices []splice
	for _, e := range entries {
		text, err := e.render(l, indent)
		if err != nil {
			return nil, err
		}
		switch {
		case lines:
			text = "," + l.newline + indent + text
		case len(first) > 0:
			text = ", " + text
		default:
			text = "," + text
		}
		splices = append(splices, splice{end, end, text})
	}
	return splices, nil
}

// fill is insert for an object or an array that is empty.
func (s *settings) fill(l layout, into *hujson.Value, entries []entry) ([]splice, error) {
	outer := s.indentAt(into.StartOffset)
	indent := outer + l.unit
	between, after := l.newline+indent, l.newline+outer
	if l.oneLine {
		between, after = "", ""
	}
	if _, broken := indentOf(extraOf(into)); broken {
		after = ""
	}
	var b strings.Builder
	for i, e := range entries {
		text, err := e.render(l, indent)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(between + text)
	}
	at := into.StartOffset + 1
	return []splice{{at, at, b.String() + after}}, nil
}

// indentAt returns the blanks that the line of an offset starts with.
func (s *settings) indentAt(at int) string {
	line := s.text[bytes.LastIndexByte(s.text[:at], '\n')+1 : at]
	line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// render writes an entry with the first line at no indentation, and the others at indent and deeper.
func (e entry) render(l layout, indent string) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e.value); err != nil {
		return "", err
	}
	value, key, colon := strings.TrimSuffix(b.String(), "\n"), "", ""
	if e.key != "" {
		key, colon = string(hujson.String(e.key)), ":"
	}
	if l.oneLine {
		return key + colon + value, nil
	}
	b.Reset()
	if err := json.Indent(&b, []byte(value), indent, l.unit); err != nil {
		return "", err
	}
	if colon != "" {
		colon = ": "
	}
	return key + colon + strings.ReplaceAll(b.String(), "\n", l.newline), nil
}

// children returns what stands before the first child of an object or an array, and the offset behind the last one;
// 0 where there is none.
func children(v *hujson.Value) (before []byte, end int) {
	switch v := v.Value.(type) {
	case *hujson.Object:
		if n := len(v.Members); n > 0 {
			return v.Members[0].Name.BeforeExtra, v.Members[n-1].Value.EndOffset
		}
	case *hujson.Array:
		if n := len(v.Elements); n > 0 {
			return v.Elements[0].BeforeExtra, v.Elements[n-1].EndOffset
		}
	}
	return nil, 0
}

// extraOf returns the blanks before the closing bracket.
func extraOf(v *hujson.Value) []byte {
	switch v := v.Value.(type) {
	case *hujson.Object:
		return v.AfterExtra
	case *hujson.Array:
		return v.AfterExtra
	}
	return nil
}
