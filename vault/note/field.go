package note

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// maxFieldKey is the longest key of an inline field, in bytes. Longer text before "::" is prose.
const maxFieldKey = 80

// findFields files the inline fields of one line, given as a range of the body: the whole line "key:: value", or
// bracketed ones within it. The "::" of a whole-line field is followed by a blank or ends the line, so that
// std::vector is no field.
func (o *outline) findFields(line Span) {
	text := o.src[line.Start:line.End]
	if !bytes.Contains(text, []byte("::")) {
		return
	}
	if o.lineField(line, text) {
		return
	}
	fields := bracketed(text)
	end := 0
	for _, f := range fields {
		if f.open >= end && o.addField(line, f.open, f.close, text[f.open+1:f.separator], text[f.separator+2:f.close-1]) {
			end = f.close // a field within a field is part of its value
		}
	}
}

// A bracketedField is [key:: value] or (key:: value) as offsets in a line.
type bracketedField struct{ open, separator, close int }

// bracketed finds the pairs of brackets that hold a "::" directly inside, in the order of their opening.
func bracketed(text []byte) []bracketedField {
	var found, open []bracketedField
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '(':
			open = append(open, bracketedField{open: i})
		case ':':
			if len(open) == 0 || i+1 >= len(text) || text[i+1] != ':' {
				continue
			}
			if top := &open[len(open)-1]; top.separator == 0 {
				top.separator = i
			}
			i++
		case ']', ')':
			if len(open) == 0 {
				continue
			}
			top := open[len(open)-1]
			if square := text[top.open] == '['; square != (text[i] == ']') {
				continue
			}
			open = open[:len(open)-1]
			if top.separator > 0 {
				top.close = i + 1
				found = append(found, top)
			}
		}
	}
	slices.SortFunc(found, func(a, b bracketedField) int { return a.open - b.open })
	return found
}

// lineField files line as a field when it is one as a whole.
func (o *outline) lineField(line Span, text []byte) bool {
	skip := taskBox(text)
	sep := bytes.Index(text, []byte("::"))
	if sep < skip || sep+2 < len(text) && !isBlank(text[sep+2]) {
		return false
	}
	return o.addField(line, skip, len(text), text[skip:sep], text[sep+2:])
}

func (o *outline) addField(line Span, start, end int, key, value []byte) bool {
	name := bytes.TrimSpace(bytes.Trim(bytes.TrimSpace(key), "*_~="))
	if !isFieldKey(name) {
		return false
	}
	span := o.span(line.Start+start, line.Start+end)
	if o.hidden(span.Start) {
		return false
	}
	o.fields = append(o.fields, Field{Key: string(name), Value: string(bytes.TrimSpace(value)), Span: span})
	return true
}

// isFieldKey says whether b can name a field: some letter or emoji, and no brackets, code or line breaks.
func isFieldKey(b []byte) bool {
	if len(b) == 0 || len(b) > maxFieldKey || bytes.ContainsAny(b, "[](){}`<>|\n") {
		return false
	}
	named := false
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		named = named || unicode.IsLetter(r) || r > 0x2000
		b = b[size:]
	}
	return named
}

// hidden says whether an offset of the note lies in code, HTML or math.
func (s *scan) hidden(at int) bool {
	i, found := slices.BinarySearchFunc(s.opaque, at, func(o Span, at int) int { return o.Start - at })
	return found || i > 0 && at < s.opaque[i-1].End
}

// taskBox returns the length of the "[ ] " that makes a list item a task, or 0. Any one character may stand inside.
func taskBox(b []byte) int {
	if len(b) < 4 || b[0] != '[' {
		return 0
	}
	_, size := utf8.DecodeRune(b[1:])
	if len(b) < size+3 || b[1+size] != ']' || !isBlank(b[2+size]) {
		return 0
	}
	return size + 2 + blanks(b[2+size:])
}
