package index

import (
	"context"
	"database/sql/driver"
	"slices"

	"vaultgraph/graph"
)

// Edges implements graph.Source with one query for the files that the edges are written in, one for what they are, and
// one for the paths of the other ends.
func (x *Index) Edges(
	ctx context.Context, paths []string, dir graph.Direction, want func(relationKey string) bool,
) ([]graph.Edge, error) {
	ids, err := x.idsOf(ctx, paths)
	if err != nil {
		return nil, err
	}
	wanted, err := x.wanted(ctx, want)
	if err != nil {
		return nil, err
	}
	s := selection{inside: make(map[int64]bool, len(ids)), leaving: dir != graph.In, entering: dir != graph.Out, wanted: wanted}
	for _, id := range ids {
		s.inside[id] = true
	}
	files := ids
	if s.entering {
		sources, err := x.sources(ctx, ids, wanted)
		if err != nil {
			return nil, err
		}
		if files = sources; s.leaving {
			files = append(files, ids...)
		}
	}
	return x.edges(ctx, distinct(files), x.neighbours(ids), s)
}

// A selection says which edges are looked for.
type selection struct {
	inside            map[int64]bool // the files that they leave or enter
	leaving, entering bool
	wanted            map[int64]bool // their relations; nil for all
}

// has says whether a link of a file is one of the edges.
func (s *selection) has(src int64, l *storedLink) bool {
	if l.dst == 0 || l.dst == src || s.wanted != nil && !s.wanted[l.relation] {
		return false
	}
	return s.leaving && s.inside[src] || s.entering && s.inside[l.dst]
}

// sources returns the files with links to some files. They may come more than once.
func (x *Index) sources(ctx context.Context, ids []int64, wanted map[int64]bool) ([]int64, error) {
	sources := make([]int64, 0, x.neighbours(ids)+len(ids))
	var entries []entry
	err := x.conn.each(ctx, `SELECT packed FROM backlinks WHERE id IN (`+commas(ids)+`)`, nil, func(row []driver.Value) (err error) {
		var packed []byte
		if !get(row, 0, &packed) {
			return errCorrupt
		}
		entries, err = unpackEntries(string(packed), entries[:0])
		for _, e := range entries {
			if wanted == nil || wanted[e.relation] {
				sources = append(sources, e.file)
			}
		}
		return err
	})
	return sources, explain("reading the index", err)
}

// edges returns the edges of a selection, about as many as expected, that are written in files.
func (x *Index) edges(ctx context.Context, files []int64, expected int, s selection) ([]graph.Edge, error) {
	edges, found := make([]graph.Edge, 0, expected), make([]ends, 0, expected)
	err := x.links(ctx, files, func(src int64, order int, l *storedLink) {
		if s.has(src, l) {
			origin := graph.Origin{Order: order, Line: l.line, Section: l.section}
			edges = append(edges, graph.Edge{Relation: x.relations[l.relation], Annotation: l.annotation, Origin: origin})
			found = append(found, ends{src, l.dst})
		}
	})
	if err != nil {
		return nil, err
	}
	return edges, x.name(ctx, edges, found)
}

// links yields the links that are written in files, with their places among those of their file.
func (x *Index) links(ctx context.Context, files []int64, yield func(src int64, order int, l *storedLink)) error {
	err := x.conn.each(ctx, `SELECT id, packed FROM links WHERE id IN (`+commas(files)+`)`, nil, func(row []driver.Value) error {
		var src int64
		var packed []byte
		if !get(row, 0, &src) || !get(row, 1, &packed) {
			return errCorrupt
		}
		c, err := newLinkCursor(string(packed))
		if err != nil {
			return err
		}
		for l := (storedLink{}); c.read(&l); {
			yield(src, c.next-1, &l)
		}
		return c.err()
	})
	return explain("reading the index", err)
}

// ends are the numbers of the files that an edge leaves and enters.
type ends [2]int64

// neighbours returns about how many edges files have: most neighbours are joined by one. It is a size to begin with, and
// no more than there can be harm in.
func (x *Index) neighbours(ids []int64) int {
	const most = 1 << 12
	n := 0
	for _, id := range ids {
		if place, ok := x.nodes.byID[id]; ok {
			n += x.nodes.nodes[place].Degree
		}
	}
	return min(n+n/8, most)
}

// name gives edges their ends as text.
func (x *Index) name(ctx context.Context, edges []graph.Edge, found []ends) error {
	ids := make([]int64, 0, 2*len(found))
	for _, e := range found {
		ids = append(ids, e[:]...)
	}
	if err := x.meet(ctx, ids); err != nil {
		return err
	}
	for i, e := range found {
		edges[i].From, edges[i].To = x.nodes.path(e[0]), x.nodes.path(e[1])
	}
	return nil
}

// meet remembers the nodes of files, as far as they were not met.
func (x *Index) meet(ctx context.Context, ids []int64) error {
	var unmet []int64
	for _, id := range ids {
		if _, ok := x.nodes.byID[id]; !ok {
			unmet = append(unmet, id)
		}
	}
	unmet = distinct(unmet)
	return x.loadNodes(ctx, len(unmet), `id IN (`+commas(unmet)+`)`)
}

func distinct(ids []int64) []int64 {
	slices.Sort(ids)
	return slices.Compact(ids)
}
