package vault_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vaultgraph/graph"
	"vaultgraph/vault"
)

// compareWhole asks the index the questions that go through all notes, none of which is kept.
func compareWhole(t testing.TB, w *vault.View, fresh *vault.Snapshot) {
	t.Helper()
	for _, q := range wholeQuestions(fresh) {
		got, err := q.ask(w)
		if err != nil {
			t.Fatalf("%s: %v", q.about, err)
		}
		ignore := cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreFields(vault.File{}, "ModTime")}
		if diff := cmp.Diff(q.want, got, ignore); diff != "" {
			t.Fatalf("the index is wrong about %s (-disk +index):\n%.4000s", q.about, diff)
		}
	}
}

func wholeQuestions(fresh *vault.Snapshot) []question {
	ctx := context.Background()
	var nodes []vault.Entry
	var links []vault.Link
	for _, e := range fresh.Entries {
		nodes = append(nodes, asNode(e))
		links = append(links, e.Links...)
	}
	g, err := fresh.Graph()
	if err != nil {
		panic(err)
	}
	return []question{
		{"the whole graph", nodesAndEdges(g), func(w *vault.View) (any, error) {
			g, err := w.Graph(ctx)
			if err != nil {
				return nil, err
			}
			return nodesAndEdges(g), nil
		}},
		{"all findings", fresh.Check(), func(w *vault.View) (any, error) {
			findings, files, err := w.Check(ctx)
			if err == nil && files != len(fresh.Entries) {
				return files, nil
			}
			return findings, err
		}},
		{"all nodes", nodes, func(w *vault.View) (any, error) {
			var got []vault.Entry
			err := w.Nodes(ctx, func(e *vault.Entry) error {
				got = append(got, asNode(*e))
				return nil
			})
			return got, err
		}},
		{"all links", links, func(w *vault.View) (any, error) {
			var got []vault.Link
			err := w.Links(ctx, func(l *vault.Link) error {
				got = append(got, *l)
				return nil
			})
			return got, err
		}},
	}
}

// nodesAndEdges returns all that a graph holds.
func nodesAndEdges(g *graph.Graph) (all []any) {
	for n := range g.AllNodes() {
		all = append(all, n, g.Out(n.ID), g.In(n.ID))
	}
	return all
}

// asNode returns what View.Nodes promises of an entry.
func asNode(e vault.Entry) vault.Entry {
	if e.Note != nil {
		n := *e.Note
		n.Links, n.Headings, n.Blocks, n.Tags = nil, nil, nil, nil
		e.Note = &n
	}
	e.Links = nil
	return e
}

// TestWholeQuestionsWithoutIndex asks them of a view that has read all notes itself.
func TestWholeQuestionsWithoutIndex(t *testing.T) {
	v, w := viewBy(t, filledDir(t), vault.ViewOptions{})
	defer v.Close()
	defer w.Close()
	fresh, err := v.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	compareWhole(t, w, fresh)
}

// filledDir returns a folder of random notes.
func filledDir(t testing.TB) string {
	dir := t.TempDir()
	e := newEditor(t, dir, 3)
	for range 60 {
		e.write(e.path(), e.text())
	}
	return dir
}

// TestWholeQuestionStops ends with the error that yield returns, after which the index answers again.
func TestWholeQuestionStops(t *testing.T) {
	dir, cache, _ := filled(t)
	v, w := view(t, dir, cache)
	defer v.Close()
	defer w.Close()
	ctx, stop := context.WithCancel(t.Context())
	err := w.Links(ctx, func(*vault.Link) error {
		stop()
		return context.Canceled
	})
	if err != context.Canceled {
		t.Errorf("a question that was stopped returned %v", err)
	}
	if _, _, err := w.Check(t.Context()); err != nil {
		t.Errorf("after a question that was stopped: %v", err)
	}
}
