package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vaultgraph/cmd/internal/cli"
	"vaultgraph/examples/corpus"
	"vaultgraph/examples/loopback"
	"vaultgraph/examples/loopback/honest"
	"vaultgraph/examples/repos"
	"vaultgraph/examples/scenarios"
)

// A stage is a machine on which a scenario is played: a home, repositories, a vault, and servers.
type stage struct {
	t            *testing.T
	name         string
	zone         *time.Location
	home, src    string
	vault        string
	github, jira *stageServer
	env          map[string]string
	said         bytes.Buffer // what the last run wrote to stderr
}

// A stageServer stands at one address, whatever the world has become.
type stageServer struct {
	*httptest.Server
	now      atomic.Value // of http.Handler
	recorder loopback.Recorder
	faulty   bool
}

type handler struct{ http.Handler }

func newStageServer(t *testing.T) *stageServer {
	s := &stageServer{}
	s.now.Store(handler{http.NotFoundHandler()})
	s.Server = httptest.NewServer(s.recorder.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.now.Load().(handler).ServeHTTP(w, r)
	})))
	t.Cleanup(s.CloseClientConnections)
	return s
}

func newStage(t *testing.T, s *scenarios.Scenario) *stage {
	t.Helper()
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	st := &stage{
		t: t, name: s.Name, zone: zone, home: filepath.Join(dir, "home"), src: filepath.Join(dir, "src"),
		github: newStageServer(t), jira: newStageServer(t),
	}
	if !s.NoVault {
		st.vault = filepath.Join(st.src, "vault")
	}
	st.env = map[string]string{
		"HOME": st.home, "VAULT_CONFIG": filepath.Join(st.home, "config.yaml"), "GH_TOKEN": "token-of-the-forge", "JIRA_API_TOKEN": "token-of-the-tracker",
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.Getenv("PATH"),
		"XDG_CACHE_HOME": filepath.Join(st.home, "cache"), "XDG_STATE_HOME": filepath.Join(st.home, "state"),
		"LocalAppData": filepath.Join(st.home, "local"), "AppData": filepath.Join(st.home, "roaming"), "SystemRoot": os.Getenv("SystemRoot"),
	}
	for _, folder := range []string{st.home, st.src} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return st
}

// build makes the repositories and notes of a step, and returns the hashes of the commits that have a name. The
// vault's own repository, where a script makes one, is built around its notes.
func (st *stage) build(step *scenarios.Step) map[string]string {
	st.t.Helper()
	hashes := map[string]string{}
	for _, script := range step.Repos {
		dir := filepath.Join(st.src, filepath.FromSlash(script.Dir))
		if dir == st.vault && exists(dir) {
			continue
		}
		for _, folder := range append([]repos.Worktree{{Dir: script.Dir}}, script.Worktrees...) {
			if err := os.RemoveAll(filepath.Join(st.src, filepath.FromSlash(folder.Dir))); err != nil {
				st.t.Fatal(err)
			}
		}
		built, err := (repos.Git{Env: os.Environ()}).Build(st.t.Context(), st.src, script)
		if err != nil {
			st.t.Fatal(err)
		}
		for name, hash := range built.Hashes {
			hashes[name] = hash
		}
	}
	if st.vault == "" {
		return hashes
	}
	st.write(filepath.Join(st.vault, ".vault", "config.yaml"), "")
	for name, text := range step.Notes {
		st.write(filepath.Join(st.vault, filepath.FromSlash(name)), text)
	}
	return hashes
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (st *stage) write(file, text string) {
	st.t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		st.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		st.t.Fatal(err)
	}
}

// serve sets the servers to the world of a step, and the config to what there is.
func (st *stage) serve(step *scenarios.Step, hashes map[string]string) {
	st.t.Helper()
	w, err := step.World(hashes)
	if err != nil {
		st.t.Fatal(err)
	}
	var config strings.Builder
	if st.vault != "" {
		fmt.Fprintf(&config, "vaults: ['%s']\n", st.vault)
	}
	fmt.Fprintf(&config, "repos: ['%s']\nme: {emails: [sam@acme.example], names: [Sam]}\n", filepath.Join(st.src, "*"))
	var deploys []string
	if w.GitHub != nil {
		st.github.faulty = st.github.faulty || w.GitHub.Fault != ""
		st.github.now.Store(handler{w.GitHubHandler()})
		fmt.Fprintf(&config, "github: {url: '%s'}\n", st.github.URL)
		for _, d := range w.GitHub.Deployments {
			if entry := "  - {github: " + d.Repo + "}\n"; !slices.Contains(deploys, entry) {
				deploys = append(deploys, entry)
			}
		}
		for _, r := range w.GitHub.Runs {
			if entry := "  - {github: " + r.Repo + ", workflow: deploy.yml}\n"; !slices.Contains(deploys, entry) {
				deploys = append(deploys, entry)
			}
		}
	}
	if w.Jira != nil {
		st.jira.faulty = st.jira.faulty || w.Jira.Fault != ""
		st.jira.now.Store(handler{w.JiraHandler()})
		fmt.Fprintf(&config, "jira: {url: '%s', email: sam@acme.example, projects: [TICKET]}\n", st.jira.URL)
	}
	if step.Deploys != nil {
		file := filepath.Join(st.home, "deploys.jsonl")
		st.write(file, string(step.Deploys))
		deploys = append(deploys, "  - {file: '"+file+"'}\n")
	}
	if len(deploys) > 0 {
		config.WriteString("deploys:\n" + strings.Join(deploys, ""))
	}
	st.write(st.env["VAULT_CONFIG"], config.String())
}

func (st *stage) workDir(step *scenarios.Step) string {
	return filepath.Join(st.src, filepath.FromSlash(step.Dir))
}

// run runs the program at the time of a step and returns what it prints. It has to exit with 0.
func (st *stage) run(step *scenarios.Step, in string, args ...string) []byte {
	st.t.Helper()
	return st.exits(0, step, in, args...)
}

// exits is run for a program that has to exit with a code.
func (st *stage) exits(want int, step *scenarios.Step, in string, args ...string) []byte {
	st.t.Helper()
	var out, errs bytes.Buffer
	app := &cli.App{
		In: strings.NewReader(in), Out: &out, Err: &errs, WorkDir: st.workDir(step), Home: st.home,
		Getenv:    func(key string) string { return st.env[key] },
		Environ:   func() []string { return environ(st.env) },
		Now:       func() time.Time { return step.At.In(st.zone) },
		Transport: loopbackOnly{},
	}
	if code := app.Run(context.Background(), args); code != want {
		st.t.Fatalf("vault %s: exit code %d\n%s%s", strings.Join(args, " "), code, out.Bytes(), errs.Bytes())
	}
	st.said = errs
	if errs.Len() > 0 {
		st.t.Logf("vault %s, on stderr: %s", strings.Join(args, " "), errs.Bytes())
	}
	for _, secret := range []string{st.env["GH_TOKEN"], st.env["JIRA_API_TOKEN"]} {
		if bytes.Contains(out.Bytes(), []byte(secret)) || bytes.Contains(errs.Bytes(), []byte(secret)) {
			st.t.Errorf("vault %s prints a token", strings.Join(args, " "))
		}
	}
	return out.Bytes()
}

func environ(env map[string]string) []string {
	var list []string
	for key, value := range env {
		list = append(list, key+"="+value)
	}
	slices.Sort(list)
	return list
}

// loopbackOnly refuses to leave this machine, and keeps no connection that a server under test would wait for.
type loopbackOnly struct{}

func (loopbackOnly) RoundTrip(r *http.Request) (*http.Response, error) {
	if ip := net.ParseIP(r.URL.Hostname()); ip == nil || !ip.IsLoopback() {
		return nil, errors.New("a test asks " + r.URL.Host)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// descriptions are what GitHub and Atlassian publish of their interfaces; nil where it is not at hand.
type descriptions struct {
	github *honest.GitHub
	jira   *honest.Jira
}

var published = sync.OnceValues(func() (*descriptions, error) {
	dir := os.Getenv(corpus.Env)
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	if dir = filepath.Join(dir, "data", "api"); !exists(dir) {
		return nil, nil
	}
	github, err := honest.LoadGitHub(filepath.Join(dir, "github"))
	if err != nil {
		return nil, err
	}
	jira, err := honest.LoadJira(filepath.Join(dir, "jira"))
	return &descriptions{github, jira}, err
})

// tokensStayHome looks for the tokens, as they are and as they are sent, in every file that was written.
func (st *stage) tokensStayHome() {
	st.t.Helper()
	jira := "sam@acme.example:" + st.env["JIRA_API_TOKEN"]
	secrets := []string{st.env["GH_TOKEN"], st.env["JIRA_API_TOKEN"], base64.StdEncoding.EncodeToString([]byte(jira))}
	err := filepath.WalkDir(filepath.Dir(st.home), func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(file)
		for _, secret := range secrets {
			if bytes.Contains(text, []byte(secret)) {
				st.t.Errorf("%s holds a token", file)
			}
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // sources that were late may still be at work
		st.t.Error(err)
	}
}

// check holds what was asked of the servers, and what they answered where they did not fail, against what is
// published.
func (st *stage) check() {
	st.t.Helper()
	st.tokensStayHome()
	d, err := published()
	if err != nil {
		st.t.Fatal(err)
	}
	if d == nil {
		return
	}
	type judge func(loopback.Exchange) error
	hold := func(s *stageServer, name string, request, answer judge) {
		for _, e := range s.recorder.Exchanges() {
			check := answer
			if s.faulty {
				check = request
			}
			if err := check(e); err != nil {
				st.t.Errorf("not as %s is described: %v", name, err)
			}
		}
	}
	hold(st.github, "GitHub", d.github.CheckRequest, d.github.CheckAnswer)
	hold(st.jira, "Jira", d.jira.CheckRequest, d.jira.CheckAnswer)
}
