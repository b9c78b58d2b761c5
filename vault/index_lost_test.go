package vault_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vaultgraph/graph"
	"vaultgraph/vault"
)

// lostBlock is what a crash of the machine can take out of a file: memory is written to disks in pages, and file
// systems fill in zeros for those that did not get there.
const lostBlock = 4096

// TestLostBlocks zeroes each block of the index in turn and asks everything that can be asked of it. The answers are
// right, or errors that Forget mends.
func TestLostBlocks(t *testing.T) {
	dir, cache, file := filled(t)
	writeLong(t, dir)
	_, w := view(t, dir, cache)
	w.Close() // the last to close writes everything into the one file
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	fresh, err := v.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	questions := everything(fresh)
	outcomes := map[string]int{}
	for at := 0; at+lostBlock <= len(good); at += lostBlock {
		data := slices.Clone(good)
		clear(data[at : at+lostBlock])
		for _, q := range questions {
			overwrite(t, file, data)
			_ = os.Remove(file + "-wal")
			_ = os.Remove(file + "-shm")
			outcome, diff := askSpoiled(t, v, cache, q)
			outcomes[outcome]++
			if diff != "" {
				t.Errorf("without the block at %d, the index is wrong about %s:\n%.300s", at, q.about, diff)
			}
			if outcome == "made anew" {
				break // whatever the question
			}
		}
	}
	t.Logf("%d blocks, %d questions: %v", len(good)/lostBlock, len(questions), outcomes)
}

// writeLong writes notes whose texts do not fit into a block.
func writeLong(t *testing.T, dir string) {
	long := strings.Repeat("a long story ", 700)
	overwrite(t, filepath.Join(dir, "long.md"), []byte("# "+long+"\n\n## "+long+"\n\n- [[api]] — owner: "+long+"\n- [[log]] — "+long+": short\n"))
	var tags strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&tags, "#tag%d ", i)
	}
	overwrite(t, filepath.Join(dir, "tags.md"), []byte("# Tags\n\n"+tags.String()+"\n"))
}

// askSpoiled asks one question of a new View, and says how its answer differs from the right one.
func askSpoiled(t *testing.T, v *vault.Vault, cache string, q question) (outcome, diff string) {
	w, err := v.View(t.Context(), vault.ViewOptions{Cache: cache, Program: "test", Ahead: true})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	got, err := q.ask(w)
	if right, confirmErr := w.Confirm(t.Context()); confirmErr != nil {
		err = confirmErr
	} else if !right {
		got, err = q.ask(w)
	}
	outcome = "answered"
	if len(w.Notices) > 0 {
		outcome = "made anew"
	}
	if errors.Is(err, vault.ErrIndexDamaged) {
		if err := w.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		return "seen late", ""
	}
	if err != nil {
		return "failed", err.Error()
	}
	ignore := cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreFields(vault.File{}, "ModTime")}
	return outcome, cmp.Diff(q.want, got, ignore)
}

// A question is one that a View answers, with the right answer.
type question struct {
	about string
	want  any
	ask   func(w *vault.View) (any, error)
}

// everything returns the questions whose answers are all that an index holds.
func everything(fresh *vault.Snapshot) []question {
	ctx := context.Background()
	g, err := fresh.Graph()
	if err != nil {
		panic(err)
	}
	var ids []string
	for n := range g.AllNodes() {
		ids = append(ids, n.ID)
	}
	nodes, _ := g.Nodes(ctx, ids)
	list := []question{
		{"the whole", fresh.Entries, func(w *vault.View) (any, error) {
			s, err := w.Snapshot(ctx)
			if err != nil {
				return nil, err
			}
			return s.Entries, nil
		}},
		{"nodes", nodes, func(w *vault.View) (any, error) {
			source, err := w.Source(ctx)
			if err != nil {
				return nil, err
			}
			return source.Nodes(ctx, ids)
		}},
	}
	for _, dir := range []graph.Direction{graph.Both, graph.Out, graph.In} {
		list = append(list, question{fmt.Sprint("edges in direction ", dir), edgesOf(g, ids, dir), func(w *vault.View) (any, error) {
			source, err := w.Source(ctx)
			if err != nil {
				return nil, err
			}
			var all []graph.Edge
			for _, id := range ids { // one by one, as a search finds them
				edges, err := source.Edges(ctx, []string{id}, dir, nil)
				if err != nil {
					return nil, err
				}
				all = append(all, edges...)
			}
			return sortedEdges(all), nil
		}})
	}
	list = append(list, wholeQuestions(fresh)...)
	return append(list, smallQuestions(fresh, ids)...)
}

func edgesOf(g *graph.Graph, ids []string, dir graph.Direction) []graph.Edge {
	var all []graph.Edge
	for _, id := range ids {
		edges, _ := g.Edges(context.Background(), []string{id}, dir, nil)
		all = append(all, edges...)
	}
	return sortedEdges(all)
}

func sortedEdges(all []graph.Edge) []graph.Edge {
	slices.SortFunc(all, compareEdges)
	return all
}

func smallQuestions(fresh *vault.Snapshot, ids []string) []question {
	ctx := context.Background()
	return []question{
		{"findings", fresh.Findings, func(w *vault.View) (any, error) {
			_, err := w.Confirm(ctx) // complete only then
			return w.Findings, err
		}},
		{"tags", tagsOf(fresh.Entries), func(w *vault.View) (any, error) {
			list, err := w.List(ctx, vault.Filter{}, false)
			return tagsOf(list), err
		}},
		{"orphans", mustList(fresh, vault.Filter{Orphans: true}), func(w *vault.View) (any, error) {
			list, err := w.List(ctx, vault.Filter{Orphans: true}, false)
			return pathsOf(list), err
		}},
		{"dead ends", mustList(fresh, vault.Filter{DeadEnds: true}), func(w *vault.View) (any, error) {
			list, err := w.List(ctx, vault.Filter{DeadEnds: true}, false)
			return pathsOf(list), err
		}},
		{"names", found(fresh.Find, ids), func(w *vault.View) (any, error) {
			var failed error
			answers := found(func(name string) (*vault.Entry, error) {
				e, err := w.Find(ctx, name)
				if errors.Is(err, vault.ErrIndexDamaged) {
					failed = err
				}
				return e, err
			}, ids)
			return answers, failed
		}},
		{"backlinks", backlinks(ids, func(p string) ([]vault.Link, error) { return fresh.Backlinks(p), nil }),
			func(w *vault.View) (any, error) {
				var failed error
				answers := backlinks(ids, func(p string) ([]vault.Link, error) {
					links, err := w.Backlinks(ctx, p)
					failed = errors.Join(failed, err)
					return links, err
				})
				return answers, failed
			}},
	}
}

func tagsOf(entries []vault.Entry) map[string][]string {
	tags := map[string][]string{}
	for i := range entries {
		if e := &entries[i]; e.Kind == vault.Note {
			tags[e.Path] = e.Tags
		}
	}
	return tags
}

func mustList(fresh *vault.Snapshot, f vault.Filter) []string {
	g, err := fresh.Graph()
	if err != nil {
		panic(err)
	}
	stats := graph.Stats(g, 0, nil)
	list := stats.NoIncoming
	if f.DeadEnds {
		list = stats.DeadEnds
	}
	return slices.DeleteFunc(slices.Clone(list), func(p string) bool { return !strings.HasSuffix(strings.ToLower(p), ".md") })
}

// found looks up each file by its path, and by its base name.
func found(find func(string) (*vault.Entry, error), ids []string) map[string]string {
	answers := map[string]string{}
	for _, id := range ids {
		for _, name := range []string{id, strings.TrimSuffix(id[strings.LastIndexByte(id, '/')+1:], ".md")} {
			if e, err := find(name); err != nil {
				answers[name] = err.Error()
			} else {
				answers[name] = e.Path
			}
		}
	}
	return answers
}

func backlinks(ids []string, ask func(string) ([]vault.Link, error)) map[string][]string {
	answers := map[string][]string{}
	for _, id := range ids {
		links, err := ask(id)
		if err != nil {
			return answers
		}
		for _, l := range links {
			answers[id] = append(answers[id], fmt.Sprint(l.From, l.Line, l.Target))
		}
	}
	return answers
}
