package journal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// MaxAge and MaxSize bound what is kept: the oldest writes go first.
const (
	MaxAge  = 90 * 24 * time.Hour
	MaxSize = 64 << 20
)

const (
	fileName = "journal.jsonl"
	dirMode  = 0o700 // notes are private, and so is what was in them
	fileMode = 0o600
)

// Hash returns the form in which the content of a note is compared.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// A Journal is the journal in one folder. All calls but Read need the lock.
type Journal struct {
	dir     string
	maxSize int64

	read   int64 // how much of the file is in writes
	info   os.FileInfo
	writes []Write
	byID   map[string]int
}

// New returns the journal in the folder dir, which is made by the first write.
func New(dir string) *Journal { return &Journal{dir: dir, maxSize: MaxSize} }

// Path returns the file of the journal.
func (j *Journal) Path() string { return filepath.Join(j.dir, fileName) }

// Read returns the writes of the journal, oldest first. Lines that cannot be read, as a crash may leave them, are
// passed over. What was read before is not read again.
func (j *Journal) Read() ([]Write, error) {
	f, err := os.Open(j.Path())
	if errors.Is(err, fs.ErrNotExist) {
		j.forget(nil)
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	if j.info == nil || !os.SameFile(j.info, info) || info.Size() < j.read {
		j.forget(info)
	}
	if _, err := f.Seek(j.read, io.SeekStart); err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	r := bufio.NewReaderSize(f, 1<<16)
	for {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			return j.writes, nil // a line without an end is one that is being written, or was never finished
		} else if err != nil {
			return nil, fmt.Errorf("reading the journal: %w", err)
		}
		j.read += int64(len(line))
		j.take(line)
	}
}

func (j *Journal) forget(info os.FileInfo) {
	j.info, j.read, j.writes, j.byID = info, 0, nil, map[string]int{}
}

// take adds one line to what is known.
func (j *Journal) take(line []byte) {
	var c change
	if json.Unmarshal(line, &c) == nil && c.Of != "" {
		if i, ok := j.byID[c.Of]; ok {
			if c.State != Pending {
				j.writes[i].State = c.State
			}
			j.writes[i].Looked = j.writes[i].Looked || c.Looked
		}
		return
	}
	var w Write
	if json.Unmarshal(line, &w) != nil || w.ID == "" {
		return
	}
	if _, twice := j.byID[w.ID]; twice {
		return
	}
	j.byID[w.ID] = len(j.writes)
	j.writes = append(j.writes, w)
}

// Begin adds writes that are about to happen. When it returns they are on the disk.
func (j *Journal) Begin(writes ...Write) error {
	if err := j.trim(writes); err != nil {
		return err
	}
	lines := make([]any, len(writes))
	for i := range writes {
		lines[i] = &writes[i]
	}
	return j.add(true, lines...)
}

// Mark says what became of writes. It does not wait for the disk: what gets lost is found out again.
func (j *Journal) Mark(now time.Time, state State, ids ...string) error {
	var lines []any
	for _, id := range ids {
		lines = append(lines, change{Of: id, Time: now, State: state})
	}
	return j.add(false, lines...)
}

// MarkLooked says that the files which writes replaced need no look any more.
func (j *Journal) MarkLooked(now time.Time, ids ...string) error {
	var lines []any
	for _, id := range ids {
		lines = append(lines, change{Of: id, Time: now, Looked: true})
	}
	return j.add(false, lines...)
}

func (j *Journal) add(sync bool, lines ...any) error {
	if len(lines) == 0 {
		return nil
	}
	data, err := j.encode(lines)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(j.dir, dirMode); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	f, err := os.OpenFile(j.Path(), os.O_RDWR|os.O_APPEND|os.O_CREATE, fileMode)
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	if unfinished(f) { // a crash, or a full disk, has left half a line
		data = append([]byte{'\n'}, data...)
	}
	_, err = f.Write(data)
	if err == nil && sync {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing the journal %s: %w", j.Path(), err)
	}
	return nil
}

func (j *Journal) encode(lines []any) ([]byte, error) {
	var b bytes.Buffer
	for _, line := range lines {
		data, err := json.Marshal(line)
		if err != nil {
			return nil, fmt.Errorf("writing the journal: %w", err)
		}
		b.Write(data)
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}

// unfinished says whether the last line of f has no end.
func unfinished(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	last := make([]byte, 1)
	_, err = f.ReadAt(last, info.Size()-1)
	return err == nil && last[0] != '\n'
}
