package index

import (
	"context"
	"database/sql"
	"errors"
	"slices"
)

// dropLinks forgets the links of a file, and remembers what they led to.
func (a *applier) dropLinks(ctx context.Context, id int64) error {
	old, err := a.storedLinks(ctx, id)
	if err != nil {
		return err
	}
	for _, l := range old {
		a.touched[l.dst] = true
	}
	a.touched[id] = true
	return a.putLinks(ctx, id, old, nil)
}

// storedLinks returns the links that are stored of a file.
func (a *applier) storedLinks(ctx context.Context, id int64) ([]storedLink, error) {
	var packed []byte
	err := a.tx.QueryRowContext(ctx, `SELECT packed FROM links WHERE id = ?`, id).Scan(&packed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return unpackLinks(string(packed))
}

// replaceLinks writes the links of a file where they are not what is stored. Neighbours are counted again only where one
// came or went: most edits leave a note's links alone.
func (a *applier) replaceLinks(ctx context.Context, r replacement, f File) error {
	old, err := a.storedLinks(ctx, r.id)
	if err != nil {
		return err
	}
	if len(old) > len(r.links) {
		return errFewer
	}
	known := make(map[string]int64, len(old)) // where targets lead, unless a file came or went: see resolveAgain
	for i, l := range old {
		known[r.links[i].Target] = l.dst
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
	before, after := destinations(old), destinations(links)
	for dst, n := range before {
		if after[dst] == 0 || dst == 0 && after[0] != n {
			a.touched[dst], a.touched[r.id] = true, true
		}
	}
	for dst := range after {
		if before[dst] == 0 {
			a.touched[dst], a.touched[r.id] = true, true
		}
	}
	return a.putLinks(ctx, r.id, old, links)
}

// putLinks writes the links of a file in the place of its old ones, and notes where they are to be entered, and where no
// longer.
func (a *applier) putLinks(ctx context.Context, id int64, old, links []storedLink) error {
	for _, l := range old {
		a.relations.use(l.relation, -1)
	}
	for _, l := range links {
		a.relations.use(l.relation, 1)
	}
	before, after := placesIn(old), placesIn(links)
	for p := range before {
		if !after[p] {
			a.note(id, p, false)
		}
	}
	for p := range after {
		if !before[p] {
			a.note(id, p, true)
		}
	}
	var err error
	if len(links) == 0 {
		_, err = a.tx.ExecContext(ctx, `DELETE FROM links WHERE id = ?`, id)
	} else {
		_, err = a.tx.ExecContext(ctx, `INSERT OR REPLACE INTO links VALUES (?, ?)`, id, packLinks(links))
	}
	return err
}

// A place is where a file with a link is entered: in backlinks, or in stems.
type place struct {
	dst, relation int64
	stem          uint32
}

// placesIn returns the places of links.
func placesIn(links []storedLink) map[place]bool {
	places := make(map[place]bool, 2*len(links))
	for _, l := range links {
		if l.dst != 0 {
			places[place{dst: l.dst, relation: l.relation}] = true
		}
		if l.stem != 0 {
			places[place{stem: l.stem}] = true
		}
	}
	return places
}

// note notes whether a file is entered in a place.
func (a *applier) note(id int64, p place, there bool) {
	if p.stem != 0 {
		a.stems.note(int64(p.stem), entry{id, 0}, there)
	} else {
		a.backlinks.note(p.dst, entry{id, p.relation}, there)
	}
}

// destinations counts the links to each file.
func destinations(links []storedLink) map[int64]int {
	count := map[int64]int{}
	for _, l := range links {
		count[l.dst]++
	}
	return count
}

// newLink returns a link as it is to be stored, given where the targets lead that the file named before.
func (a *applier) newLink(ctx context.Context, from string, l Link, known map[string]int64) (storedLink, error) {
	dst, ok := known[l.Target]
	var err1 error
	if !ok {
		dst, err1 = a.destination(ctx, from, l.Target)
	}
	relation, err2 := a.relations.of(ctx, a.tx, l.Relation)
	stored := storedLink{dst: dst, relation: relation, line: l.Line, section: l.Section, annotation: l.Annotation}
	if l.Target != "" {
		stored.stem = numberOfStem(l.Stem)
	}
	return stored, errors.Join(err1, err2)
}

// destination returns the number of the file that a link leads to, 0 for none.
func (a *applier) destination(ctx context.Context, from, target string) (int64, error) {
	to, err := a.resolve(from, target)
	if err != nil || to == "" {
		return 0, err
	}
	return a.id(ctx, to)
}
