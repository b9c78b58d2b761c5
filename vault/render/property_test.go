package render_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"vaultgraph/graph"
	"vaultgraph/vault/render"
)

// A document is the JSON of a traversal.
type document struct {
	Schema              int
	Start               string
	Depth, Budget, Used int
	Reach               struct{ Notes, Edges int }
	Notes               []struct {
		Path          string
		Title, Type   *string
		Depth, Tokens int
		Shown         string
		Reason        *string
		Via           []struct {
			From, Direction      string
			Relation, Annotation *string
		}
	}
	Edges []struct {
		From, To             string
		Relation, Annotation *string
		Line                 *int
	}
	Text string
}

func decode(t testing.TB, tr *render.Traversal) document {
	t.Helper()
	var b bytes.Buffer
	if err := tr.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if !utf8.Valid(b.Bytes()) {
		t.Fatal("JSON is not UTF-8")
	}
	var doc document
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

var levels = map[string]int{"no": 0, "signpost": 1, "part": 2, "full": 3}

// checkBudgets renders r at rising budgets and checks what holds for all of them.
func checkBudgets(t *testing.T, r render.Request, budgets []int) {
	t.Helper()
	var before []int
	for _, budget := range budgets {
		r.Budget = budget
		tr := traversal(t, r)
		doc := decode(t, tr)
		if tr.Markdown() != doc.Text || doc.Used != render.Tokens(doc.Text) || doc.Used > budget || doc.Budget != budget {
			t.Fatalf("budget %d: used %d, text has %d", budget, doc.Used, render.Tokens(doc.Text))
		}
		if len(doc.Notes) != len(r.Walked.Visits) || len(doc.Edges) != len(r.Walked.Edges) {
			t.Fatalf("budget %d: %d notes and %d edges of %d and %d", budget, len(doc.Notes), len(doc.Edges),
				len(r.Walked.Visits), len(r.Walked.Edges))
		}
		before = checkLevels(t, r.Walked, doc, before)
		checkText(t, doc)
	}
}

// checkLevels checks the prefix rule within doc, and that no note is shown less than before.
func checkLevels(t *testing.T, walked *graph.Walked, doc document, before []int) []int {
	t.Helper()
	var now []int
	ended := false
	for i, n := range doc.Notes {
		level := levels[n.Shown]
		now = append(now, level)
		if before != nil && level < before[i] {
			t.Fatalf("budget %d shows %s less", doc.Budget, n.Path)
		}
		filtered := walked.Visits[i].Filtered
		if filtered {
			if level != 0 || n.Reason == nil || *n.Reason != "filter" {
				t.Fatalf("budget %d: filtered %s is shown as %s", doc.Budget, n.Path, n.Shown)
			}
			continue
		}
		if level > 0 && ended {
			t.Fatalf("budget %d: %s is shown behind one that is not", doc.Budget, n.Path)
		}
		ended = ended || level == 0
		if (level < 3) != (n.Reason != nil && *n.Reason == "budget") {
			t.Fatalf("budget %d: %s is shown as %s, the reason is %v", doc.Budget, n.Path, n.Shown, n.Reason)
		}
	}
	return now
}

// checkText checks that the structure of the text is that of the notes shown, whatever stands in them.
func checkText(t *testing.T, doc document) {
	t.Helper()
	var shown []string
	for _, n := range doc.Notes {
		if n.Shown != "no" {
			shown = append(shown, n.Path)
		}
	}
	var marked []string
	for l := range strings.Lines(doc.Text) {
		if rest, ok := strings.CutPrefix(l, "## "); ok {
			marked = append(marked, strings.Fields(rest)[0])
		}
		for _, r := range strings.TrimSuffix(l, "\n") {
			if r != '\t' && (unicode.IsControl(r) || r == 0x202e || r == utf8.RuneError) {
				t.Fatalf("budget %d: %q reaches the text", doc.Budget, r)
			}
		}
	}
	if !slices.Equal(marked, shown) {
		t.Fatalf("budget %d: headings %q, shown %q\n%s", doc.Budget, marked, shown, doc.Text)
	}
	src := []byte(doc.Text)
	headings := 0
	for n := goldmark.DefaultParser().Parse(text.NewReader(src)).FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			headings++
			if n.Level != 2 {
				t.Fatalf("budget %d: a heading of level %d", doc.Budget, n.Level)
			}
		case *ast.HTMLBlock:
			t.Fatalf("budget %d: HTML", doc.Budget)
		}
	}
	if headings != len(shown) {
		t.Fatalf("budget %d: %d headings as Markdown sees it, %d notes\n%s", doc.Budget, headings, len(shown), doc.Text)
	}
}

func TestRandomWalksKeepTheRules(t *testing.T) {
	for seed := range uint64(30) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			s := randomShelf(r)
			req := s.request(t, "dir/n0.md", randomOptions(r), 0)
			var budgets []int
			for b := 0; b < 3000; b += 1 + r.IntN(300) {
				budgets = append(budgets, b)
			}
			checkBudgets(t, req, append(budgets, 10000, 1000000))
		})
	}
}

func TestDemoVaultKeepsTheRules(t *testing.T) {
	for _, start := range []string{"services/whois-lookup.md", "people/sam.md", "tickets/TICKET-3060.md"} {
		var budgets []int
		for b := 200; b < 20000; b += 1499 {
			budgets = append(budgets, b)
		}
		checkBudgets(t, demo(t, start, graph.Options{Depth: 2}, 0), budgets)
	}
}

func TestEveryEdgeIsToldOnce(t *testing.T) {
	r := demo(t, "services/whois-lookup.md", graph.Options{Depth: 2}, 1000000)
	text := traversal(t, r).Markdown()
	told := 0
	for l := range strings.Lines(text) {
		if strings.HasPrefix(l, "- ") && (strings.Contains(l, " → ") || strings.Contains(l, " ← ")) {
			told++
		}
	}
	if told != len(r.Walked.Edges) {
		t.Errorf("%d edges are told of %d", told, len(r.Walked.Edges))
	}
	for _, e := range r.Walked.Edges {
		if n := strings.Count(text, ": "+e.Annotation+"\n"); e.Annotation != "" && n != 1 {
			t.Errorf("%q is told %d times", e.Annotation, n)
		}
	}
}

func TestTokensOfPiecesAreNoLessThanOfTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		s := strings.Join([]string{awkward[r.IntN(len(awkward))], awkward[r.IntN(len(awkward))]}, "\n")
		cut := r.IntN(len(s) + 1)
		if whole, parts := render.Tokens(s), render.Tokens(s[:cut])+render.Tokens(s[cut:]); whole > parts {
			t.Fatalf("%q has %d tokens, cut at %d it has %d", s, whole, cut, parts)
		}
	}
}
