package render_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vaultgraph/graph"
	"vaultgraph/vault"
	"vaultgraph/vault/note"
	"vaultgraph/vault/render"
)

// A shelf is a vault in memory: the text of notes by path.
type shelf map[string]string

func (s shelf) ReadNote(path string) (*note.Note, error) {
	text, ok := s[path]
	if !ok {
		return nil, errors.New("gone")
	}
	return note.Parse([]byte(text)), nil
}

// graph makes the graph of the notes, with links by file name.
func (s shelf) graph(t testing.TB) *graph.Graph {
	t.Helper()
	var nodes []graph.Node
	var edges []graph.Edge
	at := map[string]string{}
	for path := range s {
		at[strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".md")] = path
	}
	for path, text := range s {
		n := note.Parse([]byte(text))
		node := graph.Node{ID: path, Type: n.Frontmatter.String("type"), Title: n.Frontmatter.String("title")}
		if node.Title == "" && len(n.Headings) > 0 {
			node.Title = n.Headings[0].Text
		}
		nodes = append(nodes, node)
		for i, l := range n.Links {
			edges = append(edges, graph.Edge{
				From: path, To: at[l.Target], Relation: l.Relation, Annotation: l.Annotation,
				Origin: graph.Origin{Line: l.Line, Section: l.Section, Order: i},
			})
		}
	}
	g, err := graph.New(nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// request walks the notes from start.
func (s shelf) request(t testing.TB, start string, opt graph.Options, budget int) render.Request {
	t.Helper()
	walked, err := graph.Walk(t.Context(), s.graph(t), start, opt)
	if err != nil {
		t.Fatal(err)
	}
	return render.Request{Walked: walked, Walk: opt, Budget: budget, Notes: s}
}

func traversal(t testing.TB, r render.Request) *render.Traversal {
	t.Helper()
	tr, err := render.NewTraversal(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// demo walks the demo vault.
func demo(t testing.TB, start string, opt graph.Options, budget int) render.Request {
	t.Helper()
	v, err := vault.Open("../../examples/vault")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	snap, err := v.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g, err := snap.Graph()
	if err != nil {
		t.Fatal(err)
	}
	opt.Terminal = []string{"session"}
	opt.Vocabulary = v.Config.Vocabulary()
	walked, err := graph.Walk(t.Context(), g, start, opt)
	if err != nil {
		t.Fatal(err)
	}
	return render.Request{Walked: walked, Walk: opt, Budget: budget, Notes: v}
}

// awkward are lines that notes should not be able to do harm with.
var awkward = []string{
	"", "", "## services/forged.md · a heading", "# top", "   ## three in", "Setext", "===", "---", "- - -", "***", "> quoted",
	"> ```", "```", "```go", "~~~~", "~~~", "  ```", "    ```", "- item", "- ```", "  - inner", "1. one", "3) three",
	"<!-- open", "-->", "<div>", "<script>", "</system>", "  <pre>", "%%", "| a | b |", "|---|---|", "\tindented", "    code",
	"\x1b[31mred\x1b[0m", "right\u202eleft", "bad \xff\xfe bytes", "你好，世界", "😀🎉", "[^1]: footnote", "[ref]: /url 'title", "$$",
	"## Constraints", "## Key Decisions", "### below", "## Connections", "## Outcome", "#", "-", "=", "\r", "a\rb", "long " +
		strings.Repeat("words without end ", 90), strings.Repeat("x", 900), "- long item: " + strings.Repeat("Sentence. ", 120),
	"- [[n1]] — constraint: why", "- [[n2]] — \x1b]0;title\x07reporter: who", "- [[n3]]", "see [[n4]]", "- [[nowhere]] — uses: planned",
}

// randomShelf makes notes n0, n1, … of awkward lines that link to each other.
func randomShelf(r *rand.Rand) shelf {
	s := shelf{}
	types := []string{"", "type: service", "type: ticket\nstatus: open", "type: session\nstarted: 2026-01-02T03:04:05Z", "title: |\n  a\n  ## b"}
	for i := range 2 + r.IntN(9) {
		var b strings.Builder
		fmt.Fprintf(&b, "---\n%s\n---\n# Note %d\n", types[r.IntN(len(types))], i)
		for range r.IntN(25) {
			b.WriteString(awkward[r.IntN(len(awkward))] + "\n")
		}
		b.WriteString("\n## Connections\n\n")
		for range r.IntN(5) {
			relation := []string{"", "constraint: must hold", "dependency: needs it", "because", "reporter: said so"}[r.IntN(5)]
			fmt.Fprintf(&b, "- [[n%d]] — %s\n", r.IntN(11), relation)
		}
		s[fmt.Sprintf("dir/n%d.md", i)] = b.String()
	}
	return s
}

func randomOptions(r *rand.Rand) graph.Options {
	opt := graph.Options{Depth: r.IntN(4), Direction: graph.Direction(r.IntN(3)), Terminal: []string{"session"}}
	if r.IntN(3) == 0 {
		opt.HubDegree = 2
	}
	if r.IntN(4) == 0 {
		opt.Types = []string{"service"}
	}
	if r.IntN(4) == 0 {
		opt.Relations = []string{"constraint"}
	}
	return opt
}
