package index

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vaultgraph/graph"
)

// A nodeCache remembers the nodes of the state that is being read, as far as they were met: a walk asks for the
// edges of a level first and then for the nodes at their ends.
type nodeCache struct {
	nodes  []cachedNode
	byID   map[int64]int32  // places in nodes
	byPath map[string]int32 // likewise
}

// A cachedNode is a node and what reading its file costs.
type cachedNode struct {
	graph.Node
	id     int64
	tokens int
}

func newNodeCache() nodeCache {
	return nodeCache{byID: map[int64]int32{}, byPath: map[string]int32{}}
}

func (c *nodeCache) add(n cachedNode) {
	place := int32(len(c.nodes))
	c.byID[n.id], c.byPath[n.ID] = place, place
	c.nodes = append(c.nodes, n)
}

// path returns the path of a file, "" for a number that no file has.
func (c *nodeCache) path(id int64) string {
	if place, ok := c.byID[id]; ok {
		return c.nodes[place].ID
	}
	return ""
}

var _ graph.Source = (*Index)(nil)

// Nodes implements graph.Source. Its error wraps graph.ErrUnknownNode.
func (x *Index) Nodes(ctx context.Context, paths []string) ([]graph.Node, error) {
	places, err := x.placesOf(ctx, paths)
	if err != nil {
		return nil, err
	}
	nodes := make([]graph.Node, len(places))
	for i, place := range places {
		nodes[i] = x.nodes.nodes[place].Node
	}
	return nodes, nil
}

// Tokens returns what reading each of these files costs, in the order of paths.
func (x *Index) Tokens(ctx context.Context, paths []string) ([]int, error) {
	places, err := x.placesOf(ctx, paths)
	if err != nil {
		return nil, err
	}
	tokens := make([]int, len(places))
	for i, place := range places {
		tokens[i] = x.nodes.nodes[place].tokens
	}
	return tokens, nil
}

// loadNodes remembers the nodes that a condition on the files chooses, about as many as expected.
func (x *Index) loadNodes(ctx context.Context, expected int, condition string, args ...driver.NamedValue) error {
	if expected == 0 {
		return nil
	}
	x.nodes.nodes = slices.Grow(x.nodes.nodes, expected)
	const columns = `SELECT id, path, title, type, degree, tokens FROM files WHERE `
	err := x.conn.each(ctx, columns+condition, args, func(row []driver.Value) (err error) {
		var n cachedNode
		var degree, tokens int64
		if !(get(row, 0, &n.id) && get(row, 1, &n.ID) && get(row, 2, &n.Title) && get(row, 3, &n.Type) &&
			get(row, 4, &degree) && get(row, 5, &tokens)) {
			return errCorrupt
		}
		n.Degree, n.tokens = int(degree), int(tokens)
		if n.Title, err = unseal(n.Title); err != nil {
			return err
		}
		x.nodes.add(n)
		return nil
	})
	return explain("reading the index", err)
}

// maxParameters is how many parameters one query gets; SQLite takes at least 999.
const maxParameters = 500

// placesOf returns the places of files in the cache.
func (x *Index) placesOf(ctx context.Context, paths []string) ([]int32, error) {
	var unknown []string
	for _, p := range paths {
		if _, ok := x.nodes.byPath[p]; !ok {
			unknown = append(unknown, p)
		}
	}
	for len(unknown) > 0 {
		part := unknown[:min(maxParameters, len(unknown))]
		unknown = unknown[len(part):]
		args := make([]driver.NamedValue, len(part))
		for i, p := range part {
			args[i] = driver.NamedValue{Ordinal: i + 1, Value: p}
		}
		if err := x.loadNodes(ctx, len(part), `path IN (?`+strings.Repeat(`, ?`, len(part)-1)+`)`, args...); err != nil {
			return nil, err
		}
	}
	places := make([]int32, len(paths))
	for i, p := range paths {
		place, ok := x.nodes.byPath[p]
		if !ok {
			return nil, fmt.Errorf("%q: %w", p, graph.ErrUnknownNode)
		}
		places[i] = place
	}
	return places, nil
}

// idsOf returns the numbers of files.
func (x *Index) idsOf(ctx context.Context, paths []string) ([]int64, error) {
	places, err := x.placesOf(ctx, paths)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(places))
	for i, place := range places {
		ids[i] = x.nodes.nodes[place].id
	}
	return ids, nil
}

// commas writes numbers for an IN list. Numbers need no quoting, and a list of them no limit of parameters.
func commas(ids []int64) string {
	b := make([]byte, 0, 8*len(ids))
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(b)
}
