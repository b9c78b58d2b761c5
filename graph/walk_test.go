package graph_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"vaultgraph/graph"
)

// parse makes a graph of lines "from -> to relation: annotation"; relation and annotation may be left out, and
// "?" stands for a target that does not exist. A node named "session-..." has the type "session".
func parse(t testing.TB, text string) *graph.Graph {
	t.Helper()
	var nodes []graph.Node
	var edges []graph.Edge
	order := map[string]int{}
	meet := func(id string) {
		if _, ok := order[id]; ok {
			return
		}
		order[id] = 0
		typ, _, _ := strings.Cut(id, "-")
		nodes = append(nodes, graph.Node{ID: id, Type: typ})
	}
	for line := range strings.Lines(text) {
		from, rest, _ := strings.Cut(strings.TrimSpace(line), " -> ")
		if from == "" {
			continue
		}
		to, why, _ := strings.Cut(rest, " ")
		relation, annotation, _ := strings.Cut(why, ":")
		meet(from)
		if to == "?" {
			to = ""
		} else if to != "" {
			meet(to)
		}
		if rest != "" {
			edges = append(edges, graph.Edge{
				From: from, To: to, Relation: relation, Annotation: strings.TrimSpace(annotation),
				Origin: graph.Origin{Order: order[from]},
			})
			order[from]++
		}
	}
	return mustNew(t, nodes, edges)
}

func visitIDs(w *graph.Walked) string {
	var ids []string
	depth := 0
	for _, v := range w.Visits {
		if v.Depth > depth {
			depth = v.Depth
			ids = append(ids, "|")
		}
		ids = append(ids, v.ID)
	}
	return strings.Join(ids, " ")
}

func edgeText(edges []graph.Edge) string {
	var texts []string
	for _, e := range edges {
		texts = append(texts, strings.TrimSpace(fmt.Sprintf("%s->%s %s", e.From, e.To, e.Relation)))
	}
	return strings.Join(texts, ", ")
}

func TestWalkOrder(t *testing.T) {
	star := `
		hub -> a
		hub -> b
		hub -> c key decision: x
		hub -> d
		e -> hub
		f -> hub constraint:`
	tests := map[string]struct {
		text  string
		start string
		opt   graph.Options
		want  string
	}{
		"depth 0 is the start": {"s -> a", "s", graph.Options{}, "s"},
		"kinds come in their order": {`
			s -> bare
			s -> annotated : why
			s -> named mentions:
			s -> dep depends_on:
			s -> inc incident:
			s -> dec key decision:
			s -> con hard constraint:`,
			"s", graph.Options{Depth: 1}, "s | con dec inc dep named annotated bare"},
		"out before in, then by From, then by order": {`
			z -> s
			y -> s
			s -> b
			s -> a`,
			"s", graph.Options{Depth: 1}, "s | b a y z"},
		"kind before the place of the parent": {`
			s -> p uses:
			s -> q mentions:
			p -> x
			q -> y decision:`,
			"s", graph.Options{Depth: 2}, "s | p q | y x"},
		"a node takes the place of its best edge": {`
			s -> a
			s -> b
			b -> s constraint:`,
			"s", graph.Options{Depth: 1}, "s | b a"},
		"terminal nodes come last and are not crossed": {`
			s -> session-1 constraint:
			s -> a
			session-1 -> b`,
			"s", graph.Options{Depth: 3, Terminal: []string{"session"}}, "s | a session-1"},
		"a terminal start is crossed": {`
			session-1 -> a
			session-1 -> session-2 constraint:
			a -> b`,
			"session-1", graph.Options{Depth: 2, Terminal: []string{"session"}}, "session-1 | a session-2 | b"},
		"without terminal types a session is like others": {`
			s -> session-1
			session-1 -> b`,
			"s", graph.Options{Depth: 3}, "s | session-1 | b"},
		"a hub is left along four kinds only": {star, "a", graph.Options{Depth: 3, HubDegree: 5}, "a | hub | f c"},
		"a node of just the hub degree is none": {
			star, "a", graph.Options{Depth: 3, HubDegree: 6}, "a | hub | f c b d e"},
		"no hubs":             {star, "a", graph.Options{Depth: 3, HubDegree: -1}, "a | hub | f c b d e"},
		"the start is no hub": {star, "hub", graph.Options{Depth: 1, HubDegree: 1}, "hub | f c a b d e"},
		"a chain behind a hub": {star + `
			c -> c2
			c2 -> c3`,
			"a", graph.Options{Depth: 9, HubDegree: 5}, "a | hub | f c | c2 | c3"},
		"out only": {star, "hub", graph.Options{Depth: 1, Direction: graph.Out}, "hub | c a b d"},
		"in only":  {star, "hub", graph.Options{Depth: 1, Direction: graph.In}, "hub | f e"},
		"direction is that of each crossing": {`
			a -> s
			a -> b`,
			"s", graph.Options{Depth: 2, Direction: graph.In}, "s | a"},
		"a relation as written, from both ends": {`
			s -> a Depends_On:
			b -> s depends-on:
			s -> c uses:`,
			"s", graph.Options{Depth: 1, Relations: []string{"depends on"}}, "s | a b"},
		"a relation as read from the other end": {`
			s -> a depends on:
			b -> s depends on:`,
			"s", graph.Options{Depth: 1, Relations: []string{"needed by"}}, "s | b"},
		"blank relations are ignored": {"s -> a", "s", graph.Options{Depth: 1, Relations: []string{" "}}, "s | a"},
		"types stop nothing": {`
			s -> tool
			tool -> service`,
			"s", graph.Options{Depth: 2, Types: []string{"service"}}, "s | tool | service"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w, err := graph.Walk(t.Context(), parse(t, tt.text), tt.start, tt.opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := visitIDs(w); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestWalkEdges(t *testing.T) {
	tests := map[string]struct {
		text  string
		depth int
		want  string
	}{
		"each once, sideways ones too": {`
			s -> a
			s -> b
			a -> b
			b -> s`, 2, "s->a, s->b, b->s, a->b"},
		"not from nodes of the last depth": {`
			s -> a
			s -> b
			a -> b`, 1, "s->a, s->b"},
		"equal parallel edges once": {`
			s -> a uses: why
			s -> a Uses: why
			s -> a uses: other
			s -> a`, 1, "s->a uses, s->a uses"},
		"bare ones beside an annotated one": {`
			s -> a
			s -> a : why
			s -> b
			s -> b`, 1, "s->a, s->b"},
		"a bare one the other way counts": {`
			s -> a uses:
			a -> s`, 1, "s->a uses, a->s"},
		"self and dangling edges never": {`
			s -> s uses:
			s -> ?
			s -> a`, 1, "s->a"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w, err := graph.Walk(t.Context(), parse(t, tt.text), "s", graph.Options{Depth: tt.depth})
			if err != nil {
				t.Fatal(err)
			}
			if got := edgeText(w.Edges); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestWalkMarks(t *testing.T) {
	g := parse(t, `
		s -> hub
		s -> session-1
		hub -> a
		hub -> b
		hub -> c uses:
		session-1 -> c
		session-1 -> d`)
	opt := graph.Options{Depth: 3, HubDegree: 3, Terminal: []string{"session"}, Types: []string{"c"}}
	w, err := graph.Walk(t.Context(), g, "s", opt)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range w.Visits {
		got = append(got, fmt.Sprintf("%s hub=%t uncrossed=%d filtered=%t", v.ID, v.Hub, v.Uncrossed, v.Filtered))
	}
	want := []string{
		"s hub=false uncrossed=0 filtered=false",
		"hub hub=true uncrossed=2 filtered=true",
		"session-1 hub=false uncrossed=1 filtered=true", // c leads back to it
		"c hub=false uncrossed=0 filtered=false",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWalkUnseen(t *testing.T) {
	text := `
		s -> a uses: x
		s -> a uses: x
		b -> s mentions:
		s -> s
		s -> ?`
	tests := map[string]struct {
		text string
		opt  graph.Options
		want []graph.Unseen
	}{
		"depth":    {text, graph.Options{}, []graph.Unseen{{By: graph.ByDepth, Edges: 2}}},
		"relation": {text, graph.Options{Depth: 1, Relations: []string{"owns"}}, []graph.Unseen{{By: graph.ByRelation, Edges: 2}}},
		"both": {text, graph.Options{Depth: 1, Direction: graph.In, Relations: []string{"owns"}},
			[]graph.Unseen{{By: graph.ByDirection, Edges: 1}, {By: graph.ByRelation, Edges: 1}}},
		"something was reached": {text, graph.Options{Depth: 1, Direction: graph.In}, nil},
		"no neighbours":         {"s -> ?", graph.Options{Depth: 1}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w, err := graph.Walk(t.Context(), parse(t, tt.text), "s", tt.opt)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(w.Unseen, tt.want) {
				t.Errorf("got %v, want %v", w.Unseen, tt.want)
			}
		})
	}
}

func TestWalkErrors(t *testing.T) {
	g := parse(t, "s -> a")
	if _, err := graph.Walk(t.Context(), g, "nowhere", graph.Options{}); !errors.Is(err, graph.ErrUnknownNode) {
		t.Errorf("unknown start: got %v", err)
	}
	if _, err := graph.Walk(t.Context(), g, "s", graph.Options{Depth: -1}); err == nil {
		t.Error("negative depth: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := graph.Walk(ctx, g, "s", graph.Options{Depth: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

// A counting source counts calls.
type counting struct {
	*graph.Graph
	nodes, edges int
}

func (s *counting) Nodes(ctx context.Context, ids []string) ([]graph.Node, error) {
	s.nodes++
	return s.Graph.Nodes(ctx, ids)
}

func (s *counting) Edges(
	ctx context.Context, ids []string, dir graph.Direction, want func(string) bool,
) ([]graph.Edge, error) {
	s.edges++
	return s.Graph.Edges(ctx, ids, dir, want)
}

func TestWalkAsksOnceADepth(t *testing.T) {
	src := &counting{Graph: parse(t, `
		s -> a
		s -> hub
		hub -> b
		hub -> c
		hub -> d uses:
		a -> e`)}
	if _, err := graph.Walk(t.Context(), src, "s", graph.Options{Depth: 2, HubDegree: 3}); err != nil {
		t.Fatal(err)
	}
	if src.nodes != 3 || src.edges != 3 {
		t.Errorf("asked %d times for nodes and %d times for edges; want 3 (start and two depths) and 3 (one for the hub)",
			src.nodes, src.edges)
	}
}

func TestWalkAgainstNaive(t *testing.T) {
	eachRandom(t, 1500, func(t *testing.T, r *rand.Rand) {
		nodes, edges := randomGraph(r)
		g := mustNew(t, nodes, edges)
		opt := randomOptions(r)
		start := nodes[r.IntN(len(nodes))].ID
		want := newNaive(g, edges, start, opt).walk()

		sources := map[string]graph.Source{
			"as made":  g,
			"shuffled": mustNew(t, shuffled(r, nodes), shuffled(r, edges)),
			"generous": generous{g, r},
		}
		for name, src := range sources {
			got, err := graph.Walk(t.Context(), src, start, opt)
			if err != nil {
				t.Fatal(err)
			}
			got.Unseen = nil // has its own test
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: walk from %s with %+v\ngot  %+v\nwant %+v", name, start, opt, got, want)
			}
		}
	})
}

func TestWalkVisitsOnce(t *testing.T) {
	eachRandom(t, 300, func(t *testing.T, r *rand.Rand) {
		nodes, edges := randomGraph(r)
		w, err := graph.Walk(t.Context(), mustNew(t, nodes, edges), nodes[0].ID, randomOptions(r))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, v := range w.Visits {
			if seen[v.ID] {
				t.Errorf("%s visited twice", v.ID)
			}
			seen[v.ID] = true
		}
		kept := map[graph.Edge]bool{}
		for _, e := range w.Edges {
			if kept[e] {
				t.Errorf("%v kept twice", e)
			}
			kept[e] = true
			if !seen[e.From] || !seen[e.To] {
				t.Errorf("%v has an end that was not visited", e)
			}
		}
	})
}
