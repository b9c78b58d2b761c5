package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// TestHookSwallowsPanics makes a hook fail in the worst way.
func TestHookSwallowsPanics(t *testing.T) {
	var out, errs bytes.Buffer
	panicked := false
	app := &App{
		In: strings.NewReader("{}"), Out: &out, Err: &errs, WorkDir: t.TempDir(), Now: time.Now,
		Getenv: func(string) string { panicked = true; panic("boom") },
	}
	if code := app.Run(t.Context(), []string{"hook", "session-start"}); code != 0 || out.Len()+errs.Len() > 0 {
		t.Errorf("exit code %d, %q, %q", code, out.String(), errs.String())
	}
	if !panicked {
		t.Error("nothing has panicked: the test does not test")
	}
}

// TestHookInOwnSession has a model's session that vault has started call the hooks: not even the input is read.
func TestHookInOwnSession(t *testing.T) {
	in := &counting{Reader: strings.NewReader(`{"source":"startup"}`)}
	app := &App{
		In: in, Out: io.Discard, Err: io.Discard, WorkDir: t.TempDir(), Now: time.Now,
		Getenv: func(key string) string { return map[string]string{"VAULT_EXTRACTING": "1"}[key] },
	}
	if code := app.Run(t.Context(), []string{"hook", "session-start"}); code != 0 || in.reads > 0 {
		t.Errorf("exit code %d, the input was read %d times", code, in.reads)
	}
}

type counting struct {
	io.Reader
	reads int
}

func (c *counting) Read(p []byte) (int, error) {
	c.reads++
	return c.Reader.Read(p)
}

func TestCallsHook(t *testing.T) {
	for _, tt := range []struct {
		args string
		want bool
	}{
		{"hook session-start", true},
		{"--vault hook list", false},
		{"--vault show hook stop", true},
		{"-v --format json hook", true},
		{"--formt json hook stop", true},
		{"show hook", false},
		{"hooks stop", false},
		{"", false},
	} {
		if got := callsHook(strings.Fields(tt.args)); got != tt.want {
			t.Errorf("%q: %v", tt.args, got)
		}
	}
}
