package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The measures of a canvas, in its pixels.
const (
	cardWidth  = 400
	cardHeight = 240
	cardGap    = 40
	columnGap  = 240 // room for the labels of edges
	columnRows = 12  // cards in one column at most; a depth with more has several
)

type canvasNode struct {
	ID     string `json:"id"`
	Type   string `json:"type"`
	File   string `json:"file"`
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Color  string `json:"color,omitempty"`
}

type canvasEdge struct {
	ID       string `json:"id"`
	FromNode string `json:"fromNode"`
	FromSide string `json:"fromSide"`
	ToNode   string `json:"toNode"`
	ToSide   string `json:"toSide"`
	Label    string `json:"label,omitempty"`
}

// WriteCanvas writes the notes shown and the edges among them as a JSON Canvas 1.0: a column of files for each depth,
// the start at the left. Ids depend on paths alone.
func (t *Traversal) WriteCanvas(w io.Writer) error {
	var nodes, edges []string
	column := make(map[string]int, len(t.levels)) // by note, the left edge of its card
	for _, n := range t.layOut() {
		column[n.File] = n.X
		nodes = append(nodes, jsonLine(n))
	}
	for _, e := range t.drawnEdges() {
		fromSide, toSide := sides(column[e.From], column[e.To])
		edges = append(edges, jsonLine(canvasEdge{
			ID:       stableID(e.From, e.To, strconv.Itoa(e.Origin.Order), e.Relation, e.Annotation),
			FromNode: stableID(e.From), FromSide: fromSide, ToNode: stableID(e.To), ToSide: toSide,
			Label: oneLine(e.Relation, maxLabel),
		}))
	}
	_, err := fmt.Fprintf(w, "{\n\t\"nodes\":%s,\n\t\"edges\":%s\n}\n", jsonList(nodes), jsonList(edges))
	return err
}

// layOut places the notes shown.
func (t *Traversal) layOut() []canvasNode {
	drawn := t.drawn()
	nodes := make([]canvasNode, 0, len(drawn))
	x := 0
	for first, last := 0, 0; first < len(drawn); first = last {
		depth := t.walked.Visits[drawn[first]].Depth
		for last < len(drawn) && last-first < columnRows && t.walked.Visits[drawn[last]].Depth == depth {
			last++
		}
		y := -(last - first) * (cardHeight + cardGap) / 2
		for _, visit := range drawn[first:last] {
			v := &t.walked.Visits[visit]
			n := canvasNode{ID: stableID(v.ID), Type: "file", File: v.ID, X: x, Y: y, Width: cardWidth, Height: cardHeight}
			if c := colorOf(v.Type); c > 0 {
				n.Color = strconv.Itoa(c)
			}
			nodes = append(nodes, n)
			y += cardHeight + cardGap
		}
		x += cardWidth + columnGap
	}
	return nodes
}

// sides returns where an edge leaves the card at the left edge from and arrives at the one at to.
func sides(from, to int) (fromSide, toSide string) {
	switch {
	case from < to:
		return "right", "left"
	case from > to:
		return "left", "right"
	}
	return "right", "right"
}

// stableID returns the id of what texts name, in the form that Obsidian gives ids.
func stableID(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// jsonLine returns v as JSON in one line.
func jsonLine(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // strings and numbers have no JSON that could fail, nor has a Builder a write
	return strings.TrimSuffix(b.String(), "\n")
}

// jsonList returns lines as a list with one a line, as Obsidian writes it.
func jsonList(lines []string) string {
	if len(lines) == 0 {
		return "[]"
	}
	return "[\n\t\t" + strings.Join(lines, ",\n\t\t") + "\n\t]"
}
