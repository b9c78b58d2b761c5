package graph

import (
	"context"
	"errors"
	"slices"
)

// A walker is a walk under way. Nodes that it has met have a number, in the order of meeting, and once reached a
// place in the visits.
type walker struct {
	src   Source
	rules *rules
	found Walked
	depth int // of the visits reached last
	from  int // place of the first of these

	number map[string]int // by node ID
	met    []station      // by number

	// joined holds, for the place of each visit that was held back, the places that kept edges join it with.
	joined map[int]map[int]bool
}

// A station is a node that the walker has met.
type station struct {
	place    int // -1 while not reached
	node     Node
	terminal bool // never so for the start
}

func newWalker(ctx context.Context, src Source, start string, opt Options) (*walker, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	nodes, err := fetch(ctx, src, []string{start})
	if err != nil {
		return nil, err
	}
	return &walker{
		src:    src,
		rules:  newRules(opt),
		found:  Walked{Visits: []Visit{{Node: nodes[0]}}},
		number: map[string]int{start: 0},
		met:    []station{{node: nodes[0]}},
		joined: map[int]map[int]bool{},
	}, nil
}

// fetch asks src for nodes and makes sure that it returned as many.
func fetch(ctx context.Context, src Source, ids []string) ([]Node, error) {
	nodes, err := src.Nodes(ctx, ids)
	if err == nil && len(nodes) != len(ids) {
		err = errors.New("source returned another number of nodes than asked for")
	}
	return nodes, err
}

// done tells whether no node is left to cross.
func (w *walker) done() bool {
	return w.from == len(w.found.Visits)
}

// step crosses the nodes reached last, and so reaches those of the next depth.
func (w *walker) step(ctx context.Context) error {
	w.depth++
	if err := ctx.Err(); err != nil {
		return err
	}
	arcs, err := w.arcs(ctx)
	if err != nil {
		return err
	}
	crossings := w.crossings(arcs)
	if err := w.identify(ctx, crossings); err != nil {
		return err
	}
	for i := range crossings {
		crossings[i].terminal = w.met[crossings[i].far].terminal
	}
	slices.SortFunc(crossings, compareCrossings)
	w.from = len(w.found.Visits)
	w.reach(crossings)
	w.keep(crossings)
	return nil
}

// arcs asks the source for the edges of the nodes to cross. Hubs are asked for apart, since most of their edges
// are not needed.
func (w *walker) arcs(ctx context.Context) ([]arc, error) {
	var plain, hubs []string
	for _, v := range w.found.Visits[w.from:] {
		switch {
		case v.Hub:
			hubs = append(hubs, v.ID)
		case !w.met[w.number[v.ID]].terminal:
			plain = append(plain, v.ID)
		}
	}
	var arcs []arc
	for _, ask := range []struct {
		ids  []string
		want func(string) bool
	}{{plain, w.rules.want()}, {hubs, w.rules.wantOfHub}} {
		if len(ask.ids) == 0 {
			continue
		}
		edges, err := w.src.Edges(ctx, ask.ids, w.rules.Direction, ask.want)
		if err != nil {
			return nil, err
		}
		arcs = w.read(arcs, edges)
	}
	return distinct(arcs), nil
}

// read appends the edges between two nodes to arcs.
func (w *walker) read(arcs []arc, edges []Edge) []arc {
	arcs = slices.Grow(arcs, len(edges))
	w.met = slices.Grow(w.met, len(edges))
	for i := range edges {
		if e := &edges[i]; e.To != "" && e.To != e.From {
			arcs = append(arcs, arc{e, w.rules.read(*e), w.meet(e.From), w.meet(e.To)})
		}
	}
	return arcs
}

// meet returns the number of a node.
func (w *walker) meet(id string) int {
	n, ok := w.number[id]
	if !ok {
		n = len(w.met)
		w.number[id] = n
		w.met = append(w.met, station{place: -1})
	}
	return n
}

// crossings returns the ways to cross arcs from the nodes reached last: none, one, or two where an arc joins two
// such nodes.
func (w *walker) crossings(arcs []arc) []crossing {
	crossings := make([]crossing, 0, len(arcs))
	for i := range arcs {
		a := &arcs[i]
		for _, in := range [...]bool{false, true} {
			near, far := a.ends(in)
			if place := w.met[near].place; place >= w.from && w.crosses(near, a, in) {
				crossings = append(crossings, crossing{arc: a, near: place, far: far, in: in})
			}
		}
	}
	return crossings
}

// crosses tells whether a walk that stands at the reached node near leaves it along a.
func (w *walker) crosses(near int, a *arc, in bool) bool {
	at := w.met[near]
	if at.terminal || w.found.Visits[at.place].Hub && !a.kind.crossesHubs() {
		return false
	}
	return w.rules.faces(in) && w.rules.matches(a.reading, in)
}

// identify asks the source for the nodes that crossings reach for the first time.
func (w *walker) identify(ctx context.Context, crossings []crossing) error {
	var ids []string
	for _, c := range crossings {
		if w.met[c.far].place < 0 {
			ids = append(ids, c.farID())
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	nodes, err := fetch(ctx, w.src, ids)
	if err != nil {
		return err
	}
	w.found.Visits = slices.Grow(w.found.Visits, len(ids)) // reach will add as many
	for i, id := range ids {
		at := &w.met[w.number[id]]
		at.node, at.terminal = nodes[i], w.rules.isTerminal(nodes[i])
	}
	return nil
}

// reach gives places to the nodes that sorted crossings reach for the first time.
func (w *walker) reach(crossings []crossing) {
	for _, c := range crossings {
		at := &w.met[c.far]
		if at.place < 0 {
			w.arrive(at)
		}
		if at.place >= w.from {
			v := &w.found.Visits[at.place]
			v.Via = append(v.Via, *c.Edge)
		}
	}
}

// arrive adds the visit of a node reached for the first time, still without edges.
func (w *walker) arrive(at *station) {
	at.place = len(w.found.Visits)
	goesOn := w.depth < w.rules.Depth
	v := Visit{
		Node:     at.node,
		Depth:    w.depth,
		Filtered: w.rules.isFiltered(at.node),
		Hub:      goesOn && !at.terminal && w.rules.isHub(at.node),
	}
	w.found.Visits = append(w.found.Visits, v)
	if v.Hub || goesOn && at.terminal {
		w.joined[at.place] = map[int]bool{}
	}
}

// keep adds the edges of sorted crossings to the result, by the node crossed. An edge that its far end has crossed
// before is there already.
func (w *walker) keep(crossings []crossing) {
	slices.SortStableFunc(crossings, func(a, b crossing) int { return a.near - b.near })
	w.found.Edges = slices.Grow(w.found.Edges, len(crossings))
	for _, c := range crossings {
		far := w.met[c.far].place
		if far < c.near && w.crosses(c.far, c.arc, !c.in) {
			continue
		}
		w.found.Edges = append(w.found.Edges, *c.Edge)
		w.join(c.near, far)
		w.join(far, c.near)
	}
}

func (w *walker) join(place, other int) {
	if set := w.joined[place]; set != nil {
		set[other] = true
	}
}

// countUncrossed fills Visit.Uncrossed. An index may hold a degree that is older than its edges, hence no less
// than 0.
func (w *walker) countUncrossed() {
	for place, others := range w.joined {
		v := &w.found.Visits[place]
		v.Uncrossed = max(0, v.Degree-len(others))
	}
}
