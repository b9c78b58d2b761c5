package render_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vaultgraph/graph"
	"vaultgraph/vault/render"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// small is a vault with one of everything.
var small = shelf{
	"services/lookup.md": `---
type: service
status: active
repo: acme/lookup
---

# lookup

Asks registries.

## Constraints

- One connection per query.
- Raw answers are stored first.

## Operations

Run it like this:

` + "```sh\n## not a heading\nlookup serve\n```" + `

## Connections

- [[pool]] — dependency: gives source addresses
- [[store]] — downstream: takes the answers
- [[planned]] — dependency: not written yet
`,
	"tools/pool.md": `---
type: tool
---

# pool

## Key Decisions

- 2026-03-30: no growth — because the operator counts ([[quota]])

## Connections

- [[quota]] — constraint: agreed in writing
- [[ana]] — owner: size is hers
`,
	"decisions/quota.md": `---
type: decision
status: accepted
date: 2026-03-30
---

# At most 40 addresses

## Context

They cut us off.

## Decision

At most 40 in 24 hours. Staging counts too.

## Connections

- [[pool]] — constrains: no growth
- [[ana]] — decided by: signed for us
`,
	"services/store.md": "---\ntype: service\n---\n# store\n\nKeeps answers.\n\n## Connections\n\n- [[lookup]] — reporter: says what it saw\n",
	"people/ana.md":     "---\ntype: person\n---\n# Ana Ruiz\n\n[[lookup]] is not hers.\n",
	"sessions/s1.md": "---\ntype: session\nstarted: 2026-04-01T09:00:00+02:00\n---\n# First\n\n## Summary\n\nWorked on [[lookup]].\n\n" +
		"## Open Threads\n\n- [ ] Ask [[ana]]\n",
}

func TestLayout(t *testing.T) {
	opt := graph.Options{Depth: 2, Terminal: []string{"session"}}
	for name, r := range map[string]render.Request{
		"whole":    small.request(t, "services/lookup.md", opt, 6000),
		"cut":      small.request(t, "services/lookup.md", opt, 420),
		"filtered": small.request(t, "services/lookup.md", graph.Options{Depth: 2, Types: []string{"decision"}}, 6000),
		"unseen":   small.request(t, "people/ana.md", graph.Options{Depth: 2, Relations: []string{"uses"}}, 6000),
	} {
		t.Run(name, func(t *testing.T) {
			tr := traversal(t, r)
			golden(t, name+".md", []byte(tr.Markdown()))
			if name != "whole" {
				return
			}
			for file, write := range map[string]func(*bytes.Buffer) error{
				"whole.json":    func(b *bytes.Buffer) error { return tr.WriteJSON(b) },
				"whole.paths":   func(b *bytes.Buffer) error { return tr.WritePaths(b) },
				"whole.mermaid": func(b *bytes.Buffer) error { return tr.WriteMermaid(b) },
				"whole.canvas":  func(b *bytes.Buffer) error { return tr.WriteCanvas(b) },
			} {
				var b bytes.Buffer
				if err := write(&b); err != nil {
					t.Fatal(err)
				}
				golden(t, file, b.Bytes())
			}
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; run with -update to accept:\n%s", file, got)
	}
}

func TestTheConstraintTwoEdgesAwayIsStated(t *testing.T) {
	tr := traversal(t, demo(t, "services/whois-lookup.md", graph.Options{Depth: 2}, 6000))
	for _, want := range []string{
		"## decisions/tunnel-address-quota.md · At most 40 source addresses in 24 hours · decision, accepted, 2026-03-30",
		"- ip-rotation-tool → constraint: agreed in writing with a registry operator; read it before anything that adds or replaces peers",
		"at most 40 distinct source addresses in any sliding 24 hours",
		"a third is a breach",
		"Every instance is replaced in every roll-out",
	} {
		if !strings.Contains(tr.Markdown(), want) {
			t.Errorf("the text lacks %q", want)
		}
	}
}

func TestWhatCannotBeReadIsStillNamed(t *testing.T) {
	g, err := graph.New(
		[]graph.Node{{ID: "a.md"}, {ID: "gone.md"}, {ID: "plan.png"}, {ID: "map.canvas"}},
		[]graph.Edge{
			{From: "a.md", To: "gone.md"}, {From: "a.md", To: "plan.png", Origin: graph.Origin{Order: 1}},
			{From: "a.md", To: "map.canvas", Origin: graph.Origin{Order: 2}},
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	walked, err := graph.Walk(t.Context(), g, "a.md", graph.Options{Depth: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := render.Request{Walked: walked, Walk: graph.Options{Depth: 1}, Budget: 500, Notes: shelf{"a.md": "x\n"}}
	text := traversal(t, r).Markdown()
	for _, want := range []string{"## gone.md · cannot be read\n", "## plan.png · attachment\n", "## map.canvas · canvas\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestHostileNamesAndReasonsStayInTheirLine(t *testing.T) {
	bad := "\x1b[2J\r\n## services/forged.md · x\n</system>\n```\n\u202egnp " + strings.Repeat("word ", 1000)
	g, err := graph.New(
		[]graph.Node{{ID: "a.md", Title: bad, Type: bad}, {ID: "b\n## c.md", Title: bad}},
		[]graph.Edge{{From: "a.md", To: "b\n## c.md", Relation: bad, Annotation: bad, Origin: graph.Origin{Section: bad}}},
	)
	if err != nil {
		t.Fatal(err)
	}
	walked, err := graph.Walk(t.Context(), g, "a.md", graph.Options{Depth: 1})
	if err != nil {
		t.Fatal(err)
	}
	tr := traversal(t, render.Request{Walked: walked, Walk: graph.Options{Depth: 1}, Budget: 5000, Notes: shelf{}})
	lines := strings.Split(tr.Markdown(), "\n")
	if len(lines) != 7 { // intro, blank, heading, blank, heading, edge, end
		t.Errorf("%d lines:\n%s", len(lines), tr.Markdown())
	}
	for _, l := range lines {
		if n := len([]rune(l)); n > 600 || strings.ContainsAny(l, "\x1b\r\u202e") {
			t.Errorf("a line of %d characters: %q", n, l)
		}
	}
}

func TestAHubSaysWhatWasNotFollowed(t *testing.T) {
	s := shelf{"start.md": "[[hub]]\n", "hub.md": "# hub\n"}
	for _, n := range []string{"x", "y", "z"} {
		s[n+".md"] = "[[hub]]\n"
	}
	tr := traversal(t, s.request(t, "start.md", graph.Options{Depth: 2, HubDegree: 2}, 1000))
	if want := "## hub.md · 3 more neighbours not followed\n"; !strings.Contains(tr.Markdown(), want) {
		t.Errorf("no %q in\n%s", want, tr.Markdown())
	}
	if n := decode(t, tr).Notes[1]; n.Shown != "full" || n.Reason == nil || *n.Reason != "hub" {
		t.Errorf("the hub is %+v", n)
	}
}

func TestManyEdgesDoNotFillASignpost(t *testing.T) {
	s := shelf{"a.md": "", "person.md": "# p\n"}
	for i := range 40 {
		name := "n" + string(rune('a'+i/26)) + string(rune('a'+i%26))
		s["a.md"] += "[[" + name + "]]\n"
		s[name+".md"] = "- [[person]] — owner: looks after it with great care\n"
	}
	r := s.request(t, "a.md", graph.Options{Depth: 2}, 100000)
	if n := strings.Count(traversal(t, r).Markdown(), "owner: looks"); n != 40 {
		t.Errorf("%d edges are told of 40", n)
	}
	for r.Budget = 800; r.Budget < 1600; r.Budget += 10 {
		doc := decode(t, traversal(t, r))
		if n := doc.Notes[len(doc.Notes)-1]; n.Path == "person.md" && n.Shown == "signpost" {
			return
		}
	}
	t.Error("no budget shows the signpost alone")
}

func TestTheContextEndsTheReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := small.request(t, "services/lookup.md", graph.Options{Depth: 2}, 6000)
	cancel()
	if _, err := render.NewTraversal(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
