package claude

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"vaultgraph/vault"
)

// A record is what installations have added on this machine, so that taking it out again takes out exactly that. It
// holds pieces of our own text and hashes, nothing of what else the files hold.
type record struct {
	Schema int           `json:"schema"`
	Files  []*fileRecord `json:"files"`
}

// A fileRecord is what was done to one file.
type fileRecord struct {
	Path    string `json:"path"`
	Project string `json:"project,omitempty"`
	Kind    kind   `json:"kind"`
	// Made says that there was no such file, Folders which folders above it there were not, the outermost first.
	Made    bool     `json:"made,omitempty"`
	Folders []string `json:"folders,omitempty"`
	// Inserted are the pieces of text that were put into a settings file.
	Inserted []string `json:"inserted,omitempty"`
	// SHA256 is the hash of a skill as it was written.
	SHA256 string `json:"sha256,omitempty"`
}

// A kind says what a file is.
type kind string

const (
	kindSettings kind = "settings"
	kindSkill    kind = "skill"
)

// readRecord reads the record; none where there is no file, or no name for one.
func readRecord(file string) (*record, error) {
	r := &record{Schema: 1}
	if file == "" {
		return r, nil
	}
	text, err := readFile(file)
	if err != nil || text == nil {
		return r, err
	}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("reading what was installed, %s: %w: remove that file, then entries are found by what they are", vault.Printable(file), err)
	}
	return r, nil
}

// of returns what was done to a file, nil for nothing.
func (r *record) of(path string) *fileRecord {
	i := slices.IndexFunc(r.Files, func(f *fileRecord) bool { return f.Path == path })
	if i < 0 {
		return nil
	}
	return r.Files[i]
}

// set replaces or adds what was done to a file.
func (r *record) set(f *fileRecord) {
	r.forget(f.Path)
	r.Files = append(r.Files, f)
	slices.SortFunc(r.Files, func(a, b *fileRecord) int {
		if a.Path < b.Path {
			return -1
		}
		return 1
	})
}

func (r *record) forget(path string) {
	r.Files = slices.DeleteFunc(r.Files, func(f *fileRecord) bool { return f.Path == path })
}

func (r *record) encode() ([]byte, error) {
	text, err := json.MarshalIndent(r, "", "  ")
	return append(text, '\n'), err
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
