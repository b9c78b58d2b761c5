package graph

import (
	"cmp"
	"math"
	"slices"
)

// rules are Options made ready for a walk.
type rules struct {
	Options
	relations map[string]bool // keys of Options.Relations; nil for all
	readings  map[string]reading
}

// A reading is what a vocabulary says of a relation.
type reading struct {
	key     string
	inverse string // the key of the inverse; "" where there is none
	kind    Kind   // of an edge with this relation
}

func newRules(opt Options) *rules {
	r := &rules{Options: opt, readings: map[string]reading{}}
	r.HubDegree = cmp.Or(opt.HubDegree, DefaultHubDegree)
	if r.HubDegree < 0 {
		r.HubDegree = math.MaxInt
	}
	if r.Vocabulary == nil {
		r.Vocabulary = NewVocabulary()
	}
	for _, relation := range opt.Relations {
		if key := RelationKey(relation); key != "" {
			if r.relations == nil {
				r.relations = map[string]bool{}
			}
			r.relations[key] = true
		}
	}
	return r
}

// read returns the reading of an edge. Relations are few and edges many, so it remembers.
func (r *rules) read(e Edge) reading {
	known, ok := r.readings[e.Relation]
	if !ok {
		known = r.look(e.Relation)
		r.readings[e.Relation] = known
	}
	if known.key == "" && e.Annotation == "" {
		known.kind = Bare
	}
	return known
}

// look returns the reading of an annotated edge with this relation. A source may call it from several goroutines.
func (r *rules) look(relation string) reading {
	key := RelationKey(relation)
	if key == "" {
		return reading{kind: Annotated}
	}
	inverse, _ := r.Vocabulary.Inverse(relation)
	return reading{key: key, inverse: RelationKey(inverse), kind: r.Vocabulary.Kind(relation)}
}

// isHub tells whether n is a hub, unless a walk starts there.
func (r *rules) isHub(n Node) bool {
	return n.Degree > r.HubDegree
}

// isTerminal tells whether n is of a terminal type, which means nothing where a walk starts there.
func (r *rules) isTerminal(n Node) bool {
	return slices.Contains(r.Terminal, n.Type)
}

func (r *rules) isFiltered(n Node) bool {
	return len(r.Types) > 0 && !slices.Contains(r.Types, n.Type)
}

// faces tells whether the direction of the walk allows an edge that enters, or else leaves, the node crossed.
func (r *rules) faces(in bool) bool {
	return r.Direction == Both || (r.Direction == In) == in
}

// matches tells whether the relation filter lets through an edge that enters, or else leaves, the node crossed.
func (r *rules) matches(rel reading, in bool) bool {
	return r.relations == nil || r.relations[rel.key] || in && r.relations[rel.inverse]
}

// want returns the filter to ask a source with for the edges of ordinary nodes. It does not know the end that an
// edge will be read from, so it lets through what matches from either.
func (r *rules) want() func(relationKey string) bool {
	if r.relations == nil {
		return nil
	}
	return func(relationKey string) bool {
		return relationKey != "" && r.matches(r.look(relationKey), true)
	}
}

// wantOfHub is the filter to ask a source with for the edges of hubs.
func (r *rules) wantOfHub(relationKey string) bool {
	rel := r.look(relationKey)
	return rel.kind.crossesHubs() && r.matches(rel, true)
}

// edgeReadings are the readings of the edges of a graph.
type edgeReadings struct {
	edges      *packedEdges
	byRelation []reading
}

func (g *Graph) readings(r *rules) edgeReadings {
	all := edgeReadings{edges: &g.edges}
	for _, relation := range g.edges.relations.list {
		all.byRelation = append(all.byRelation, r.look(relation))
	}
	return all
}

// of returns the reading of edge i.
func (r edgeReadings) of(i int32) reading {
	e := &r.edges.list[i]
	known := r.byRelation[e.relation]
	if known.key == "" && e.start == e.end {
		known.kind = Bare
	}
	return known
}
