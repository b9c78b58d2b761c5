package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"vaultgraph/vault"
)

// An output is stdout, buffered, so that a verb that fails before it has written much has written nothing.
type output struct {
	*bufio.Writer
	dst *failing
}

// failing remembers the first error of a writer: who writes through others may lose it.
type failing struct {
	io.Writer
	begun bool // whether anything was written
	err   error
}

func (f *failing) Write(p []byte) (int, error) {
	f.begun = true
	n, err := f.Writer.Write(p)
	if err != nil && f.err == nil {
		f.err = err
	}
	return n, err
}

func newOutput(w io.Writer) *output {
	dst := &failing{Writer: w}
	return &output{bufio.NewWriterSize(dst, 1<<16), dst}
}

// discard drops what has not left the buffer yet.
func (o *output) discard() { o.Reset(io.Discard) }

// flush writes what is buffered and returns the first error of all writes.
func (o *output) flush() error {
	_ = o.Flush() // its error is that of dst
	return o.dst.err
}

// closedPipe reports whether err says that the reader of a pipe has gone.
func closedPipe(err error) bool {
	if errno, ok := errors.AsType[syscall.Errno](err); ok && runtime.GOOS == "windows" {
		const brokenPipe, noData = 109, 232
		return errno == brokenPipe || errno == noData
	}
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// reason is the cause of a file system error, without the operation and the path.
func reason(err error) string {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = pe.Err
	}
	return err.Error()
}

// printf writes a line or several to stdout. Errors are told by flush.
func (c *call) printf(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// printJSON writes v to stdout.
func (c *call) printJSON(v any) error { return writeJSON(c.out, v) }

// writeJSON writes v as one line.
func writeJSON(w io.Writer, v any) error { return newEncoder(w).Encode(v) }

// newEncoder returns what writes values one a line.
func newEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(&jsonWriter{w: w})
	enc.SetEscapeHTML(false)
	return enc
}

// A jsonWriter passes JSON on, with those characters escaped that JSON may hold as they are and a terminal would
// obey or hide. They can stand in strings only.
type jsonWriter struct {
	w    io.Writer
	rest []byte // the start of a character whose end has not come yet
}

func (j *jsonWriter) Write(p []byte) (int, error) {
	if len(j.rest) == 0 && isPlain(p) {
		return j.w.Write(p)
	}
	text := append(j.rest, p...)
	var b strings.Builder
	i := 0
	for i < len(text) && utf8.FullRune(text[i:]) {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteRune(utf8.RuneError)
		case r >= 0x10000 && unicode.Is(unicode.Cf, r):
			hi, lo := utf16Pair(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		case r >= 0x7f && hidesInTerminal(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.Write(text[i : i+size])
		}
		i += size
	}
	j.rest = append([]byte(nil), text[i:]...)
	if _, err := io.WriteString(j.w, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// isPlain says whether p holds nothing that a jsonWriter escapes.
func isPlain(p []byte) bool {
	for _, c := range p {
		if c >= 0x7f {
			return false
		}
	}
	return true
}

func utf16Pair(r rune) (hi, lo rune) {
	r -= 0x10000
	return 0xd800 + r>>10, 0xdc00 + r&0x3ff
}

// terminalText returns the text of a note fit for a terminal: lines and tabs stay, other control characters are
// shown as escapes.
func terminalText(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, end := strings.CutSuffix(line, "\n")
		for i, cell := range strings.Split(strings.TrimSuffix(line, "\r"), "\t") {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(vault.Printable(cell))
		}
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// orNull returns nil for "", which JSON shows as null.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// lineOrNull returns nil for 0.
func lineOrNull(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
