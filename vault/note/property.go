package note

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// links files the links of one property: text that is a wikilink as a whole, at the top, in a list ("name.0") or in
// a mapping ("name.key"). Text around the link, Markdown links and unquoted [[x]] make none.
func (d *decoder) links(key string, n *yaml.Node) {
	d.linksAt(key, relationOf(key), n, nil, 0)
}

// relationOf returns the relation that a property's name gives its links.
func relationOf(key string) string { return strings.TrimSpace(key) }

// maxLinkDepth and maxLinkKey bound where links are looked for: every link holds the whole way to it as its key.
const (
	maxLinkDepth = 8
	maxLinkKey   = 1024
)

// linksAt files the links at and below n. alias is the YAML alias that stands for it in the text, or nil.
func (d *decoder) linksAt(key, relation string, n, alias *yaml.Node, depth int) {
	if depth > maxLinkDepth || len(key) > maxLinkKey {
		return
	}
	switch n.Kind {
	case yaml.SequenceNode:
		for i, c := range n.Content {
			d.linksAt(key+"."+strconv.Itoa(i), relation, c, alias, depth+1)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := d.keyName(n.Content[i])
			d.linksAt(key+"."+name, relationOf(name), n.Content[i+1], alias, depth+1)
		}
	case yaml.AliasNode:
		d.linksAt(key, relation, n.Alias, cmp.Or(alias, n), depth+1)
	case yaml.ScalarNode:
		d.linkIn(key, relation, n, cmp.Or(alias, n))
	}
}

// linkIn files the link that a quoted scalar is. at is what stands in the text: the scalar, or an alias of it.
func (d *decoder) linkIn(key, relation string, n, at *yaml.Node) {
	text := strings.TrimSpace(n.Value)
	embed := strings.HasPrefix(text, "![[")
	text = strings.TrimPrefix(text, "!")
	if !strings.HasPrefix(text, "[[") {
		return
	}
	if end, _ := wikilinkEnd([]byte(text)); end != len(text) {
		return
	}
	l, ok := splitWikilink([]byte(text[2 : len(text)-2]))
	if !ok {
		return
	}
	l.Kind, l.Key, l.Relation, l.Embed = LinkProperty, key, relation, embed
	l.PropertyLine = d.line(at.Line)
	l.Span = d.scalarSpan(at)
	l.TargetSpan = Span{l.Span.Start, l.Span.Start}
	if i := strings.Index(string(d.note.Source[l.Span.Start:l.Span.End]), "[["+l.Target); i >= 0 {
		l.TargetSpan = Span{l.Span.Start + i + 2, l.Span.Start + i + 2 + len(l.Target)}
	}
	d.note.Links = append(d.note.Links, l)
}

// scalarSpan returns the range of a scalar with its quotes, or of an alias. A block scalar is given by its first line.
func (d *decoder) scalarSpan(n *yaml.Node) Span {
	base := d.note.Frontmatter.Content.Start
	start := d.offset(n.Line, n.Column)
	if n.Kind == yaml.AliasNode {
		return Span{base + start, base + min(start+len("*")+len(n.Value), len(d.content))}
	}
	for start < len(d.content) && (d.content[start] == '&' || d.content[start] == '!') { // an anchor or a tag
		start += len(d.content[start:]) - len(bytes.TrimLeftFunc(d.content[start:], isNotSpace))
		start += len(d.content[start:]) - len(bytes.TrimLeft(d.content[start:], " \t\r\n"))
	}
	end := start
	quote := byte(0)
	if start < len(d.content) && (d.content[start] == '"' || d.content[start] == '\'') {
		quote = d.content[start]
	}
	for end++; end < len(d.content); end++ {
		c := d.content[end]
		if quote == 0 && c == '\n' {
			break
		}
		if quote != 0 && c == quote {
			if quote == '\'' && end+1 < len(d.content) && d.content[end+1] == '\'' {
				end++
				continue
			}
			end++
			break
		}
		if quote == '"' && c == '\\' {
			end++
		}
	}
	return Span{base + min(start, len(d.content)), base + min(end, len(d.content))}
}

func isNotSpace(r rune) bool { return !unicode.IsSpace(r) }

// warn reports the mistakes that YAML accepts: a wikilink or a placeholder without quotes.
func (d *decoder) warn(key string, n *yaml.Node) {
	if n.Kind == yaml.SequenceNode && len(n.Content) == 1 && n.Style&yaml.FlowStyle != 0 {
		inner := n.Content[0]
		if inner.Kind == yaml.SequenceNode && inner.Style&yaml.FlowStyle != 0 && len(inner.Content) == 1 &&
			inner.Content[0].Kind == yaml.ScalarNode {
			name := inner.Content[0].Value
			d.note.report(Warning, d.line(n.Line), fmt.Sprintf(
				`property %s: [[%s]] without quotes is a list in a list, not a link; write "[[%s]]"`, key, name, name))
		}
	}
	if n.Kind == yaml.MappingNode && len(n.Content) > 0 && n.Content[0].Kind == yaml.MappingNode {
		d.note.report(Warning, d.line(n.Line), fmt.Sprintf(
			"property %s: a {{placeholder}} without quotes is a mapping, not text; put it in quotes", key))
	}
}
