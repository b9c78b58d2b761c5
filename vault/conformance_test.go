package vault_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"vaultgraph/examples/corpus"
	"vaultgraph/vault"
)

// A conformanceCase is a small vault and what a reader of Obsidian's Markdown must find in it.
type conformanceCase struct {
	ID, Area, Tier, Why string
	Files, Symlinks     map[string]string
	Expect              struct {
		Links, Unresolved []linkExpectation
		Tags, Aliases     map[string][]string
		Frontmatter       map[string]string
		Properties        map[string]any
		Nodes, Hidden     []string
		Fields            []fieldExpectation
		Orphans, Deadends []string
	}
	raw map[string]json.RawMessage // the keys that Expect has
}

type linkExpectation struct {
	From, To, Target, Subpath string
	Alias                     *string
	Embed                     bool
	Kind                      string
	Line                      int
	Key                       string
	Anchor                    json.RawMessage
}

type fieldExpectation struct {
	From, Key, Value string
	Line             int
}

func readConformance(t *testing.T) []conformanceCase {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "conformance.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []json.RawMessage }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	cases := make([]conformanceCase, len(file.Cases))
	for i, raw := range file.Cases {
		var keys struct{ Expect map[string]json.RawMessage }
		if err := cmp.Or(json.Unmarshal(raw, &cases[i]), json.Unmarshal(raw, &keys)); err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		cases[i].raw = keys.Expect
	}
	return cases
}

// TestConformance runs every case. Quirks are reported and do not fail. The table at the end says how many passed.
func TestConformance(t *testing.T) {
	type tally struct{ passed, failed int }
	tallies := map[string]*tally{}
	quirks := map[string]bool{}
	for _, c := range readConformance(t) {
		area := c.Area
		if tallies[area] == nil {
			tallies[area] = &tally{}
		}
		ok := t.Run(c.ID, func(t *testing.T) {
			problems := runConformance(t, c)
			for _, p := range problems {
				if c.Tier == "quirk" {
					t.Logf("quirk, reported only: %s (%s)", p, c.Why)
				} else {
					t.Errorf("%s (%s)", p, c.Why)
				}
			}
			if c.Tier == "quirk" {
				quirks[c.ID] = len(problems) == 0
			}
			if len(problems) > 0 {
				tallies[area].failed++
			} else {
				tallies[area].passed++
			}
		})
		if !ok && c.Tier == "quirk" {
			t.Errorf("%s: a quirk must not fail", c.ID)
		}
	}
	var table strings.Builder
	total := tally{}
	fmt.Fprintf(&table, "\n%-18s %6s %6s\n", "area", "passed", "failed")
	for _, area := range slices.Sorted(maps.Keys(tallies)) {
		fmt.Fprintf(&table, "%-18s %6d %6d\n", area, tallies[area].passed, tallies[area].failed)
		total.passed += tallies[area].passed
		total.failed += tallies[area].failed
	}
	fmt.Fprintf(&table, "%-18s %6d %6d\n", "all", total.passed, total.failed)
	for _, id := range slices.Sorted(maps.Keys(quirks)) {
		fmt.Fprintf(&table, "quirk %s: as in Obsidian: %v\n", id, quirks[id])
	}
	t.Log(table.String())
}

// runConformance builds the case's vault, reads it and returns what differs.
func runConformance(t *testing.T, c conformanceCase) []string {
	dir := t.TempDir()
	for name, text := range c.Files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := cmp.Or(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range c.Symlinks {
		if err := os.Symlink(filepath.FromSlash(target), filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skipf("symbolic links cannot be made here: %v", err)
		}
	}
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	s, err := v.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return compareConformance(v, s, c)
}

func compareConformance(v *vault.Vault, s *vault.Snapshot, c conformanceCase) []string {
	var problems []string
	compare := func(what string, want, got any) {
		if diff := gocmp.Diff(want, got); diff != "" {
			problems = append(problems, fmt.Sprintf("%s (-want +got):\n%s", what, diff))
		}
	}
	links, unresolved := foundLinks(s)
	compare("links", describeLinks(c.Expect.Links), describeLinks(links))
	compare("unresolved", describeLinks(c.Expect.Unresolved), describeLinks(unresolved))
	problems = append(problems, compareAnchors(v, s, c)...)

	has := func(key string) bool { _, ok := c.raw[key]; return ok }
	if has("tags") {
		compare("tags", lowered(c.Expect.Tags), lowered(collect(s, func(e vault.Entry) []string { return e.Tags })))
	}
	if has("aliases") {
		compare("aliases", nonNil(c.Expect.Aliases), collect(s, func(e vault.Entry) []string { return e.Aliases }))
	}
	for name, state := range c.Expect.Frontmatter {
		if e, ok := s.Entry(name); ok {
			compare("frontmatter of "+name, state, e.Note.Frontmatter.State.String())
		}
	}
	for name, want := range c.Expect.Properties {
		if e, ok := s.Entry(name); ok {
			got := map[string]any{}
			for _, p := range e.Note.Frontmatter.Properties {
				got[p.Key] = p.Value
			}
			compare("properties of "+name, asJSON(want), asJSON(got))
		}
	}
	if has("nodes") {
		compare("nodes", c.Expect.Nodes, paths(s, func(vault.Entry) bool { return true }))
	}
	if has("hidden") {
		compare("hidden", c.Expect.Hidden, paths(s, func(e vault.Entry) bool { return e.Hidden }))
	}
	if has("fields") {
		compare("fields", c.Expect.Fields, foundFields(s))
	}
	return problems
}

func foundLinks(s *vault.Snapshot) (links, unresolved []linkExpectation) {
	for _, e := range s.Entries {
		for _, l := range e.Links {
			x := linkExpectation{From: l.From, To: l.To, Target: l.Target, Subpath: l.Subpath, Embed: l.Embed,
				Kind: l.Kind.String(), Line: l.Link.Line, Key: l.Key}
			if l.HasAlias {
				x.Alias = &l.Alias
			}
			if l.To == "" {
				unresolved = append(unresolved, x)
			} else {
				links = append(links, x)
			}
		}
	}
	return links, unresolved
}

// describeLinks writes links as comparable lines, in order.
func describeLinks(links []linkExpectation) []string {
	out := []string{}
	for _, l := range links {
		alias := "none"
		if l.Alias != nil {
			alias = fmt.Sprintf("%q", *l.Alias)
		}
		line := l.Line
		if l.Kind == "frontmatter" || l.Kind == "canvas" {
			line = 0
		}
		to := norm.NFC.String(l.To)
		if to == "" {
			target := strings.ToLower(norm.NFC.String(l.Target))
			to = "? " + strings.TrimSuffix(target, ".md")
		}
		out = append(out, fmt.Sprintf("%s:%d %s -> %s sub=%q alias=%s embed=%v key=%s",
			l.From, line, l.Kind, to, l.Subpath, alias, l.Embed, l.Key))
	}
	slices.Sort(out)
	return out
}

func compareAnchors(v *vault.Vault, s *vault.Snapshot, c conformanceCase) (problems []string) {
	for _, l := range c.Expect.Links {
		if l.Anchor == nil {
			continue
		}
		e, ok := s.Entry(l.To)
		if !ok || e.Note == nil {
			problems = append(problems, "no note "+l.To)
			continue
		}
		got := "null"
		if kind, line, ok := vault.Anchor(e.Note, l.Subpath); ok {
			got = fmt.Sprintf(`{"line":%d,"type":%q}`, line, kind)
		}
		var want any
		if err := json.Unmarshal(l.Anchor, &want); err != nil {
			problems = append(problems, err.Error())
		}
		if w := asJSON(want); w != got {
			problems = append(problems, fmt.Sprintf("anchor of %s%s: want %s, got %s", l.To, l.Subpath, w, got))
		}
	}
	return problems
}

func foundFields(s *vault.Snapshot) []fieldExpectation {
	var out []fieldExpectation
	for _, e := range s.Entries {
		if e.Note == nil {
			continue
		}
		for _, f := range e.Note.Fields {
			out = append(out, fieldExpectation{From: e.Path, Key: f.Key, Value: f.Value, Line: f.Line})
		}
	}
	return out
}

// collect gathers a list per note, leaving out notes without any.
func collect(s *vault.Snapshot, list func(vault.Entry) []string) map[string][]string {
	out := map[string][]string{}
	for _, e := range s.Entries {
		if l := list(e); len(l) > 0 {
			out[e.Path] = l
		}
	}
	return out
}

func nonNil(m map[string][]string) map[string][]string {
	if m == nil {
		return map[string][]string{}
	}
	return m
}

// lowered makes tags comparable: without case, in order.
func lowered(m map[string][]string) map[string][]string {
	out := map[string][]string{}
	for k, list := range m {
		for _, s := range list {
			out[k] = append(out[k], strings.ToLower(s))
		}
		slices.Sort(out[k])
	}
	return out
}

func paths(s *vault.Snapshot, keep func(vault.Entry) bool) []string {
	var out []string
	for _, e := range s.Entries {
		if keep(e) {
			out = append(out, e.Path)
		}
	}
	return out
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// TestCapturedResolution holds the resolution of every link path that Obsidian recorded against the vault that the
// captures were made in.
func TestCapturedResolution(t *testing.T) {
	captures, root := capturedVault(t)
	v, err := vault.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	files, _, err := v.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Path)
	}
	checked, absent := 0, 0
	for _, c := range captures {
		for link, want := range c.ResolveLinkToPath {
			expected := ""
			if want != nil {
				expected = *want
				if !slices.Contains(names, expected) {
					names = append(names, expected) // an attachment that is not among the recorded notes
					absent++
				}
			}
			checked++
			_ = link
		}
	}
	slices.Sort(names)
	table := vault.NewNameTable(slices.Compact(names))
	for _, c := range captures {
		for link, want := range c.ResolveLinkToPath {
			target, _, _ := strings.Cut(link, "#")
			got, ok, _ := vault.Resolve(table, c.FilePath, strings.TrimSpace(target))
			switch {
			case want == nil && ok:
				t.Errorf("%s: [[%s]] leads to %s, in Obsidian nowhere", c.FilePath, link, got)
			case want != nil && got != *want:
				t.Errorf("%s: [[%s]] leads to %q, in Obsidian to %s", c.FilePath, link, got, *want)
			}
		}
	}
	t.Logf("%d link paths of %d captures resolved as recorded; %d targets are not in the vault as given here", checked, len(captures), absent)
}

type resolutionCapture struct {
	FilePath          string
	ResolveLinkToPath map[string]*string
}

func capturedVault(t *testing.T) ([]resolutionCapture, string) {
	t.Helper()
	dir := corpus.Path(t, "conformance", "captures")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no captures in %s: %v", dir, err)
	}
	var out []resolutionCapture
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var c resolutionCapture
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatalf("%s: %v", path.Base(f), err)
		}
		out = append(out, c)
	}
	return out, corpus.Path(t, "data", "vaults", "tasks-vaults", "vault", "Tasks-Demo")
}
