package index

import (
	"context"
	"database/sql/driver"
)

// fileColumns are the columns of a Row, but for what was parsed.
const fileColumns = `path, kind, hidden, title, type, tags, tokens, size, modified, incoming, outgoing, dangling, skip_code, skip_message`

// A Row is a File with the numbers of other files that link to it and that it links to, and of its links that lead
// nowhere.
type Row struct {
	File
	Incoming, Outgoing, Dangling int
}

// rows yields the files that a condition chooses, or all of them in some order, with parts of what was parsed of them.
// yield must not use the connection.
func (x *Index) rows(ctx context.Context, parts Parts, condition string, args []driver.NamedValue, yield func(Row) error) error {
	query := `SELECT ` + fileColumns + ` FROM files JOIN details ON details.file = id `
	if parts != 0 {
		query = `SELECT ` + fileColumns + `, packed FROM files JOIN details ON details.file = id JOIN notes ON notes.file = id `
	}
	var yielded error
	err := x.conn.each(ctx, query+condition, args, func(row []driver.Value) error {
		r, err := rowOf(row, parts)
		if err == nil {
			yielded = yield(r)
			err = yielded
		}
		return err
	})
	if yielded != nil {
		return yielded
	}
	return explain("reading the index", err)
}

// rowOf returns the file that the columns of a row tell of.
func rowOf(row []driver.Value, parts Parts) (r Row, err error) {
	c := cells{row: row}
	r.Path, r.Kind, r.Hidden = c.text(), uint8(c.number()), c.number() != 0
	r.Title, r.Type = c.sealed(), c.text()
	tags := c.sealed()
	r.Tokens, r.Size, r.Modified = int(c.number()), c.number(), c.number()
	r.Incoming, r.Outgoing, r.Dangling = int(c.number()), int(c.number()), int(c.number())
	r.Skip.Code, r.Skip.Message = c.text(), c.text()
	if c.broken || r.Path == "" {
		return r, errCorrupt
	}
	r.Tags = splitTags(tags)
	if len(c.row) > 0 && c.row[0] != nil {
		packed, ok := c.row[0].([]byte)
		if !ok {
			return r, errCorrupt
		}
		r.Note, r.Sum, err = unpackNote(packed, parts)
	}
	return r, err
}

// cells reads the columns of a row one after another. After one that holds what was never written into it, it is broken.
type cells struct {
	row    []driver.Value
	broken bool
}

func (c *cells) text() string  { return cell[string](c) }
func (c *cells) number() int64 { return cell[int64](c) }

// sealed reads a text that seal was given.
func (c *cells) sealed() string {
	text, err := unseal(c.text())
	c.broken = c.broken || err != nil
	return text
}

func cell[T int64 | string](c *cells) (v T) {
	ok := len(c.row) > 0 && get(c.row, 0, &v)
	if !ok {
		c.broken, c.row = true, nil
		return v
	}
	c.row = c.row[1:]
	return v
}
