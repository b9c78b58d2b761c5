// Command briefspeed measures what a session waits for as it begins: the hook with many repositories, a large vault and
// stored answers, as whole processes, beside the questions to git that bound it. All rows are measured in one
// interleaved run; the table shows medians and ratios.
//
//	go run ./.ci/briefspeed -vault BINARY -dir GENERATED_VAULT
//
// The vault is written to: give it a copy.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"vaultgraph/.ci/table"
	"vaultgraph/examples/busy"
	"vaultgraph/examples/repos"
)

func main() {
	binary := flag.String("vault", "", "the binary to measure")
	dir := flag.String("dir", "", "a vault of bench/genvault")
	count := flag.Int("repos", 20, "repositories")
	commits := flag.Int("commits", 50_000, "commits in the largest of them")
	rounds := flag.Int("rounds", 7, "rounds; the table shows medians")
	keep := flag.String("keep", "", "make the home in this folder and leave it there")
	flag.Parse()
	if err := run(*binary, *dir, *count, *commits, *rounds, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "briefspeed:", err)
		os.Exit(1)
	}
}

// A machine is a home with repositories, and servers that answer it.
type machine struct {
	binary, home string
	dirs         []string // of the repositories
	sessions     int
}

func run(binary, dir string, count, commits, rounds int, keep string) (err error) {
	home := keep
	if home == "" {
		if home, err = os.MkdirTemp("", "vault-briefspeed"); err != nil {
			return err
		}
		defer os.RemoveAll(home)
	}
	if binary, err = filepath.Abs(binary); err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	m := &machine{binary: binary, home: home}
	close, err := m.furnish(dir, count, commits)
	if err != nil {
		return err
	}
	defer close()
	rows := m.rows()
	if err := m.warm(); err != nil {
		return err
	}
	for range rounds {
		for _, r := range rows {
			if err := m.measure(r); err != nil {
				return err
			}
		}
	}
	load, _ := os.ReadFile("/proc/loadavg") // where there is none, none is told
	fmt.Printf("%d repositories, one with %d commits; notes in %s; load: %s\n", count, commits, filepath.Base(dir), load)
	print(rows)
	return nil
}

// furnish makes the repositories, the servers and the configs: one with the vault, and one without.
func (m *machine) furnish(vault string, count, commits int) (close func(), err error) {
	names := make([]string, count)
	if names[0], err = service(vault); err != nil {
		return nil, err
	}
	for i := 1; i < count; i++ {
		names[i] = fmt.Sprintf("measured-%02d", i)
	}
	world := busy.Make(busy.Options{Now: time.Now(), Repos: names, Commits: commits})
	for _, script := range world.Scripts {
		built, err := (repos.Git{Env: os.Environ()}).Build(context.Background(), filepath.Join(m.home, "src"), script)
		if err != nil {
			return nil, err
		}
		if _, err := m.git(built.Dir, "gc", "--quiet"); err != nil { // as git does by itself with the years
			return nil, err
		}
		m.dirs = append(m.dirs, built.Dir)
	}
	github := httptest.NewServer(world.Served.GitHubHandler())
	jira := httptest.NewServer(world.Served.JiraHandler())
	config := fmt.Sprintf("repos: ['%s']\ngithub: {url: '%s'}\njira: {url: '%s', email: sam@acme.example, projects: [TICKET]}\n"+
		"deploys: [{github: acme/%s}]\nme: {emails: [sam@acme.example], names: [Sam]}\n", filepath.Join(m.home, "src", "*"), github.URL, jira.URL, names[0])
	err = errors.Join(
		os.WriteFile(filepath.Join(m.home, "config.yaml"), []byte("vaults: ['"+vault+"']\n"+config), 0o600),
		os.WriteFile(filepath.Join(m.home, "novault.yaml"), []byte(config), 0o600),
	)
	return func() { github.Close(); jira.Close() }, err
}

// service returns the name of a service note, and has it name the repository of that name.
func service(vault string) (string, error) {
	notes, err := filepath.Glob(filepath.Join(vault, "services", "*.md"))
	if err != nil || len(notes) == 0 {
		return "", errors.Join(errors.New("no note in services/"), err)
	}
	name := strings.TrimSuffix(filepath.Base(notes[0]), ".md")
	text, err := os.ReadFile(notes[0])
	if err != nil {
		return "", err
	}
	lines := slices.DeleteFunc(strings.Split(string(text), "\n"), func(line string) bool { return strings.HasPrefix(line, "repo:") })
	lines = slices.Insert(lines, 1, "repo: acme/"+name)
	return name, os.WriteFile(notes[0], []byte(strings.Join(lines, "\n")), 0o644)
}

func (m *machine) git(dir string, args ...string) ([]byte, error) {
	return exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
}

// A row is one line of the table.
type row struct {
	table.Row
	command []string
	config  string
	session bool // whether it gets what a host tells at the start of a session
	at      int  // how many of them at once
}

func (m *machine) rows() []*row {
	since := time.Now().Add(-3 * 24 * time.Hour).Format(time.RFC3339)
	each := func(git string) []string {
		return []string{"sh", "-c", "for d in " + strings.Join(m.dirs, " ") + "; do " + strings.ReplaceAll(git, "GIT", "git -C $d") + "; done >/dev/null"}
	}
	log := "GIT log --branches --remotes --since=" + since
	hook := []string{m.binary, "hook", "session-start"}
	return []*row{
		{Row: table.Row{Name: "git log in each repository"}, command: each(log)},
		{Row: table.Row{Name: "git log and git status in each"}, command: each(log + "; GIT status --porcelain=v2 --branch")},
		{Row: table.Row{Name: "vault version"}, command: []string{m.binary, "version"}},
		{Row: table.Row{Name: "vault hook session-start"}, command: hook, config: "config.yaml", session: true},
		{Row: table.Row{Name: "vault hook session-start, no vault"}, command: hook, config: "novault.yaml", session: true},
		{Row: table.Row{Name: "five of them at once"}, command: hook, config: "config.yaml", session: true, at: 5},
		{Row: table.Row{Name: "vault brief, all sources asked"}, command: []string{m.binary, "brief"}, config: "config.yaml"},
		{Row: table.Row{Name: "vault brief --offline"}, command: []string{m.binary, "brief", "--offline"}, config: "config.yaml"},
	}
}

// warm fills index and caches.
func (m *machine) warm() error {
	for _, config := range []string{"config.yaml", "novault.yaml"} {
		for range 2 {
			if _, err := m.start(&row{command: []string{m.binary, "brief", "--deadline", "2m"}, config: config}).wait(); err != nil {
				return err
			}
		}
	}
	return nil
}

// A process is one that runs.
type process struct {
	*exec.Cmd
	out bytes.Buffer
	err error
}

func (m *machine) start(r *row) *process {
	m.sessions++
	p := &process{Cmd: exec.Command(r.command[0], r.command[1:]...)}
	p.Env = []string{
		"HOME=" + m.home, "PATH=" + os.Getenv("PATH"), "VAULT_CONFIG=" + filepath.Join(m.home, r.config),
		"GH_TOKEN=measured", "JIRA_API_TOKEN=measured",
	}
	p.Dir, p.Stdout, p.Stderr = m.dirs[0], &p.out, &p.out
	if r.session {
		p.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id":"s%d","cwd":%q,"hook_event_name":"SessionStart","source":"startup"}`, m.sessions, m.dirs[0]))
	}
	p.err = p.Start()
	return p
}

func (p *process) wait() (string, error) {
	err := p.err
	if err == nil {
		err = p.Wait()
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(p.Args, " "), err, p.out.String())
	}
	return p.out.String(), nil
}

// together runs the command of a row as often as it says, at once.
func (m *machine) together(r *row) ([]*process, error) {
	var all sync.WaitGroup
	running := make([]*process, max(r.at, 1))
	failed := make([]error, len(running))
	for i := range running {
		running[i] = m.start(r)
	}
	for i, p := range running {
		all.Go(func() {
			text, err := p.wait()
			if err == nil && r.session && (!strings.Contains(text, "Where things stand") || r.config == "config.yaml" && r.at == 0 && !strings.Contains(text, "From the notes")) {
				err = fmt.Errorf("a session was told too little: %s", text)
			}
			failed[i] = err
		})
	}
	all.Wait()
	return running, errors.Join(failed...)
}

func (m *machine) measure(r *row) error {
	began := time.Now()
	ran, err := m.together(r)
	wall := time.Since(began)
	if err != nil {
		return err
	}
	ended := make([]*os.ProcessState, len(ran))
	for i, p := range ran {
		ended[i] = p.ProcessState
	}
	r.Add(wall, ended...)
	return nil
}

func print(rows []*row) {
	t := table.Table{Beside: []table.Beside{{Name: "git log", Row: &rows[0].Row}, {Name: "git log and status", Row: &rows[1].Row}}}
	t.Head()
	for _, r := range rows {
		t.Line(&r.Row)
	}
}
