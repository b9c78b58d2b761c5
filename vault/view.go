package vault

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"vaultgraph/graph"
	"vaultgraph/vault/index"
)

// ViewOptions say how a View may spare itself work.
type ViewOptions struct {
	// Cache is the folder below which indexes are kept, see CacheDir. "" means to do without one.
	Cache string
	// Program names the running program's version: an index of another one is made anew.
	Program string
	// Progress, where it is not nil, is called while an index is filled from nothing.
	Progress func(done, total int)
	// Ahead lets the View answer while the files are still being looked at, from what the index says. Such an answer
	// holds only when Confirm says so.
	Ahead bool
}

func (o ViewOptions) progress(done, total int) {
	if o.Progress != nil {
		o.Progress(done, total)
	}
}

// A View answers questions about a vault as it was at one moment: when the View was made. It looks at the stamp of
// every file then, reads what has changed, and takes everything else from an index on disk. Small questions are
// answered by queries, questions about the whole vault by a Snapshot. Without an index the answers are the same and
// take longer.
//
// A View is for one goroutine at a time.
type View struct {
	// Findings are the files and folders that were skipped, and why, sorted by path.
	Findings []Finding
	// Notices are what a person may want to know about the index: that it was made anew.
	Notices []string
	// Unindexed says why there is no index; nil where there is one.
	Unindexed error

	vault *Vault
	opt   ViewOptions
	index *index.Index
	guess *guess // not nil until the look at the files is compared with the index
	wrong bool   // whether the guess was, and nobody has been told
	// release gives up the context of a guess; nil where there was none.
	release context.CancelFunc
	files   int // how many the vault has
	// summaries are the notes that Summaries has returned.
	summaries map[string]summary
	snapshot  *Snapshot
	paths     []string   // of all files in the index, once asked for
	names     *NameTable // of these
	graph     *graph.Graph
}

// View looks at the vault. An index that cannot be used is made anew; where none can be kept, the vault is read as a
// whole. An error means that the vault cannot be listed, or that ctx is done.
func (v *Vault) View(ctx context.Context, opt ViewOptions) (*View, error) {
	w := &View{vault: v, opt: opt, summaries: map[string]summary{}}
	if err := w.prepare(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// prepare makes the View one of this moment, from an index or, where none can be kept, from all notes.
func (w *View) prepare(ctx context.Context) error {
	switch cache := w.opt.Cache; {
	case cache == "":
		w.Unindexed = errors.New("no folder for an index is known")
	case w.vault.within(cache):
		w.Unindexed = fmt.Errorf("the folder of indexes, %s, lies in the vault, where reading writes nothing", Printable(cache))
	default:
		w.Unindexed = w.open(ctx)
	}
	if w.Unindexed == nil {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s, err := w.vault.Load(ctx)
	if err != nil {
		return err
	}
	w.snapshot, w.Findings = s, s.Findings
	return nil
}

// open opens the index and brings it up to date. One that turns out to be damaged on the way is made anew.
func (w *View) open(ctx context.Context) error {
	file := w.vault.indexFile(w.opt.Cache)
	err := w.tryOpen(ctx, file)
	if w.index != nil && (errors.Is(err, index.ErrDamaged) || errors.Is(err, index.ErrOutdated)) {
		if removeErr := w.index.Remove(ctx); removeErr != nil {
			w.index = nil
			return errors.Join(err, removeErr)
		}
		w.tellReplaced(file, err)
		err = w.tryOpen(ctx, file)
	}
	if err != nil && w.index != nil {
		err = errors.Join(err, w.index.Close())
		w.index = nil
	}
	return err
}

// tellReplaced notes why the index in file was made anew.
func (w *View) tellReplaced(file string, reason error) {
	switch {
	case errors.Is(reason, index.ErrDamaged):
		w.Notices = append(w.Notices, fmt.Sprintf("the index %s was damaged: made anew", Printable(filepath.ToSlash(file))))
	case errors.Is(reason, index.ErrOutdated):
		w.Notices = append(w.Notices, "the index was of another version of the program: made anew")
	} // else the settings are others, and the person has just changed them
}

// tryOpen opens the index and brings it up to date.
func (w *View) tryOpen(ctx context.Context, file string) error {
	w.index = nil
	g := &guess{}
	var listed func(listing)
	if w.opt.Ahead {
		w.giveUp()
		g.wrong, g.stop = context.WithCancel(ctx)
		listed, w.release = g.listed, g.stop
	}
	g.seen = w.vault.sight(ctx, listed) // while the index is opened
	x, err := index.Open(ctx, file, w.opt.Program, w.vault.settingsSum())
	if err != nil {
		<-g.seen
		return err
	}
	if x.Replaced != nil {
		w.tellReplaced(file, x.Replaced)
	}
	w.index = x
	if w.opt.Ahead {
		return w.goAhead(ctx, g)
	}
	return w.refresh(ctx, g.seen)
}

// refresh brings the index up to date.
func (w *View) refresh(ctx context.Context, first <-chan sighting) error {
	seen, err := w.vault.refresh(ctx, w.index, first, w.opt)
	if err != nil {
		return err
	}
	return w.adopt(ctx, seen)
}

// adopt takes over what the look at the files has found beside the notes.
func (w *View) adopt(ctx context.Context, seen refreshed) error {
	w.files = seen.files
	return w.addSkipped(ctx, w.index, seen.findings)
}

// addSkipped gathers what was not listed and what was not read.
func (w *View) addSkipped(ctx context.Context, x *index.Index, findings []Finding) error {
	w.Findings = slices.Clone(findings)
	err := x.Skipped(ctx, func(path string, skip index.Skip) {
		w.Findings = append(w.Findings, Finding{path, 0, severityOf(skip.Code), skip.Code, skip.Message})
	})
	slices.SortFunc(w.Findings, compareFindings)
	return err
}

// ErrIndexDamaged is wrapped by the errors of a View whose index turned out to be damaged after it was opened. Forget
// and a new View mend that.
var ErrIndexDamaged = index.ErrDamaged

// Forget closes the View and removes its index. That fails while another process is using it.
func (w *View) Forget(ctx context.Context) error {
	if w.index == nil {
		return nil
	}
	_ = w.Close() // it may be closed already
	return w.index.Remove(ctx)
}

// Close releases the index.
func (w *View) Close() error {
	if w.guess != nil {
		w.guess.sighted() // it uses the folder
		w.guess = nil
	}
	w.giveUp()
	if w.index == nil {
		return nil
	}
	return w.index.Close()
}

// giveUp releases the context of a guess.
func (w *View) giveUp() {
	if w.release != nil {
		w.release()
		w.release = nil
	}
}

// Source returns the graph of the vault to walk on. It must not be used after Close.
func (w *View) Source(ctx context.Context) (graph.Source, error) {
	if w.index != nil {
		return w.index, nil
	}
	return w.Graph(ctx)
}

// Graph returns the whole graph: Snapshot.Graph, which costs less where there is an index.
func (w *View) Graph(ctx context.Context) (*graph.Graph, error) {
	if err := w.settle(ctx); err != nil || w.graph != nil {
		return w.graph, err
	}
	var err error
	if w.snapshot != nil {
		w.graph, err = w.snapshot.Graph()
		return w.graph, err
	}
	g, err := w.index.Graph(ctx)
	if err != nil {
		return nil, err
	}
	nodes, _ := g.Len()
	if err := w.expectFiles(nodes); err != nil {
		return nil, err
	}
	w.graph = g
	return g, nil
}

// Snapshot returns everything that the vault says, for questions about the whole of it.
func (w *View) Snapshot(ctx context.Context) (*Snapshot, error) {
	if err := w.settle(ctx); err != nil || w.snapshot != nil {
		return w.snapshot, err
	}
	var rows []index.Row
	err := w.index.Files(ctx, index.AllParts, func(r index.Row) error {
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.expectFiles(len(rows)); err != nil {
		return nil, err
	}
	s := w.vault.newSnapshot(w.Findings)
	s.Entries = make([]Entry, len(rows))
	for i, r := range rows {
		s.Entries[i] = w.vault.entryOf(r)
	}
	s.names = NewNameTable(paths(s.Entries))
	if err := s.resolve(ctx); err != nil {
		return nil, err
	}
	w.snapshot = s
	return s, nil
}
