package index

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"vaultgraph/graph"
)

// A nodeCache remembers which number stands for which path, in the state that is being read.
type nodeCache struct {
	ids   map[string]int64
	paths map[int64]string
}

func (c *nodeCache) put(id int64, path string) {
	if c.ids == nil {
		c.ids, c.paths = map[string]int64{}, map[int64]string{}
	}
	c.ids[path], c.paths[id] = id, path
}

var _ graph.Source = (*Index)(nil)

// Nodes implements graph.Source. Its error wraps graph.ErrUnknownNode.
func (x *Index) Nodes(ctx context.Context, paths []string) ([]graph.Node, error) {
	ids, err := x.idsOf(ctx, paths)
	if err != nil {
		return nil, err
	}
	rows, err := x.conn.QueryContext(ctx, `SELECT id, path, title, type, degree FROM files WHERE id IN (`+commas(ids)+`)`)
	if err != nil {
		return nil, explain("reading the index", err)
	}
	defer rows.Close()
	found := make(map[int64]graph.Node, len(ids))
	for rows.Next() {
		var id int64
		var n graph.Node
		if err := rows.Scan(&id, &n.ID, &n.Title, &n.Type, &n.Degree); err != nil {
			return nil, explain("reading the index", err)
		}
		found[id] = n
	}
	nodes := make([]graph.Node, len(ids))
	for i, id := range ids {
		nodes[i] = found[id]
	}
	return nodes, explain("reading the index", rows.Err())
}

// Edges implements graph.Source with one query, and one more for the paths of the other ends.
func (x *Index) Edges(
	ctx context.Context, paths []string, dir graph.Direction, want func(relationKey string) bool,
) ([]graph.Edge, error) {
	ids, err := x.idsOf(ctx, paths)
	if err != nil {
		return nil, err
	}
	limit, err := x.relationLimit(ctx, want)
	if err != nil {
		return nil, err
	}
	const columns = `SELECT src, ord, dst, relation, annotation, line, section FROM links WHERE `
	in := commas(ids)
	leaving := columns + `src IN (` + in + `) AND dst IS NOT NULL AND dst <> src` + limit
	entering := columns + `dst IN (` + in + `) AND dst <> src` + limit
	switch dir {
	case graph.Out:
		return x.edges(ctx, leaving)
	case graph.In:
		return x.edges(ctx, entering)
	}
	return x.edges(ctx, leaving+` UNION ALL `+entering+` AND src NOT IN (`+in+`)`)
}

// A row of links, with numbers for names.
type linkRow struct {
	src, dst, relation, section int64
	edge                        graph.Edge
}

func (x *Index) edges(ctx context.Context, query string) ([]graph.Edge, error) {
	rows, err := x.conn.QueryContext(ctx, query)
	if err != nil {
		return nil, explain("reading the index", err)
	}
	defer rows.Close()
	var found []linkRow
	for rows.Next() {
		var l linkRow
		o := &l.edge.Origin
		if err := rows.Scan(&l.src, &o.Order, &l.dst, &l.relation, &l.edge.Annotation, &o.Line, &l.section); err != nil {
			return nil, explain("reading the index", err)
		}
		found = append(found, l)
	}
	if err := rows.Err(); err != nil {
		return nil, explain("reading the index", err)
	}
	return x.named(ctx, found)
}

// named gives edges their ends, relations and sections as text.
func (x *Index) named(ctx context.Context, found []linkRow) ([]graph.Edge, error) {
	if err := x.loadRelations(ctx); err != nil {
		return nil, err
	}
	ids, sections := map[int64]bool{}, map[int64]bool{}
	for _, l := range found {
		for _, id := range [2]int64{l.src, l.dst} {
			if _, ok := x.nodes.paths[id]; !ok {
				ids[id] = true
			}
		}
		if _, ok := x.sections[l.section]; !ok && l.section != 0 {
			sections[l.section] = true
		}
	}
	if err := x.loadTexts(ctx, `SELECT id, path FROM files WHERE id IN (`+commas(numbers(ids))+`)`, x.nodes.put); err != nil {
		return nil, err
	}
	keep := func(id int64, text string) { x.sections[id] = text }
	if err := x.loadTexts(ctx, `SELECT id, text FROM sections WHERE id IN (`+commas(numbers(sections))+`)`, keep); err != nil {
		return nil, err
	}
	edges := make([]graph.Edge, len(found))
	for i, l := range found {
		l.edge.From, l.edge.To = x.nodes.paths[l.src], x.nodes.paths[l.dst]
		l.edge.Relation, l.edge.Origin.Section = x.relations[l.relation], x.sections[l.section]
		edges[i] = l.edge
	}
	return edges, nil
}

func numbers(set map[int64]bool) []int64 { return slices.Sorted(maps.Keys(set)) }

// loadTexts yields the rows of a query for numbers and texts.
func (x *Index) loadTexts(ctx context.Context, query string, keep func(id int64, text string), args ...any) error {
	rows, err := x.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return explain("reading the index", err)
		}
		keep(id, text)
	}
	return explain("reading the index", rows.Err())
}

// maxParameters is how many parameters one query gets; SQLite takes at least 999.
const maxParameters = 500

// idsOf returns the numbers of files.
func (x *Index) idsOf(ctx context.Context, paths []string) ([]int64, error) {
	var unknown []any
	for _, p := range paths {
		if _, ok := x.nodes.ids[p]; !ok {
			unknown = append(unknown, p)
		}
	}
	for len(unknown) > 0 {
		part := unknown[:min(maxParameters, len(unknown))]
		unknown = unknown[len(part):]
		query := `SELECT id, path FROM files WHERE path IN (?` + strings.Repeat(`, ?`, len(part)-1) + `)`
		if err := x.loadTexts(ctx, query, x.nodes.put, part...); err != nil {
			return nil, err
		}
	}
	ids := make([]int64, len(paths))
	for i, p := range paths {
		id, ok := x.nodes.ids[p]
		if !ok {
			return nil, fmt.Errorf("%q: %w", p, graph.ErrUnknownNode)
		}
		ids[i] = id
	}
	return ids, nil
}

// loadRelations reads the relations that occur in the vault: some tens, seldom more.
func (x *Index) loadRelations(ctx context.Context) error {
	if x.relations != nil {
		return nil
	}
	found := map[int64]string{}
	err := x.loadTexts(ctx, `SELECT id, text FROM relations`, func(id int64, text string) { found[id] = text })
	if err == nil {
		x.relations = found
	}
	return err
}

// relationLimit returns the condition that keeps the relations which want accepts.
func (x *Index) relationLimit(ctx context.Context, want func(string) bool) (string, error) {
	if want == nil {
		return "", nil
	}
	if err := x.loadRelations(ctx); err != nil {
		return "", err
	}
	var ids []int64
	if want("") {
		ids = append(ids, 0)
	}
	for id, text := range x.relations {
		if want(graph.RelationKey(text)) {
			ids = append(ids, id)
		}
	}
	return ` AND relation IN (` + commas(ids) + `)`, nil
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
