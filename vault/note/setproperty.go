package note

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"vaultgraph/vault/lazyregexp"
)

// A Setting is a property and the text it is to have.
type Setting struct{ Key, Value string }

// What keeps SetProperties from an edit.
var (
	ErrInvalidFrontmatter = errors.New("the frontmatter is invalid")
	ErrUneditable         = errors.New("the property is written in a way that cannot be edited safely")
)

// SetProperties returns the splices that give properties new values. All other bytes of the frontmatter stay:
// comments, quotes, order. A property that is missing is put behind the one before it in settings, else behind
// `type`, else at the end; a note without frontmatter gets one. Only text on one line is replaced. An invalid block
// is ErrInvalidFrontmatter, everything that is not understood well enough ErrUneditable; what the edited text says
// is compared before it is returned.
func (n *Note) SetProperties(settings ...Setting) ([]Splice, error) {
	var splices []Splice
	switch n.Frontmatter.State {
	case Invalid:
		return nil, ErrInvalidFrontmatter
	case Absent:
		br := n.LineBreak()
		text := "---" + br
		for _, s := range settings {
			text += s.Key + ": " + yamlScalar(s.Value, 0) + br
		}
		splices = []Splice{{Span{n.Body.Start, n.Body.Start}, text + "---" + br}}
	default:
		var err error
		if splices, err = n.editProperties(settings); err != nil {
			return nil, err
		}
	}
	if !n.setsOnly(splices, settings) {
		return nil, ErrUneditable
	}
	return splices, nil
}

// setsOnly reads the edited note back and compares: the settings are there, and nothing else has changed.
func (n *Note) setsOnly(splices []Splice, settings []Setting) bool {
	edited := &Note{Source: Edit(n.Source, splices...)}
	edited.readFrontmatter()
	f := &edited.Frontmatter
	if f.State != OK || !bytes.Equal(edited.Source[edited.Body.Start:], n.Source[n.Body.Start:]) {
		return false
	}
	changed := func(p Property) bool {
		return slices.ContainsFunc(settings, func(s Setting) bool { return strings.EqualFold(s.Key, p.Key) })
	}
	for _, s := range settings {
		if p, ok := f.Get(s.Key); !ok || p.Value != s.Value {
			return false
		}
	}
	was, is := n.Frontmatter.Properties, f.Properties
	was = slices.DeleteFunc(slices.Clone(was), changed)
	is = slices.DeleteFunc(slices.Clone(is), changed)
	return slices.EqualFunc(was, is, func(a, b Property) bool { return a.Key == b.Key && reflect.DeepEqual(a.Value, b.Value) })
}

func (n *Note) editProperties(settings []Setting) ([]Splice, error) {
	content := n.Source[n.Frontmatter.Content.Start:n.Frontmatter.Content.End]
	root, yerr := decodeYAML(content, nil)
	if yerr != nil {
		return nil, ErrInvalidFrontmatter
	}
	e := propertyEditor{
		decoder: decoder{note: n, content: content, lines: yamlLines(content)},
		root:    root, br: n.LineBreak(), after: n.insertAt(),
	}
	for _, s := range settings {
		if err := e.set(s); err != nil {
			return nil, err
		}
	}
	return e.splices, nil
}

// insertAt returns where a missing property goes: behind type, else behind everything.
func (n *Note) insertAt() int {
	if p, ok := n.Frontmatter.Get("type"); ok {
		return p.Span.End
	}
	return n.Frontmatter.Content.End
}

// A propertyEditor gathers the edits of one block.
type propertyEditor struct {
	decoder
	root    *yaml.Node
	br      string
	after   int // where the next missing property goes
	splices []Splice
}

func (e *propertyEditor) set(s Setting) error {
	if e.root != nil {
		for i := 0; i+1 < len(e.root.Content); i += 2 {
			if key := e.root.Content[i]; strings.EqualFold(e.keyName(key), s.Key) {
				return e.replace(key, e.root.Content[i+1], s)
			}
		}
		if e.root.Style&yaml.FlowStyle != 0 {
			return e.insertFlow(s)
		}
	}
	indent := ""
	if e.root != nil && len(e.root.Content) > 0 {
		indent = strings.Repeat(" ", e.root.Content[0].Column-1)
	}
	e.splices = append(e.splices, Splice{Span{e.after, e.after}, indent + s.Key + ": " + yamlScalar(s.Value, 0) + e.br})
	return nil
}

// insertFlow adds a property to a block in braces. In quotes, it is good in JSON too.
func (e *propertyEditor) insertFlow(s Setting) error {
	at := e.note.Frontmatter.Content.Start + e.offset(e.root.Line, e.root.Column) + 1
	text := yamlScalar(s.Key, '"') + ": " + yamlScalar(s.Value, '"')
	if len(e.root.Content) > 0 {
		text += ", "
	}
	e.splices = append(e.splices, Splice{Span{at, at}, text})
	return nil
}

// replace puts a new value in the place of one that stands on one line.
func (e *propertyEditor) replace(key, value *yaml.Node, s Setting) error {
	if value.Kind != yaml.ScalarNode && value.Kind != yaml.AliasNode {
		return ErrUneditable
	}
	if e.root.Style&yaml.FlowStyle == 0 {
		p, _ := e.note.Frontmatter.Get(s.Key)
		e.after = p.Span.End
	}
	src := e.note.Source
	span, quote := e.scalarSpan(value), byte(0)
	switch {
	case value.Kind == yaml.AliasNode:
	case value.Style&yaml.DoubleQuotedStyle != 0:
		quote = '"'
	case value.Style&yaml.SingleQuotedStyle != 0:
		quote = '\''
	case value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return ErrUneditable
	case value.Value == "":
		return e.fill(key, s)
	case !bytes.HasPrefix(src[span.Start:], []byte(value.Value)):
		return ErrUneditable // a plain text over several lines
	default:
		span.End = span.Start + len(value.Value)
		if e.root.Style&yaml.FlowStyle != 0 {
			quote = '"'
		}
	}
	if bytes.ContainsAny(src[span.Start:span.End], "\r\n") {
		return ErrUneditable
	}
	e.splices = append(e.splices, Splice{span, yamlScalar(s.Value, quote)})
	return nil
}

// fill gives a value to a property that has none.
func (e *propertyEditor) fill(key *yaml.Node, s Setting) error {
	span := e.scalarSpan(key)
	if key.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0 {
		span.End = span.Start + len(key.Value)
	}
	rest := e.note.Source[span.End:e.note.Frontmatter.Content.End]
	colon := len(rest) - len(bytes.TrimLeft(rest, " "))
	if colon >= len(rest) || rest[colon] != ':' {
		return ErrUneditable
	}
	at := span.End + colon + 1
	e.splices = append(e.splices, Splice{Span{at, at}, " " + yamlScalar(s.Value, 0)})
	return nil
}

var (
	plainScalar   = lazyregexp.New(`^[\p{L}][\p{L}0-9_./ -]*$|^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)
	reservedWords = lazyregexp.New(`(?i)^(?:true|false|null|yes|no|on|off|y|n)$`)
)

// yamlScalar writes a text, which must be one line, as a scalar: plain where that is safe and quote is 0, else in
// quotes.
func yamlScalar(s string, quote byte) string {
	switch {
	case quote == '\'':
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	case quote == 0 && plainScalar().MatchString(s) && !reservedWords().MatchString(s) && s == strings.TrimSpace(s):
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
