package index

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
)

// An entry says that links of a file lead to what it is entered under, with a relation.
type entry struct{ file, relation int64 }

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.relation, b.relation))
}

// A register is a table of entries under numbers: backlinks under those of files, and stems under those of stems, where
// there are no relations. Changes wait until settle writes them.
type register struct {
	table   string
	changes map[int64]map[entry]bool // whether an entry is to be there
}

func newRegister(table string) register { return register{table, map[int64]map[entry]bool{}} }

// note notes that an entry is to be there, or not to be there.
func (r register) note(id int64, e entry, there bool) {
	if r.changes[id] == nil {
		r.changes[id] = map[entry]bool{}
	}
	r.changes[id][e] = there
}

// of returns the entries that are stored under a number, sorted.
func (r register) of(ctx context.Context, tx querier, id int64) ([]entry, error) {
	var packed sql.RawBytes
	rows, err := tx.QueryContext(ctx, `SELECT packed FROM `+r.table+` WHERE id = ?`, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, rows.Err()
	}
	if err := rows.Scan(&packed); err != nil {
		return nil, err
	}
	return unpackEntries(string(packed), nil)
}

// settle writes what was noted.
func (r register) settle(ctx context.Context, tx session) error {
	for _, id := range slices.Sorted(maps.Keys(r.changes)) {
		entries, err := r.of(ctx, tx, id)
		if err != nil {
			return err
		}
		change := r.changes[id]
		entries = slices.DeleteFunc(entries, func(e entry) bool { _, ok := change[e]; return ok })
		for e, there := range change {
			if there {
				entries = append(entries, e)
			}
		}
		slices.SortFunc(entries, compareEntries)
		if len(entries) == 0 {
			_, err = tx.ExecContext(ctx, `DELETE FROM `+r.table+` WHERE id = ?`, id)
		} else {
			_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO `+r.table+` VALUES (?, ?)`, id, packEntries(entries))
		}
		if err != nil {
			return err
		}
	}
	clear(r.changes)
	return nil
}

// packEntries packs entries, which must be sorted.
func packEntries(entries []entry) []byte {
	e := encoder{make([]byte, 0, 3*len(entries)+8)}
	e.int(len(entries))
	last := int64(0)
	for _, x := range entries {
		e.uint(uint64(x.file - last))
		e.uint(uint64(x.relation))
		last = x.file
	}
	return seal(e.b)
}

// unpackEntries appends what packEntries packed.
func unpackEntries(stored string, entries []entry) ([]entry, error) {
	stored, err := unseal(stored)
	if err != nil {
		return nil, err
	}
	d := decoder{s: stored}
	n := d.int()
	if n > len(d.s) {
		return nil, errCorrupt
	}
	entries = slices.Grow(entries, n)
	last := int64(0)
	for range n {
		last += int64(d.uint())
		entries = append(entries, entry{last, int64(d.uint())})
	}
	if d.broken || d.s != "" {
		return nil, errCorrupt
	}
	return entries, nil
}

// numberOfStem returns the number under which the files are entered that have links of a stem. Two stems of one number
// do no harm: links of both are resolved again where a file of one comes or goes.
func numberOfStem(stem string) uint32 {
	const offset, prime = 2166136261, 16777619 // of FNV-1a
	h := uint32(offset)
	for i := range len(stem) {
		h = (h ^ uint32(stem[i])) * prime
	}
	return max(h, 1) // 0 is no stem
}
