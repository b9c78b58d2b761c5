package claim

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/index"
)

const (
	// storeSchema is the version of what is stored, and of the forms that are known: it changes with either.
	storeSchema = 3
	maxStore    = 128 << 20
)

// A store keeps the readings of the notes of a vault, with what tells whether they still hold. Its file can be deleted
// at any time. It is a line of JSON, the storeHead, and then the records of the folders in the head's order: a reading
// is unpacked when somebody asks for it, since a large vault has many, and most are of no interest today.
type store struct {
	file    string // "" for none
	folders map[string]*folder
}

// A folder holds the records of the notes in it.
type folder struct {
	Path   string    `json:"path"`
	Looked int64     `json:"looked"` // see index.Folder
	Sum    index.Sum `json:"sum"`    // zero where not all of it was read
	Bytes  int       `json:"bytes"`  // of the records

	packed string
	byName map[string]record // nil until one is looked for
}

type storeHead struct {
	Schema  int       `json:"schema"`
	Folders []*folder `json:"folders"`
}

// openStore reads the store of a vault. One that cannot be read is empty.
func openStore(v *vault.Vault, cache string) *store {
	s := &store{folders: map[string]*folder{}}
	if cache == "" {
		return s
	}
	dir := v.Dir
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	sum := sha256.Sum256([]byte(dir))
	s.file = filepath.Join(cache, "claims", hex.EncodeToString(sum[:8])+".records")
	f, err := os.Open(s.file)
	if err != nil {
		return s
	}
	defer f.Close()
	if text, err := readWhole(f); err == nil {
		s.folders = unpackFolders(text)
	}
	return s
}

// readWhole reads a file into memory of its size.
func readWhole(f *os.File) (string, error) {
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.Grow(int(min(info.Size(), maxStore)))
	_, err = io.Copy(&text, io.LimitReader(f, maxStore))
	return text.String(), err
}

// unpackFolders reads the file of a store. One that is not whole has no folders.
func unpackFolders(text string) map[string]*folder {
	line, packed, _ := strings.Cut(text, "\n")
	var head storeHead
	if json.Unmarshal([]byte(line), &head) != nil || head.Schema != storeSchema {
		return map[string]*folder{}
	}
	folders := make(map[string]*folder, len(head.Folders))
	for _, f := range head.Folders {
		if f == nil || f.Bytes < 0 || f.Bytes > len(packed) {
			return map[string]*folder{}
		}
		f.packed, packed = packed[:f.Bytes], packed[f.Bytes:]
		folders[f.Path] = f
	}
	return folders
}

// write stores everything. Without it, the next call reads again.
func (s *store) write() {
	if s.file == "" {
		return
	}
	head := storeHead{Schema: storeSchema}
	for _, p := range slices.Sorted(maps.Keys(s.folders)) {
		f := s.folders[p]
		f.Path, f.Bytes = p, len(f.packed)
		head.Folders = append(head.Folders, f)
	}
	data, err := json.Marshal(head)
	if err != nil {
		return
	}
	data = append(data, '\n')
	for _, f := range head.Folders {
		data = append(data, f.packed...)
	}
	_ = vault.ReplacePrivate(s.file, data)
}

// get returns the record of a note.
func (s *store) get(p string) (record, bool) {
	f := s.folders[vault.FolderOf(p)]
	if f == nil {
		return record{}, false
	}
	r, ok := f.names()[path.Base(p)]
	return r, ok
}

func (f *folder) names() map[string]record {
	if f.byName == nil {
		f.byName = map[string]record{}
		for r := range f.records() {
			f.byName[r.name] = r
		}
	}
	return f.byName
}

// update reads the notes that are not what they were when they were read last, and reports whether some are left
// because the time of ctx is up. What it has read is stored.
func (s *store) update(ctx context.Context, v *vault.Vault, view *vault.View) (partial bool, err error) {
	now, err := view.Folders(ctx)
	if err != nil {
		return false, err
	}
	changed := false
	for p := range s.folders {
		if _, ok := now[p]; !ok {
			delete(s.folders, p)
			changed = true
		}
	}
	var todo []*rereading
	for _, p := range slices.Sorted(maps.Keys(now)) {
		have, state := s.folders[p], now[p]
		if have != nil && have.Sum == state.Sum && have.Looked == state.Looked && state.Sum != (index.Sum{}) {
			continue
		}
		stamps, err := view.Stamps(ctx, p)
		if err != nil {
			return false, err
		}
		todo = append(todo, newRereading(p, have, state, stamps))
	}
	reading, cancel := readingTime(ctx)
	defer cancel()
	readAll(reading, v, todo)
	for _, t := range todo {
		f, whole := t.finish()
		s.folders[t.path] = f
		partial = partial || !whole
	}
	if changed || len(todo) > 0 {
		s.write()
	}
	return partial, nil
}

// readingTime leaves a part of the time of ctx, so that what was read can be stored and used before all of it is up: who
// waits no longer ends the process, and the next one would begin where this one did.
func readingTime(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, deadline.Add(-time.Until(deadline)/8))
}

// sumOf returns what tells a file from what it was: a hash of its stamp.
func sumOf(s index.Stamp) uint64 {
	var b [32]byte
	for i, n := range [...]uint64{uint64(s.Size), uint64(s.Modified), uint64(s.Changed), s.Inode} {
		binary.LittleEndian.PutUint64(b[8*i:], n)
	}
	h := fnv.New64a()
	h.Write(b[:])
	return h.Sum64()
}
