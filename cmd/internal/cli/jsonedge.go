package cli

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"vaultgraph/vault"
)

// appendEdge appends a link as writeJSON writes its edgeDoc. A vault has many times more links than notes, and the
// general way takes several times as long for each.
func appendEdge(b []byte, l *vault.Link) []byte {
	b = appendString(append(b, `{"from":`...), l.From)
	b = appendStringOrNull(append(b, `,"to":`...), l.To)
	b = appendString(append(b, `,"target":`...), l.Target)
	b = appendString(append(b, `,"subpath":`...), l.Subpath)
	b = append(b, `,"alias":`...)
	if l.HasAlias {
		b = appendString(b, l.Alias)
	} else {
		b = append(b, "null"...)
	}
	b = strconv.AppendBool(append(b, `,"embed":`...), l.Embed)
	b = appendString(append(b, `,"kind":`...), l.Kind.String())
	b = append(b, `,"line":`...)
	if l.Line == 0 {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, int64(l.Line), 10)
	}
	b = appendStringOrNull(append(b, `,"key":`...), l.Key)
	b = appendStringOrNull(append(b, `,"relation":`...), l.Relation)
	b = appendStringOrNull(append(b, `,"annotation":`...), l.Annotation)
	b = appendStringOrNull(append(b, `,"section":`...), l.Section)
	return append(b, '}')
}

// appendStringOrNull appends a string, null for "".
func appendStringOrNull(b []byte, s string) []byte {
	if s == "" {
		return append(b, "null"...)
	}
	return appendString(b, s)
}

// appendString appends a string as writeJSON writes it.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if 0x20 <= c && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if c < utf8.RuneSelf || r == utf8.RuneError && size == 1 || hidesInTerminal(r) {
			b = appendEscape(append(b, s[done:i]...), r)
			done = i + size
		}
		i += size
	}
	return append(append(b, s[done:]...), '"')
}

// hidesInTerminal says whether a terminal would obey or hide a character, or a program take it for a line end.
func hidesInTerminal(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029
}

// appendEscape appends the escape of a character in a string.
func appendEscape(b []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(b, '\\', byte(r))
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	if r >= 0x10000 {
		hi, lo := utf16Pair(r)
		return appendHex(appendHex(b, hi), lo)
	}
	return appendHex(b, r)
}

// appendHex appends the escape of a character of sixteen bits.
func appendHex(b []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', digits[r>>12&0xf], digits[r>>8&0xf], digits[r>>4&0xf], digits[r&0xf])
}
