package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"vaultgraph/vault/note"
)

// MaxNote is the size in bytes up to which a note is read.
const MaxNote = 16 << 20

// A SkipError says why a file of the vault was not read. Code is that of the finding about it.
type SkipError struct {
	Path, Code, Message string
	err                 error
}

// Error returns the path and the reason.
func (e *SkipError) Error() string {
	return fmt.Sprintf("reading %s: %s", Printable(e.Path), e.Message)
}

// Unwrap returns the cause, for errors.Is with fs.ErrNotExist and fs.ErrPermission.
func (e *SkipError) Unwrap() error { return e.err }

// ReadFile returns the content of a file of the vault. It never reads more than MaxNote bytes, never waits for a
// pipe, and follows no symbolic link out of the vault. Its error is a *SkipError.
func (v *Vault) ReadFile(path string) ([]byte, error) {
	if src, ok := readBeneath(v.top, path); ok {
		return src, nil
	}
	src, size, err := readRegular(v.root, path, MaxNote)
	switch {
	case err == nil:
		return src, nil
	case errors.Is(err, errTooLarge):
		msg := fmt.Sprintf("skipped: %s is over the limit of %s", sizeText(size), sizeText(MaxNote))
		return nil, &SkipError{path, CodeTooLarge, msg, err}
	case errors.Is(err, errNotRegular):
		return nil, &SkipError{path, CodeIrregular, "skipped: not a regular file", err}
	case errors.Is(err, fs.ErrNotExist):
		return nil, &SkipError{path, CodeVanished, "no longer there", err}
	}
	return nil, &SkipError{path, CodeUnreadable, "skipped: " + reason(err), err}
}

// ReadNote reads and parses a note or a canvas, whichever the name says. Its error is a *SkipError; the code of a
// note in UTF-16 is CodeUTF16.
func (v *Vault) ReadNote(path string) (*note.Note, error) {
	src, err := v.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseNote(path, src)
}

// parseNote parses the text of a note or a canvas.
func parseNote(path string, src []byte) (*note.Note, error) {
	if bytes.HasPrefix(src, []byte{0xff, 0xfe}) || bytes.HasPrefix(src, []byte{0xfe, 0xff}) {
		return nil, &SkipError{path, CodeUTF16, "is UTF-16: save it as UTF-8", nil}
	}
	if KindOf(path) == Canvas {
		return note.ParseCanvas(src), nil
	}
	return note.Parse(src), nil
}

// sizeText writes a number of bytes for people, rounded up, so that what is over a limit never looks equal to it.
func sizeText(n int64) string {
	const kib, mib = 1 << 10, 1 << 20
	unit, name := int64(mib), "MiB"
	if n < mib {
		unit, name = kib, "KiB"
	}
	tenths := (n*10 + unit - 1) / unit
	if tenths%10 == 0 {
		return fmt.Sprintf("%d %s", tenths/10, name)
	}
	return fmt.Sprintf("%d.%d %s", tenths/10, tenths%10, name)
}
