package vault_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vaultgraph/graph"
	"vaultgraph/vault"
)

// full reports whether the tests run at the sizes that BENCHMARKS.md speaks of.
func full() bool { return os.Getenv("VAULT_FULL") != "" }

// sized returns small, or large where the tests run at full size.
func sized(small, large int) int {
	if full() {
		return large
	}
	return small
}

// view looks at the vault in dir with the index below cache.
func view(t testing.TB, dir, cache string) (*vault.Vault, *vault.View) {
	t.Helper()
	return viewBy(t, dir, vault.ViewOptions{Cache: cache, Program: "test"})
}

// ahead is view for answers that have yet to be confirmed.
func ahead(t testing.TB, dir, cache string) (*vault.Vault, *vault.View) {
	t.Helper()
	return viewBy(t, dir, vault.ViewOptions{Cache: cache, Program: "test", Ahead: true})
}

func viewBy(t testing.TB, dir string, opt vault.ViewOptions) (*vault.Vault, *vault.View) {
	t.Helper()
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w, err := v.View(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return v, w
}

// compareWithDisk holds what the index says against what the vault says when it is read from nothing.
func compareWithDisk(t testing.TB, dir, cache string) {
	t.Helper()
	v, w := ahead(t, dir, cache)
	defer v.Close()
	defer w.Close()
	if _, err := w.Confirm(context.Background()); err != nil {
		t.Fatal(err)
	}
	if w.Unindexed != nil {
		t.Fatalf("no index: %v", w.Unindexed)
	}
	fresh, err := v.Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	// The queries first: they must not lean on the whole that is loaded below.
	compareGraphs(t, w, fresh)
	compareWhole(t, w, fresh)
	relations, err := w.Relations(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	kept, err := w.Snapshot(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if used, _ := w.Relations(context.Background()); !slices.Equal(used, relations) { // now those of the notes
		t.Fatalf("the index has the relations %q, the notes %q", relations, used)
	}
	ignore := cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreFields(vault.File{}, "ModTime")}
	if diff := cmp.Diff(fresh.Entries, kept.Entries, ignore); diff != "" {
		t.Fatalf("the index is wrong (-disk +index):\n%.4000s", diff)
	}
	if diff := cmp.Diff(fresh.Findings, kept.Findings, ignore); diff != "" {
		t.Fatalf("the index is wrong about what was skipped (-disk +index):\n%s", diff)
	}
}

// compareGraphs asks the index for every node and its edges, as a walk does.
func compareGraphs(t testing.TB, w *vault.View, fresh *vault.Snapshot) {
	t.Helper()
	want, err := fresh.Graph()
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Source(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for n := range want.AllNodes() {
		ids = append(ids, n.ID)
	}
	wantNodes, err1 := want.Nodes(context.Background(), ids)
	gotNodes, err2 := got.Nodes(context.Background(), ids)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if diff := cmp.Diff(wantNodes, gotNodes); diff != "" {
		t.Fatalf("the index is wrong about nodes (-disk +index):\n%.4000s", diff)
	}
	for part := range slices.Chunk(ids, 50) {
		for _, dir := range []graph.Direction{graph.Both, graph.Out, graph.In} {
			wantEdges, err1 := want.Edges(context.Background(), part, dir, nil)
			gotEdges, err2 := got.Edges(context.Background(), part, dir, nil)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			slices.SortFunc(wantEdges, compareEdges)
			slices.SortFunc(gotEdges, compareEdges)
			if diff := cmp.Diff(wantEdges, gotEdges, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("the index is wrong about edges (-disk +index):\n%.4000s", diff)
			}
		}
	}
	notes, err := w.List(context.Background(), vault.Filter{Orphans: true}, false)
	if err != nil {
		t.Fatal(err)
	}
	var unreached []string
	for _, n := range graph.Stats(want, 0, nil).NoIncoming {
		if strings.HasSuffix(strings.ToLower(n), ".md") {
			unreached = append(unreached, n)
		}
	}
	if diff := cmp.Diff(unreached, pathsOf(notes), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("the index is wrong about orphans (-disk +index):\n%s", diff)
	}
}

func compareEdges(a, b graph.Edge) int {
	if c := strings.Compare(a.From, b.From); c != 0 {
		return c
	}
	return a.Origin.Order - b.Origin.Order
}

func pathsOf(entries []vault.Entry) []string {
	var list []string
	for _, e := range entries {
		list = append(list, e.Path)
	}
	return list
}

// An editor makes random edits to a vault, of the kinds that have fooled caches.
type editor struct {
	t   testing.TB
	dir string
	r   *rand.Rand
}

func newEditor(t testing.TB, dir string, seed uint64) *editor {
	return &editor{t, dir, rand.New(rand.NewPCG(seed, 1))}
}

func (e *editor) pick(list []string) string { return list[e.r.IntN(len(list))] }

// name returns a name that clashes with others now and then: few words, several folders, odd cases.
func (e *editor) name() string {
	base := e.pick([]string{"api", "Api", "gate way", "log", "café", "cafe\u0301", "README", "x.y", "n" + strconv.Itoa(e.r.IntN(60))})
	return base
}

func (e *editor) folder() string {
	return e.pick([]string{"", "", "a", "a/b", "services", "services/deep/er", "Tickets", "ä"})
}

func (e *editor) path() string {
	ext := ".md"
	switch e.r.IntN(20) {
	case 0:
		ext = ".png"
	case 1:
		ext = ".canvas"
	case 2:
		ext = ".MD"
	}
	return filepath.Join(e.dir, filepath.FromSlash(e.folder()), e.name()+ext)
}

func (e *editor) text() string {
	var b strings.Builder
	if e.r.IntN(3) == 0 {
		fmt.Fprintf(&b, "---\ntype: %s\naliases: [%s, %s]\ntags: [t%d]\nup: \"[[%s]]\"\n---\n", e.pick([]string{"service", "session"}), e.name(), e.name(), e.r.IntN(3), e.name())
	}
	fmt.Fprintf(&b, "# %s\n\n", e.name())
	for range e.r.IntN(5) {
		target := e.name()
		if e.r.IntN(3) == 0 {
			target = e.pick([]string{"./", "../", "a/", "b/", "/", "deep/er/", "a/b/"}) + target
		}
		fmt.Fprintf(&b, "text [[%s%s]] #tag%d\n", target, e.pick([]string{"", ".md", "#H", ".png"}), e.r.IntN(4))
	}
	b.WriteString("\n## Connections\n\n")
	for range e.r.IntN(4) {
		fmt.Fprintf(&b, "- [[%s]] — %s: because %d\n", e.name(), e.pick([]string{"dependency", "owner", "key decision"}), e.r.IntN(9))
	}
	return b.String()
}

func (e *editor) write(path, text string) {
	if strings.HasSuffix(path, ".canvas") {
		text = fmt.Sprintf(`{"nodes":[{"id":"1","type":"file","file":%q},{"id":"2","type":"text","text":"see [[%s]]"}]}`, e.name()+".md", e.name())
	}
	if os.MkdirAll(filepath.Dir(path), 0o755) == nil {
		_ = os.WriteFile(path, []byte(text), 0o644) // a name may be taken by a folder: then nothing happens
	}
}

// files returns the paths of all files.
func (e *editor) files() (list []string) {
	_ = filepath.WalkDir(e.dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.Contains(p, "/.") {
			list = append(list, p)
		}
		return nil
	})
	return list
}

// edit makes one random edit.
func (e *editor) edit() {
	files := e.files()
	if len(files) == 0 {
		e.write(e.path(), e.text())
		return
	}
	victim := e.pick(files)
	switch e.r.IntN(10) {
	case 0, 1, 2:
		e.write(e.path(), e.text())
	case 3:
		_ = os.Remove(victim)
	case 4:
		to := e.path()
		if os.MkdirAll(filepath.Dir(to), 0o755) == nil {
			_ = os.Rename(victim, to)
		}
	case 5:
		from := filepath.Dir(victim)
		if from != e.dir {
			_ = os.Rename(from, filepath.Join(e.dir, "moved"+strconv.Itoa(e.r.IntN(4))))
		}
	case 6:
		e.sameSize(victim)
	default:
		e.write(victim, e.text())
	}
}

// sameSize changes a file to another text of equal length, and puts the time of its modification back.
func (e *editor) sameSize(path string) {
	info, err := os.Stat(path)
	if err != nil {
		return
	}
	data, err := os.ReadFile(path)
	if err != nil || len(data) == 0 {
		return
	}
	if i := strings.Index(string(data), "because "); i >= 0 {
		data[i+len("because ")] = byte('0' + e.r.IntN(10))
	} else {
		data[len(data)-1] = byte('a' + e.r.IntN(26))
	}
	_ = os.WriteFile(path, data, 0o644)
	_ = os.Chtimes(path, info.ModTime(), info.ModTime())
}

// TestIndexNeverWrong edits vaults at random and holds the kept index against one made from nothing.
func TestIndexNeverWrong(t *testing.T) {
	for seed := range sized(3, 20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dir, cache := t.TempDir(), t.TempDir()
			e := newEditor(t, dir, uint64(seed))
			for len(e.files()) < sized(120, 1000) && e.r.IntN(100000) > 0 {
				// Enough names for the size that is asked for.
				e.write(filepath.Join(dir, filepath.FromSlash(e.folder()), e.name()+strconv.Itoa(e.r.IntN(sized(30, 200)))+".md"), e.text())
			}
			for done := 0; done < sized(150, 500); {
				for range 1 + e.r.IntN(20) {
					e.edit()
					done++
				}
				compareWithDisk(t, dir, cache)
			}
		})
	}
}

// childEnv tells a copy of the test binary what to do instead of testing.
const childEnv = "VAULT_TEST_CHILD"

func TestMain(m *testing.M) {
	if task := os.Getenv(childEnv); task != "" {
		os.Exit(child(task, os.Args[len(os.Args)-2], os.Args[len(os.Args)-1]))
	}
	os.Exit(m.Run())
}

// child looks at a vault again and again, until it is killed or, as "reader", until the file stop is in the cache.
func child(task, dir, cache string) int {
	for {
		v, err := vault.Open(dir)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		w, err := v.View(context.Background(), vault.ViewOptions{Cache: cache, Program: "test"})
		if err == nil {
			_, err = w.List(context.Background(), vault.Filter{}, false)
		}
		if err == nil && w.Unindexed != nil {
			err = w.Unindexed
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		w.Close()
		v.Close()
		if _, err := os.Stat(filepath.Join(cache, "stop")); err == nil && task == "reader" {
			return 0
		}
	}
}

func startChild(t testing.TB, task, dir, cache string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^$", dir, cache)
	c.Env = append(os.Environ(), childEnv+"="+task)
	c.Stderr = &tail{}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// tail keeps what a child says.
type tail struct {
	mu sync.Mutex
	b  []byte
}

func (w *tail) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.b = append(w.b, p...)
	return len(p), nil
}

// TestIndexSurvivesKills kills a process that keeps the index up to date, at random moments.
func TestIndexSurvivesKills(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	e := newEditor(t, dir, 99)
	for range sized(100, 1000) {
		e.write(e.path(), e.text())
	}
	for range sized(8, 50) {
		c := startChild(t, "killed", dir, cache)
		until := time.Now().Add(time.Duration(20+e.r.IntN(120)) * time.Millisecond)
		for time.Now().Before(until) {
			e.edit()
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		if said := c.Stderr.(*tail).b; len(said) > 0 {
			t.Errorf("the process failed before it was killed: %s", said)
		}
		compareWithDisk(t, dir, cache)
	}
}

// TestIndexOfManyProcesses lets processes read one index, and bring it up to date, while the vault is edited.
func TestIndexOfManyProcesses(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	e := newEditor(t, dir, 7)
	for range sized(100, 1000) {
		e.write(e.path(), e.text())
	}
	var readers []*exec.Cmd
	for range 4 {
		readers = append(readers, startChild(t, "reader", dir, cache))
	}
	for range sized(100, 500) {
		e.edit()
		time.Sleep(time.Millisecond)
	}
	if err := os.WriteFile(filepath.Join(cache, "stop"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range readers {
		if err := c.Wait(); err != nil {
			t.Errorf("a reader failed: %v\n%s", err, c.Stderr.(*tail).b)
		}
	}
	compareWithDisk(t, dir, cache)
}
