package render

import (
	"slices"
	"strings"

	"vaultgraph/graph"
)

// A web is a walk with each edge filed under the visit that tells it: the later one of its ends, so that each is told
// once, and by then the reader knows the other end.
type web struct {
	walked *graph.Walked
	walk   graph.Options
	place  map[string]int    // visit by ID
	names  []string          // by visit, what edges call it
	told   [][]graph.Edge    // by visit, best first
	lines  map[noteLine]bool // those with an edge that is told
}

// A noteLine is a line of a note.
type noteLine struct {
	id     string
	number int
}

func newWeb(walked *graph.Walked, walk graph.Options) *web {
	walk.Vocabulary = orDefault(walk.Vocabulary)
	n := len(walked.Visits)
	w := &web{
		walked: walked, walk: walk,
		place: make(map[string]int, n), names: make([]string, n), told: make([][]graph.Edge, n),
		lines: make(map[noteLine]bool, len(walked.Edges)),
	}
	alike := map[string]int{}
	for i, v := range walked.Visits {
		w.place[v.ID] = i
		alike[noteName(v.ID)]++
	}
	for i, v := range walked.Visits {
		w.names[i] = noteName(v.ID)
		if alike[w.names[i]] > 1 {
			w.names[i] = strings.TrimSuffix(v.ID, ".md")
		}
		w.names[i] = onePath(w.names[i])
		w.told[i] = slices.Clip(v.Via) // what is added goes into another array
	}
	w.file()
	return w
}

// file files the edges that are not told already, as those by which their visit was reached.
func (w *web) file() {
	type mention struct { // tells an edge from all others
		from, to string
		order    int
	}
	via := make(map[mention]bool, len(w.walked.Visits))
	for _, v := range w.walked.Visits {
		for _, e := range v.Via {
			via[mention{e.From, e.To, e.Origin.Order}] = true
		}
	}
	for _, e := range w.walked.Edges {
		_, far, ok := w.ends(e)
		if !ok {
			continue
		}
		if !via[mention{e.From, e.To, e.Origin.Order}] {
			w.told[far] = append(w.told[far], e)
		}
		if !w.walked.Visits[far].Filtered { // else nobody tells it
			w.lines[noteLine{e.From, e.Origin.Line}] = true
		}
	}
}

// ends returns the ends of an edge in the order of the visits.
func (w *web) ends(e graph.Edge) (near, far int, ok bool) {
	from, ok1 := w.place[e.From]
	to, ok2 := w.place[e.To]
	return min(from, to), max(from, to), ok1 && ok2 && from != to
}

// crossed reports whether the walk followed the edges of a visit.
func (w *web) crossed(visit int) bool {
	v := &w.walked.Visits[visit]
	return v.Depth == 0 || v.Depth < w.walk.Depth && !v.Hub && !slices.Contains(w.walk.Terminal, v.Type)
}

// picky reports whether the walk left edges out on purpose.
func (w *web) picky() bool {
	return w.walk.Direction != graph.Both || slices.ContainsFunc(w.walk.Relations, func(r string) bool {
		return graph.RelationKey(r) != ""
	})
}

// tells returns an edge in words, read from its nearer end: what the far note is to the near one. The arrow says
// which of the two says so.
func (w *web) tells(e graph.Edge, limit int) string {
	near, _, ok := w.ends(e)
	if !ok {
		return ""
	}
	out := e.From == w.walked.Visits[near].ID
	s := w.names[near] + arrow(out) + reading(w.walk.Vocabulary, e, out)
	if why := oneLine(e.Annotation, limit); why != "" {
		return s + ": " + why
	}
	if out && graph.RelationKey(e.Relation) == "" && e.Origin.Section != "" {
		return s + " under " + oneLine(e.Origin.Section, maxWord)
	}
	return s
}

func arrow(out bool) string {
	if out {
		return " → "
	}
	return " ← "
}

// reading returns the relation of an edge as it is read along the edge or, with out false, against it.
func reading(v *graph.Vocabulary, e graph.Edge, out bool) string {
	relation := oneLine(e.Relation, maxWord)
	switch {
	case graph.RelationKey(e.Relation) == "" && out:
		return "linked"
	case graph.RelationKey(e.Relation) == "":
		return "mentioned here"
	case out:
		return relation
	}
	if inverse := v.Read(e, e.To); inverse != "" {
		return oneLine(inverse, maxWord)
	}
	return `"` + relation + `"`
}
