package render

import (
	"io"
	"strings"

	"vaultgraph/graph"
	"vaultgraph/vault"
)

// WritePaths writes the vault paths of the notes shown, the start first, one a line.
func (t *Traversal) WritePaths(w io.Writer) error {
	var b strings.Builder
	for _, visit := range t.drawn() {
		b.WriteString(vault.Printable(t.walked.Visits[visit].ID) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// drawn returns the visits that are shown, in their order.
func (t *Traversal) drawn() []int {
	var list []int
	for visit, level := range t.levels {
		if level != graph.No {
			list = append(list, visit)
		}
	}
	return list
}

// drawnEdges returns the edges among visits that are shown.
func (t *Traversal) drawnEdges() []graph.Edge {
	var list []graph.Edge
	for _, e := range t.walked.Edges {
		near, far, ok := t.ends(e)
		if ok && t.levels[near] != graph.No && t.levels[far] != graph.No {
			list = append(list, e)
		}
	}
	return list
}

// The colours of JSON Canvas: its numbers, and how Obsidian shows them, for the formats that have no numbers.
const (
	red = iota + 1
	orange
	yellow
	green
	cyan
	purple
)

// colorOf returns the colour of a type of note, 0 for none.
func colorOf(typ string) int {
	switch typ {
	case "incident", "constraint":
		return red
	case "ticket", "sprint":
		return orange
	case "tool":
		return yellow
	case "decision":
		return green
	case "service":
		return cyan
	case "person", "feedback":
		return purple
	}
	return 0
}
