package note

import (
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"vaultgraph/vault/lazyregexp"
)

// The plain scalars of YAML 1.2 (core schema, section 10.3.2), which is what Obsidian reads since 1.9: "yes" is a
// string, 010 is ten, 1_000 is text, and a date stays the text that was written.
var (
	intScalar   = lazyregexp.New(`^[-+]?[0-9]+$`)
	octalScalar = lazyregexp.New(`^0o[0-7]+$`)
	hexScalar   = lazyregexp.New(`^0x[0-9a-fA-F]+$`)
	floatScalar = lazyregexp.New(`^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$`)
)

// scalar decodes a scalar node to nil, bool, int64, float64 or string.
func scalar(n *yaml.Node) any {
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle|yaml.TaggedStyle) != 0 {
		return n.Value
	}
	s := n.Value
	switch s {
	case "", "~", "null", "Null", "NULL":
		return nil
	case "true", "True", "TRUE":
		return true
	case "false", "False", "FALSE":
		return false
	}
	if c := s[0]; c != '+' && c != '-' && c != '.' && (c < '0' || c > '9') {
		return s
	}
	if !mayBeNumber(s) {
		return s
	}
	switch {
	case intScalar().MatchString(s):
		if i, err := strconv.ParseInt(s, 10, 64); err == nil {
			return i
		}
	case octalScalar().MatchString(s), hexScalar().MatchString(s):
		if i, err := strconv.ParseInt(strings.ToLower(s), 0, 64); err == nil {
			return i
		}
	}
	if floatScalar().MatchString(s) {
		if f, err := strconv.ParseFloat(s, 64); err == nil && !math.IsInf(f, 0) {
			return f
		}
	}
	return s
}

// mayBeNumber says whether s has nothing that no number has: signs but at its start and behind an e, or other letters
// than those of 0x and 0o and of digits. It spares the patterns for dates and versions.
func mayBeNumber(s string) bool {
	for i := range len(s) {
		switch c := s[i]; c {
		case '+', '-':
			if i > 0 && s[i-1] != 'e' && s[i-1] != 'E' {
				return false
			}
		default:
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') && c != '.' && c != 'x' && c != 'o' {
				return false
			}
		}
	}
	return true
}
