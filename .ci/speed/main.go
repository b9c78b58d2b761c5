// Command speed measures whole processes of vault beside the plain tools that bound them, in one interleaved run,
// and prints a table of medians and ratios. Milliseconds differ between machines; the ratios of one run do not much.
//
//	go run ./.ci/speed -vault BINARY -dir GENERATED_VAULT
//
// With -foam FOLDER, in which `npm install foam-core` has been run, what foam-core takes to load the vault is a row too.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"vaultgraph/.ci/table"
)

func main() {
	binary := flag.String("vault", "", "the binary to measure")
	dir := flag.String("dir", "", "a vault of bench/genvault")
	rounds := flag.Int("rounds", 7, "rounds; the table shows medians")
	cold := flag.Int("cold", 3, "rounds of the rows that start from nothing")
	foam := flag.String("foam", "", "a folder with foam-core in its node_modules")
	flag.Parse()
	if err := run(*binary, *dir, *foam, *rounds, *cold); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

// A row is one line of the table.
type row struct {
	table.Row
	prepare func() error // not measured
	command []string
	rounds  int
}

func run(binary, dir, foam string, rounds, cold int) error {
	home, err := os.MkdirTemp("", "vault-speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	start, notes, err := choose(dir)
	if err != nil {
		return err
	}
	m := measured{binary: binary, dir: dir, start: start, notes: notes, home: home, rounds: rounds, cold: cold}
	rows := m.rows()
	if foam != "" {
		rows = append(rows, m.foam(foam))
	}
	for i := range max(rounds, cold) {
		for _, r := range rows {
			if i < r.rounds {
				if err := r.measure(home); err != nil {
					return err
				}
			}
		}
	}
	print(rows, dir, len(notes))
	return nil
}

// A measured is a binary and the vault that its verbs are run on, with a home for their indexes.
type measured struct {
	binary, dir, home string
	start             string // the note to start from
	notes             []string
	rounds, cold      int
}

func (m *measured) rows() []*row {
	verb := func(args ...string) []string { return append([]string{m.binary, "--vault", m.dir}, args...) }
	forget := func() error { return os.RemoveAll(filepath.Join(m.home, ".cache")) }
	touched := 0
	touch := func() error { touched++; return change(m.notes, touched) }
	return []*row{
		{Row: table.Row{Name: "find -printf size, mtime"}, command: []string{"find", m.dir, "-printf", "%s %T@\n"}, rounds: m.rounds},
		{Row: table.Row{Name: "cat of all notes"}, command: []string{"sh", "-c", "find '" + m.dir + "' -name '*.md' -print0 | xargs -0 cat | cat >/dev/null"}, rounds: m.rounds},
		{Row: table.Row{Name: "git --version"}, command: []string{"git", "--version"}, rounds: m.rounds},
		{Row: table.Row{Name: "vault version"}, command: verb("version"), rounds: m.rounds},
		{Row: table.Row{Name: "vault traverse, cold"}, prepare: forget, command: verb("traverse", m.start), rounds: m.cold},
		{Row: table.Row{Name: "vault traverse, warm"}, prepare: rest, command: verb("traverse", m.start), rounds: m.rounds},
		{Row: table.Row{Name: "vault traverse, 10 notes changed"}, prepare: touch, command: verb("traverse", m.start), rounds: m.rounds},
		{Row: table.Row{Name: "vault links"}, command: verb("links", m.start), rounds: m.rounds},
		{Row: table.Row{Name: "vault backlinks"}, command: verb("backlinks", m.start), rounds: m.rounds},
		{Row: table.Row{Name: "vault list"}, command: verb("list"), rounds: m.rounds},
		{Row: table.Row{Name: "vault stats"}, command: verb("stats"), rounds: m.cold},
		{Row: table.Row{Name: "vault check"}, command: verb("check"), rounds: m.cold},
		{Row: table.Row{Name: "vault export"}, command: verb("export"), rounds: m.cold},
	}
}

// foam returns the row of foam-core, which a folder has in its node_modules.
func (m *measured) foam(folder string) *row {
	modules := "NODE_PATH=" + filepath.Join(folder, "node_modules")
	return &row{
		Row:     table.Row{Name: "foam-core: load the vault"},
		command: []string{"env", modules, "node", ".ci/speed/foam.cjs", m.dir},
		rounds:  m.cold,
	}
}

// choose returns a service note to start from, and all notes.
func choose(dir string) (start string, notes []string, err error) {
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".md") {
			notes = append(notes, p)
		}
		return err
	})
	if err != nil {
		return "", nil, err
	}
	for _, n := range notes {
		if rel, err := filepath.Rel(dir, n); err == nil && strings.Count(rel, "/") == 1 && strings.HasPrefix(rel, "services/") {
			return rel, notes, nil
		}
	}
	return "", nil, errors.New("no note in services/")
}

// change edits ten notes, each time others.
func change(notes []string, round int) error {
	for i := range 10 {
		f, err := os.OpenFile(notes[(round*997+i*101)%len(notes)], os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(f, "\nchanged in round %d\n", round)
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return rest()
}

// rest waits, so that no change is too fresh to be told from the one before. A process that follows at once finds its
// way warmer: what is held against one that rested has to rest, too.
func rest() error {
	time.Sleep(120 * time.Millisecond)
	return nil
}

func (r *row) measure(home string) error {
	if r.prepare != nil {
		if err := r.prepare(); err != nil {
			return err
		}
	}
	c := exec.Command(r.command[0], r.command[1:]...)
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	began := time.Now()
	err := c.Run()
	wall := time.Since(began)
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != 3) {
		return fmt.Errorf("%s: %w", strings.Join(r.command, " "), err)
	}
	r.Add(wall, c.ProcessState)
	return nil
}

func print(rows []*row, dir string, notes int) {
	fmt.Printf("%d notes in %s\n\n", notes, filepath.Base(dir))
	t := table.Table{Digits: 1, Beside: []table.Beside{{Name: "find", Row: &rows[0].Row}, {Name: "cat", Row: &rows[1].Row}}, Peak: true}
	t.Head()
	for _, r := range rows {
		t.Line(&r.Row)
	}
}
