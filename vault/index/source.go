package index

import (
	"cmp"
	"context"
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
func (x *Index) loadNodes(ctx context.Context, expected int, condition string, args ...any) error {
	if expected == 0 {
		return nil
	}
	rows, err := x.conn.QueryContext(ctx, `SELECT id, path, title, type, degree, tokens FROM files WHERE `+condition, args...)
	if err != nil {
		return explain("reading the index", err)
	}
	defer rows.Close()
	x.nodes.nodes = slices.Grow(x.nodes.nodes, expected)
	for rows.Next() && ctx.Err() == nil {
		var n cachedNode
		if err := rows.Scan(&n.id, &n.ID, &n.Title, &n.Type, &n.Degree, &n.tokens); err != nil {
			return explain("reading the index", err)
		}
		if n.Title, err = unseal(n.Title); err != nil {
			return explain("reading the index", err)
		}
		x.nodes.add(n)
	}
	return explain("reading the index", cmp.Or(ctx.Err(), rows.Err()))
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
		return x.edges(ctx, ids, leaving)
	case graph.In:
		return x.edges(ctx, ids, entering)
	}
	return x.edges(ctx, ids, leaving+` UNION ALL `+entering+` AND src NOT IN (`+in+`)`)
}

// An edgeRow is what a row of links has of an edge in numbers.
type edgeRow struct{ src, dst, relation, section int64 }

// edges returns the edges of files that a query finds.
func (x *Index) edges(ctx context.Context, ids []int64, query string) ([]graph.Edge, error) {
	rows, err := x.conn.QueryContext(ctx, query)
	if err != nil {
		return nil, explain("reading the index", err)
	}
	defer rows.Close()
	expected := x.neighbours(ids)
	edges := make([]graph.Edge, 0, expected)
	found := make([]edgeRow, 0, expected)
	for rows.Next() && ctx.Err() == nil {
		var e graph.Edge
		var r edgeRow
		if err := rows.Scan(&r.src, &e.Origin.Order, &r.dst, &r.relation, &e.Annotation, &e.Origin.Line, &r.section); err != nil {
			return nil, explain("reading the index", err)
		}
		if e.Annotation, err = unseal(e.Annotation); err != nil {
			return nil, explain("reading the index", err)
		}
		edges, found = append(edges, e), append(found, r)
	}
	if err := cmp.Or(ctx.Err(), rows.Err()); err != nil {
		return nil, explain("reading the index", err)
	}
	return edges, x.name(ctx, edges, found)
}

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

// name gives edges their ends, relations and sections as text.
func (x *Index) name(ctx context.Context, edges []graph.Edge, found []edgeRow) error {
	if err := x.loadRelations(ctx); err != nil {
		return err
	}
	var ids, sections []int64
	for _, r := range found {
		for _, id := range [2]int64{r.src, r.dst} {
			if _, ok := x.nodes.byID[id]; !ok {
				ids = append(ids, id)
			}
		}
		if _, ok := x.sections[r.section]; !ok && r.section != 0 {
			sections = append(sections, r.section)
		}
	}
	ids, sections = distinct(ids), distinct(sections)
	if err := x.loadNodes(ctx, len(ids), `id IN (`+commas(ids)+`)`); err != nil {
		return err
	}
	if len(sections) > 0 {
		keep := func(id int64, text string) { x.sections[id] = text }
		if err := x.loadTexts(ctx, `SELECT id, text FROM sections WHERE id IN (`+commas(sections)+`)`, keep); err != nil {
			return err
		}
	}
	for i, r := range found {
		e := &edges[i]
		e.From, e.To = x.nodes.path(r.src), x.nodes.path(r.dst)
		e.Relation, e.Origin.Section = x.relations[r.relation], x.sections[r.section]
	}
	return nil
}

func distinct(ids []int64) []int64 {
	slices.Sort(ids)
	return slices.Compact(ids)
}

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
		if text, err = unseal(text); err != nil {
			return explain("reading the index", err)
		}
		keep(id, text)
	}
	return explain("reading the index", rows.Err())
}

// maxParameters is how many parameters one query gets; SQLite takes at least 999.
const maxParameters = 500

// placesOf returns the places of files in the cache.
func (x *Index) placesOf(ctx context.Context, paths []string) ([]int32, error) {
	var unknown []any
	for _, p := range paths {
		if _, ok := x.nodes.byPath[p]; !ok {
			unknown = append(unknown, p)
		}
	}
	for len(unknown) > 0 {
		part := unknown[:min(maxParameters, len(unknown))]
		unknown = unknown[len(part):]
		if err := x.loadNodes(ctx, len(part), `path IN (?`+strings.Repeat(`, ?`, len(part)-1)+`)`, part...); err != nil {
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
