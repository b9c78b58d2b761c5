package index

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
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
	err := x.write(ctx, func(transaction *sql.Tx) error {
		ctx := context.WithoutCancel(ctx) // a statement whose context can end costs a goroutine
		tx := newPrepared(transaction)
		defer tx.close()
		if err := checkGeneration(ctx, tx, generation); err != nil {
			return err
		}
		a := applier{writer: newWriter(tx), touched: map[int64]bool{}, stems: map[string]bool{}, ids: map[string]int64{}}
		a.resolve = func(from, target string) (string, error) { return resolve(ctx, Names{tx}, from, target) }
		if err := a.apply(ctx, c); err != nil {
			return err
		}
		for path, f := range c.Folders {
			if err := putFolder(ctx, tx, path, f); err != nil {
				return err
			}
		}
		return raiseGeneration(ctx, tx)
	})
	return explain("updating the index", err)
}

// An applier is one run of Apply.
type applier struct {
	*writer
	resolve func(from, target string) (string, error)
	touched map[int64]bool   // files whose neighbours must be counted anew
	stems   map[string]bool  // stems of files that came or went
	ids     map[string]int64 // of paths, as far as asked for
}

func (a *applier) apply(ctx context.Context, c Change) error {
	for _, r := range c.Removed {
		if err := a.remove(ctx, r); err != nil {
			return err
		}
	}
	added := make([]int64, len(c.Files))
	for i, f := range c.Files {
		id, err := a.replaceFile(ctx, f)
		if err != nil {
			return err
		}
		added[i] = id
	}
	for i, f := range c.Files { // only now, when all names are there
		if err := a.putLinks(ctx, added[i], f); err != nil {
			return err
		}
	}
	if err := a.resolveAgain(ctx); err != nil {
		return err
	}
	if err := a.recount(ctx); err != nil {
		return err
	}
	return errors.Join(a.relations.settle(ctx, a.tx), a.sections.settle(ctx, a.tx))
}

// remove forgets a file and its links. Links to it are resolved again later.
func (a *applier) remove(ctx context.Context, r Removed) error {
	id, err := a.id(ctx, r.Path)
	if err != nil || id == 0 {
		return err
	}
	a.stems[r.Stem] = true
	if err := a.dropLinks(ctx, id); err != nil {
		return err
	}
	delete(a.ids, r.Path)
	return a.exec(ctx, id,
		`DELETE FROM names WHERE file = ?`, `DELETE FROM notes WHERE file = ?`,
		`DELETE FROM details WHERE file = ?`, `DELETE FROM files WHERE id = ?`)
}

func (a *applier) exec(ctx context.Context, id int64, queries ...string) error {
	for _, q := range queries {
		if _, err := a.tx.ExecContext(ctx, q, id); err != nil {
			return err
		}
	}
	return nil
}

// dropLinks forgets the links of a file, and remembers what they led to.
func (a *applier) dropLinks(ctx context.Context, id int64) error {
	old, err := a.storedLinks(ctx, id)
	if err != nil {
		return err
	}
	for _, l := range old {
		a.touched[l.dst] = true
	}
	a.use(old, -1)
	a.touched[id] = true
	return a.exec(ctx, id, `DELETE FROM links WHERE src = ?`, `DELETE FROM targets WHERE src = ?`)
}

// use counts the relations and sections of links that come, or that go where by is -1.
func (a *applier) use(links []storedLink, by int) {
	for _, l := range links {
		a.relations.use(l.relation, by)
		a.sections.use(l.section, by)
	}
}

// replaceFile writes the row of a new or changed file, without its links, and returns its number.
func (a *applier) replaceFile(ctx context.Context, f File) (int64, error) {
	id, err := a.id(ctx, f.Path)
	if err != nil {
		return 0, err
	}
	if id != 0 {
		return id, a.updateFile(ctx, id, f)
	}
	if err := a.tx.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) + 1 FROM files`).Scan(&id); err != nil {
		return 0, err
	}
	// A number that was given up in this change may still be the end of links, which are resolved again by their
	// stem; until then the number must not mean another file.
	for a.touched[id] {
		id++
	}
	a.stems[f.Stem] = true
	a.ids[f.Path] = id
	a.touched[id] = true
	return id, a.putFile(ctx, id, f)
}

// A row of links and targets, as it is stored.
type storedLink struct {
	dst               int64 // 0 for none
	relation, section int64
	line              int
	annotation        string
	target            string
}

// putLinks writes the links of a file where they are not what is stored. Neighbours are counted again only where one
// came or went: most edits leave a note's links alone.
func (a *applier) putLinks(ctx context.Context, id int64, f File) error {
	old, err := a.storedLinks(ctx, id)
	if err != nil {
		return err
	}
	known := make(map[string]int64, len(old)) // where targets lead, unless a file came or went: see resolveAgain
	for _, l := range old {
		known[l.target] = l.dst
	}
	links := make([]storedLink, len(f.Links))
	for i, l := range f.Links {
		if links[i], err = a.newLink(ctx, f.Path, l, known); err != nil {
			return err
		}
	}
	if slices.Equal(old, links) {
		return nil
	}
	for i := range max(len(old), len(links)) {
		if i < len(old) && i < len(links) && old[i] == links[i] {
			continue
		}
		if i < len(old) {
			if err := a.dropLink(ctx, id, i); err != nil {
				return err
			}
		}
		if i < len(links) {
			if err := a.putLink(ctx, id, i, f.Links[i], links[i].dst); err != nil {
				return err
			}
		}
	}
	a.use(old, -1)
	a.use(links, 1)
	before, after := destinations(old), destinations(links)
	for dst, n := range before {
		if after[dst] == 0 || dst == 0 && after[0] != n {
			a.touched[dst], a.touched[id] = true, true
		}
	}
	for dst := range after {
		if before[dst] == 0 {
			a.touched[dst], a.touched[id] = true, true
		}
	}
	return nil
}

// dropLink forgets link number ord of a file.
func (a *applier) dropLink(ctx context.Context, src int64, ord int) error {
	_, err1 := a.tx.ExecContext(ctx, `DELETE FROM links WHERE src = ? AND ord = ?`, src, ord)
	_, err2 := a.tx.ExecContext(ctx, `DELETE FROM targets WHERE src = ? AND ord = ?`, src, ord)
	return errors.Join(err1, err2)
}

// destinations counts the links to each file.
func destinations(links []storedLink) map[int64]int {
	count := map[int64]int{}
	for _, l := range links {
		count[l.dst]++
	}
	return count
}

// storedLinks returns the links that are stored of a file.
func (a *applier) storedLinks(ctx context.Context, id int64) ([]storedLink, error) {
	rows, err := a.tx.QueryContext(ctx, `
		SELECT coalesce(l.dst, 0), l.relation, l.annotation, l.line, l.section, coalesce(t.target, '')
		FROM links l LEFT JOIN targets t ON t.src = l.src AND t.ord = l.ord WHERE l.src = ? ORDER BY l.ord`, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var links []storedLink
	for rows.Next() {
		var l storedLink
		if err := rows.Scan(&l.dst, &l.relation, &l.annotation, &l.line, &l.section, &l.target); err != nil {
			return nil, err
		}
		if l.annotation, err = unseal(l.annotation); err != nil {
			return nil, err
		}
		links = append(links, l)
	}
	return links, rows.Err()
}

// newLink returns a link as it is to be stored, given where the targets lead that the file named before.
func (a *applier) newLink(ctx context.Context, from string, l Link, known map[string]int64) (storedLink, error) {
	dst, ok := known[l.Target]
	var err1 error
	if !ok {
		dst, err1 = a.destination(ctx, from, l.Target)
	}
	relation, err2 := a.relations.of(ctx, a.tx, l.Relation)
	section, err3 := a.sections.of(ctx, a.tx, l.Section)
	return storedLink{dst, relation, section, l.Line, l.Annotation, l.Target}, errors.Join(err1, err2, err3)
}

// destination returns the number of the file that a link leads to, 0 for none.
func (a *applier) destination(ctx context.Context, from, target string) (int64, error) {
	to, err := a.resolve(from, target)
	if err != nil || to == "" {
		return 0, err
	}
	return a.id(ctx, to)
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

// resolveAgain looks where the links now lead that a file which came or went could matter to.
func (a *applier) resolveAgain(ctx context.Context) error {
	for _, stem := range slices.Sorted(maps.Keys(a.stems)) {
		links, err := a.linksOfStem(ctx, stem)
		if err != nil {
			return err
		}
		for _, l := range links {
			dst, err := a.destination(ctx, l.from, l.target)
			if err != nil {
				return err
			}
			if dst == l.dst.Int64 {
				continue
			}
			a.touched[l.src], a.touched[l.dst.Int64], a.touched[dst] = true, true, true
			to := sql.NullInt64{Int64: dst, Valid: dst != 0}
			if _, err := a.tx.ExecContext(ctx, `UPDATE links SET dst = ? WHERE src = ? AND ord = ?`, to, l.src, l.ord); err != nil {
				return err
			}
		}
	}
	return nil
}

// A pending link is one that is to be resolved again.
type pending struct {
	src, ord     int64
	dst          sql.NullInt64
	from, target string
}

func (a *applier) linksOfStem(ctx context.Context, stem string) ([]pending, error) {
	rows, err := a.tx.QueryContext(ctx, `
		SELECT t.src, t.ord, l.dst, f.path, t.target
		FROM targets t JOIN links l ON l.src = t.src AND l.ord = t.ord JOIN files f ON f.id = t.src
		WHERE t.stem = ?`, stem)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []pending
	for rows.Next() {
		var p pending
		if err := rows.Scan(&p.src, &p.ord, &p.dst, &p.from, &p.target); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

// recount counts the neighbours of every file that a change touched.
func (a *applier) recount(ctx context.Context) error {
	for id := range a.touched {
		err := a.exec(ctx, id, `
			UPDATE files SET degree = (SELECT count(*) FROM (
				SELECT src FROM links WHERE dst = files.id AND src <> files.id UNION
				SELECT dst FROM links WHERE src = files.id AND dst <> files.id))
			WHERE id = ?`, `
			UPDATE details SET
				incoming = (SELECT count(DISTINCT src) FROM links WHERE dst = file AND src <> file),
				outgoing = (SELECT count(DISTINCT dst) FROM links WHERE src = file AND dst <> file),
				dangling = (SELECT count(*) FROM links WHERE src = file AND dst IS NULL)
			WHERE file = ?`)
		if err != nil {
			return err
		}
	}
	return nil
}

// column returns the one column of a query's rows.
func column[T any](ctx context.Context, q querier, query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}
