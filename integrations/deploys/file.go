package deploys

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"vaultgraph/vault/world"
)

// fileLimit is how many bytes of a file are read: those at its end, where the newest lines are.
const fileLimit = 1 << 20

// File returns a source that reads a file of lines, which something else appends to. service is what the deploys are
// of where a line does not say; "" for nothing. now must not be nil.
func File(path, service string, now func() time.Time) *Source {
	return &Source{
		name: "deploys: " + filepath.Base(path), service: service, now: now,
		read: func(context.Context, time.Time) ([]byte, bool, error) {
			text, err := tail(path, fileLimit)
			if err != nil {
				return nil, false, fileFailure(err)
			}
			return text, true, nil
		},
	}
}

var errNoFile = errors.New("not a regular file")

// tail returns the whole lines among the last limit bytes of a file.
func tail(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path) // before opening: that of a pipe would wait for a writer
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNoFile
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	start := max(0, info.Size()-limit)
	// From the byte before, so that a line that begins at start is seen to be whole.
	text, err := io.ReadAll(io.NewSectionReader(f, max(0, start-1), limit+1))
	if err != nil || start == 0 {
		return text, err
	}
	_, text, _ = bytes.Cut(text, []byte("\n"))
	return text, nil
}

func fileFailure(err error) *world.Failure {
	f := &world.Failure{Kind: world.FailLocal, Err: err, Message: "the file cannot be read"}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Message = "the file is not there: check the path in the config"
	case errors.Is(err, fs.ErrPermission):
		f.Message = "the file may not be read: check its permissions"
	case errors.Is(err, errNoFile):
		f.Message = "the path is not that of a file"
	}
	return f
}
