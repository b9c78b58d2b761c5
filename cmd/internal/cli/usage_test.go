package cli

import (
	"strings"
	"testing"

	"vaultgraph/vault"
)

func TestNearest(t *testing.T) {
	verbs := []string{"init", "new", "traverse", "links", "backlinks", "why", "list", "show", "check", "stats", "export"}
	for name, want := range map[string]string{
		"travrse":   "traverse",
		"traversal": "traverse",
		"TRAVERSE":  "traverse",
		"lst":       "list",
		"link":      "links",
		"backlink":  "backlinks",
		"shwo":      "show",
		"stat":      "stats",
		"zebra":     "",
		"":          "",
		"x":         "",

		strings.Repeat("very long ", 50): "",
	} {
		if got := vault.Nearest(name, verbs); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestWantsJSON(t *testing.T) {
	for line, want := range map[string]bool{
		"list --format json":          true,
		"--format=json list --broken": true,
		"list --format md":            false,
		"show -- --format json":       false,
		"list --format":               false,
		"show json":                   false,
	} {
		if got := wantsJSON(strings.Fields(line)); got != want {
			t.Errorf("%s: got %v", line, got)
		}
	}
}

func TestFirstWord(t *testing.T) {
	root := newRoot(&call{App: &App{}, out: newOutput(&strings.Builder{})})
	for line, want := range map[string]string{
		"list":                       "list",
		"-v list":                    "list",
		"--vault x list":             "list",
		"--vault=x --verbose list":   "list",
		"--format json lst":          "lst",
		"--vault list":               "",
		"-- list":                    "",
		"--frobnicate list --type x": "list",
		"":                           "",
	} {
		if got := firstWord(root, strings.Fields(line)); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// TestVerbsExplainThemselves holds every verb to a line about it, an example, checked arguments and a form.
func TestVerbsExplainThemselves(t *testing.T) {
	root := newRoot(&call{App: &App{}, out: newOutput(&strings.Builder{})})
	for _, cmd := range root.Commands() {
		if cmd.Short == "" || cmd.Example == "" || cmd.ValidArgsFunction == nil {
			t.Errorf("%s lacks a line, an example or completion", cmd.Name())
		}
		if !cmd.Hidden && (cmd.Args == nil || cmd.LocalFlags().Lookup("format") == nil) {
			t.Errorf("%s does not check its arguments or knows no --format", cmd.Name())
		}
		for line := range strings.Lines(cmd.Long) {
			if len([]rune(line)) > 120 {
				t.Errorf("%s: too wide: %s", cmd.Name(), line)
			}
		}
	}
}
