package note

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// ParseCanvas reads the links of a JSON Canvas 1.0 file: its file nodes (as embeds) and the wikilinks in its text
// nodes, as Obsidian does since 1.12. Link nodes, groups and labels hold no links. It never fails: a file that is
// no canvas gives no links and a problem.
func ParseCanvas(src []byte) *Note {
	n := &Note{Source: src, Body: Span{0, len(src)}}
	if len(bytes.TrimSpace(bytes.TrimPrefix(src, byteOrderMark))) == 0 {
		return n // what Obsidian writes for a new, empty canvas
	}
	var canvas struct {
		Nodes []json.RawMessage `json:"nodes"`
	}
	if err := json.Unmarshal(bytes.TrimPrefix(src, byteOrderMark), &canvas); err != nil {
		n.report(Error, 1, fmt.Sprintf("canvas: %v; links in it are not seen", err))
		return n
	}
	for i, raw := range canvas.Nodes {
		var node struct{ Type, File, Subpath, Text string }
		if json.Unmarshal(raw, &node) != nil {
			n.report(Warning, 1, fmt.Sprintf("canvas: node %d is not one that JSON Canvas knows; it is passed over", i))
			continue
		}
		key := "nodes." + strconv.Itoa(i)
		switch node.Type {
		case "file":
			if node.File != "" {
				n.Links = append(n.Links, Link{Kind: LinkCanvas, Target: node.File, Subpath: node.Subpath, Embed: true, Key: key})
			}
		case "text":
			n.addCardLinks(key, node.Text)
		}
	}
	return n
}

// addCardLinks files the links in the text of a card, read like a note's body.
func (n *Note) addCardLinks(key, text string) {
	card := &Note{Source: []byte(text), Body: Span{0, len(text)}}
	card.readBody()
	for _, l := range card.Links {
		n.Links = append(n.Links, Link{
			Kind: LinkCanvas, Target: l.Target, Subpath: l.Subpath, Alias: l.Alias, HasAlias: l.HasAlias,
			Embed: l.Embed, Key: key, Relation: l.Relation, Annotation: l.Annotation,
		})
	}
}
