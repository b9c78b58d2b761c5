package github

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vaultgraph/vault"
)

const (
	storedSchema = 1
	// maxStored bounds the files of a store. The addresses of checks hold commits, so there are new ones every day.
	maxStored = 400
)

// A store keeps lists that GitHub has answered, with their ETags: one that has not changed then costs nothing of the
// rate limit. An ETag holds for one token, so a file is found by a hash of token, address and Accept; the token
// itself, and what else a request was sent with, are in none. Secrets in the texts are taken out before they reach a
// disk. A store that cannot be read or written is an empty one.
type store struct {
	dir string
}

// newStore returns the store in dir, nil for "".
func newStore(dir string) *store {
	if dir == "" {
		return nil
	}
	return &store{dir: dir}
}

// A stored answer is one file.
type stored struct {
	Schema int             `json:"schema"`
	URL    string          `json:"url"`
	ETag   string          `json:"etag"`
	Link   string          `json:"link,omitempty"`
	Body   json.RawMessage `json:"body"`
}

func (s *store) file(req *http.Request, token Credential) string {
	secret := sha256.Sum256([]byte(token.token))
	key := sha256.New()
	for _, part := range []string{hex.EncodeToString(secret[:]), req.URL.String(), req.Header.Get("Accept")} {
		_, _ = io.WriteString(key, part+"\n")
	}
	return filepath.Join(s.dir, hex.EncodeToString(key.Sum(nil)[:16])+".json")
}

// conditional makes req one for what has changed since it was stored, and returns that; nil where nothing is stored.
func (s *store) conditional(req *http.Request, token Credential) *stored {
	if s == nil || req.Method != http.MethodGet {
		return nil
	}
	text, err := os.ReadFile(s.file(req, token))
	if err != nil {
		return nil
	}
	kept := &stored{}
	if json.Unmarshal(text, kept) != nil || kept.Schema != storedSchema || kept.URL != req.URL.String() || kept.ETag == "" {
		return nil
	}
	req.Header.Set("If-None-Match", kept.ETag)
	return kept
}

// replay makes the answer "not modified" the one that was stored. The mark keeps go-github from taking the numbers of
// an old answer for the state of the limit.
func (k *stored) replay(resp *http.Response) {
	resp.StatusCode, resp.Status = http.StatusOK, "200 OK"
	resp.Header.Set("X-From-Cache", "1")
	resp.Header.Set("ETag", k.ETag)
	resp.Header.Set("Content-Type", "application/json; charset=utf-8")
	resp.Header.Del("Link")
	if k.Link != "" {
		resp.Header.Set("Link", k.Link)
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(k.Body)), int64(len(k.Body))
}

// keep stores a list that came with an ETag.
func (s *store) keep(req *http.Request, token Credential, resp *http.Response, body []byte) {
	etag := resp.Header.Get("ETag")
	if s == nil || req.Method != http.MethodGet || resp.StatusCode != http.StatusOK || etag == "" || !isList(body) {
		return
	}
	clean := []byte(vault.Redact(string(body)))
	if !json.Valid(clean) {
		return // a secret that reached over the end of a text
	}
	text, err := json.Marshal(stored{storedSchema, req.URL.String(), etag, resp.Header.Get("Link"), clean})
	if err != nil || os.MkdirAll(s.dir, 0o700) != nil {
		return
	}
	s.prune()
	writeFile(s.file(req, token), text)
}

// isList reports whether an answer is a list: an array, or an object that counts what it lists. A single thing, such
// as a pull request, holds what GitHub works out later without a new ETag.
func isList(body []byte) bool {
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		return true
	}
	var counted struct {
		Total *int `json:"total_count"`
	}
	return json.Unmarshal(body, &counted) == nil && counted.Total != nil
}

// writeFile puts text in the place of a file in one step, readable for this user only.
func writeFile(name string, text []byte) {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*") // 0600
	if err != nil {
		return
	}
	_, err = f.Write(text)
	if closing := f.Close(); err != nil || closing != nil || os.Rename(f.Name(), name) != nil {
		_ = os.Remove(f.Name())
	}
}

// prune removes the oldest files where there are too many.
func (s *store) prune() {
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) < maxStored {
		return
	}
	files := make([]fs.FileInfo, 0, len(entries))
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), ".json") {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range files[:min(len(files), maxStored/4)] {
		_ = os.Remove(filepath.Join(s.dir, info.Name()))
	}
}
