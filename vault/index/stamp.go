package index

import (
	"context"
	"database/sql"
	"encoding/binary"
)

// A Stamp is a file of a folder and what tells that it is not what it was.
type Stamp struct {
	Name string // within its folder
	Mark
}

// A Mark is what tells without reading a file that it is not what it was: an edit changes at least one of these.
type Mark struct {
	Size int64
	// Modified and Changed are times in nanoseconds since 1970: of the content, and of the content or the inode.
	// Changed is set by the system alone, so putting back Modified does not hide an edit. It is 0 where the
	// platform does not tell.
	Modified, Changed int64
	Inode             uint64 // 0 where the platform has none
}

// A Folder is the stamps of the files of one folder, packed in the order in which the system lists them.
type Folder struct {
	Looked int64  // when the files were looked at, in nanoseconds since 1970: before the first was read
	Sum    Sum    // of Files
	Files  []byte // nil where only the sum was asked for
}

// Pack appends the stamp of a file of this name to a folder's packed form.
func Pack(b, name []byte, m Mark) []byte {
	b = binary.AppendUvarint(b, uint64(len(name)))
	b = append(b, name...)
	b = binary.AppendUvarint(b, uint64(m.Size))
	b = binary.AppendVarint(b, m.Modified)
	b = binary.AppendVarint(b, m.Changed-m.Modified)
	return binary.AppendUvarint(b, m.Inode)
}

// A Cursor reads the stamps of a packed folder, one after another.
type Cursor struct {
	Name []byte // shares the memory of the packed folder
	Mark Mark

	rest   []byte
	broken bool
}

// NewCursor returns a Cursor before the first stamp.
func NewCursor(packed []byte) *Cursor { return &Cursor{rest: packed} }

// Next goes to the next stamp and says whether there is one. It stops at bytes that Pack did not write.
func (c *Cursor) Next() bool {
	if len(c.rest) == 0 {
		return false
	}
	length := c.uvarint()
	if length > uint64(len(c.rest)) {
		c.broken = true
	}
	if c.broken {
		return false
	}
	c.Name, c.rest = c.rest[:length], c.rest[length:]
	size, modified, distance, inode := c.uvarint(), c.varint(), c.varint(), c.uvarint()
	c.Mark = Mark{Size: int64(size), Modified: modified, Changed: modified + distance, Inode: inode}
	return !c.broken
}

// Stamp returns the stamp that the Cursor is at.
func (c *Cursor) Stamp() Stamp { return Stamp{string(c.Name), c.Mark} }

func (c *Cursor) uvarint() uint64 {
	u, n := binary.Uvarint(c.rest)
	c.skip(n)
	return u
}

func (c *Cursor) varint() int64 {
	i, n := binary.Varint(c.rest)
	c.skip(n)
	return i
}

func (c *Cursor) skip(n int) {
	if n <= 0 {
		c.broken, c.rest = true, nil
		return
	}
	c.rest = c.rest[n:]
}

// Folders returns the folders that the index knows, by path and without their stamps; "" is the root.
func (x *Index) Folders(ctx context.Context) (map[string]Folder, error) {
	rows, err := x.conn.QueryContext(ctx, `SELECT path, looked, sum FROM folders`)
	if err != nil {
		return nil, explain("reading the index", err)
	}
	defer rows.Close()
	folders := map[string]Folder{}
	for rows.Next() {
		var path string
		var f Folder
		var sum sql.RawBytes
		if err := rows.Scan(&path, &f.Looked, &sum); err != nil {
			return nil, explain("reading the index", err)
		}
		copy(f.Sum[:], sum)
		folders[path] = f
	}
	return folders, explain("reading the index", rows.Err())
}
