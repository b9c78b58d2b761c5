package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"vaultgraph/examples/busy"
	"vaultgraph/examples/loopback"
	"vaultgraph/examples/repos"
)

// A desk is a person's machine for the program itself, as hosts run it: a home, repositories, servers.
type desk struct {
	t       *testing.T
	program string
	home    string
	dir     string // the working directory of sessions
	env     []string
}

// program is the built program. What a hook starts by itself has to be it, and not the test.
var program = sync.OnceValues(func() (string, error) {
	file := filepath.Join(buildDir, "vault")
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return file, nil
})

// newDesk returns a desk with the given repositories in src, where sessions begin in the first of them.
func newDesk(t *testing.T, scripts ...repos.Script) *desk {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, program: file, home: t.TempDir()}
	d.env = []string{
		"HOME=" + d.home, "USERPROFILE=" + d.home, "AppData=" + d.home, "LocalAppData=" + d.home, "SystemRoot=" + os.Getenv("SystemRoot"),
		"PATH=" + os.Getenv("PATH"), "VAULT_CONFIG=" + d.file("config.yaml"), "GH_TOKEN=forge", "JIRA_API_TOKEN=tracker",
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
	}
	for _, script := range scripts {
		if _, err := (repos.Git{Env: os.Environ()}).Build(t.Context(), d.file("src"), script); err != nil {
			t.Fatal(err)
		}
	}
	if len(scripts) > 0 {
		d.dir = d.file("src", scripts[0].Dir)
	}
	t.Cleanup(d.alone)
	return d
}

func (d *desk) file(parts ...string) string {
	return filepath.Join(append([]string{d.home}, parts...)...)
}

func (d *desk) write(name, text string) {
	d.t.Helper()
	if err := os.MkdirAll(filepath.Dir(d.file(name)), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(d.file(name), []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// configure writes the config of a person who has these repositories and servers, and what more says.
func (d *desk) configure(github, jira, more string) {
	d.write("config.yaml", fmt.Sprintf("repos: ['%s']\ngithub: {url: '%s'}\njira: {url: '%s', email: sam@acme.example, projects: [TICKET]}\n"+
		"me: {emails: [sam@acme.example], names: [Sam]}\n%s", d.file("src", "*"), github, jira, more))
}

// An outcome is what a program came to.
type outcome struct {
	out, errs string
	code      int
}

// run runs the program, which ends by itself or with the test.
func (d *desk) run(in string, args ...string) outcome {
	d.t.Helper()
	cmd := exec.CommandContext(d.t.Context(), d.program, args...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = d.dir, d.env, strings.NewReader(in), &out, &errs
	err := cmd.Run()
	if cmd.ProcessState == nil {
		d.t.Error(err) // not Fatal: several are run at once
		return outcome{code: -1}
	}
	return outcome{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// hook runs a hook as the host does, and returns the text for the model. Whatever happens, a hook exits 0, and says
// nothing on stderr.
func (d *desk) hook(event string, fields map[string]string) string {
	d.t.Helper()
	if fields["cwd"] == "" {
		fields["cwd"] = d.dir
	}
	in, err := json.Marshal(fields)
	if err != nil {
		d.t.Fatal(err)
	}
	got := d.run(string(in), "hook", event)
	if got.code != 0 || got.errs != "" {
		d.t.Errorf("hook %s: exit code %d, on stderr: %s", event, got.code, got.errs)
	}
	if got.out == "" {
		return ""
	}
	var doc struct {
		HookSpecificOutput struct{ AdditionalContext string }
	}
	if err := json.Unmarshal([]byte(got.out), &doc); err != nil {
		d.t.Errorf("hook %s: %v: %s", event, err, got.out)
	}
	return doc.HookSpecificOutput.AdditionalContext
}

// start begins a session and returns what it is told.
func (d *desk) start(session, source string) string {
	d.t.Helper()
	return d.hook("session-start", map[string]string{"session_id": session, "source": source})
}

// prompt types something in a session.
func (d *desk) prompt(session, text string) string {
	d.t.Helper()
	return d.hook("user-prompt", map[string]string{"session_id": session, "prompt": text})
}

// alone waits until nothing runs any more that a hook has started and left to itself.
func (d *desk) alone() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for d.leftRunning() {
		select {
		case <-ctx.Done():
			d.t.Error("what a hook has started does not end")
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// leftRunning reports whether the program runs in the home of the desk, as far as the system tells of processes.
func (d *desk) leftRunning() bool {
	envs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range envs {
		env, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(env, []byte("HOME="+d.home+"\x00")) {
			continue
		}
		if command, err := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline")); err == nil && bytes.Contains(command, []byte("finish-scan")) {
			return true
		}
	}
	return false
}

// A gate holds requests back until it is opened.
type gate struct {
	opened chan struct{}
	once   sync.Once
}

func newGate() *gate { return &gate{opened: make(chan struct{})} }

func (g *gate) open() { g.once.Do(func() { close(g.opened) }) }

// isOpen reports whether requests pass.
func (g *gate) isOpen() bool {
	select {
	case <-g.opened:
		return true
	default:
		return false
	}
}

// hold returns next behind the gate. With headers, the answer begins in front of it, and never goes on.
func (g *gate) hold(next http.Handler, headers bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if headers {
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
		}
		select {
		case <-g.opened:
		case <-r.Context().Done():
			return
		}
		if !headers {
			next.ServeHTTP(w, r)
		}
	})
}

// serve serves a handler until the test ends.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// busyDay is a world with some repositories on which much waits for Sam.
func busyDay(opt busy.Options) busy.World {
	opt.Now = time.Now()
	return busy.Make(opt)
}

// questions counts how often each was asked.
func questions(exchanges []loopback.Exchange) map[string]int {
	asked := map[string]int{}
	for _, e := range exchanges {
		asked[e.Method+" "+e.URL+" "+string(e.Body)]++
	}
	return asked
}
