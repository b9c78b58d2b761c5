package vault

import (
	"context"
	"fmt"
	"slices"

	"vaultgraph/vault/index"
)

// Find is Snapshot.Find.
func (w *View) Find(ctx context.Context, name string) (*Entry, error) {
	if w.snapshot != nil {
		return w.snapshot.Find(name)
	}
	p, err := w.FindPath(ctx, name)
	if err != nil {
		return nil, err
	}
	return w.found(ctx, p)
}

// FindPath is Find for those who need the path alone, which costs less.
func (w *View) FindPath(ctx context.Context, name string) (string, error) {
	if w.snapshot != nil {
		e, err := w.snapshot.Find(name)
		if err != nil {
			return "", err
		}
		return e.Path, nil
	}
	f := indexFinder{names: &indexNames{ctx: ctx, names: w.index.Names()}}
	return w.look(ctx, name, findAnyhow(f), f.names)
}

// FindExact is Snapshot.FindExact.
func (w *View) FindExact(ctx context.Context, name string) (*Entry, error) {
	if w.snapshot != nil {
		return w.snapshot.FindExact(name)
	}
	f := indexFinder{names: &indexNames{ctx: ctx, names: w.index.Names()}}
	p, err := w.look(ctx, name, findExactly(f), f.names)
	if err != nil {
		return nil, err
	}
	return w.found(ctx, p)
}

// found returns the file with a path that the index knows.
func (w *View) found(ctx context.Context, p string) (*Entry, error) {
	e, ok, err := w.Entry(ctx, p)
	if err == nil && !ok {
		err = fmt.Errorf("reading the index: %w: a name leads to a file that it does not have", ErrIndexDamaged)
	}
	return e, err
}

// look returns the path of the one file that the first level which fits anything leads to.
func (w *View) look(ctx context.Context, name string, levels []level, names *indexNames) (string, error) {
	found := lookUp(name, levels)
	if names.err != nil {
		return "", names.err
	}
	switch len(found) {
	case 0:
		near, err := w.nearest(ctx, name)
		if err != nil {
			return "", err
		}
		return "", &NameError{Name: name, Candidates: near}
	case 1:
		return found[0], nil
	}
	return "", &NameError{Name: name, Ambiguous: true, Candidates: slices.Sorted(slices.Values(found))}
}

func (w *View) nearest(ctx context.Context, name string) ([]string, error) {
	var names []nearName
	err := w.index.Names().All(ctx, func(_ index.Rank, key, path string) { names = append(names, newNearName(key, path)) })
	return nearNames(name, names, 5, true), err
}

// indexFinder finds notes by name in an index.
type indexFinder struct{ names *indexNames }

func (f indexFinder) table() Names { return f.names }

func (f indexFinder) called(key string, title bool) []string {
	last := index.ByAlias
	if title {
		last = index.ByTitle
	}
	return f.ask(func(ctx context.Context, n index.Names) ([]string, error) {
		return n.Called(ctx, key, index.ByAlias, last)
	})
}

func (f indexFinder) starting(key string) []string {
	return f.ask(func(ctx context.Context, n index.Names) ([]string, error) { return n.Starting(ctx, key) })
}

func (f indexFinder) ask(query func(context.Context, index.Names) ([]string, error)) []string {
	found, err := query(f.names.ctx, f.names.names)
	if err != nil && f.names.err == nil {
		f.names.err = err
	}
	return found
}

// Entry returns the file with exactly this vault path, and whether there is one.
func (w *View) Entry(ctx context.Context, p string) (*Entry, bool, error) {
	if w.snapshot != nil {
		e, ok := w.snapshot.Entry(p)
		return e, ok, nil
	}
	r, ok, err := w.index.File(ctx, p)
	if err != nil || !ok {
		return nil, false, err
	}
	e := w.vault.entryOf(r)
	names := &indexNames{ctx: ctx, names: w.index.Names()}
	e.resolve(names)
	return &e, true, names.err
}
