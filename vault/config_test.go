package vault_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"vaultgraph/graph"
	"vaultgraph/vault"
)

func TestDefaultTypes(t *testing.T) {
	c := vault.DefaultConfig()
	for p, want := range map[string]string{
		"services/x.md": "service", "work/Tickets/x.md": "ticket", "services/decisions/x.md": "decision",
		"people/a/b/x.md": "person", "tools/x.md": "tool", "sessions/2026/x.md": "session", "FEEDBACK/x.md": "feedback",
		"sprints/x.md": "sprint", "x.md": "", "services.md": "", "microservices/x.md": "",
	} {
		if got := c.TypeOf(p); got != want {
			t.Errorf("TypeOf(%s) = %q, want %q", p, got, want)
		}
	}
}

func TestParseConfig(t *testing.T) {
	c, warnings, err := vault.ParseConfig([]byte(`
types:
  work/: Thing
  work/runbooks: runbook
  services: ~
relations:
  feeds: {inverse: fed by, kind: Dependency, typo: 1}
  mirrors: mirrored by
  beside:
hub: 50
ignore: archive/
templates: Templates
`))
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[string]string{
		"work/x.md": "thing", "Work/Runbooks/a/x.md": "runbook", "services/x.md": "", "a/services/x.md": "service",
		"workshop/x.md": "",
	} {
		if got := c.TypeOf(p); got != want {
			t.Errorf("TypeOf(%s) = %q, want %q", p, got, want)
		}
	}
	if c.Hub != 50 || c.Templates != "Templates" || !c.Ignored("archive/x/y.md") || c.Ignored("archives/y.md") {
		t.Errorf("config %+v", c)
	}
	v := c.Vocabulary()
	if inv, _ := v.Inverse("fed by"); inv != "feeds" || v.Kind("feeds") != graph.Dependency {
		t.Errorf("feeds: inverse of its inverse %q, kind %v", inv, v.Kind("feeds"))
	}
	if inv, _ := v.Inverse("mirrors"); inv != "mirrored by" {
		t.Errorf("mirrors: %q", inv)
	}
	if len(warnings) != 1 || warnings[0].Error() != ".vault/config.yaml:7: relations.feeds.typo: unknown key, ignored: known are inverse, kind" {
		t.Errorf("warnings %v", warnings)
	}
}

func TestParseConfigErrors(t *testing.T) {
	tests := []struct{ src, want string }{
		{"hub: many", ":1: hub: want a number"},
		{"hub: 0", ":1: hub: want a number"},
		{"hub: [1]", ":1: hub: want a number"},
		{"# c\n\ntypes: services", ":3: types: want folders"},
		{"types:\n  ../x: service", ":2: types.../x: want a folder inside"},
		{"types:\n  a:\n    - b", ":3: types.a: want one type word"},
		{"ignore:\n  - ok\n  - /etc", ":3: ignore: /etc: want a path inside"},
		{"ignore: ['[']", ":1: ignore: [: bad pattern"},
		{"ignore: [{a: b}]", ":1: ignore: want folders"},
		{"templates: ../t", ":1: templates: want a folder inside"},
		{`templates: 'C:\t'`, ":1: templates: want a folder inside"},
		{"templates: ~/t", ":1: templates: want a folder inside"},
		{"relations: [a]", ":1: relations: want relations"},
		{"relations:\n  x: {kind: odd}", `:2: relations.x.kind: unknown kind "odd"`},
		{"relations:\n  x: [a]", ":2: relations.x: want the inverse"},
		{"hub: 1\nhub: 2", ":2: hub: is there twice"},
		{"- a", ":1: want settings"},
		{"a: b: c", ":1: is not valid YAML"},
		{"a: 1\nb: [", ":2: is not valid YAML"},
	}
	for _, tt := range tests {
		_, _, err := vault.ParseConfig([]byte(tt.src))
		if _, ok := errors.AsType[*vault.ConfigError](err); !ok || !strings.Contains(err.Error(), ".vault/config.yaml"+tt.want) {
			t.Errorf("%q: got %v, want …%s", tt.src, err, tt.want)
		}
	}
}

func TestConfigWarnings(t *testing.T) {
	for src, want := range map[string]string{
		"huub: 1":       ".vault/config.yaml:1: huub: unknown key, ignored: did you mean hub?",
		"github: []":    ".vault/config.yaml:1: github: ignored: this belongs in your own config, which no vault can change",
		"x: 1\n":        ".vault/config.yaml:1: x: unknown key, ignored: known are types, relations, hub, ignore, templates",
		"hub:\nzzz: ''": ".vault/config.yaml:2: zzz: unknown key, ignored: known are types, relations, hub, ignore, templates",
	} {
		_, warnings, err := vault.ParseConfig([]byte(src))
		if err != nil || fmt.Sprint(warnings) != "["+want+"]" {
			t.Errorf("%q: %v, %v", src, warnings, err)
		}
	}
	for _, src := range []string{"", "# nothing\n", "---\n", "hub:\n"} {
		if c, warnings, err := vault.ParseConfig([]byte(src)); err != nil || warnings != nil || c.Hub != vault.DefaultHub {
			t.Errorf("%q: %v, %v", src, warnings, err)
		}
	}
}

func TestBrokenConfigLeavesDefaults(t *testing.T) {
	v := open(t, write(t, files{".vault/config.yaml": "hub: 5\nignore: [a\n", "services/x.md": ""}))
	if v.ConfigErr == nil || v.Config.Hub != vault.DefaultHub {
		t.Errorf("error %v, hub %d", v.ConfigErr, v.Config.Hub)
	}
	s, err := v.Load(t.Context())
	if err != nil || s.Entries[0].Type != "service" {
		t.Errorf("%v, %v", s, err)
	}
	if f := s.Check()[0]; f.Path != ".vault/config.yaml" || f.Line == 0 || f.Code != vault.CodeConfig {
		t.Errorf("finding %v", f)
	}
}

func TestIgnored(t *testing.T) {
	for _, tt := range []struct {
		pattern, in, out string // blank-separated paths
	}{
		{"archive", "archive archive/x.md Archive/a/b.md", "x/archive archives a/archive/b"},
		{"archive/**", "archive/x.md archive/a/b.md", "x"},
		{"**/drafts", "drafts drafts/x a/drafts a/b/DRAFTS/x", "draft a/draft"},
		{"a/**/z", "a/z a/b/z a/b/c/z/x", "z a/b b/a/z"},
		{"**/a/**/b", "a/b x/a/y/b a/a/b/c", "b/a a"},
		{"*.tmp.md", "x.tmp.md", "a/x.tmp.md x.md"},
		{"n?te/[ab]*", "note/b.md note/A/x", "note/c noote/a"},
		{"**", "a a/b", ""},
	} {
		c, _, err := vault.ParseConfig([]byte("ignore: '" + tt.pattern + "'"))
		if err != nil {
			t.Fatal(err)
		}
		for p := range strings.FieldsSeq(tt.in) {
			if !c.Ignored(p) {
				t.Errorf("%s does not ignore %s", tt.pattern, p)
			}
		}
		for p := range strings.FieldsSeq(tt.out) {
			if c.Ignored(p) {
				t.Errorf("%s ignores %s", tt.pattern, p)
			}
		}
	}
}

// A pattern comes with the vault and must not be able to hold up whoever reads it.
func TestIgnoredIsQuick(t *testing.T) {
	c, _, err := vault.ParseConfig([]byte("ignore: '" + strings.Repeat("**/a*/", 40) + "z'"))
	if err != nil {
		t.Fatal(err)
	}
	if c.Ignored(strings.Repeat("a/", 2000) + "y") {
		t.Error("ignored")
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add("types: {a: b}\nrelations: {x: {inverse: y}}\nhub: 3\nignore: ['**/**/a*', b]\n")
	f.Add("a: &x [*x]\nignore: *x\n")
	f.Fuzz(func(t *testing.T, src string) {
		c, _, err := vault.ParseConfig([]byte(src))
		if err == nil {
			c.TypeOf("a/b/c.md")
			c.Ignored("a/b/c.md")
		}
	})
}
