package index

import (
	"context"
	"database/sql"
	"errors"
)

// The packed stamps of a folder are stored in parts, each with its sum: of a large folder with one changed file, one part
// is read and one is written.
const (
	// partSize is how many stamps are stored together: about a page.
	partSize = 64
	// maxParts is how many parts a folder may have: part n of the folder f is row f*maxParts+n.
	maxParts = 1 << 20
)

// cut cuts the packed stamps of a folder into parts.
func cut(packed []byte) [][]byte {
	var parts [][]byte
	c := NewCursor(packed)
	for n := 1; c.Next(); n++ {
		if n%partSize == 0 || len(c.rest) == 0 {
			end := len(packed) - len(c.rest)
			parts, packed = append(parts, packed[:end]), packed[end:]
		}
	}
	return parts
}

// A partition is a folder as it is stored: its number, and the sums of its parts one behind the other.
type partition struct {
	id   int64
	sums []byte
}

// partitionOf returns the one of a folder, and sql.ErrNoRows for a folder that the index does not know.
func partitionOf(ctx context.Context, q querier, path string) (p partition, err error) {
	err = q.QueryRowContext(ctx, `SELECT id, parts FROM folders WHERE path = ?`, path).Scan(&p.id, &p.sums)
	return p, err
}

func (p partition) len() int { return len(p.sums) / len(Sum{}) }

// row returns the number of the row of part n.
func (p partition) row(n int) int64 { return p.id*maxParts + int64(n) }

// has says whether part n is stored and has a sum.
func (p partition) has(n int, sum Sum) bool { return n < p.len() && p.sum(n) == sum }

func (p partition) sum(n int) Sum { return Sum(p.sums[n*len(Sum{}):]) }

// Packed returns the packed stamps of a folder that the index knows.
func (x *Index) Packed(ctx context.Context, path string) ([]byte, error) {
	p, err := partitionOf(ctx, x.conn, path)
	if err != nil {
		return nil, explain("reading the index", err)
	}
	var packed []byte
	for n := range p.len() {
		if packed, err = x.appendPart(ctx, packed, p, n); err != nil {
			return nil, err
		}
	}
	return packed, nil
}

// Changed returns the parts of a folder's packed stamps that are not what the index knows, and what it knows in their
// place.
func (x *Index) Changed(ctx context.Context, path string, packed []byte) (was, is []byte, err error) {
	p, err := partitionOf(ctx, x.conn, path)
	if err != nil {
		return nil, nil, explain("reading the index", err)
	}
	parts := cut(packed)
	for n := range max(len(parts), p.len()) {
		if n < len(parts) && p.has(n, SumOf(parts[n])) {
			continue
		}
		if n < len(parts) {
			is = append(is, parts[n]...)
		}
		if n < p.len() {
			if was, err = x.appendPart(ctx, was, p, n); err != nil {
				return nil, nil, err
			}
		}
	}
	return was, is, nil
}

// appendPart appends a part that is stored.
func (x *Index) appendPart(ctx context.Context, packed []byte, p partition, n int) ([]byte, error) {
	var part []byte
	err := x.conn.QueryRowContext(ctx, `SELECT files FROM stamps WHERE id = ?`, p.row(n)).Scan(&part)
	if errors.Is(err, sql.ErrNoRows) || err == nil && SumOf(part) != p.sum(n) {
		err = errCorrupt
	}
	return append(packed, part...), explain("reading the index", err)
}

// putFolder writes a folder's stamps, as far as they are not what is stored; nil forgets it.
func putFolder(ctx context.Context, tx session, path string, f *Folder) error {
	p, err := partitionOf(ctx, tx, path)
	if errors.Is(err, sql.ErrNoRows) {
		err = tx.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) + 1 FROM folders`).Scan(&p.id)
	}
	if err != nil {
		return err
	}
	if f == nil {
		_, err := tx.ExecContext(ctx, `DELETE FROM folders WHERE id = ?`, p.id)
		return errors.Join(err, p.dropParts(ctx, tx, 0))
	}
	sums, err := p.putParts(ctx, tx, cut(f.Files))
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?, ?)`, p.id, path, f.Looked, f.Sum[:], sums)
	}
	return err
}

// putParts writes those of parts that are not stored, and returns the sums of all.
func (p partition) putParts(ctx context.Context, tx session, parts [][]byte) ([]byte, error) {
	sums := make([]byte, 0, len(parts)*len(Sum{}))
	for n, part := range parts {
		sum := SumOf(part)
		sums = append(sums, sum[:]...)
		if p.has(n, sum) {
			continue
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO stamps VALUES (?, ?)`, p.row(n), part); err != nil {
			return nil, err
		}
	}
	if p.len() <= len(parts) {
		return sums, nil
	}
	return sums, p.dropParts(ctx, tx, len(parts))
}

// dropParts forgets the parts from one on.
func (p partition) dropParts(ctx context.Context, tx execer, from int) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM stamps WHERE id >= ? AND id < ?`, p.row(from), p.row(maxParts))
	return err
}
