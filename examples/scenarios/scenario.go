package scenarios

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"vaultgraph/examples/loopback"
	"vaultgraph/examples/repos"
)

// A Scenario is one world over time.
type Scenario struct {
	Name  string
	About string // what it is about, in words
	// Zone is the name of the person's time zone.
	Zone string
	// NoVault is true where the person has no vault.
	NoVault bool
	// Fails is true for those that are about a source that fails, for whoever counts them apart.
	Fails bool
	Steps []Step
}

// A Step is one brief.
type Step struct {
	At time.Time `json:"at"`
	// Since is what the brief is asked to begin at; zero is whatever the step before left.
	Since time.Time `json:"since"`
	// Dir is the folder of the session, below that of the repositories; the first repository's where empty.
	Dir string `json:"cwd"`
	// Session tells that a session of an agent begins, which is told the brief by its hook. Otherwise the person asks.
	Session bool `json:"session"`
	// Done is what the person dismisses right after the brief.
	Done        []string       `json:"done"`
	GitHubFault loopback.Fault `json:"github_fault"`
	JiraFault   loopback.Fault `json:"jira_fault"`

	Repos []repos.Script `json:"-"`
	// Notes are all notes that the vault has at first, in later steps those that are to be written over, by vault path.
	Notes map[string]string `json:"-"`
	// Deploys is a file of deploys, nil for none.
	Deploys []byte       `json:"-"`
	Expect  *Expectation `json:"-"` // nil where nothing is expected of the step

	github, jira []byte
}

// The time of a scenario that says nothing of it: a Monday morning, after a session on Friday.
var (
	usualAt    = time.Date(2026, 11, 30, 8, 30, 0, 0, time.FixedZone("", 3600))
	usualSince = time.Date(2026, 11, 27, 17, 10, 0, 0, time.FixedZone("", 3600))
)

// Load reads the scenarios in a folder, sorted by name.
func Load(dir string) ([]*Scenario, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	var all []*Scenario
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s, err := Parse(strings.TrimSuffix(filepath.Base(file), ".txtar"), src)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, s)
	}
	return all, nil
}

// Parse reads one scenario.
func Parse(name string, src []byte) (*Scenario, error) {
	archive := txtar.Parse(src)
	files := map[string][]byte{}
	last := 1
	for _, f := range archive.Files {
		files[f.Name] = f.Data
		if n, err := strconv.Atoi(strings.SplitN(f.Name, "/", 2)[0]); err == nil {
			last = max(last, n)
		}
	}
	s := &Scenario{Name: name, About: strings.Join(strings.Fields(string(archive.Comment)), " ")}
	if err := s.readSteps(files, last); err != nil {
		return nil, err
	}
	for i := range s.Steps {
		if err := s.fill(i, files); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return s, nil
}

func (s *Scenario) readSteps(files map[string][]byte, last int) error {
	var doc struct {
		Zone  string
		Vault string
		Steps []Step
	}
	if src, ok := files["scenario.json"]; ok {
		if err := decode(src, &doc); err != nil {
			return fmt.Errorf("scenario.json: %w", err)
		}
	}
	s.Zone, s.NoVault, s.Steps = doc.Zone, doc.Vault == "none", doc.Steps
	if s.Zone == "" {
		s.Zone = "Europe/Berlin"
	}
	switch {
	case len(s.Steps) >= last:
	case len(s.Steps) > 0:
		return fmt.Errorf("there are files for step %d, and %d steps", last, len(s.Steps))
	case last == 1:
		s.Steps = []Step{{At: usualAt, Since: usualSince}}
	case last == 2:
		s.Steps = []Step{{At: usualSince}, {At: usualAt}}
	default:
		return fmt.Errorf("%d steps need a scenario.json", last)
	}
	return nil
}

// fill gives step i its files: each that of the step itself, or of the nearest one before, or the one at the top.
func (s *Scenario) fill(i int, files map[string][]byte) error {
	step := &s.Steps[i]
	find := func(name string) []byte {
		for n := i + 1; n > 0; n-- {
			if src, ok := files[strconv.Itoa(n)+"/"+name]; ok {
				return src
			}
		}
		return files[name]
	}
	step.github, step.jira, step.Deploys = find("github.json"), find("jira.json"), find("deploys.jsonl")
	if src := find("repos.json"); src != nil {
		if err := decode(src, &step.Repos); err != nil {
			return fmt.Errorf("repos.json: %w", err)
		}
	}
	if step.Dir == "" && len(step.Repos) > 0 {
		step.Dir = step.Repos[0].Dir
		for _, r := range step.Repos {
			if r.Dir == "whois-lookup" {
				step.Dir = r.Dir
			}
		}
	}
	step.Notes = map[string]string{}
	for name, src := range files {
		own := strconv.Itoa(i+1) + "/"
		if p, ok := strings.CutPrefix(name, own+"vault/"); ok {
			step.Notes[p] = string(src)
		} else if p, ok := strings.CutPrefix(name, "vault/"); ok && i == 0 && step.Notes[p] == "" {
			step.Notes[p] = string(src)
		}
	}
	src, ok := files[strconv.Itoa(i+1)+"/expect"]
	if !ok && i == len(s.Steps)-1 {
		src, ok = files["expect"]
	}
	if !ok {
		return nil
	}
	var err error
	step.Expect, err = parseExpectation(string(src))
	return err
}

// World returns what the servers know at a step, with hashes, by the names of commits, in the places that name them.
func (s *Step) World(hashes map[string]string) (loopback.World, error) {
	w := loopback.World{Now: s.At}
	if s.github != nil {
		w.GitHub = &loopback.GitHub{Login: "sam", Name: "Sam"}
		if err := decode(withHashes(s.github, hashes), w.GitHub); err != nil {
			return w, fmt.Errorf("github.json: %w", err)
		}
		w.GitHub.Fault = s.GitHubFault
	}
	if s.jira != nil {
		w.Jira = &loopback.Jira{Me: "sam", Users: slices.Clone(usualUsers)}
		if err := decode(s.jira, w.Jira); err != nil {
			return w, fmt.Errorf("jira.json: %w", err)
		}
		w.Jira.Fault = s.JiraFault
	}
	return w, nil
}

// usualUsers are the users of every Jira.
var usualUsers = []loopback.User{
	{ID: "sam", Name: "Sam", Email: "sam@acme.example"}, {ID: "john", Name: "John"}, {ID: "lena", Name: "Lena"},
	{ID: "priya", Name: "Priya"}, {ID: "mara", Name: "Mara"}, {ID: "github", Name: "GitHub for Jira", App: true},
}

// withHashes puts hashes in the place of "@name", longer names first.
func withHashes(src []byte, hashes map[string]string) []byte {
	names := make([]string, 0, len(hashes))
	for name := range hashes {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	for _, name := range names {
		src = bytes.ReplaceAll(src, []byte(`"@`+name+`"`), []byte(`"`+hashes[name]+`"`))
	}
	return src
}

func decode(src []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Slow reports whether a server lets the brief of the step wait.
func (s *Step) Slow() bool {
	slow := []loopback.Fault{loopback.FaultHang, loopback.FaultSlow}
	return slices.Contains(slow, s.GitHubFault) || slices.Contains(slow, s.JiraFault)
}
