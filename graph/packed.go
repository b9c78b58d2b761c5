package graph

import "strings"

// packedEdges holds what many edges say in memory without pointers, which the garbage collector need not look at: a graph
// has several edges a node, and each of them has five strings.
type packedEdges struct {
	list      []packedEdge
	relations words
	sections  words
	chunks    []string        // of annotations, one behind the other
	open      strings.Builder // the chunk that is being filled, behind those
}

// A packedEdge is an edge without its ends.
type packedEdge struct {
	line, order       int
	relation, section int32 // places among the words
	chunk             int32
	start, end        uint32 // of the annotation in its chunk
}

// chunkSize is how many bytes of annotations lie together.
const chunkSize = 1 << 18

func newPackedEdges() packedEdges {
	return packedEdges{relations: newWords(), sections: newWords()}
}

func (p *packedEdges) add(e *Edge) {
	if p.open.Len()+len(e.Annotation) > chunkSize && p.open.Len() > 0 {
		p.seal()
	}
	if p.open.Cap() == 0 && e.Annotation != "" {
		p.open.Grow(max(chunkSize, len(e.Annotation)))
	}
	start := p.open.Len()
	p.open.WriteString(e.Annotation)
	p.list = append(p.list, packedEdge{
		line: e.Origin.Line, order: e.Origin.Order,
		relation: p.relations.place(e.Relation), section: p.sections.place(e.Origin.Section),
		chunk: int32(len(p.chunks)), start: uint32(start), end: uint32(p.open.Len()),
	})
}

// seal ends the chunk that is being filled.
func (p *packedEdges) seal() {
	p.chunks = append(p.chunks, p.open.String())
	p.open = strings.Builder{}
}

// at returns edge i without its ends.
func (p *packedEdges) at(i int32) Edge {
	e := &p.list[i]
	return Edge{
		Relation: p.relations.list[e.relation], Annotation: p.chunks[e.chunk][e.start:e.end],
		Origin: Origin{Line: e.line, Section: p.sections.list[e.section], Order: e.order},
	}
}

// words are strings that occur again and again, each kept once.
type words struct {
	list  []string
	known map[string]int32
}

func newWords() words { return words{known: map[string]int32{}} }

// place returns the place of a string in the list.
func (w *words) place(s string) int32 {
	n, ok := w.known[s]
	if !ok {
		n = int32(len(w.list))
		s = strings.Clone(s)
		w.known[s] = n
		w.list = append(w.list, s)
	}
	return n
}
