package render

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"vaultgraph/graph"
)

// maxLabel is the number of characters of a label in a diagram.
const maxLabel = 60

// maxMermaidEdges is how many edges Mermaid draws where nobody has set its limit of 500 (maxEdges) higher.
const maxMermaidEdges = 499

// WriteMermaid writes the notes shown and the edges among them as a Mermaid flowchart, coloured by type.
func (t *Traversal) WriteMermaid(w io.Writer) error {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	drawn := t.drawn()
	var types []string
	for _, visit := range drawn {
		if typ := t.walked.Visits[visit].Type; typ != "" && !slices.Contains(types, typ) {
			types = append(types, typ)
		}
	}
	slices.Sort(types)
	for _, visit := range drawn {
		v := &t.walked.Visits[visit]
		fmt.Fprintf(&b, "  n%d[\"%s\"]", visit, mermaidText(label(v)))
		if at, ok := slices.BinarySearch(types, v.Type); ok {
			fmt.Fprintf(&b, ":::t%d", at)
		}
		b.WriteString("\n")
	}
	edges := t.drawnEdges()
	if n := len(edges); n > maxMermaidEdges {
		fmt.Fprintf(&b, "  %%%% %d of %d edges left out: Mermaid draws no more than that\n", n-maxMermaidEdges, n)
		edges = edges[:maxMermaidEdges]
	}
	for _, e := range edges {
		line, text := "-->", ""
		if relation := mermaidText(oneLine(e.Relation, maxLabel)); relation != "" {
			text = `|"` + relation + `"|`
		} else {
			line = "-.->"
		}
		fmt.Fprintf(&b, "  n%d %s%s n%d\n", t.place[e.From], line, text, t.place[e.To])
	}
	for i, typ := range types {
		fill := [...]string{"#e8e8e8", "#f7c6c7", "#fbdcb4", "#f6edb0", "#c9e8c9", "#c3e6ea", "#dccdf0"}[colorOf(typ)]
		fmt.Fprintf(&b, "  classDef t%d fill:%s,stroke:#666,color:#222\n", i, fill)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// label returns what a visit is called in a diagram.
func label(v *graph.Visit) string {
	if title := oneLine(v.Title, maxLabel); title != "" {
		return title
	}
	return oneLine(noteName(v.ID), maxLabel)
}

// mermaidText returns s fit to stand between quotes. All but letters, digits and a few signs become entities, so that
// nothing of it is syntax, Markdown or HTML.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || strings.ContainsRune(" -.,:/…—", r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}
