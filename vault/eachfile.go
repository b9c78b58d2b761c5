package vault

import (
	"cmp"
	"context"
	"fmt"

	"vaultgraph/vault/index"
)

// each yields all files in the order of their paths with parts of what their notes say, and with their links resolved
// where these are among the parts. It keeps nothing of what it has yielded, so that it takes no more memory for a
// larger vault than the names of its files do. What the index yields shares its memory with the rest of its note:
// strings that are kept are to be cloned. yield must not ask the View.
func (w *View) each(ctx context.Context, parts index.Parts, yield func(*Entry) error) error {
	if err := w.settle(ctx); err != nil {
		return err
	}
	if w.snapshot != nil {
		for i := range w.snapshot.Entries {
			if err := cmp.Or(ctx.Err(), yield(&w.snapshot.Entries[i])); err != nil {
				return err
			}
		}
		return nil
	}
	names, err := w.nameTable(ctx)
	if err != nil {
		return err
	}
	read := 0
	err = w.readAhead(ctx, parts, func(r index.Row) error {
		read++
		e := w.vault.entryOf(r)
		e.resolve(names)
		return yield(&e)
	})
	return cmp.Or(err, w.expectFiles(read))
}

// expectFiles says that the index is damaged where it has another number of files than there are.
func (w *View) expectFiles(n int) error {
	if n == w.files {
		return nil
	}
	return fmt.Errorf("reading the index: %w: it has %d files of %d", ErrIndexDamaged, n, w.files)
}

// Nodes yields all files in the order of their paths, with what an Entry has beside Links: of Note, the frontmatter and
// the inline fields. What is yielded is not kept by the View, and not to be changed. yield must not ask the View.
func (w *View) Nodes(ctx context.Context, yield func(*Entry) error) error {
	return w.each(ctx, index.Properties|index.Marks, yield)
}

// Links yields the links of all files, in the order of the files and of their text, like Nodes.
func (w *View) Links(ctx context.Context, yield func(*Link) error) error {
	return w.each(ctx, index.Links, func(e *Entry) error {
		for i := range e.Links {
			if err := yield(&e.Links[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// rowsAhead is how many rows are passed on together, and how many times as many may wait.
const (
	rowsAhead    = 64
	batchesAhead = 4
)

// readAhead yields the rows of the index while it reads the next ones.
func (w *View) readAhead(ctx context.Context, parts index.Parts, yield func(index.Row) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	batches := make(chan []index.Row, batchesAhead)
	var readErr error
	go func() {
		defer close(batches)
		readErr = w.readBatches(ctx, parts, batches)
	}()
	var err error
	for rows := range batches {
		for i := 0; i < len(rows) && err == nil; i++ {
			err = cmp.Or(yield(rows[i]), ctx.Err())
		}
		if err != nil {
			stop() // and wait until the index is not read any more
		}
	}
	return cmp.Or(err, readErr)
}

// readBatches reads all rows of the index into batches.
func (w *View) readBatches(ctx context.Context, parts index.Parts, batches chan<- []index.Row) error {
	var rows []index.Row
	pass := func() error {
		select {
		case batches <- rows:
			rows = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := w.index.Files(ctx, parts, func(r index.Row) error {
		if rows == nil {
			rows = make([]index.Row, 0, rowsAhead)
		}
		if rows = append(rows, r); len(rows) < rowsAhead {
			return nil
		}
		return pass()
	})
	return cmp.Or(err, pass())
}

// nameTable returns the table that links are resolved with. It makes sure that the index has as many files as there
// are.
func (w *View) nameTable(ctx context.Context) (*NameTable, error) {
	if w.snapshot != nil {
		return w.snapshot.names, nil
	}
	if w.names != nil {
		return w.names, nil
	}
	paths, err := w.allPaths(ctx)
	if err != nil {
		return nil, err
	}
	if err := w.expectFiles(len(paths)); err != nil {
		return nil, err
	}
	w.names = NewNameTable(paths)
	return w.names, nil
}

// allPaths returns the paths of all files in the index, sorted.
func (w *View) allPaths(ctx context.Context) (paths []string, err error) {
	if w.paths == nil {
		w.paths, err = w.index.Paths(ctx)
	}
	return w.paths, err
}
