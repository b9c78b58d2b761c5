package index

import (
	"context"
	"database/sql/driver"
	"errors"

	"vaultgraph/graph"
)

// Graph returns all files as nodes and all links as edges, those that lead nowhere included.
func (x *Index) Graph(ctx context.Context) (*graph.Graph, error) {
	if err := x.loadRelations(ctx); err != nil {
		return nil, err
	}
	nodes, places, err := x.allNodes(ctx)
	if err != nil {
		return nil, explain("reading the index", err)
	}
	b, err := graph.NewBuilder(nodes)
	if err != nil {
		return nil, explain("reading the index", errors.Join(errCorrupt, err))
	}
	path := func(id int64) (string, bool) {
		place, ok := places[id]
		if !ok {
			return "", false
		}
		return nodes[place].ID, true
	}
	err = x.conn.each(ctx, `SELECT id, packed FROM links ORDER BY id`, nil, func(row []driver.Value) error {
		return x.addEdges(b, row, path)
	})
	if err != nil {
		return nil, explain("reading the index", err)
	}
	return b.Graph(), nil
}

// allNodes returns the nodes of all files in the order of their paths, and their places by the numbers of the files.
func (x *Index) allNodes(ctx context.Context) (nodes []graph.Node, places map[int64]int32, err error) {
	places = map[int64]int32{}
	err = x.conn.each(ctx, `SELECT id, path, title, type FROM files ORDER BY path`, nil, func(row []driver.Value) (err error) {
		var id int64
		var n graph.Node
		if !(get(row, 0, &id) && get(row, 1, &n.ID) && get(row, 2, &n.Title) && get(row, 3, &n.Type)) {
			return errCorrupt
		}
		n.Title, err = unseal(n.Title)
		places[id] = int32(len(nodes))
		nodes = append(nodes, n)
		return err
	})
	return nodes, places, err
}

// addEdges adds the links of one file to a graph. path returns the path of a file.
func (x *Index) addEdges(b *graph.Builder, row []driver.Value, path func(id int64) (string, bool)) error {
	var src int64
	var packed []byte
	if !get(row, 0, &src) || !get(row, 1, &packed) {
		return errCorrupt
	}
	from, ok := path(src)
	c, err := newLinkCursor(string(packed))
	if err != nil || !ok {
		return errors.Join(errCorrupt, err)
	}
	for l := (storedLink{}); c.read(&l); {
		e := graph.Edge{
			From: from, Relation: x.relations[l.relation], Annotation: l.annotation,
			Origin: graph.Origin{Line: l.line, Section: l.section, Order: c.next - 1},
		}
		if l.dst != 0 {
			if e.To, ok = path(l.dst); !ok {
				return errCorrupt
			}
		}
		if err := b.Add(e); err != nil {
			return err
		}
	}
	return c.err()
}
