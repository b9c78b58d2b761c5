// Package note reads one note from its bytes: frontmatter, links, tags, headings, block ids, inline fields and
// annotated connections, each with the range of bytes it stands in, so that an edit elsewhere can be a splice.
//
// It never fails: whatever the bytes are, Parse returns a Note, and says in Problems what could not be read. It
// knows no disk, no vault and no other note: where a link leads is decided by package vault. The rules are those
// of Obsidian; where they are from the format, the comment at the rule says so.
package note

import "cmp"

// A Span is a half-open range of bytes of the source: source[Start:End].
type Span struct{ Start, End int }

// Len returns the number of bytes in s.
func (s Span) Len() int { return s.End - s.Start }

// Compare orders spans by start, then by end.
func (s Span) Compare(t Span) int {
	return cmp.Or(cmp.Compare(s.Start, t.Start), cmp.Compare(s.End, t.End))
}

// A Note is what Parse found in the bytes of one note. All spans are ranges of Source, lines count from 1 and
// include the frontmatter's.
type Note struct {
	// Source is the text that was parsed, as given.
	Source []byte
	// Frontmatter is the fenced YAML block at the top.
	Frontmatter Frontmatter
	// Body is the range behind the frontmatter; the whole text (without a byte-order mark) when there is none.
	Body Span
	// Links holds every link: those of properties first, in their order, then those of the body in theirs.
	Links []Link
	// Headings, Blocks, Tags and Fields are in the order of the text. Tags holds inline tags only.
	Headings []Heading
	Blocks   []Block
	Tags     []Tag
	Fields   []Field
	// Problems is what a person would want to know about this note's text, in the order of the text.
	Problems []Problem
}

// LinkKind says in which syntax a link is written.
type LinkKind uint8

// The kinds of links.
const (
	LinkWiki     LinkKind = iota // [[target#subpath|alias]]
	LinkMarkdown                 // [alias](target#subpath)
	LinkProperty                 // a quoted wikilink that is the whole value of a property
	LinkCanvas                   // a file node of a canvas, or a wikilink in the text of one of its text nodes
)

// String returns the kind's name in JSON: wikilink, markdown, frontmatter or canvas.
func (k LinkKind) String() string {
	return [...]string{"wikilink", "markdown", "frontmatter", "canvas"}[k]
}

// A Link is one reference to another file, as written.
type Link struct {
	Kind LinkKind
	// Target is what stands before the first '#', without blanks around it; percent-decoded in a Markdown link.
	// "" means the file that holds the link.
	Target string
	// Subpath is everything from the first '#', that sign included: "#Heading", "#A#B", "#^block"; or "".
	Subpath string
	// Alias is the text behind the first bar, or a Markdown link's text. HasAlias tells an empty one from none.
	Alias    string
	HasAlias bool
	// Embed is true for ![[x]], ![x](y), and a canvas's file node.
	Embed bool
	// Key is the property's name, with ".0", ".1", … in a list; "nodes.N" in a canvas; "" in a body.
	Key string
	// Line is the line where the link starts; 0 in properties and canvases, as in Obsidian. PropertyLine is that of
	// a link in a property, and 0 elsewhere.
	Line, PropertyLine int
	// Span is the whole link, from its first bracket (or '!') to its last. In a property it is the range of the
	// property's value or list item; in a canvas it is empty.
	Span Span
	// TargetSpan is the range of the target as written. It is empty where the target is, and where that stands
	// elsewhere or otherwise: in a reference link, a property with escapes or a YAML alias, a canvas.
	TargetSpan Span
	// Relation and Annotation say why the link is there: see the grammar in graph/README.md. Both as written,
	// without blanks or formatting marks around them.
	Relation   string
	Annotation string
	// Section is the text of the nearest heading above, "" before the first one.
	Section string
	// Connection is true for the target of a bullet in a Connections section; Item is that bullet's range, from
	// its marker to the end of its last line, line end excluded.
	Connection bool
	Item       Span
}

// A Heading is an ATX or Setext heading outside of quotes, callouts, lists and footnotes: those are the headings that
// Obsidian knows.
type Heading struct {
	Level int    // 1 to 6
	Text  string // as written, without marks and the blanks around it
	Line  int
	Span  Span // from the first mark or text to the end of the line (or underline)
}

// A Block is a block id: "^id" at the end of a paragraph or list item, or on a line of its own behind a block.
type Block struct {
	ID     string // without the caret
	Line   int    // where the block starts that it names
	Span   Span   // the block that it names
	IDSpan Span   // the caret and the id
}

// A Tag is one inline tag.
type Tag struct {
	Name string // without the '#'
	Line int
	Span Span // with the '#'
}

// A Field is an inline field of the Dataview convention: "key:: value" on its own line, or [key:: value] and
// (key:: value) within one.
type Field struct {
	Key   string // as written, without formatting marks
	Value string // as written, trimmed
	Line  int
	Span  Span // brackets included
}

// Severity grades a Problem.
type Severity uint8

// The severities, worst first.
const (
	Error Severity = iota
	Warning
	Notice
)

// String returns error, warning or notice.
func (s Severity) String() string { return [...]string{"error", "warning", "notice"}[s] }

// A Problem is something in a note's text that a person would want to mend.
type Problem struct {
	Severity Severity
	Line     int
	Message  string
}
