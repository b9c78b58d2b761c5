package note

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// readFrontmatter finds the fenced block and reads its properties. Obsidian's rules for the fences: the opening
// "---" is the very first line, the closing one a line of "---" with nothing but blanks behind it.
func (n *Note) readFrontmatter() {
	src := n.Source
	start := 0
	if bytes.HasPrefix(src, byteOrderMark) {
		start = len(byteOrderMark)
	}
	n.Body = Span{start, len(src)}
	first, content := cutLine(src[start:])
	if !isFence(first) {
		return
	}
	f := &n.Frontmatter
	f.Content.Start = start + content
	for at := f.Content.Start; at < len(src); {
		line, length := cutLine(src[at:])
		if isFence(line) {
			f.Content.End = at
			f.Span = Span{start, at + length}
			n.Body.Start = at + length
			n.decodeProperties()
			return
		}
		at += length
	}
	f.Content = Span{} // no closing fence: all of it is body
}

// cutLine returns the first line of b without its line break, and its length with it.
func cutLine(b []byte) (line []byte, length int) {
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return b, len(b)
	}
	return bytes.TrimSuffix(b[:i], []byte{'\r'}), i + 1
}

func isFence(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && len(bytes.TrimRight(line[3:], " \t\r")) == 0
}

// decodeProperties fills the frontmatter from n.Frontmatter.Content.
func (n *Note) decodeProperties() {
	content := n.Source[n.Frontmatter.Content.Start:n.Frontmatter.Content.End]
	d := decoder{note: n, content: content, lines: yamlLines(content)}
	d.decode()
}

func (d *decoder) decode() {
	room := nodeRooms.Get().(*[manyNodes]yaml.Node)
	d.file(decodeYAML(d.content, room[:]))
	clear(room[:])
	nodeRooms.Put(room)
}

// file puts the properties of a block into the note, given its root, or why there is none.
func (d *decoder) file(root *yaml.Node, err *yamlError) {
	n := d.note
	f := &n.Frontmatter
	if err != nil { // what is not closed is noticed behind the block, and is in its last line at the latest
		last := len(yamlLines(bytes.TrimRight(d.content, " \t\r\n")))
		n.invalidate(d.line(min(err.line, last)), err.message)
		return
	}
	f.State = OK
	if root == nil {
		return
	}
	if err := d.properties(root); err != nil {
		f.Properties, n.Links = nil, nil
		n.invalidate(d.line(err.line), err.message)
		return
	}
	f.Tags = d.stringList("tags", true)
	f.Aliases = d.stringList("aliases", false)
}

// invalidate marks the frontmatter as unusable.
func (n *Note) invalidate(line int, message string) {
	f := &n.Frontmatter
	f.State, f.Err, f.Line = Invalid, message, line
	n.report(Error, f.Line, "frontmatter: "+message)
}

// maxExpanded is how many values the aliases of one block may expand to.
const maxExpanded = 100_000

// A decoder turns the nodes of one block into properties and property links.
type decoder struct {
	note    *Note
	content []byte
	lines   []yamlLine
	values  int   // decoded so far
	last    place // that was looked up
	steps   int   // characters passed by offset: what the tests of linear time count
}

// A place in a block: line and column from 1, in characters, and where that is.
type place struct{ line, column, offset int }

// line returns the file's line of a line of the block.
func (d *decoder) line(line int) int { return d.lines[min(max(line, 1), len(d.lines))-1].line }

func (d *decoder) properties(root *yaml.Node) *yamlError {
	f := &d.note.Frontmatter
	seen := map[string]int{}
	f.Properties = slices.Grow(f.Properties, len(root.Content)/2)
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		if first, twice := seen[key.Value]; twice && key.Kind == yaml.ScalarNode {
			return &yamlError{key.Line, fmt.Sprintf("the property %q stands twice (first in line %d)", key.Value, d.line(first))}
		}
		seen[key.Value] = key.Line
		v, err := d.value(value, 0)
		if err != nil {
			return err
		}
		p := Property{Key: d.keyName(key), Value: v, Line: d.line(key.Line)}
		p.Span = d.entrySpan(root, i)
		f.Properties = append(f.Properties, p)
		d.links(p.Key, value)
		d.warn(p.Key, value)
	}
	return nil
}

// keyName returns a key as text. A key that is no scalar comes from a placeholder such as {{date}} left unquoted;
// it is written as the library that Obsidian uses writes it: "{ date }".
func (d *decoder) keyName(key *yaml.Node) string {
	if key.Kind == yaml.ScalarNode {
		return key.Value
	}
	var inner []string
	for i, c := range key.Content {
		if key.Kind == yaml.SequenceNode || i%2 == 0 {
			inner = append(inner, c.Value)
		}
	}
	if key.Kind == yaml.SequenceNode {
		return "[ " + strings.Join(inner, ", ") + " ]"
	}
	return "{ " + strings.Join(inner, ", ") + " }"
}

// entrySpan returns the lines of the entry whose key is root.Content[i].
func (d *decoder) entrySpan(root *yaml.Node, i int) Span {
	base := d.note.Frontmatter.Content.Start
	if root.Style&yaml.FlowStyle != 0 {
		return d.note.Frontmatter.Content
	}
	start := d.offset(root.Content[i].Line, 1)
	end := len(d.content)
	if i+2 < len(root.Content) {
		end = d.offset(root.Content[i+2].Line, 1)
	}
	leaf := lastLeaf(root.Content[i+1])
	block := leaf.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
	textEnd := start
	if leaf.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		textEnd = d.scalarSpan(leaf).End - base
	}
	// Blank lines and comments before the next key belong to nobody. What looks like a comment is text within
	// quotes, and indented below the '|' of a block scalar.
	for last := end; last > start; end = last {
		last = bytes.LastIndexByte(d.content[start:max(end-1, start)], '\n') + 1 + start
		line := bytes.TrimSpace(d.content[last:end])
		comment := len(line) > 0 && line[0] == '#' && last >= textEnd && (!block || d.content[last] == '#')
		if last <= start || len(line) > 0 && !comment {
			break
		}
	}
	return Span{base + start, base + max(end, start)}
}

// lastLeaf returns the last scalar or alias of a value.
func lastLeaf(n *yaml.Node) *yaml.Node {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}

// offset returns where a line (from 1) and column (from 1, in characters) of the content lie.
func (d *decoder) offset(line, column int) int {
	if line < 1 || line > len(d.lines) {
		return len(d.content)
	}
	p := &d.last // a long line of many links is read once
	if p.line != line || p.column > column {
		*p = place{line, 1, d.lines[line-1].start}
	}
	for ; p.column < column && p.offset < len(d.content); p.column++ {
		d.steps++
		p.offset++
		for p.offset < len(d.content) && d.content[p.offset]&0xc0 == 0x80 {
			p.offset++
		}
	}
	return p.offset
}

// value decodes a node to nil, bool, int64, float64, string, []any or map[string]any.
func (d *decoder) value(n *yaml.Node, depth int) (any, *yamlError) {
	if d.values++; d.values > maxExpanded || depth > 1000 {
		return nil, &yamlError{n.Line, "the values are nested or aliased too deeply"}
	}
	switch n.Kind {
	case yaml.AliasNode:
		return d.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, c := range n.Content {
			v, err := d.value(c, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.MappingNode:
		m := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			v, err := d.value(n.Content[i+1], depth+1)
			if err != nil {
				return nil, err
			}
			m[d.keyName(n.Content[i])] = v
		}
		return m, nil
	}
	return scalar(n), nil
}

// stringList reads tags and aliases by Obsidian's rule: a list, or one string. A tag may carry a '#', and a string
// with a comma or a blank in it is no tag (since 1.9).
func (d *decoder) stringList(key string, tags bool) []string {
	p, ok := d.note.Frontmatter.Get(key)
	if !ok {
		return nil
	}
	var raw []any
	switch v := p.Value.(type) {
	case []any:
		raw = v
	case string:
		raw = []any{v}
	}
	var out []string
	for _, v := range raw {
		s := strings.TrimSpace(scalarText(v))
		if tags {
			s = strings.TrimPrefix(s, "#")
			if strings.ContainsAny(s, ", \t\n") {
				continue
			}
		}
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// scalarText writes a scalar as text; "" for lists, maps and null.
func scalarText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64, float64, bool:
		return fmt.Sprint(v)
	}
	return ""
}
