// Command writespeed measures `vault remember` as a whole process beside `git commit` of the same change to the same
// vault, in one interleaved run, and prints a table of medians and ratios.
//
//	go run ./.ci/writespeed -vault BINARY -dir GENERATED_VAULT
//
// It makes the vault a git repository where it is none.
package main

import (
	"flag"
	"fmt"
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
	rounds := flag.Int("rounds", 15, "rounds; the table shows medians")
	flag.Parse()
	if err := run(*binary, *dir, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "writespeed:", err)
		os.Exit(1)
	}
}

// A bench is a vault in git, and a home without any config.
type bench struct{ binary, dir, home string }

// A row is one line of the table.
type row struct {
	table.Row
	prepare func(round int) error // not measured
	command func(round int) []string
}

func run(binary, dir string, rounds int) error {
	home, err := os.MkdirTemp("", "vault-writespeed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	b := &bench{binary, dir, home}
	notes, err := filepath.Glob(filepath.Join(dir, "services", "*.md"))
	if err != nil || len(notes) == 0 {
		return fmt.Errorf("no notes in %s/services: %v", dir, err)
	}
	if err := b.commitAll(); err != nil {
		return err
	}
	note := func(round int) string { return notes[round%len(notes)] }
	rows := []*row{
		{
			Row:     table.Row{Name: "git commit, one note staged"},
			prepare: func(round int) error { return b.stage(note(round), round) },
			command: func(int) []string { return b.git("commit", "-q", "-m", "a decision") },
		},
		{
			Row: table.Row{Name: "vault remember"},
			command: func(round int) []string {
				name, _ := filepath.Rel(dir, note(round))
				return []string{binary, "--vault", dir, "remember", "decision", fmt.Sprintf("decision of round %d of process %d", round, os.Getpid()),
					"--note", filepath.ToSlash(name), "--because", "it was measured"}
			},
		},
		{Row: table.Row{Name: "vault undo"}, command: func(int) []string { return []string{binary, "--vault", dir, "undo"} }},
		{Row: table.Row{Name: "vault version"}, command: func(int) []string { return []string{binary, "version"} }},
		{Row: table.Row{Name: "git --version"}, command: func(int) []string { return []string{"git", "--version"} }},
	}
	for round := range rounds {
		for _, r := range rows {
			if err := r.measure(b, round); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%s, %d rounds\n\n", filepath.Base(dir), rounds)
	t := table.Table{Digits: 1, Beside: []table.Beside{{Name: "git commit", Row: &rows[0].Row}}}
	t.Head()
	for _, r := range rows {
		t.Line(&r.Row)
	}
	return nil
}

func (b *bench) git(args ...string) []string {
	return append([]string{"git", "-C", b.dir, "-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "gc.auto=0"}, args...)
}

// commitAll makes the folder a vault and a repository, and commits what is there.
func (b *bench) commitAll() error {
	for _, args := range [][]string{{b.binary, "init", b.dir}, b.git("init", "-q"), b.git("add", "-A"), b.git("commit", "-q", "--allow-empty", "-m", "all")} {
		if _, err := b.run(args); err != nil {
			return err
		}
	}
	return nil
}

// stage adds a line to a note and stages that, as somebody does who writes the decision down by hand.
func (b *bench) stage(note string, round int) error {
	f, err := os.OpenFile(note, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	fmt.Fprintf(f, "- decision of round %d\n", round)
	if err := f.Close(); err != nil {
		return err
	}
	_, err = b.run(b.git("add", note))
	return err
}

func (b *bench) run(args []string) (*exec.Cmd, error) {
	c := exec.Command(args[0], args[1:]...)
	c.Env = []string{"HOME=" + b.home, "PATH=" + os.Getenv("PATH")}
	out, err := c.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, out)
	}
	return c, nil
}

func (r *row) measure(b *bench, round int) error {
	if r.prepare != nil {
		if err := r.prepare(round); err != nil {
			return err
		}
	}
	time.Sleep(60 * time.Millisecond) // a note that was written to a moment ago is read again, in case somebody is still at it
	began := time.Now()
	c, err := b.run(r.command(round))
	if err != nil {
		return err
	}
	r.Add(time.Since(began), c.ProcessState)
	return nil
}
