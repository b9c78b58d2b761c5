package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestJSONWriterEscapesWhatTerminalsObey(t *testing.T) {
	for in, want := range map[string]string{
		"plain":             "plain",
		"naïve 漢字 👩‍🚀 \t":   "naïve 漢字 👩\\u200d🚀 \t",
		"\u009b31m\u007f":   `\u009b31m\u007f`,
		"a\u202eb\u2028c":   `a\u202eb\u2028c`,
		"flag \U000e0067":   `flag \udb40\udc67`,
		"broken \xff\xe6 x": "broken \uFFFD\uFFFD x",
	} {
		for size := 1; size <= len(in)+1; size++ {
			var b strings.Builder
			w := &jsonWriter{w: &b}
			for rest := in; rest != ""; {
				n := min(size, len(rest))
				if _, err := w.Write([]byte(rest[:n])); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if b.String() != want {
				t.Errorf("%q in pieces of %d: got %q, want %q", in, size, b.String(), want)
			}
		}
	}
}

func TestWriteJSONKeepsTheText(t *testing.T) {
	in := "a\x00\x1b\u0085\u200b\U000e0001<&>"
	var b strings.Builder
	if err := writeJSON(&b, in); err != nil {
		t.Fatal(err)
	}
	var out string
	if err := json.Unmarshal([]byte(b.String()), &out); err != nil || out != in {
		t.Errorf("%q came back as %q, %v", in, out, err)
	}
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		if r < 0x20 || r > 0x7e {
			t.Errorf("%q is in the output", r)
		}
	}
}

func TestTerminalText(t *testing.T) {
	for in, want := range map[string]string{
		"":                     "",
		"a\n\tb\nc":            "a\n\tb\nc",
		"dos\r\n":              "dos\n",
		"over\rwritten\n":      "over\\rwritten\n",
		"\x1b]0;t\x07\u202e\n": "\\x1b]0;t\\x07\\u202e\n",
	} {
		if got := terminalText(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
