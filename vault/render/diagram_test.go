package render_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"vaultgraph/graph"
	"vaultgraph/vault/note"
	"vaultgraph/vault/render"
)

// mermaidLine is the part of Mermaid's grammar that is used.
var mermaidLine = regexp.MustCompile(`^(` +
	`flowchart LR` +
	`|  n\d+\["(?:[\pL\pM\pN .,:/…—-]|#\d+;)*"\](?::::t\d+)?` +
	`|  n\d+ (?:-->\|"(?:[\pL\pM\pN .,:/…—-]|#\d+;)+"\||-\.->) n\d+` +
	`|  classDef t\d+ fill:#[0-9a-f]{6},stroke:#666,color:#222` +
	`)$`)

func TestMermaidHoldsNothingButLabels(t *testing.T) {
	bad := "\"]; click n0 \"javascript:alert(1)\"\n%%{init: {}}%% end <b> #quot; `**x**` | subgraph"
	g, err := graph.New(
		[]graph.Node{{ID: "a.md", Title: bad, Type: bad}, {ID: "b.md", Type: "service"}},
		[]graph.Edge{{From: "a.md", To: "b.md", Relation: bad}, {From: "b.md", To: "a.md"}},
	)
	if err != nil {
		t.Fatal(err)
	}
	walked, err := graph.Walk(t.Context(), g, "a.md", graph.Options{Depth: 1})
	if err != nil {
		t.Fatal(err)
	}
	tr := traversal(t, render.Request{Walked: walked, Walk: graph.Options{Depth: 1}, Budget: 1000, Notes: shelf{}})
	checkMermaid(t, tr)
	checkMermaid(t, traversal(t, demo(t, "services/whois-lookup.md", graph.Options{Depth: 2}, 6000)))
}

func checkMermaid(t *testing.T, tr *render.Traversal) {
	t.Helper()
	var b bytes.Buffer
	if err := tr.WriteMermaid(&b); err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(b.String()) {
		if !mermaidLine.MatchString(strings.TrimSuffix(l, "\n")) {
			t.Errorf("no Mermaid: %q", l)
		}
	}
}

func TestCanvasIsOneThatObsidianOpens(t *testing.T) {
	tr := traversal(t, demo(t, "services/whois-lookup.md", graph.Options{Depth: 2}, 100000))
	var b bytes.Buffer
	if err := tr.WriteCanvas(&b); err != nil {
		t.Fatal(err)
	}
	n := note.ParseCanvas(b.Bytes())
	if len(n.Problems) > 0 || len(n.Links) != len(decode(t, tr).Notes) {
		t.Fatalf("%d files, problems %v", len(n.Links), n.Problems)
	}
	var canvas struct {
		Nodes []struct {
			ID, Type, File, Color string
			X, Y, Width, Height   int
		}
		Edges []struct{ ID, FromNode, ToNode, FromSide, ToSide, Label string }
	}
	if err := json.Unmarshal(b.Bytes(), &canvas); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for i, a := range canvas.Nodes {
		if a.ID == "" || ids[a.ID] || a.Type != "file" || a.Width <= 0 || a.Height <= 0 {
			t.Errorf("node %+v", a)
		}
		ids[a.ID] = true
		for _, b := range canvas.Nodes[:i] {
			if a.X < b.X+b.Width && b.X < a.X+a.Width && a.Y < b.Y+b.Height && b.Y < a.Y+a.Height {
				t.Errorf("%s lies over %s", a.File, b.File)
			}
		}
	}
	for _, e := range canvas.Edges {
		if ids[e.ID] || !ids[e.FromNode] || !ids[e.ToNode] || e.FromSide == "" || e.ToSide == "" {
			t.Errorf("edge %+v", e)
		}
		ids[e.ID] = true
	}
}

func TestTrail(t *testing.T) {
	trail, err := graph.Path(t.Context(), small.graph(t), "services/store.md", "people/ana.md", graph.PathOptions{})
	if err != nil {
		t.Fatal(err)
	}
	title := func(p string) string { return map[string]string{"people/ana.md": "Ana Ruiz"}[p] }
	var text, doc bytes.Buffer
	if err := render.WriteTrail(&text, "services/store.md", "people/ana.md", trail, nil, title); err != nil {
		t.Fatal(err)
	}
	if err := render.WriteTrailJSON(&doc, "services/store.md", "people/ana.md", trail, nil, title); err != nil {
		t.Fatal(err)
	}
	golden(t, "trail.txt", text.Bytes())
	golden(t, "trail.json", doc.Bytes())
}
