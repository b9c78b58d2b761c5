package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vaultgraph/cmd/internal/cli"
	"vaultgraph/examples/corpus"
)

// fullSizes is the environment variable with which the tests run at their full sizes.
const fullSizes = "VAULT_FULL"

// A truth is what the generator says of one note that it wrote.
type truth struct {
	Path, Type, Title string
	Aliases, Tags     []string
	InlineTags        []string `json:"inline_tags"`
	Links, Unresolved []trueLink
}

type trueLink struct {
	Raw, Target, Via, Relation, Annotation, Section string
	Embed                                           bool
	Line                                            int
	Candidates                                      []string
}

// exported is the part of `vault export` that the truth speaks of.
type exported struct {
	Nodes []struct {
		Path, Title, Type string
		Aliases, Tags     []string
	}
	Edges []struct {
		From, Target, Subpath         string
		To, Relation, Annotation, Key *string
		Section, Alias                *string
		Embed                         bool
		Kind                          string
		Line                          *int
	}
}

// TestExportIsTheTruth generates vaults and holds the export against the generator's own account of them.
func TestExportIsTheTruth(t *testing.T) {
	generator := buildGenerator(t)
	sizes := []int{1000}
	if os.Getenv(fullSizes) != "" {
		sizes = append(sizes, 10000)
	}
	for _, size := range sizes {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "vault")
			truths := generate(t, generator, size, dir)
			var e exported
			if err := json.Unmarshal(run(t, 0, "--vault", dir, "export"), &e); err != nil {
				t.Fatal(err)
			}
			compareNodes(t, truths, e)
			compareEdges(t, truths, e)
			compareAliasFindings(t, truths, dir)
		})
	}
}

func buildGenerator(t *testing.T) string {
	t.Helper()
	source := corpus.Path(t, "bench", "genvault")
	binary := filepath.Join(t.TempDir(), "genvault.exe")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, ".")
	build.Dir = source
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the generator: %v\n%s", err, out)
	}
	return binary
}

func generate(t *testing.T, generator string, size int, dir string) []truth {
	t.Helper()
	file := filepath.Join(t.TempDir(), "truth.jsonl")
	gen := exec.CommandContext(t.Context(), generator, "-notes", fmt.Sprint(size), "-seed", "7", "-out", dir, "-truth", file)
	if out, err := gen.CombinedOutput(); err != nil {
		t.Fatalf("generating %d notes: %v\n%s", size, err, out)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var truths []truth
	for line := range bytes.Lines(data) {
		var x truth
		if err := json.Unmarshal(line, &x); err != nil {
			t.Fatal(err)
		}
		truths = append(truths, x)
	}
	if len(truths) != size {
		t.Fatalf("%d notes generated, %d wanted", len(truths), size)
	}
	return truths
}

// run runs a verb in this process and returns what it wrote to stdout.
func run(t *testing.T, exit int, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	home := t.TempDir()
	app := &cli.App{
		In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" },
		WorkDir: home, Home: home, Now: time.Now,
	}
	if code := app.Run(t.Context(), args); code != exit {
		t.Fatalf("vault %s: exit %d, want %d\n%s", strings.Join(args, " "), code, exit, errs.Bytes())
	}
	return out.Bytes()
}

func compareNodes(t *testing.T, truths []truth, e exported) {
	t.Helper()
	var want, got []string
	for _, x := range truths {
		tags := mergeTags(x.Tags, x.InlineTags)
		want = append(want, fmt.Sprintf("%s %s %q %q %q", x.Path, x.Type, x.Title, x.Aliases, tags))
	}
	for _, n := range e.Nodes {
		slices.Sort(n.Tags)
		got = append(got, fmt.Sprintf("%s %s %q %q %q", n.Path, n.Type, n.Title, n.Aliases, n.Tags))
	}
	compareLines(t, "nodes", want, got)
}

// mergeTags returns the distinct tags of a note, sorted.
func mergeTags(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}

func compareEdges(t *testing.T, truths []truth, e exported) {
	t.Helper()
	var want, got []string
	resolved, dangling, aliases, ambiguous := 0, 0, 0, 0
	for _, x := range truths {
		for _, l := range slices.Concat(x.Links, x.Unresolved) {
			to := l.Target
			switch {
			case l.Via == "alias":
				to = "" // as in Obsidian
				aliases++
			case len(l.Candidates) > 0:
				to = obsidiansChoice(x.Path, l.Candidates)
				ambiguous++
			}
			if to == "" {
				dangling++
			} else {
				resolved++
			}
			target, alias := splitRaw(l.Raw)
			want = append(want, fmt.Sprintf("%s:%d [[%s|%s]] -> %s (%s: %s) embed=%v connections=%v", x.Path, l.Line, target, alias, to,
				l.Relation, l.Annotation, l.Embed, l.Section == "connections"))
		}
	}
	for _, l := range e.Edges {
		if l.Target == "" {
			continue // [[#Heading]]: the generator does not count links within a note
		}
		got = append(got, fmt.Sprintf("%s:%d [[%s|%s]] -> %s (%s: %s) embed=%v connections=%v", l.From, *l.Line, l.Target+l.Subpath, text(l.Alias),
			text(l.To), text(l.Relation), text(l.Annotation), l.Embed, text(l.Section) == "Connections"))
	}
	compareLines(t, "edges", want, got)
	t.Logf("%d links compared: %d resolved (%d of them ambiguous), %d not (%d of them aliases)",
		len(want), resolved, ambiguous, dangling, aliases)
}

// obsidiansChoice is the rule for names that several notes have: the one in the folder of the link, else the
// shortest path, else the first.
func obsidiansChoice(from string, candidates []string) string {
	return slices.MinFunc(candidates, func(a, b string) int {
		beside := func(p string) int {
			if path.Dir(p) == path.Dir(from) {
				return 0
			}
			return 1
		}
		return cmp.Or(beside(a)-beside(b), len(a)-len(b), strings.Compare(a, b))
	})
}

// splitRaw splits the text between a link's brackets at the bar, which a table escapes.
func splitRaw(raw string) (target, alias string) {
	target, alias, _ = strings.Cut(raw, "|")
	return strings.TrimSuffix(target, `\`), alias
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// compareAliasFindings asks of check, for each link that names an alias, the note and the spelling that resolves.
func compareAliasFindings(t *testing.T, truths []truth, dir string) {
	t.Helper()
	found := map[string]string{}
	s := bufio.NewScanner(bytes.NewReader(run(t, 0, "--vault", dir, "check")))
	for s.Scan() {
		if parts := strings.SplitN(s.Text(), ": ", 3); len(parts) == 3 {
			found[parts[0]] += parts[2] + "\n"
		}
	}
	for _, x := range truths {
		for _, l := range x.Links {
			if l.Via != "alias" {
				continue
			}
			name := strings.TrimSuffix(path.Base(l.Target), ".md")
			at := fmt.Sprintf("%s:%d", x.Path, l.Line)
			if !strings.Contains(found[at], l.Target) || !strings.Contains(found[at], name) || !strings.Contains(found[at], "[[") {
				t.Errorf("%s: [[%s]] means %s; check says %q", at, l.Raw, l.Target, found[at])
			}
		}
	}
}

func compareLines(t *testing.T, what string, want, got []string) {
	t.Helper()
	slices.Sort(want)
	slices.Sort(got)
	shown := 0
	for i, j := 0, 0; (i < len(want) || j < len(got)) && shown < 20; {
		switch {
		case j == len(got) || i < len(want) && want[i] < got[j]:
			t.Errorf("%s: missing  %s", what, want[i])
			i, shown = i+1, shown+1
		case i == len(want) || got[j] < want[i]:
			t.Errorf("%s: too much %s", what, got[j])
			j, shown = j+1, shown+1
		default:
			i, j = i+1, j+1
		}
	}
}
