package scan

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/filelock"
)

const (
	seenFile   = "seen.json"
	seenSchema = 1
	maxSeen    = 64 << 20
)

// ReadSeen returns what Seen is kept in the folder dir, which is vault.StateDir of the machine. Where there is none, or
// none that can be read, nothing was seen.
func ReadSeen(dir string) *Seen {
	s := &Seen{}
	if f, err := os.Open(filepath.Join(dir, seenFile)); err == nil {
		data, err := io.ReadAll(io.LimitReader(f, maxSeen))
		if err != nil || json.Unmarshal(data, s) != nil || s.Schema != seenSchema {
			s = &Seen{}
		}
		f.Close()
	}
	s.Schema = seenSchema
	for key, r := range s.Repos {
		if r == nil {
			delete(s.Repos, key)
		}
	}
	if s.Repos == nil {
		s.Repos = map[string]*SeenRepo{}
	}
	if s.News == nil {
		s.News = map[string]time.Time{}
	}
	return s
}

// UpdateSeen changes what Seen is kept in the folder dir. Processes do so one after the other, each on what the one
// before has left; change therefore sees the newest state, and has to be made for any. An error means that nothing
// was kept.
func UpdateSeen(ctx context.Context, dir string, change func(*Seen)) error {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return fmt.Errorf("keeping what was shown: %w", err)
	}
	file := filepath.Join(dir, seenFile)
	lock, err := filelock.Take(ctx, file+".lock", lockPause)
	if err != nil {
		return fmt.Errorf("keeping what was shown: %w", err)
	}
	defer lock.Release()
	s := ReadSeen(dir)
	change(s)
	s.trim()
	data, err := json.Marshal(s)
	if err == nil {
		err = vault.ReplacePrivate(file, data)
	}
	if err != nil {
		return fmt.Errorf("keeping what was shown in %s: %w", file, err)
	}
	return nil
}
