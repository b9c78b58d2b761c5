package scan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/filelock"
	"vaultgraph/vault/world"
)

const (
	// cacheSchema is the version of stored. Files of another one are as good as none.
	cacheSchema = 1
	maxStored   = 64 << 20
	dirMode     = 0o700

	// lockPause is about how often who waits for another process's answer looks whether it is there.
	lockPause = 10 * time.Millisecond
	// lockStale is how long a process may hold the lock. It is longer than any scan takes, so that one that holds it
	// longer hangs, and is not waited for any more.
	lockStale = FinishLimit + time.Minute
)

// stored is the last good answer of a source, as it stands in its file.
type stored struct {
	Schema int       `json:"schema"`
	Stored time.Time `json:"stored"` // by the clock of this machine
	Since  time.Time `json:"since"`  // the start of the time that was asked for
	// Watermark is when the next question has to begin for nothing to be missed: the start of this one, by the clock
	// of the source, less overlap.
	Watermark time.Time  `json:"watermark"`
	Part      world.Part `json:"part"`
}

// watermark returns s.Watermark, and zero without an answer.
func (s *stored) watermark() time.Time {
	if s == nil {
		return time.Time{}
	}
	return s.Watermark
}

// A shelf is where the answer of one source with its settings is stored. The zero path stores nothing.
type shelf struct{ path string }

// shelf returns the shelf for the source of f.
func (f *flight) shelf() *shelf {
	if f.opt.Cache == "" {
		return &shelf{}
	}
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, strings.ToLower(f.job.Source.Name()))
	sum := sha256.Sum256([]byte(f.job.Source.Name() + "\x00" + f.job.Key))
	return &shelf{filepath.Join(f.opt.Cache, name[:min(len(name), 40)]+"-"+hex.EncodeToString(sum[:8]))}
}

func (s *shelf) file() string { return s.path + ".json" }

// read returns the stored answer; nil where there is none that can be read.
func (s *shelf) read() *stored {
	if s.path == "" {
		return nil
	}
	f, err := os.Open(s.file())
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxStored))
	var have stored
	if err != nil || json.Unmarshal(data, &have) != nil || have.Schema != cacheSchema || have.Stored.IsZero() {
		return nil
	}
	return &have
}

// write stores an answer. Where that fails, as on a full disk, the one before stays, and the next run asks again:
// nobody needs to know.
func (s *shelf) write(answer *stored) {
	if s.path == "" {
		return
	}
	answer.Schema = cacheSchema
	if data, err := json.Marshal(answer); err == nil {
		_ = vault.ReplacePrivate(s.file(), data)
	}
}

// lock waits until no other process asks the source, and returns what lets the next one do so. It is an error only
// that ctx ends first: where there can be no lock, nobody is waited for.
func (s *shelf) lock(ctx context.Context, now func() time.Time) (release func(), err error) {
	name := s.path + ".lock"
	if s.path == "" || os.MkdirAll(filepath.Dir(name), dirMode) != nil {
		return func() {}, nil
	}
	for {
		lock, err := filelock.Try(name)
		switch {
		case err != nil:
			return func() {}, nil
		case lock != nil:
			_ = os.Chtimes(name, now(), now())
			return lock.Release, nil
		}
		if info, err := os.Stat(name); err == nil && now().Sub(info.ModTime()).Abs() > lockStale {
			return func() {}, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}
