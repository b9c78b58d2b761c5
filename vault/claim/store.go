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
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"vaultgraph/vault"
	"vaultgraph/vault/index"
)

const (
	// storeSchema is the version of what is stored, and of the forms that are known: it changes with either.
	storeSchema = 1
	maxStore    = 128 << 20
)

// A store keeps the readings of the notes of a vault, with the stamps that tell whether they still hold. Its file can
// be deleted at any time.
type store struct {
	file  string // "" for none
	notes map[string]stampedReading
}

// A stampedReading is a reading of a note as it was.
type stampedReading struct {
	Stamp   uint64 `json:"stamp"` // see sumOf
	reading        // its fields stand beside the stamp
}

type storeFile struct {
	Schema int                       `json:"schema"`
	Notes  map[string]stampedReading `json:"notes"`
}

// openStore reads the store of a vault. One that cannot be read is empty.
func openStore(v *vault.Vault, cache string) *store {
	s := &store{notes: map[string]stampedReading{}}
	if cache == "" {
		return s
	}
	dir := v.Dir
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	sum := sha256.Sum256([]byte(dir))
	s.file = filepath.Join(cache, "claims", hex.EncodeToString(sum[:8])+".json")
	f, err := os.Open(s.file)
	if err != nil {
		return s
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxStore))
	var have storeFile
	if err == nil && json.Unmarshal(data, &have) == nil && have.Schema == storeSchema && have.Notes != nil {
		s.notes = have.Notes
	}
	return s
}

// paths returns the notes in order.
func (s *store) paths() []string { return slices.Sorted(maps.Keys(s.notes)) }

// update reads the notes that have other stamps than when they were read last, and reports whether some are left
// because the time of ctx is up. What it has read is stored.
func (s *store) update(ctx context.Context, v *vault.Vault, stamps map[string]index.Stamp) (partial bool) {
	changed := false
	for p := range s.notes {
		if _, ok := stamps[p]; !ok {
			delete(s.notes, p)
			changed = true
		}
	}
	var todo []string
	for p, st := range stamps {
		if have, ok := s.notes[p]; !ok || have.Stamp != sumOf(st) {
			delete(s.notes, p) // what is known of it holds no more, even if there is no time to read it
			todo = append(todo, p)
		}
	}
	slices.Sort(todo)
	done := s.readAll(ctx, v, todo, stamps)
	if s.file != "" && (changed || done > 0) {
		if data, err := json.Marshal(storeFile{storeSchema, s.notes}); err == nil {
			_ = vault.ReplacePrivate(s.file, data) // without it, the next call reads again
		}
	}
	return done < len(todo)
}

// readAll reads notes on all processors and returns how many it came to. One that cannot be read claims nothing.
func (s *store) readAll(ctx context.Context, v *vault.Vault, todo []string, stamps map[string]index.Stamp) int {
	work := make(chan string)
	var mu sync.Mutex
	var all sync.WaitGroup
	done := 0
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for p := range work {
				var r reading
				if n, err := v.ReadNote(p); err == nil {
					r = read(p, n)
				}
				mu.Lock()
				s.notes[p] = stampedReading{sumOf(stamps[p]), r}
				done++
				mu.Unlock()
			}
		})
	}
	for _, p := range todo {
		if ctx.Err() != nil {
			break
		}
		work <- p
	}
	close(work)
	all.Wait()
	return done
}

// sumOf returns what tells a file from what it was: a hash of its stamp, since that of a large vault is read each time.
func sumOf(s index.Stamp) uint64 {
	var b [32]byte
	for i, n := range [...]uint64{uint64(s.Size), uint64(s.Modified), uint64(s.Changed), s.Inode} {
		binary.LittleEndian.PutUint64(b[8*i:], n)
	}
	h := fnv.New64a()
	h.Write(b[:])
	return h.Sum64()
}
