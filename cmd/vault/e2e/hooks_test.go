package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHooksOfASession runs one session through all that can happen to it and looks at what the hooks have done there:
// each event calls vault once, it ends well and silently, and what it says is in the model's next request.
func TestHooksOfASession(t *testing.T) {
	m := newModel(t)
	d := newDesk(t, m)
	d.run(t, d.vault, "install", "claude")

	s := d.start(t)
	s.say(t, "first prompt")
	arrives(t, m, s.ranOnce(t, "SessionStart:startup"))
	arrives(t, m, s.ranOnce(t, "UserPromptSubmit"))
	silent(t, s, "Stop")
	s.say(t, "second prompt")
	s.say(t, "third prompt")

	if got := s.say(t, "/compact"); strings.Contains(got, "Not enough") {
		t.Fatalf("nothing was compacted: %s", got)
	}
	s.say(t, "after compacting")
	arrives(t, m, s.ranOnce(t, "SessionStart:compact"))
	if strings.Contains(m.last(t).text(), "second prompt") {
		t.Error("the session was not compacted: the old prompts are still there")
	}

	before := s.id
	s.say(t, "/clear")
	s.say(t, "after clearing")
	arrives(t, m, s.ranOnce(t, "SessionStart:clear"))
	if s.id == before {
		t.Error("the session was not cleared: it has its old id")
	}
	s.end(t)
	s.logged(t, "PreCompact:manual")
	s.logged(t, "SessionEnd:clear")
	s.logged(t, "SessionEnd:other")

	resumed := d.start(t, "--resume", s.id)
	resumed.say(t, "after resuming")
	arrives(t, m, resumed.ranOnce(t, "SessionStart:resume"))
	if !strings.Contains(m.last(t).text(), "after clearing") {
		t.Error("the session was not resumed: its prompts are not there")
	}
	resumed.end(t)
}

// arrives wants a text of a hook in the newest request of the session, whole.
func arrives(t *testing.T, m *model, text string) {
	t.Helper()
	if !strings.Contains(m.last(t).text(), text) {
		t.Errorf("the model was not told %q, but\n%s", text, m.last(t).text())
	}
}

// silent wants at least one run of a hook that said nothing.
func silent(t *testing.T, s *session, name string) {
	t.Helper()
	runs := s.ran(name)
	if len(runs) == 0 {
		t.Errorf("%s has not run; all: %+v", name, s.hooks)
	}
	for _, h := range runs {
		if h.ExitCode != 0 || h.Stdout != "" || h.Stderr != "" {
			t.Errorf("%s: %+v", name, h)
		}
	}
}

// TestUninstalledHooksDoNotRun takes the hooks out again, and leaves a hook of the person's.
func TestUninstalledHooksDoNotRun(t *testing.T) {
	m := newModel(t)
	d := newDesk(t, m)
	file := filepath.Join(d.home, ".claude", "settings.json")
	mine := `{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "echo words of mine"}]}]}}`
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(mine), 0o644); err != nil {
		t.Fatal(err)
	}

	d.run(t, d.vault, "install", "claude")
	with := d.start(t)
	with.say(t, "a prompt")
	if n := len(with.ran("SessionStart:startup")); n != 2 {
		t.Errorf("%d hooks ran beside each other, want that of the person and that of vault: %+v", n, with.hooks)
	}
	if line := m.last(t).lineWith(t, "words of mine"); !strings.HasPrefix(line, "SessionStart") {
		t.Errorf("the words of the person's hook arrive as %q", line)
	}
	with.end(t)

	d.run(t, d.vault, "uninstall", "claude")
	without := d.start(t)
	without.say(t, "a prompt")
	if n := len(without.ran("SessionStart:startup")); n != 1 || len(without.ran("Stop")) > 0 {
		t.Errorf("hooks that were taken out ran: %+v", without.hooks)
	}
	arrives(t, m, "words of mine")
	without.end(t)
}

// TestHooksOfAProject installs into one project only.
func TestHooksOfAProject(t *testing.T) {
	m := newModel(t)
	d := newDesk(t, m)
	d.run(t, d.vault, "install", "claude", "--project")
	s := d.start(t)
	s.say(t, "a prompt")
	s.ranOnce(t, "SessionStart:startup")
	s.end(t)

	// In both places the same hook runs once.
	d.run(t, d.vault, "install", "claude")
	s = d.start(t)
	s.say(t, "a prompt")
	s.ranOnce(t, "SessionStart:startup")
	s.end(t)
	d.run(t, d.vault, "uninstall", "claude")
	d.run(t, d.vault, "install", "claude", "--project")

	elsewhere := *d
	elsewhere.repo = d.home
	s = elsewhere.start(t)
	s.say(t, "a prompt")
	if len(s.hooks) > 0 {
		t.Errorf("hooks of a project ran elsewhere: %+v", s.hooks)
	}
	s.end(t)
}
