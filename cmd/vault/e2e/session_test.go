package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A session is a run of Claude Code that takes prompts until it is ended.
type session struct {
	desk  *desk
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   chan output
	errs  bytes.Buffer
	id    string
	hooks []hookRun
	log   string // the file of the client's debug messages
}

// An output is a line of the client's output, as far as tests look at it.
type output struct {
	Type      string `json:"type"`
	Subtype   string `json:"subtype"`
	SessionID string `json:"session_id"`
	Result    string `json:"result"`
	IsError   bool   `json:"is_error"`
	hookRun
}

// A hookRun is how one hook ended.
type hookRun struct {
	Event    string `json:"hook_event"`
	Name     string `json:"hook_name"` // the event, a colon and the source where there is one
	Stdout   string `json:"stdout"`
	Stderr   string `json:"stderr"`
	ExitCode int    `json:"exit_code"`
	Outcome  string `json:"outcome"`
}

// patience is how long a test waits for one answer. It is not a promise about speed: without it, a client that hangs
// would hang the tests.
const patience = 2 * time.Minute

// start begins a session; more are further flags, such as --resume.
func (d *desk) start(t *testing.T, more ...string) *session {
	t.Helper()
	s := &session{desk: d, out: make(chan output, 1000), log: filepath.Join(t.TempDir(), "debug.txt")}
	args := append([]string{"-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--include-hook-events",
		"--debug-file", s.log}, more...)
	s.cmd = exec.CommandContext(t.Context(), d.claude, args...)
	s.cmd.Dir, s.cmd.Env, s.cmd.Stderr = d.repo, d.environment(), &s.errs
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.out)
		lines := bufio.NewReader(stdout)
		for {
			line, err := lines.ReadBytes('\n')
			var o output
			if json.Unmarshal(line, &o) == nil {
				s.out <- o
			}
			if err != nil {
				return
			}
		}
	}()
	return s
}

// say gives a prompt, or a command such as /clear, and waits for the end of the turn. It returns the client's result.
func (s *session) say(t *testing.T, prompt string) string {
	t.Helper()
	line, err := json.Marshal(map[string]any{"type": "user", "message": map[string]string{"role": "user", "content": prompt}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		t.Fatalf("giving the prompt %q: %v\n%s", prompt, err, s.errs.String())
	}
	for {
		o, ok := s.next(t, prompt)
		switch {
		case !ok:
			t.Fatalf("the session ended at the prompt %q\n%s", prompt, s.errs.String())
		case o.Type == "result" && o.IsError:
			t.Fatalf("the prompt %q: %s", prompt, o.Result)
		case o.Type == "result":
			return o.Result
		}
	}
}

// next returns the next line of output, false at the end.
func (s *session) next(t *testing.T, during string) (output, bool) {
	t.Helper()
	select {
	case o, ok := <-s.out:
		if o.SessionID != "" {
			s.id = o.SessionID
		}
		if o.Subtype == "hook_response" {
			s.hooks = append(s.hooks, o.hookRun)
		}
		return o, ok
	case <-time.After(patience):
		t.Fatalf("no answer within %s: %s\n%s", patience, during, s.errs.String())
		return output{}, false
	}
}

// end ends the session and waits until it is gone.
func (s *session) end(t *testing.T) {
	t.Helper()
	if err := s.in.Close(); err != nil {
		t.Fatal(err)
	}
	for ok := true; ok; {
		_, ok = s.next(t, "the end of the session")
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the session: %v\n%s", err, s.errs.String())
	}
}

// ran returns how the hooks of a name ended, such as "SessionStart:clear" or "Stop".
func (s *session) ran(name string) []hookRun {
	var runs []hookRun
	for _, h := range s.hooks {
		if h.Name == name {
			runs = append(runs, h)
		}
	}
	return runs
}

// ranOnce wants one run of the hooks of a name, and returns its text.
func (s *session) ranOnce(t *testing.T, name string) string {
	t.Helper()
	runs := s.ran(name)
	if len(runs) != 1 {
		t.Fatalf("%d runs of %s, want one; all: %+v\n%s", len(runs), name, s.hooks, s.errs.String())
	}
	return runs[0].text(t)
}

// text wants the run to have done its work in silence, and returns the text that it gave to the model.
func (h hookRun) text(t *testing.T) string {
	t.Helper()
	if h.ExitCode != 0 || h.Stderr != "" || h.Outcome != "success" {
		t.Errorf("%s: %+v", h.Name, h)
	}
	if h.Stdout == "" {
		return ""
	}
	var answer struct {
		HookSpecificOutput struct{ HookEventName, AdditionalContext string }
	}
	if err := json.Unmarshal([]byte(h.Stdout), &answer); err != nil {
		t.Fatalf("%s: %v in %s", h.Name, err, h.Stdout)
	}
	if answer.HookSpecificOutput.HookEventName != h.Event {
		t.Errorf("%s: the answer is for %s", h.Name, answer.HookSpecificOutput.HookEventName)
	}
	return answer.HookSpecificOutput.AdditionalContext
}

// logged wants a run of vault's hook at an event that the output does not tell of, PreCompact or SessionEnd, with what
// it was for: "SessionEnd:clear". It is to be asked after the session's end.
func (s *session) logged(t *testing.T, name string) {
	t.Helper()
	log, err := os.ReadFile(s.log)
	if err != nil {
		t.Fatal(err)
	}
	runs := regexp.MustCompile(`(?m)^.*`+regexp.QuoteMeta(name)+` \[.*vault.* hook .*$`).FindAllString(string(log), -1)
	if len(runs) != 1 || !strings.HasSuffix(runs[0], "completed with status 0") {
		t.Errorf("runs of %s: %q", name, runs)
	}
}
