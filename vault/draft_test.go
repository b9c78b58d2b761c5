package vault_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

// tree returns the files below dir with their content.
func tree(t *testing.T, dir string) files {
	t.Helper()
	out := files{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			rel, _ := filepath.Rel(dir, p)
			out[filepath.ToSlash(rel)] = read(t, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestInit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "notes")
	report, err := vault.Init(dir)
	if err != nil {
		t.Fatal(err)
	}
	made := tree(t, dir)
	if len(made) != 10 || len(report.Made) != 10 || report.Adopted || report.Dir != dir {
		t.Errorf("made %d files, report %+v", len(made), report)
	}
	for _, noteType := range []string{"service", "ticket", "decision", "person", "tool", "session", "feedback", "sprint"} {
		text := made[".vault/templates/"+noteType+".md"]
		n := note.Parse([]byte(text))
		if n.Frontmatter.String("type") != noteType || !strings.Contains(text, "\n## Connections\n") || len(n.Links) > 0 {
			t.Errorf("template of %s:\n%s", noteType, text)
		}
	}
	if c, warnings, err := vault.ParseConfig([]byte(made[".vault/config.yaml"])); err != nil || warnings != nil || c.Hub != vault.DefaultHub {
		t.Errorf("config: %v %v", warnings, err)
	}
	again, err := vault.Init(dir)
	if err != nil || again.Made != nil {
		t.Errorf("again: %+v, %v", again, err)
	}
}

// What the file shows in comments is what a person will try first.
func TestInitConfigComments(t *testing.T) {
	dir := t.TempDir()
	if _, err := vault.Init(dir); err != nil {
		t.Fatal(err)
	}
	var active []string
	for line := range strings.Lines(read(t, dir, ".vault/config.yaml")) {
		key, _, isSetting := strings.Cut(strings.TrimPrefix(line, "# "), ":")
		if isSetting && !strings.Contains(strings.TrimSpace(key), " ") {
			active = append(active, strings.TrimPrefix(line, "# "))
		}
	}
	c, warnings, err := vault.ParseConfig([]byte(strings.Join(active, "")))
	if err != nil || warnings != nil || len(active) != 7 {
		t.Fatalf("%v, %v, from:\n%s", warnings, err, strings.Join(active, ""))
	}
	if c.Hub != vault.DefaultHub || c.TypeOf("work/runbooks/x.md") != "runbook" || !c.Ignored("a/drafts/x") || len(c.Relations) != 1 {
		t.Errorf("%+v", c)
	}
}

func TestInitGraphPreset(t *testing.T) {
	dir := t.TempDir()
	if _, err := vault.Init(dir); err != nil {
		t.Fatal(err)
	}
	var preset struct {
		ColorGroups []struct {
			Query string
			Color struct{ A, RGB int }
		}
	}
	if err := json.Unmarshal([]byte(read(t, dir, ".obsidian/graph.json")), &preset); err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for _, g := range preset.ColorGroups {
		if g.Color.A != 1 || seen[g.Color.RGB] {
			t.Errorf("group %+v", g)
		}
		seen[g.Color.RGB] = true
	}
	if len(seen) != 8 || preset.ColorGroups[0].Query != `path:services/ OR ["type":service]` {
		t.Errorf("groups %+v", preset.ColorGroups)
	}
}

func TestInitAdopts(t *testing.T) {
	for _, had := range []bool{true, false} {
		before := files{"a.md": "x", ".obsidian/app.json": "{}", ".vault/templates/ticket.md": "mine"}
		if had {
			before[".obsidian/graph.json"] = `{"scale": 3}`
		}
		dir := write(t, before)
		report, err := vault.Init(dir)
		if err != nil || !report.Adopted {
			t.Fatalf("%+v, %v", report, err)
		}
		after := tree(t, dir)
		for p, text := range before {
			if after[p] != text {
				t.Errorf("%s was changed to %q", p, after[p])
			}
		}
		if _, ok := after[".obsidian/graph.json"]; !ok {
			t.Error("no colours")
		}
	}
}

func TestInitOnFile(t *testing.T) {
	if _, err := vault.Init(filepath.Join(write(t, files{"a": ""}), "a")); err == nil {
		t.Error("made a vault of a file")
	}
}

func TestInitStaysInside(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	symlink(t, outside, filepath.Join(dir, ".vault"))
	if _, err := vault.Init(dir); err == nil {
		t.Error("followed a link out of the vault")
	}
	if len(tree(t, outside)) > 0 {
		t.Errorf("wrote outside: %v", tree(t, outside))
	}
}

func TestNewNote(t *testing.T) {
	day := time.Date(2026, 3, 9, 23, 0, 0, 0, time.UTC)
	base := files{
		"work/Services/a.md": "", "x/services/b.md": "", "people/mara.md": "", "Notes/n.md": "",
		".vault/templates/Service.md": "---\ntype: service\n---\n# {{title}} {{date}} {{title}}\n",
		".vault/templates/memo.md":    "# {{title}}\n",
		".vault/config.yaml":          "types: {docs/runbooks: runbook, work/tickets: ticket}\nignore: [archive]\n",
	}
	tests := []struct {
		noteType, name string
		want           string // the path, or what the error holds
	}{
		{"service", "gate", "x/services/gate.md"}, // the shortest path
		{"Service", "new/deep/gate.md", "new/deep/gate.md"},
		{"service", "notes/gate", "Notes/gate.md"},
		{"service", "WORK/services/new/gate", "work/Services/new/gate.md"},
		{"ticket", "TICKET-12: fix [it] #now", "work/tickets/TICKET-12 fix it now.md"},
		{"decision", "Use Go", "decisions/Use Go.md"},
		{"memo", "m", "m.md"},
		{"person", "Cafe\u0301", "people/Caf\u00e9.md"},
		{"person", "  .hidden.  ", "people/hidden.md"},
		{"person", strings.Repeat("é", 150), "people/" + strings.Repeat("é", 100) + ".md"},
		{"person", "a\x1b[1m\nb", "people/a 1m b.md"},
		{"person", "100% %% sure", "people/100% sure.md"},
		{"servce", "x", "did you mean service?"},
		{"runbook", "x", `unknown type "runbook"`},
		{"../../x", "x", "unknown type"},
		{"", "x", "unknown type"},
		{"person", "Mara", "a note of that name already: people/mara.md"},
		{"service", "Mara", "a note of that name already: people/mara.md"},
		{"person", "con", "reserved on Windows"},
		{"person", "x/aux.b", "reserved on Windows"},
		{"person", "", "the name is empty"},
		{"person", "..", "has no character"},
		{"person", "../x", "starts with a dot"},
		{"person", ".git/x", "starts with a dot"},
		{"person", "a//x", "the name is empty"},
		{"person", "###", "has no character"},
		{"person", "archive/x", "in a folder that the vault's config ignores"},
	}
	for _, tt := range tests {
		t.Run(tt.noteType+" "+Short(tt.name), func(t *testing.T) {
			dir := write(t, base)
			got, err := open(t, dir).NewNote(t.Context(), vault.Draft{Type: tt.noteType, Name: tt.name, Date: day})
			if err != nil {
				if !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want %s", err, tt.want)
				}
				if len(tree(t, dir)) != len(base) {
					t.Error("wrote something all the same")
				}
				return
			}
			if got != tt.want {
				t.Fatalf("got %s, want %s", got, tt.want)
			}
			if after := tree(t, dir); len(after) != len(base)+1 || after[got] == "" {
				t.Errorf("files %v", after)
			}
		})
	}
}

// Short keeps names of sub-tests readable.
func Short(s string) string { return s[:min(len(s), 20)] }

func TestNewNoteText(t *testing.T) {
	dir := write(t, files{".vault/templates/service.md": "{{title}} {{date}} {{title}} {{other}}\r\n"})
	v := open(t, dir)
	draft := vault.Draft{Type: "service", Name: "x/gate", Date: time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)}
	if _, err := v.NewNote(t.Context(), draft); err != nil {
		t.Fatal(err)
	}
	if got := read(t, dir, "x/gate.md"); got != "gate 2026-03-09 gate {{other}}\r\n" {
		t.Errorf("got %q", got)
	}
	_, err := v.NewNote(t.Context(), draft)
	if ee, ok := errors.AsType[*vault.ExistsError](err); !ok || ee.Path != "x/gate.md" || !errors.Is(err, fs.ErrExist) {
		t.Errorf("again: %v", err)
	}
	draft.Name = "y/gate"
	if _, err := v.NewNote(t.Context(), draft); !errors.Is(err, fs.ErrExist) {
		t.Errorf("elsewhere: %v", err)
	}
	draft.Again = true
	if p, err := v.NewNote(t.Context(), draft); err != nil || p != "y/gate.md" {
		t.Errorf("elsewhere, allowed: %s, %v", p, err)
	}
	if _, err := v.NewNote(t.Context(), draft); !errors.Is(err, fs.ErrExist) {
		t.Errorf("there, allowed elsewhere: %v", err)
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "x")); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestNewNoteStaysInside(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	symlink(t, outside, filepath.Join(dir, "people"))
	symlink(t, filepath.Join(outside, "new.md"), filepath.Join(dir, "new.md"))
	v := open(t, dir)
	for _, name := range []string{"mara", "people/mara"} {
		if p, err := v.NewNote(t.Context(), vault.Draft{Type: "person", Name: name}); err == nil {
			t.Errorf("made %s", p)
		}
	}
	if len(tree(t, outside)) > 0 {
		t.Errorf("wrote outside: %v", tree(t, outside))
	}
}

func TestNewNoteNeedsConfig(t *testing.T) {
	v := open(t, write(t, files{".vault/config.yaml": "hub: x"}))
	_, err := v.NewNote(t.Context(), vault.Draft{Type: "person", Name: "mara"})
	if _, ok := errors.AsType[*vault.ConfigError](err); !ok {
		t.Errorf("got %v", err)
	}
}

func FuzzSafeName(f *testing.F) {
	for _, s := range []string{"a/b", "../x", "con .md", "%%%%", "a\u202eb", " . a", "%" + "\u200b" + "%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, err := vault.SafeName(s)
		if err != nil {
			return
		}
		if again, err := vault.SafeName(name + ".md"); err != nil || again != name {
			t.Errorf("SafeName(%q) = %q, again %q, %v", s, name, again, err)
		}
		if !filepath.IsLocal(name) || strings.ContainsAny(name, "#|^:[]<>\"?*\\\n") || strings.Contains(name, "%%") {
			t.Errorf("SafeName(%q) = %q", s, name)
		}
	})
}
