package index

import (
	"context"
	"maps"
	"slices"
)

// resolveAgain looks where the links now lead that a file which came or went could matter to.
func (a *applier) resolveAgain(ctx context.Context) error {
	for _, stem := range slices.Sorted(maps.Keys(a.changed)) {
		number := numberOfStem(stem)
		files, err := a.stems.of(ctx, a.tx, int64(number))
		if err != nil {
			return err
		}
		for _, e := range files {
			if err := a.ended(); err != nil {
				return err
			}
			if err := a.resolveFile(ctx, e.file, number); err != nil {
				return err
			}
		}
	}
	return nil
}

// resolveFile looks where the links of a file lead that have a stem.
func (a *applier) resolveFile(ctx context.Context, id int64, stem uint32) error {
	var from string
	if err := a.tx.QueryRowContext(ctx, `SELECT path FROM files WHERE id = ?`, id).Scan(&from); err != nil {
		return err
	}
	_, written, err := a.known(ctx, id)
	if err != nil {
		return err
	}
	old, err := a.storedLinks(ctx, id)
	if err != nil {
		return err
	}
	if len(old) > len(written) {
		return errFewer
	}
	links := slices.Clone(old)
	for i := range links {
		l := &links[i]
		if l.stem != stem {
			continue
		}
		dst, err := a.destination(ctx, from, written[i].Target)
		if err != nil {
			return err
		}
		if dst != l.dst {
			a.touched[id], a.touched[l.dst], a.touched[dst] = true, true, true
			l.dst = dst
		}
	}
	if slices.Equal(old, links) {
		return nil
	}
	return a.putLinks(ctx, id, old, links)
}

// recount counts the neighbours of every file that a change touched.
func (a *applier) recount(ctx context.Context) error {
	for id := range a.touched {
		if id == 0 {
			continue
		}
		c, err := a.count(ctx, id)
		if err != nil {
			return err
		}
		_, err = a.tx.ExecContext(ctx, `UPDATE files SET degree = ? WHERE id = ?`, c.incoming+c.outgoing-c.mutual, id)
		if err == nil {
			_, err = a.tx.ExecContext(ctx, `UPDATE details SET incoming = ?, outgoing = ?, dangling = ? WHERE file = ?`,
				c.incoming, c.outgoing, c.dangling, id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// count counts the neighbours of a file.
func (a *applier) count(ctx context.Context, id int64) (c counts, err error) {
	entries, err := a.backlinks.of(ctx, a.tx, id)
	if err != nil {
		return c, err
	}
	links, err := a.storedLinks(ctx, id)
	if err != nil {
		return c, err
	}
	to := destinations(links)
	c.dangling = to[0]
	delete(to, 0)
	delete(to, id)
	c.outgoing = len(to)
	last := int64(0)
	for _, e := range entries {
		if e.file == id || e.file == last {
			continue
		}
		last = e.file
		c.incoming++
		if to[e.file] > 0 {
			c.mutual++
		}
	}
	return c, nil
}
