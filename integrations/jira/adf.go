package jira

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A node is a node of the Atlassian Document Format.
type node struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	Attrs   json.RawMessage `json:"attrs"`
	Marks   []mark          `json:"marks"`
	Content []*node         `json:"content"`
}

type mark struct {
	Type  string          `json:"type"`
	Attrs json.RawMessage `json:"attrs"`
}

// deepest is how far down a document is read. What people write stays far above.
const deepest = 100

// attr returns an attribute that is a string or a number, as text.
func attr(attrs json.RawMessage, name string) string {
	var all map[string]json.RawMessage
	if json.Unmarshal(attrs, &all) != nil {
		return ""
	}
	var s string
	var n json.Number
	switch {
	case json.Unmarshal(all[name], &s) == nil:
		return s
	case json.Unmarshal(all[name], &n) == nil:
		return n.String()
	}
	return ""
}

// fromDocument returns the text of a document. Of a node that this package does not know, what is inside counts.
func (t *plainText) fromDocument(doc *node) string {
	return strings.TrimSpace(t.blocks(doc.Content, "\n\n", 0))
}

// blocks returns the texts of nodes with sep between blocks. Nodes that stand within a line stay on one.
func (t *plainText) blocks(nodes []*node, sep string, depth int) string {
	var out []string
	var line strings.Builder
	endLine := func() {
		out = append(out, strings.Trim(line.String(), "\n"))
		line.Reset()
	}
	for _, n := range nodes {
		if n == nil || depth > deepest {
			continue
		}
		if text, ok := t.inline(n); ok {
			line.WriteString(text)
			continue
		}
		endLine()
		out = append(out, t.block(n, depth+1))
	}
	endLine()
	return joined(out, sep)
}

// block returns the text of a node that stands on lines of its own.
func (t *plainText) block(n *node, depth int) string {
	switch n.Type {
	case "codeBlock":
		return fenced(rawText(n, depth))
	case "blockquote":
		t.quoting++
		defer func() { t.quoting-- }()
		return quoted(t.blocks(n.Content, "\n", depth))
	case "bulletList", "orderedList", "taskList", "decisionList":
		return t.list(n, depth)
	case "taskItem", "decisionItem", "listItem": // outside of a list
		return t.item(n, "- ", depth)
	case "tableRow":
		var cells []string
		for _, cell := range n.Content {
			if cell != nil {
				cells = append(cells, strings.ReplaceAll(t.blocks(cell.Content, " ", depth+1), "\n", " "))
			}
		}
		return strings.Join(cells, " | ")
	case "expand", "nestedExpand":
		return joined([]string{attr(n.Attrs, "title"), t.blocks(n.Content, "\n", depth)}, "\n")
	case "mediaSingle", "mediaGroup", "media":
		return t.media(n, depth)
	case "blockCard", "embedCard":
		return attr(n.Attrs, "url")
	}
	return t.blocks(n.Content, "\n", depth)
}

func (t *plainText) list(n *node, depth int) string {
	number, err := strconv.Atoi(attr(n.Attrs, "order"))
	if err != nil {
		number = 1
	}
	var items []string
	for _, item := range n.Content {
		switch {
		case item == nil:
		case n.Type == "orderedList":
			items = append(items, t.item(item, fmt.Sprintf("%d. ", number), depth+1))
			number++
		case item.Type == "taskItem" && attr(item.Attrs, "state") == "DONE":
			items = append(items, t.item(item, "- [x] ", depth+1))
		case item.Type == "taskItem":
			items = append(items, t.item(item, "- [ ] ", depth+1))
		case item.Type == "taskList": // a list in a list stands beside the items
			items = append(items, indented(t.list(item, depth+1)))
		default:
			items = append(items, t.item(item, "- ", depth+1))
		}
	}
	return joined(items, "\n")
}

func (t *plainText) item(n *node, marker string, depth int) string {
	text := t.blocks(n.Content, "\n", depth)
	if text == "" {
		return ""
	}
	return marker + strings.TrimPrefix(indented(text), "  ")
}

func indented(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }

func (t *plainText) media(n *node, depth int) string {
	if n.Type == "media" {
		if alt := attr(n.Attrs, "alt"); alt != "" {
			return "[image: " + alt + "]"
		}
		return "[image]"
	}
	return t.blocks(n.Content, "\n", depth)
}

// inline returns the text of a node that stands within a line; false for one that does not.
func (t *plainText) inline(n *node) (string, bool) {
	switch n.Type {
	case "text":
		return markedText(n), true
	case "hardBreak":
		return "\n", true
	case "mention":
		return t.mention(attr(n.Attrs, "id"), strings.TrimPrefix(attr(n.Attrs, "text"), "@")), true
	case "emoji":
		if text := attr(n.Attrs, "text"); text != "" {
			return text, true
		}
		return attr(n.Attrs, "shortName"), true
	case "inlineCard":
		return attr(n.Attrs, "url"), true
	case "status":
		return attr(n.Attrs, "text"), true
	case "date":
		ms, err := strconv.ParseInt(attr(n.Attrs, "timestamp"), 10, 64)
		if err != nil {
			return "", true
		}
		return time.UnixMilli(ms).UTC().Format(time.DateOnly), true
	case "mediaInline", "placeholder":
		return "", true
	}
	return "", false
}

func markedText(n *node) string {
	text := n.Text
	for _, m := range n.Marks {
		switch m.Type {
		case "code":
			return "`" + text + "`"
		case "link":
			text = linked(text, attr(m.Attrs, "href"))
		}
	}
	return text
}

// rawText returns the text inside of n as it stands there.
func rawText(n *node, depth int) string {
	var b strings.Builder
	b.WriteString(n.Text)
	if n.Type == "hardBreak" {
		b.WriteString("\n")
	}
	for _, inner := range n.Content {
		if inner != nil && depth < deepest {
			b.WriteString(rawText(inner, depth+1))
		}
	}
	return b.String()
}
