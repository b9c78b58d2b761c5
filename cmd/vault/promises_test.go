package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vaultgraph/examples/corpus"
	"vaultgraph/graph"
	"vaultgraph/vault"
	"vaultgraph/vault/note"
	"vaultgraph/vault/render"
)

// A traversal is the document of `traverse --format json`.
type traversal struct {
	Start        string
	Budget, Used int
	Reach        struct{ Notes, Edges int }
	Notes        []struct {
		Path   string
		Depth  int
		Shown  string
		Reason *string
		Via    []struct{ From string }
	}
	Edges []struct{ From, To string }
	Text  string
}

// TestWalksOfRealVaults holds the promises of a traversal in vaults that people wrote, from their best joined notes
// and from some at random.
func TestWalksOfRealVaults(t *testing.T) {
	for _, name := range []string{
		"architect-kb", "cubrid-wiki", "dendron-site", "govuk-aws-docs", "kepano-obsidian", "knowledge-garden", "logseq-docs",
		"openshift-runbooks", "tasks-vaults",
	} {
		t.Run(name, func(t *testing.T) {
			v, err := vault.Open(corpus.Path(t, "data", "vaults", name, "vault"))
			if err != nil {
				t.Fatal(err)
			}
			defer v.Close()
			s, err := v.Load(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			g, err := s.Graph()
			if err != nil {
				t.Fatal(err)
			}
			notes := &shelf{vault: v, notes: map[string]*note.Note{}}
			for _, start := range startsOf(g) {
				for _, opt := range []graph.Options{{Depth: 2}, {Depth: 3, HubDegree: 20}, {Depth: 2, Types: []string{"person"}}} {
					opt.Terminal = vault.TerminalTypes()
					holdPromises(t, notes, g, start, opt)
				}
			}
		})
	}
}

// A shelf keeps the notes that were read.
type shelf struct {
	vault *vault.Vault
	notes map[string]*note.Note
}

func (s *shelf) ReadNote(path string) (*note.Note, error) {
	if n, ok := s.notes[path]; ok {
		return n, nil
	}
	n, err := s.vault.ReadNote(path)
	if err == nil {
		s.notes[path] = n
	}
	return n, err
}

func startsOf(g *graph.Graph) []string {
	ranked := graph.Rank(g)
	r := rand.New(rand.NewPCG(5, 6))
	var starts []string
	for i := range 2 {
		starts = append(starts, ranked[i].ID, ranked[r.IntN(len(ranked))].ID)
	}
	return starts
}

func holdPromises(t *testing.T, v *shelf, g *graph.Graph, start string, opt graph.Options) {
	t.Helper()
	walked, err := graph.Walk(context.Background(), g, start, opt)
	if err != nil {
		t.Fatal(err)
	}
	var last *traversal
	for _, budget := range []int{0, 60, 300, 1500, 6000, 40000} {
		d := traverseAt(t, v, walked, opt, budget)
		what := fmt.Sprintf("%s, %+v, budget %d", start, opt, budget)
		if d.Used > budget || d.Used != render.Tokens(d.Text) {
			t.Errorf("%s: used %d, the text has %d", what, d.Used, render.Tokens(d.Text))
		}
		if d.Reach.Notes != len(d.Notes)-1 || d.Reach.Edges != len(d.Edges) || len(d.Notes) != len(walked.Visits) {
			t.Errorf("%s: reach %+v, %d notes, %d edges", what, d.Reach, len(d.Notes), len(d.Edges))
		}
		checkNotes(t, what, d)
		checkNeighbours(t, what, g, start, opt, d)
		if last != nil {
			checkGrowth(t, what, last, d)
		}
		last = d
	}
}

func traverseAt(t *testing.T, v *shelf, walked *graph.Walked, opt graph.Options, budget int) *traversal {
	t.Helper()
	var out [2]strings.Builder
	for i := range out {
		tr, err := render.NewTraversal(t.Context(), render.Request{Walked: walked, Walk: opt, Budget: budget, Notes: v})
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.WriteJSON(&out[i]); err != nil {
			t.Fatal(err)
		}
	}
	if out[0].String() != out[1].String() {
		t.Errorf("%s: two runs differ", walked.Visits[0].ID)
	}
	var d traversal
	if err := json.Unmarshal([]byte(out[0].String()), &d); err != nil {
		t.Fatal(err)
	}
	return &d
}

// levels are the degrees of being shown, each more than the one before.
var levels = map[string]int{"no": 0, "signpost": 1, "part": 2, "full": 3}

// checkNotes asks that what is shown is a prefix of what could be, and that the rest has a reason.
func checkNotes(t *testing.T, what string, d *traversal) {
	t.Helper()
	ended := false
	for i, n := range d.Notes {
		filtered := n.Reason != nil && *n.Reason == "filter"
		if n.Shown != "full" && n.Reason == nil {
			t.Errorf("%s: %s is shown as %q without a reason", what, n.Path, n.Shown)
		}
		if i > 0 && len(n.Via) == 0 {
			t.Errorf("%s: nothing says how %s is reached", what, n.Path)
		}
		switch {
		case filtered:
		case n.Shown == "no":
			ended = true
		case ended:
			t.Errorf("%s: %s is shown behind one that is not", what, n.Path)
		case !strings.Contains(d.Text, vault.Printable(n.Path)):
			t.Errorf("%s: %s is said to be shown and is not in the text", what, n.Path)
		}
	}
}

// checkNeighbours asks that every note next to the start is listed.
func checkNeighbours(t *testing.T, what string, g *graph.Graph, start string, opt graph.Options, d *traversal) {
	t.Helper()
	listed := map[string]bool{}
	for _, n := range d.Notes {
		listed[n.Path] = true
	}
	edges, err := g.Edges(context.Background(), []string{start}, graph.Both, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edges {
		if !listed[e.Other(start)] {
			t.Errorf("%s: the neighbour %s is not listed", what, e.Other(start))
		}
	}
}

// checkGrowth asks that more budget never shows a note less.
func checkGrowth(t *testing.T, what string, less, more *traversal) {
	t.Helper()
	for i := range less.Notes {
		if less.Notes[i].Path != more.Notes[i].Path || levels[less.Notes[i].Shown] > levels[more.Notes[i].Shown] {
			t.Errorf("%s: %s was %q for less, now %s is %q", what, less.Notes[i].Path, less.Notes[i].Shown, more.Notes[i].Path, more.Notes[i].Shown)
		}
	}
}
