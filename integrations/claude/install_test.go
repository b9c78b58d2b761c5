package claude

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/vault"
)

// A home is a person's folders, with what installs into them.
type home struct {
	t    *testing.T
	in   Installer
	at   Place
	root string
}

func newHome(t *testing.T) *home {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at, err := UserPlace(vault.Environment{Home: root, WorkDir: root, Getenv: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	skills := fstest.MapFS{"vault/SKILL.md": {Data: []byte("first words\n")}}
	return &home{t: t, in: Installer{Binary: program, Skills: skills, State: filepath.Join(root, "state")}, at: at, root: root}
}

func (h *home) install() *Plan {
	h.t.Helper()
	p, err := h.in.Install(h.at)
	return h.apply(p, err)
}

func (h *home) uninstall() *Plan {
	h.t.Helper()
	p, err := h.in.Uninstall(h.at)
	return h.apply(p, err)
}

func (h *home) apply(p *Plan, err error) *Plan {
	h.t.Helper()
	if err == nil {
		err = p.Apply()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func (h *home) write(file, text string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

func (h *home) read(file string) string {
	h.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(text)
}

// files lists what there is below the home.
func (h *home) files() []string {
	h.t.Helper()
	var files []string
	err := filepath.WalkDir(h.root, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(h.root, p)
			files = append(files, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return files
}

func TestInstallTwiceThenUninstall(t *testing.T) {
	h := newHome(t)
	const mine = "{\n  \"model\": \"opus\"\n}"
	h.write(h.at.Settings, mine)
	h.install()
	if p := h.install(); len(p.Changes) > 0 || p.Diff() != "" {
		t.Errorf("the second time changes\n%s", p.Diff())
	}
	h.uninstall()
	if got := h.read(h.at.Settings); got != mine {
		t.Errorf("got %q", got)
	}
	if diff := cmp.Diff([]string{".claude/settings.json"}, h.files()); diff != "" {
		t.Errorf("something is left: %s", diff)
	}
}

// TestReinstallAfterRemovalByHand: the person takes the hooks out by hand, then installs again.
func TestReinstallAfterRemovalByHand(t *testing.T) {
	h := newHome(t)
	const mine = "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n"
	h.write(h.at.Settings, mine)
	h.install()
	h.write(h.at.Settings, mine)
	h.install()
	h.uninstall()
	if got := h.read(h.at.Settings); got != mine {
		t.Errorf("got\n%s", got)
	}
}

// TestFileMadeAgain: the person deletes the settings, so what the next installation makes is all vault's.
func TestFileMadeAgain(t *testing.T) {
	h := newHome(t)
	h.write(h.at.Settings, "{}")
	h.install()
	if err := os.Remove(h.at.Settings); err != nil {
		t.Fatal(err)
	}
	h.install()
	h.uninstall()
	if files := h.files(); len(files) > 0 {
		t.Errorf("left: %v", files)
	}
}

func TestSkillOfAnOlderVersion(t *testing.T) {
	h := newHome(t)
	h.install()
	file := filepath.Join(h.at.Skills, "vault", "SKILL.md")
	h.in.Skills = fstest.MapFS{"vault/SKILL.md": {Data: []byte("newer words\n")}}
	h.install()
	if got := h.read(file); got != "newer words\n" {
		t.Errorf("the skill was not renewed: %q", got)
	}
	h.write(file, "words of mine\n")
	if p := h.install(); len(p.Changes) > 0 || len(p.Notices) != 1 {
		t.Errorf("an edited skill: %d changes, %q", len(p.Changes), p.Notices)
	}
	h.uninstall()
	if got := h.read(file); got != "words of mine\n" {
		t.Errorf("the person's skill is %q", got)
	}
}

// TestChangedInTheMeantime has another program save the settings between the plan and its doing.
func TestChangedInTheMeantime(t *testing.T) {
	h := newHome(t)
	h.write(h.at.Settings, "{}")
	p, err := h.in.Install(h.at)
	if err != nil {
		t.Fatal(err)
	}
	h.write(h.at.Settings, `{"model": "haiku"}`)
	if err := p.Apply(); err == nil || !strings.Contains(err.Error(), "changed in the meantime") {
		t.Errorf("got %v", err)
	}
	if got := h.read(h.at.Settings); got != `{"model": "haiku"}` {
		t.Errorf("the other program's edit is gone: %s", got)
	}
}

// TestRecordHoldsNothingOfTheirs: settings may hold keys and tokens.
func TestRecordHoldsNothingOfTheirs(t *testing.T) {
	h := newHome(t)
	h.write(h.at.Settings, `{"env": {"ANTHROPIC_API_KEY": "sk-ant-not-a-real-one"}}`)
	h.install()
	if record := h.read(h.in.recordFile()); strings.Contains(record, "sk-ant") {
		t.Errorf("the record has the key: %s", record)
	}
}

func TestStatusOf(t *testing.T) {
	h := newHome(t)
	all := []Event{SessionStart, UserPromptSubmit, Stop, PreCompact, SessionEnd}
	status := func() Status {
		t.Helper()
		s, err := StatusOf(h.at)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if diff := cmp.Diff(Status{File: h.at.Settings, Missing: all}, status()); diff != "" {
		t.Errorf("before: %s", diff)
	}
	h.install()
	if diff := cmp.Diff(Status{File: h.at.Settings, Commands: []string{program}}, status()); diff != "" {
		t.Errorf("installed: %s", diff)
	}
	h.write(h.at.Settings, `{"disableAllHooks": true, "enabledPlugins": {"vault@acme": true}, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "vault hook stop"}]}]}}`)
	want := Status{File: h.at.Settings, Commands: []string{"vault hook stop"}, Missing: []Event{SessionStart, UserPromptSubmit, PreCompact, SessionEnd}, Disabled: true, Plugin: "vault@acme"}
	if diff := cmp.Diff(want, status()); diff != "" {
		t.Errorf("by hand: %s", diff)
	}
}
