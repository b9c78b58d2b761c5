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

// A nodeCache remembers the nodes of the state that is being read, as far as they were met: a walk asks for the
// edges of a level first and then for the nodes at their ends.
type nodeCache struct {
	ids   map[string]int64
	nodes map[int64]cachedNode
}

// A cachedNode is a node and what reading its file costs.
type cachedNode struct {
	graph.Node
	tokens int
}

func newNodeCache() nodeCache {
	return nodeCache{ids: map[string]int64{}, nodes: map[int64]cachedNode{}}
}

var _ graph.Source = (*Index)(nil)

// Nodes implements graph.Source. Its error wraps graph.ErrUnknownNode.
func (x *Index) Nodes(ctx context.Context, paths []string) ([]graph.Node, error) {
	ids, err := x.idsOf(ctx, paths)
	if err != nil {
		return nil, err
	}
	nodes := make([]graph.Node, len(ids))
	for i, id := range ids {
		nodes[i] = x.nodes.nodes[id].Node
	}
	return nodes, nil
}

// Tokens returns what reading each of these files costs, in the order of paths.
func (x *Index) Tokens(ctx context.Context, paths []string) ([]int, error) {
	ids, err := x.idsOf(ctx, paths)
	if err != nil {
		return nil, err
	}
	tokens := make([]int, len(ids))
	for i, id := range ids {
		tokens[i] = x.nodes.nodes[id].tokens
	}
	return tokens, nil
}

// loadNodes remembers the nodes that a condition on the files chooses.
func (x *Index) loadNodes(ctx context.Context, condition string, args ...any) error {
	rows, err := x.conn.QueryContext(ctx, `SELECT id, path, title, type, degree, tokens FROM files WHERE `+condition, args...)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var n cachedNode
		if err := rows.Scan(&id, &n.ID, &n.Title, &n.Type, &n.Degree, &n.tokens); err != nil {
			return explain("reading the index", err)
		}
		x.nodes.ids[n.ID], x.nodes.nodes[id] = id, n
	}
	return explain("reading the index", rows.Err())
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
			if _, ok := x.nodes.nodes[id]; !ok {
				ids[id] = true
			}
		}
		if _, ok := x.sections[l.section]; !ok && l.section != 0 {
			sections[l.section] = true
		}
	}
	if err := x.loadNodes(ctx, `id IN (`+commas(numbers(ids))+`)`); err != nil {
		return nil, err
	}
	keep := func(id int64, text string) { x.sections[id] = text }
	if err := x.loadTexts(ctx, `SELECT id, text FROM sections WHERE id IN (`+commas(numbers(sections))+`)`, keep); err != nil {
		return nil, err
	}
	edges := make([]graph.Edge, len(found))
	for i, l := range found {
		l.edge.From, l.edge.To = x.nodes.nodes[l.src].ID, x.nodes.nodes[l.dst].ID
		l.edge.Relation, l.edge.Origin.Section = x.relations[l.relation], x.sections[l.section]
		edges[i] = l.edge
	}
	return edges, nil
}

func numbers(set map[int64]bool) []int64 { return slices.Sorted(maps.Keys(set)) }

// loadTexts yields the rows of a query for numbers and texts.
func (x *Index) loadTexts(ctx context.Context, query string, keep func(id int64, text string)) error {
	rows, err := x.conn.QueryContext(ctx, query)
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
		if err := x.loadNodes(ctx, `path IN (?`+strings.Repeat(`, ?`, len(part)-1)+`)`, part...); err != nil {
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
