package render

import (
	"fmt"
	"io"
	"strings"

	"vaultgraph/graph"
)

// WriteTrail writes the path between the notes from and to: each note with its title, and between two of them the
// edge as it reads in the direction of the path, with its reason and where it is written down. An arrow to the left
// marks an edge that the later note holds.
func WriteTrail(
	w io.Writer, from, to string, t *graph.Trail, v *graph.Vocabulary, title func(path string) string,
) error {
	v = orDefault(v)
	var b strings.Builder
	stop := func(p string) {
		b.WriteString(joined(onePath(p), headline(title(p), p)) + "\n")
	}
	stop(from)
	if len(t.Edges) == 0 && from == to {
		b.WriteString("  both are this note\n")
	}
	at := from
	for _, e := range t.Edges {
		out := e.From == at
		fmt.Fprintf(&b, " %s%s", arrow(out), reading(v, e, out))
		if why := oneLine(e.Annotation, maxAnnotation); why != "" {
			b.WriteString(": " + why)
		}
		fmt.Fprintf(&b, " (%s)\n", evidence(e))
		at = e.Other(at)
		stop(at)
	}
	if t.ThroughHub {
		b.WriteString("Only hubs or session notes join the two, so this may say little.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// evidence returns where an edge is written down.
func evidence(e graph.Edge) string {
	if e.Origin.Line == 0 {
		return onePath(e.From)
	}
	return fmt.Sprintf("%s:%d", onePath(e.From), e.Origin.Line)
}

type jsonTrail struct {
	Schema     int       `json:"schema"`
	From       string    `json:"from"`
	To         string    `json:"to"`
	Notes      []jsonEnd `json:"notes"`
	Hops       []jsonHop `json:"hops"`
	ThroughHub bool      `json:"through_hub"`
}

type jsonEnd struct {
	Path  string  `json:"path"`
	Title *string `json:"title"`
}

type jsonHop struct {
	From       string  `json:"from"`
	To         string  `json:"to"`
	Direction  string  `json:"direction"`
	Relation   *string `json:"relation"`
	Reads      *string `json:"reads"`
	Annotation *string `json:"annotation"`
	Path       string  `json:"path"`
	Line       *int    `json:"line"`
}

// WriteTrailJSON writes the path between the notes from and to as one JSON document. A hop goes from the note nearer
// to the first one. Its relation is as written in the note at path, and reads as it does in the direction of the hop,
// null where no word is known for that.
func WriteTrailJSON(
	w io.Writer, from, to string, t *graph.Trail, v *graph.Vocabulary, title func(path string) string,
) error {
	v = orDefault(v)
	doc := jsonTrail{
		Schema: schema, From: from, To: to, ThroughHub: t.ThroughHub,
		Notes: []jsonEnd{{from, present(title(from))}}, Hops: []jsonHop{},
	}
	at := from
	for _, e := range t.Edges {
		next := e.Other(at)
		hop := jsonHop{
			From: at, To: next, Direction: direction(e.From == at), Relation: relationOf(e), Reads: present(v.Read(e, at)),
			Annotation: present(e.Annotation), Path: e.From,
		}
		if e.Origin.Line > 0 {
			hop.Line = new(e.Origin.Line)
		}
		doc.Hops = append(doc.Hops, hop)
		doc.Notes = append(doc.Notes, jsonEnd{next, present(title(next))})
		at = next
	}
	return writeJSON(w, doc)
}

func orDefault(v *graph.Vocabulary) *graph.Vocabulary {
	if v == nil {
		return graph.NewVocabulary()
	}
	return v
}
