package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"vaultgraph/cmd/internal/cli"
)

// root is the folder of the module, seen from here.
var root = filepath.Join("..", "..")

// elision is the line of a console block that stands for any number of lines; at the end of a line it stands for the
// rest of it.
const elision = "[...]"

// TestConsoleBlocks runs the commands in the console blocks of the pages and compares what they print with what the
// page shows. They run on the demo vault, on a copy of it where they write; a block with `vault init` runs in a home
// that holds an Obsidian vault, and no config. With -update a block without elisions is written anew.
func TestConsoleBlocks(t *testing.T) {
	for _, name := range []string{"README.md", "ARCHITECTURE.md"} {
		file := filepath.Join(root, name)
		page := readPage(t, file)
		renewed := page
		for _, b := range fencedBlocks(page, "console") {
			t.Run(fmt.Sprintf("%s:%d", name, b.line), func(t *testing.T) {
				fresh := b.rerun(t)
				if fresh == b.text {
					return
				}
				if *update && !strings.Contains(b.text, elision) {
					renewed = strings.Replace(renewed, b.text, fresh, 1)
					return
				}
				t.Errorf("the page shows, and the commands do not print\n%s\nThey print\n%s", strings.Join(missing(b.text, fresh), "\n"), fresh)
			})
		}
		if renewed != page {
			if err := os.WriteFile(file, []byte(renewed), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A fence is a fenced block of a page: the line that it starts at, and its lines.
type fence struct {
	line int
	text string
}

// fencedBlocks returns the fenced blocks of a language.
func fencedBlocks(page, language string) []fence {
	var found []fence
	var open *fence
	number := 0
	for line := range strings.Lines(page) {
		number++
		switch {
		case open != nil && strings.TrimSpace(line) == "```":
			found = append(found, *open)
			open = nil
		case open != nil:
			open.text += line
		case strings.TrimSpace(line) == "```"+language:
			open = &fence{line: number + 1}
		}
	}
	return found
}

// rerun returns the block with what its commands print now. Where that fits an output with elisions, the output stays.
func (b fence) rerun(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	demo := demoVault(t)
	if strings.Contains(b.text, "$ vault init") {
		if runtime.GOOS == "windows" {
			return b.text // its paths are others
		}
		demo = ""
		write(t, filepath.Join(home, "notes", ".obsidian", "app.json"), "{}\n")
		write(t, filepath.Join(home, "notes", "Welcome.md"), "# Welcome\n")
	} else if writes.MatchString(b.text) {
		if err := os.CopyFS(filepath.Join(home, "notes"), os.DirFS(demo)); err != nil {
			t.Fatal(err)
		}
		demo = filepath.Join(home, "notes")
	}
	var fresh strings.Builder
	for part := range strings.SplitSeq("\n"+strings.TrimSuffix(b.text, "\n"), "\n$ ") {
		if fresh.Len() == 0 && strings.TrimSpace(part) == "" {
			continue // before the first command
		}
		command, shown, _ := strings.Cut(part, "\n")
		printed := runCommand(t, home, demo, command)
		shown = strings.TrimRight(shown, "\n")
		if fits(lines(shown), lines(printed)) {
			printed = shown
		}
		if fresh.Len() > 0 && strings.Contains(b.text, "\n\n$ "+command+"\n") {
			fresh.WriteString("\n")
		}
		fmt.Fprintf(&fresh, "$ %s\n", command)
		if printed != "" {
			fresh.WriteString(printed + "\n")
		}
	}
	return fresh.String()
}

// writes finds the commands that write into notes.
var writes = regexp.MustCompile(`(?m)^\$ vault (new|remember|connect|done|undo) `)

// runCommand runs a command as the page has it, and returns what it writes to stdout, and behind that to stderr.
func runCommand(t *testing.T, home, demo, command string) string {
	t.Helper()
	args, ok := arguments(command)
	if !ok {
		t.Fatalf("%q is no command of vault", command)
	}
	if command == "vault brief" {
		return demoBrief(t, home)
	}
	for i, arg := range args {
		if rest, ok := strings.CutPrefix(arg, "~/"); ok {
			args[i] = filepath.Join(home, rest)
		}
	}
	var out, errs bytes.Buffer
	app := &cli.App{
		In: strings.NewReader(""), Out: &out, Err: &errs, WorkDir: home, Home: home,
		Now: func() time.Time { return time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC) },
		Getenv: func(key string) string {
			if key == "VAULT_DIR" {
				return demo
			}
			return ""
		},
	}
	app.Run(t.Context(), args)
	printed := strings.NewReplacer(home, "/home/sam", filepath.ToSlash(home), "/home/sam").Replace(out.String() + errs.String())
	return strings.TrimRight(printed, "\n")
}

// demoBrief returns what the demo's brief prints: it needs a world around the vault, which the demo makes.
func demoBrief(t *testing.T, home string) string {
	t.Helper()
	var out, errs bytes.Buffer
	system := cli.System()
	app := &cli.App{
		In: strings.NewReader(""), Out: &out, Err: &errs, WorkDir: home, Home: home, Now: time.Now,
		Getenv: func(string) string { return "" }, Environ: system.Environ,
	}
	app.Run(t.Context(), []string{"demo", "--format", "json"})
	var demo struct {
		Steps []struct{ Command, Output string }
	}
	if err := json.Unmarshal(out.Bytes(), &demo); err != nil || len(demo.Steps) == 0 || demo.Steps[0].Command != "brief" {
		t.Fatalf("the demo begins with no brief: %v, %s", err, errs.String())
	}
	return strings.TrimRight(demo.Steps[0].Output, "\n")
}

// arguments returns the words of a command behind the name of the program, with double quotes as a shell has them.
// It stops where another program begins.
func arguments(command string) ([]string, bool) {
	for _, program := range []string{"vault ", "go run ./cmd/vault "} {
		if rest, ok := strings.CutPrefix(command+" ", program); ok {
			var args []string
			for _, word := range words.FindAllString(rest, -1) {
				if slices.Contains([]string{"|", ">", "#", "&&"}, word) {
					break
				}
				args = append(args, strings.ReplaceAll(word, `"`, ""))
			}
			return args, true
		}
	}
	return nil, false
}

var words = regexp.MustCompile(`(?:[^\s"]|"[^"]*")+`)

// fits reports whether lines are as wanted, where an elision stands for any of them.
func fits(want, got []string) bool {
	at := slices.Index(want, elision)
	if at < 0 {
		return slices.EqualFunc(want, got, lineFits)
	}
	if len(got) < at || !slices.EqualFunc(want[:at], got[:at], lineFits) {
		return false
	}
	for skip := at; skip <= len(got); skip++ {
		if fits(want[at+1:], got[skip:]) {
			return true
		}
	}
	return false
}

func lineFits(want, got string) bool {
	start, cut := strings.CutSuffix(want, " "+elision)
	return want == got || cut && strings.HasPrefix(got, start)
}

// missing returns the lines of a block that a renewed one lacks.
func missing(text, fresh string) []string {
	got := lines(fresh)
	lacking := slices.DeleteFunc(lines(strings.TrimRight(text, "\n")), func(l string) bool {
		return l == elision || slices.ContainsFunc(got, func(g string) bool { return lineFits(l, g) })
	})
	if len(lacking) == 0 {
		return []string{"(all of it is there, in another order or with more around it)"}
	}
	return lacking
}

func TestFits(t *testing.T) {
	for _, tt := range []struct {
		want, got string // lines, with a comma between them
		fits      bool
	}{
		{"a,b", "a,b", true},
		{"a,b", "a", false},
		{"a", "a,b", false},
		{"a,[...],d", "a,b,c,d", true},
		{"a,[...],d", "a,d", true},
		{"a,[...],d", "a,b,c", false},
		{"a,[...],d", "b,c,d", false},
		{"a,[...],b,[...],c", "a,x,b,x,c", true},
		{"a,[...],b,[...],c", "a,x,c,x,b", false},
		{"[...]", "a,b", true},
		{"[...],b", "b,a,b", true},
		{"a,[...]", "b", false},
		{"a [...],d", "a b c,d", true},
		{"a [...],d", "a b c,x,d", false},
		{"a [...]", "b c", false},
	} {
		if got := fits(strings.Split(tt.want, ","), strings.Split(tt.got, ",")); got != tt.fits {
			t.Errorf("%q on %q: %v", tt.want, tt.got, got)
		}
	}
}

// TestQuotedCommands asks every command that the pages quote for its help: the verb and its flags must exist.
func TestQuotedCommands(t *testing.T) {
	for _, name := range []string{
		"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md", "integrations/README.md",
		"skills/vault/SKILL.md",
	} {
		page := readPage(t, filepath.Join(root, filepath.FromSlash(name)))
		for _, command := range quotedCommands(page) {
			args, ok := arguments(command)
			if !ok {
				continue
			}
			var errs bytes.Buffer
			app := &cli.App{
				In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &errs, WorkDir: t.TempDir(), Now: time.Now,
				Getenv: func(string) string { return "" },
			}
			if code := app.Run(t.Context(), append(args, "--help")); code != 0 {
				t.Errorf("%s: `%s`: %s", name, command, errs.String())
			}
		}
	}
}

// quotedCommands returns the lines of all code blocks, and all code in lines of text.
func quotedCommands(page string) []string {
	var commands []string
	code := false
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			code = !code
		case code, strings.HasPrefix(line, "    "):
			commands = append(commands, strings.TrimPrefix(strings.TrimSpace(line), "$ "))
		default:
			commands = append(commands, codeSpans(line)...)
		}
	}
	return commands
}

// TestReadmeNamesEveryVerb holds the page against the help.
func TestReadmeNamesEveryVerb(t *testing.T) {
	page := readPage(t, filepath.Join(root, "README.md"))
	help, _, _ := strings.Cut(string(run(t, 0, "--help")), "\nFlags")
	verbs := regexp.MustCompile(`(?m)^  ([a-z]+) .*  `).FindAllStringSubmatch(help, -1)
	if len(verbs) < 10 {
		t.Fatalf("only %d verbs in\n%s", len(verbs), help)
	}
	for _, verb := range verbs {
		if !strings.Contains(page, "vault "+verb[1]) {
			t.Errorf("README.md does not show vault %s", verb[1])
		}
	}
}

// TestSearchMissesTheNote keeps what the README says of its story: the note that settles the question has none of the
// question's words.
func TestSearchMissesTheNote(t *testing.T) {
	note := readPage(t, filepath.Join(root, "examples", "vault", "decisions", "tunnel-address-quota.md"))
	question := regexp.MustCompile(`(?i)whois|gcl|endpoint|ssm|env|config`)
	if found := question.FindString(note); found != "" {
		t.Errorf("the note says %q", found)
	}
	search := regexp.MustCompile(`(?i)endpoint|ssm|env var`)
	hits := 0
	err := fs.WalkDir(os.DirFS(demoVault(t)), ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && search.MatchString(readPage(t, filepath.Join(demoVault(t), filepath.FromSlash(file)))) {
			hits++
		}
		return err
	})
	if err != nil || hits != 5 {
		t.Errorf("%d notes found, the page says five; %v", hits, err)
	}
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

func demoVault(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(root, "examples", "vault"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func readPage(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
