package note

import "strings"

// State says whether a note has usable properties.
type State uint8

// The states of a frontmatter block.
const (
	Absent  State = iota // no fenced block on the first line
	OK                   // a block, and its YAML is a mapping (or empty)
	Invalid              // a block whose YAML cannot be used; the body is still read
)

// String returns absent, ok or invalid.
func (s State) String() string { return [...]string{"absent", "ok", "invalid"}[s] }

// Frontmatter is the block of properties at the top of a note.
type Frontmatter struct {
	State State
	// Span is the whole block with both fences and the line end behind the closing one; empty when Absent.
	Span Span
	// Content is the YAML between the fences.
	Content Span
	// Properties are the top-level entries in their order; none unless State is OK.
	Properties []Property
	// Tags and Aliases are read by Obsidian's rules (1.9 and later): a list or one string, keys without case.
	Tags    []string
	Aliases []string
	// Err says what is wrong with an Invalid block, and Line where, counted in the file.
	Err  string
	Line int
}

// A Property is one top-level entry of the frontmatter.
type Property struct {
	Key string
	// Value is nil, bool, int64, float64, string, []any or map[string]any. Dates are the strings that were written.
	Value any
	Line  int
	// Span is the entry's lines: from its key to the end of its last line, that line end included. Comments and
	// blank lines behind it belong to no property.
	Span Span
}

// Get returns the property whose name is key, compared without case.
func (f *Frontmatter) Get(key string) (Property, bool) {
	for _, p := range f.Properties {
		if strings.EqualFold(p.Key, key) {
			return p, true
		}
	}
	return Property{}, false
}

// String returns the value of the property key where that is a string, and "" otherwise.
func (f *Frontmatter) String(key string) string {
	p, _ := f.Get(key)
	s, _ := p.Value.(string)
	return s
}
