package vault

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vaultgraph/vault/index"
)

// tries is how often an update starts over because another process was faster, before the index is done without.
const tries = 20

// A sighting is a scan and the moment before it, which is held against the times that the system gives files.
type sighting struct {
	*scan
	looked time.Time
	err    error
}

// sight scans the vault beside the caller. listed, where it is not nil, is told of each folder.
func (v *Vault) sight(ctx context.Context, listed func(listing)) <-chan sighting {
	seen := make(chan sighting, 1)
	go func() {
		looked := time.Now()
		s, err := v.scan(ctx, listed)
		seen <- sighting{s, looked, err}
	}()
	return seen
}

// A refreshed is what was found on the way: files that were not listed, and how many are in the index.
type refreshed struct {
	findings []Finding
	files    int
}

// refresh brings the index up to date with the disk, as first saw it, and opens its state for reading.
func (v *Vault) refresh(ctx context.Context, x *index.Index, first <-chan sighting, opt ViewOptions) (refreshed, error) {
	for range tries {
		generation, err := x.Begin(ctx)
		if err != nil {
			return refreshed{}, err
		}
		known, err := x.Folders(ctx)
		if err != nil {
			return refreshed{}, err
		}
		s := <-first
		if s.err != nil {
			return refreshed{}, s.err
		}
		d, err := s.compare(ctx, x, known)
		if err == nil {
			err = v.catchUp(ctx, x, generation, s, d, opt)
		}
		if err == nil || !errors.Is(err, index.ErrStale) {
			return refreshed{s.findings, s.total()}, err
		}
		first = v.sight(ctx, nil)
	}
	return refreshed{}, fmt.Errorf("the vault changed %d times while it was read: %w", tries, index.ErrStale)
}

// catchUp brings the index from a state, which is open, to what was seen on the disk, given how the two differ, and opens
// the new state for reading. The error is index.ErrStale where the state is not the last one any more, or where the new
// one is not: what was seen is of another moment then, and has another number of files.
func (v *Vault) catchUp(ctx context.Context, x *index.Index, generation int64, s sighting, d difference, opt ViewOptions) error {
	var err error
	switch {
	case d.empty():
		return nil
	case generation == 0 || len(d.changed)+len(d.removed) > 500+s.total()/4:
		generation, err = v.build(ctx, x, generation, s, opt)
	default:
		generation, err = v.update(ctx, x, generation, s, d)
	}
	if err != nil {
		return err
	}
	opened, err := x.Begin(ctx)
	if err == nil && opened != generation {
		return index.ErrStale
	}
	return err
}

// build fills the index from nothing, and returns its state then.
func (v *Vault) build(ctx context.Context, x *index.Index, generation int64, s sighting, opt ViewOptions) (int64, error) {
	files := s.files()
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	folders := make(map[string]index.Folder, len(s.listings))
	for _, l := range s.listings {
		folders[l.dir] = *l.folder(s.looked)
	}
	names := NewNameTable(paths)
	var gone []string
	err := x.Build(ctx, generation, paths, folders, func(yield func(index.File) error) error {
		return v.parseAll(ctx, files, names, opt, func(r index.File) error {
			if r.Skip.Code == CodeVanished {
				gone = append(gone, r.Path)
			}
			return yield(r)
		})
	})
	if err != nil || gone == nil {
		return generation + 1, err
	}
	d := difference{removed: gone, folders: map[string]*index.Folder{}}
	s.leaveOut(&d, gone)
	return v.update(ctx, x, generation+1, s, d)
}

// update parses what changed, changes the index by it, and returns its state then.
func (v *Vault) update(ctx context.Context, x *index.Index, generation int64, s sighting, d difference) (int64, error) {
	c := index.Change{Folders: d.folders}
	var gone []string
	for _, p := range d.removed {
		c.Removed = append(c.Removed, index.Removed{Path: p, Stem: stemOf(p)})
	}
	for _, f := range d.changed {
		if r := v.record(f); r.Skip.Code == CodeVanished {
			c.Removed = append(c.Removed, index.Removed{Path: f.Path, Stem: r.Stem})
			gone = append(gone, f.Path)
		} else {
			c.Files = append(c.Files, r)
		}
	}
	s.leaveOut(&d, gone)
	var names *indexNames
	err := x.Apply(ctx, generation, c, func(ctx context.Context, n index.Names, from, target string) (string, error) {
		if names == nil {
			names = &indexNames{ctx: ctx, names: n}
		}
		to, _, _ := Resolve(names, from, target)
		return to, names.err
	})
	return generation + 1, err
}
