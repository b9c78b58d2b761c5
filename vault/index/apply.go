package index

import (
	"context"
	"database/sql"
	"errors"

	"vaultgraph/vault/note"
)

// A Change is what has happened to a vault since a state of the index.
type Change struct {
	Removed []Removed          // files that are gone
	Files   []File             // files that are new or not what they were
	Folders map[string]*Folder // folders whose stamps changed; nil for those that are gone
}

// A Removed is a file that is gone; Stem is that of its base name.
type Removed struct{ Path, Stem string }

// Apply brings the index from the state generation to the next one. resolve says where a link leads, given the names
// of the state to come; it is asked for every link of the files given, and for every other link that a file which
// came or went could matter to.
func (x *Index) Apply(
	ctx context.Context, generation int64, c Change, resolve func(ctx context.Context, n Names, from, target string) (string, error),
) error {
	err := x.write(ctx, func(unending context.Context, conn *sql.Conn) error {
		tx := newPrepared(conn)
		defer tx.close()
		if err := checkGeneration(unending, tx, generation); err != nil {
			return err
		}
		a := newApplier(tx, ctx.Err)
		a.resolve = func(from, target string) (string, error) { return resolve(unending, Names{tx}, from, target) }
		if err := a.apply(unending, c); err != nil {
			return err
		}
		for path, f := range c.Folders {
			if err := putFolder(unending, tx, path, f); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return raiseGeneration(unending, tx)
	})
	return explain("updating the index", err)
}

// An applier is one run of Apply.
type applier struct {
	*writer
	ended            func() error // of the context of Apply
	resolve          func(from, target string) (string, error)
	backlinks, stems register
	touched          map[int64]bool   // files whose neighbours must be counted anew
	changed          map[string]bool  // stems of files that came or went
	ids              map[string]int64 // of paths, as far as asked for
}

func newApplier(tx *prepared, ended func() error) *applier {
	return &applier{
		writer: newWriter(tx), ended: ended, backlinks: newRegister("backlinks"), stems: newRegister("stems"),
		touched: map[int64]bool{}, changed: map[string]bool{}, ids: map[string]int64{},
	}
}

func (a *applier) apply(ctx context.Context, c Change) error {
	for _, r := range c.Removed {
		if err := a.remove(ctx, r); err != nil {
			return err
		}
	}
	replaced := make([]replacement, len(c.Files))
	for i, f := range c.Files {
		if err := a.ended(); err != nil {
			return err
		}
		var err error
		if replaced[i], err = a.replaceFile(ctx, f); err != nil {
			return err
		}
	}
	for i, f := range c.Files { // only now, when all names are there
		if err := a.ended(); err != nil {
			return err
		}
		if err := a.replaceLinks(ctx, replaced[i], f); err != nil {
			return err
		}
	}
	for _, step := range []func(context.Context) error{a.enter, a.resolveAgain, a.enter, a.recount} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return a.relations.settle(ctx, a.tx)
}

// enter writes what was noted of backlinks and stems.
func (a *applier) enter(ctx context.Context) error {
	return errors.Join(a.stems.settle(ctx, a.tx), a.backlinks.settle(ctx, a.tx))
}

// remove forgets a file and its links. Links to it are resolved again later.
func (a *applier) remove(ctx context.Context, r Removed) error {
	id, err := a.id(ctx, r.Path)
	if err != nil || id == 0 {
		return err
	}
	a.changed[r.Stem] = true
	if err := a.dropLinks(ctx, id); err != nil {
		return err
	}
	names, _, err := a.known(ctx, id)
	if err == nil {
		err = a.changeNames(ctx, id, names, nil)
	}
	if err != nil {
		return err
	}
	delete(a.ids, r.Path)
	for _, q := range []string{
		`DELETE FROM notes WHERE file = ?`, `DELETE FROM details WHERE file = ?`, `DELETE FROM files WHERE id = ?`,
	} {
		if _, err := a.tx.ExecContext(ctx, q, id); err != nil {
			return err
		}
	}
	return nil
}

// A replacement is a file that has come or changed.
type replacement struct {
	id    int64
	links []note.Link // of its note as it was
}

// replaceFile writes the row of a new or changed file, without its links.
func (a *applier) replaceFile(ctx context.Context, f File) (replacement, error) {
	id, err := a.id(ctx, f.Path)
	if err != nil {
		return replacement{}, err
	}
	if id != 0 {
		names, old, err := a.known(ctx, id)
		if err != nil {
			return replacement{}, err
		}
		return replacement{id, old}, a.updateFile(ctx, id, f, names)
	}
	if err := a.tx.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) + 1 FROM files`).Scan(&id); err != nil {
		return replacement{}, err
	}
	// A number that was given up in this change may still be the end of links, which are resolved again by their
	// stem; until then the number must not mean another file.
	for a.touched[id] {
		id++
	}
	a.changed[f.Stem] = true
	a.ids[f.Path] = id
	a.touched[id] = true
	return replacement{id: id}, a.putFile(ctx, id, f)
}

// known returns what is stored of a file's names, and the links of its note.
func (a *applier) known(ctx context.Context, id int64) ([]Name, []note.Link, error) {
	var names, packed []byte
	if err := a.tx.QueryRowContext(ctx, `SELECT names, packed FROM notes WHERE file = ?`, id).Scan(&names, &packed); err != nil {
		return nil, nil, err
	}
	list, err := unpackNames(string(names))
	if err != nil || packed == nil {
		return list, nil, err
	}
	n, _, err := unpackNote(packed, Links)
	if err != nil {
		return nil, nil, err
	}
	return list, n.Links, nil
}

// id returns the number of a file, 0 for one that the index does not have.
func (a *applier) id(ctx context.Context, path string) (int64, error) {
	if id, ok := a.ids[path]; ok {
		return id, nil
	}
	var id int64
	err := a.tx.QueryRowContext(ctx, `SELECT id FROM files WHERE path = ?`, path).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err == nil {
		a.ids[path] = id
	}
	return id, err
}
