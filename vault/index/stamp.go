package index

import (
	"context"
	"database/sql"
	"encoding/binary"
)

// A Stamp is what tells without reading it that a file is not what it was: an edit changes at least one of these.
type Stamp struct {
	Name string // within its folder
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

// Pack appends stamps to a folder's packed form.
func Pack(b []byte, s Stamp) []byte {
	b = binary.AppendUvarint(b, uint64(len(s.Name)))
	b = append(b, s.Name...)
	b = binary.AppendUvarint(b, uint64(s.Size))
	b = binary.AppendVarint(b, s.Modified)
	b = binary.AppendVarint(b, s.Changed-s.Modified)
	return binary.AppendUvarint(b, s.Inode)
}

// Unpack returns the stamps of a packed folder, and false for bytes that Pack did not write.
func Unpack(b []byte) ([]Stamp, bool) {
	var stamps []Stamp
	for len(b) > 0 {
		length, n := binary.Uvarint(b)
		if n <= 0 || length > uint64(len(b)-n) {
			return nil, false
		}
		s := Stamp{Name: string(b[n : n+int(length)])}
		b = b[n+int(length):]
		size, n1 := binary.Uvarint(b)
		modified, n2 := binary.Varint(b[max(n1, 0):])
		changed, n3 := binary.Varint(b[max(n1, 0)+max(n2, 0):])
		inode, n4 := binary.Uvarint(b[max(n1, 0)+max(n2, 0)+max(n3, 0):])
		if n1 <= 0 || n2 <= 0 || n3 <= 0 || n4 <= 0 {
			return nil, false
		}
		s.Size, s.Modified, s.Changed, s.Inode = int64(size), modified, modified+changed, inode
		stamps = append(stamps, s)
		b = b[n1+n2+n3+n4:]
	}
	return stamps, true
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

// Stamps returns the stamps of a folder that the index knows.
func (x *Index) Stamps(ctx context.Context, path string) ([]Stamp, error) {
	var f Folder
	var sum []byte
	err := x.conn.QueryRowContext(ctx, `SELECT sum, files FROM folders WHERE path = ?`, path).Scan(&sum, &f.Files)
	if err != nil {
		return nil, explain("reading the index", err)
	}
	stamps, ok := Unpack(f.Files)
	if copy(f.Sum[:], sum); !ok || f.Sum != SumOf(f.Files) {
		return nil, explain("reading the index", errCorrupt)
	}
	return stamps, nil
}
