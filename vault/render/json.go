package render

import (
	"encoding/json"
	"io"

	"vaultgraph/graph"
)

// schema is the version of the JSON documents.
const schema = 1

type jsonTraversal struct {
	Schema int        `json:"schema"`
	Start  string     `json:"start"`
	Depth  int        `json:"depth"`
	Budget int        `json:"budget"`
	Used   int        `json:"used"`
	Reach  jsonReach  `json:"reach"`
	Notes  []jsonNote `json:"notes"`
	Edges  []jsonEdge `json:"edges"`
	Text   string     `json:"text"`
}

type jsonReach struct {
	Notes int `json:"notes"`
	Edges int `json:"edges"`
}

type jsonNote struct {
	Path   string    `json:"path"`
	Title  *string   `json:"title"`
	Type   *string   `json:"type"`
	Depth  int       `json:"depth"`
	Tokens int       `json:"tokens"`
	Shown  string    `json:"shown"`
	Reason *string   `json:"reason"`
	Via    []jsonVia `json:"via"`
}

type jsonVia struct {
	From       string  `json:"from"`
	Relation   *string `json:"relation"`
	Annotation *string `json:"annotation"`
	Direction  string  `json:"direction"`
}

type jsonEdge struct {
	From       string  `json:"from"`
	To         string  `json:"to"`
	Relation   *string `json:"relation"`
	Annotation *string `json:"annotation"`
	Line       *int    `json:"line"`
}

// WriteJSON writes the whole walk, whatever the budget, and the text as one JSON document. Relations are as written:
// the direction of an edge, seen from the nearer note, says from which end.
func (t *Traversal) WriteJSON(w io.Writer) error {
	visits := t.walked.Visits
	doc := jsonTraversal{
		Schema: schema, Depth: t.walk.Depth, Budget: t.budget, Used: Tokens(t.text),
		Reach: jsonReach{max(0, len(visits)-1), len(t.walked.Edges)},
		Notes: make([]jsonNote, len(visits)), Edges: make([]jsonEdge, len(t.walked.Edges)),
		Text: t.text,
	}
	if len(visits) > 0 {
		doc.Start = visits[0].ID
	}
	for i := range visits {
		doc.Notes[i] = t.jsonNote(i)
	}
	for i, e := range t.walked.Edges {
		doc.Edges[i] = jsonEdge{e.From, e.To, relationOf(e), present(e.Annotation), nil}
		if e.Origin.Line > 0 {
			doc.Edges[i].Line = new(e.Origin.Line)
		}
	}
	return writeJSON(w, doc)
}

func (t *Traversal) jsonNote(visit int) jsonNote {
	v := &t.walked.Visits[visit]
	n := jsonNote{
		Path: v.ID, Title: present(v.Title), Type: present(v.Type), Depth: v.Depth, Tokens: t.noteTokens(visit),
		Shown: t.levels[visit].String(), Reason: present(t.reason(visit)), Via: make([]jsonVia, len(v.Via)),
	}
	for i, e := range v.Via {
		n.Via[i] = jsonVia{e.Other(v.ID), relationOf(e), present(e.Annotation), direction(e.To == v.ID)}
	}
	return n
}

// reason says why there is no more of a visit: "" where there is nothing more.
func (t *Traversal) reason(visit int) string {
	v := &t.walked.Visits[visit]
	switch {
	case v.Filtered:
		return "filter"
	case t.levels[visit] != graph.Full:
		return "budget"
	case v.Hub:
		return "hub"
	}
	return ""
}

func direction(out bool) string {
	if out {
		return "out"
	}
	return "in"
}

func relationOf(e graph.Edge) *string {
	if graph.RelationKey(e.Relation) == "" {
		return nil
	}
	return &e.Relation
}

// present returns nil for "", which in JSON says that something is absent.
func present(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func writeJSON(w io.Writer, doc any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}
