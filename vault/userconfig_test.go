package vault_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vaultgraph/vault"
)

// person is an environment with a home folder and these variables.
func person(t *testing.T, vars map[string]string) vault.Environment {
	home := t.TempDir()
	return vault.Environment{
		Getenv:  func(k string) string { return strings.ReplaceAll(vars[k], "$HOME", home) },
		Home:    home,
		WorkDir: home,
	}
}

func TestUserConfigPath(t *testing.T) {
	for _, tt := range []struct {
		vars map[string]string
		want string
	}{
		{map[string]string{"VAULT_CONFIG": "$HOME/v.yaml", "XDG_CONFIG_HOME": "$HOME/x"}, "v.yaml"},
		{map[string]string{"VAULT_CONFIG": "~/v.yaml"}, "v.yaml"},
		{map[string]string{"VAULT_CONFIG": "v.yaml"}, "v.yaml"},
		{map[string]string{"XDG_CONFIG_HOME": "$HOME/x"}, "x/vault/config.yaml"},
		{map[string]string{"XDG_CONFIG_HOME": "relative"}, ".config/vault/config.yaml"},
		{nil, ".config/vault/config.yaml"},
	} {
		env := person(t, tt.vars)
		got, err := vault.UserConfigPath(env)
		if want := filepath.Join(env.Home, tt.want); err != nil || got != want {
			t.Errorf("%v: %s, %v, want %s", tt.vars, got, err, want)
		}
	}
	if _, err := vault.UserConfigPath(vault.Environment{Getenv: func(string) string { return "" }}); err == nil {
		t.Error("a config without a home folder")
	}
}

func TestReadUserConfig(t *testing.T) {
	env := person(t, map[string]string{"VAULT_CONFIG": "~/c.yaml"})
	if c, err := vault.ReadUserConfig(env); err != nil || c.Vaults != nil {
		t.Errorf("no file: %v, %v", c, err)
	}
	for src, want := range map[string]string{
		"":                     "[] []",
		"vaults: ~/notes":      "[H/notes] []",
		"vaults: [~/a, /b/]":   "[H/a /b] []",
		"vaults:\n- &x '~/a'":  "[H/a] []",
		"vaults:\nrepos: [x]":  "[] []",
		"vault: ~/a\nllm: {}":  "[] [H/c.yaml:1: vault: unknown key, ignored: did you mean vaults?]",
		"vaults: [relative]":   "H/c.yaml:1: vaults: relative: want an absolute path, or one that starts with ~/",
		"\nvaults: {a: b}":     "H/c.yaml:2: vaults: want a folder, or a list of folders",
		"vaults: [~]":          "H/c.yaml:1: vaults: want a folder, or a list of folders",
		"a: 1\nvaults: [":      "H/c.yaml:2: is not valid YAML: did not find expected node content",
		"vaults: 1\nvaults: 2": "H/c.yaml:2: vaults: is there twice, first on line 1: join the two",
	} {
		put(t, filepath.Join(env.Home, "c.yaml"), src)
		c, err := vault.ReadUserConfig(env)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(c.Vaults, c.Warnings)
		} else if _, ok := errors.AsType[*vault.ConfigError](err); !ok {
			t.Errorf("%q: %T", src, err)
		}
		if got = strings.ReplaceAll(got, env.Home, "H"); !strings.HasPrefix(got, want) {
			t.Errorf("%q:\n got %s\nwant %s", src, got, want)
		}
	}
}

func TestAddVault(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"nothing", "", "vaults:\n  - ~/notes\n"},
		{"comments only", "# mine", "# mine\nvaults:\n  - ~/notes\n"},
		{"other keys", "me: {names: [Me]}  # c\n\n", "me: {names: [Me]}  # c\n\nvaults:\n  - ~/notes\n"},
		{"no value", "vaults: # mine\nme: {}\n", "vaults: # mine\n  - ~/notes\nme: {}\n"},
		{"no value, at the end", "vaults:", "vaults:\n  - ~/notes"},
		{"null", "vaults: null # c\n", "vaults: [~/notes] # c\n"},
		{"one", "vaults: ~/a # c\n", "vaults: [~/a, ~/notes] # c\n"},
		{"one, quoted", "vaults: 'it''s' # c\n", ""},
		{"one, in double quotes", "vaults: \"/a \\\" ü\" # c\n", "vaults: [\"/a \\\" ü\", ~/notes] # c\n"},
		{"one, in single quotes", "vaults: '/it''s' # c\n", "vaults: ['/it''s', ~/notes] # c\n"},
		{"block", "# a\nvaults:\n  # b\n  - ~/a  # c\n  # d\n\nme: {}\n", "# a\nvaults:\n  # b\n  - ~/a  # c\n  - ~/notes\n  # d\n\nme: {}\n"},
		{"block without indentation", "vaults:\n- ~/a\n- /b\nme: {}", "vaults:\n- ~/a\n- /b\n- ~/notes\nme: {}"},
		{"block, no line end", "vaults:\n    -   ~/a", "vaults:\n    -   ~/a\n    - ~/notes"},
		{"flow", "vaults: [ ~/a , '/b' ] # c\n", "vaults: [ ~/a , '/b', ~/notes ] # c\n"},
		{"empty flow", "vaults: []\n", "vaults: [~/notes]\n"},
		{"flow over lines", "vaults: [\n  ~/a,\n  ~/b,\n]\n", "vaults: [\n  ~/a,\n  ~/b, ~/notes,\n]\n"},
		{"flow at the top", "{me: {}}\n", "{vaults: [~/notes], me: {}}\n"},
		{"CRLF", "vaults:\r\n  - ~/a\r\nme: {}\r\n", "vaults:\r\n  - ~/a\r\n  - ~/notes\r\nme: {}\r\n"},
		{"wide letters", "vaults: [/決済, /ü]\n", "vaults: [/決済, /ü, ~/notes]\n"},
		{"listed", "vaults: [~/x/../notes/]\n", "vaults: [~/x/../notes/]\n"},
		{"end of document", "me: {}\n...\n", ""},
		{"alias", "x: &x [~/a]\nvaults: *x\n", ""},
		{"value over lines", "vaults: [\"/a\\\n  b\"]\n", "vaults: [\"/a\\\n  b\", ~/notes]\n"},
		{"plain value over lines", "vaults:\n  - /a\n    b\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env := person(t, nil)
			file := filepath.Join(env.Home, ".config/vault/config.yaml")
			if tt.src != "" {
				put(t, file, tt.src)
			}
			added, err := vault.AddVault(env, filepath.Join(env.Home, "notes"))
			if tt.want == "" {
				if err == nil || read(t, file) != tt.src {
					t.Errorf("got %v, file %q", err, read(t, file))
				}
				return
			}
			if err != nil || added != (tt.src != tt.want) {
				t.Fatalf("added %v, %v", added, err)
			}
			if got := read(t, file); got != tt.want {
				t.Errorf("\n got %q\nwant %q", got, tt.want)
			}
			if added, err := vault.AddVault(env, "~/notes"); added || err != nil {
				t.Errorf("again: added %v, %v", added, err)
			}
			c, err := vault.ReadUserConfig(env)
			if err != nil || c.Vaults[len(c.Vaults)-1] != filepath.Join(env.Home, "notes") {
				t.Errorf("read back: %v, %v", c, err)
			}
		})
	}
}

func TestAddVaultOddPaths(t *testing.T) {
	env := person(t, nil)
	names := []string{"My Notes", "a: b", "it's", "#x", "[x]", "決済", "~", "a, b", "-"}
	for _, name := range names {
		if _, err := vault.AddVault(env, filepath.Join(env.Home, name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	c, err := vault.ReadUserConfig(env)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if c.Vaults[i] != filepath.Join(env.Home, name) {
			t.Errorf("%s: listed as %s", name, c.Vaults[i])
		}
	}
	if _, err := vault.AddVault(env, "/a\nb"); err == nil {
		t.Error("a line end in a path was listed")
	}
}

// People keep their settings in a repository and link them into place.
func TestAddVaultThroughSymlink(t *testing.T) {
	env := person(t, map[string]string{"VAULT_CONFIG": "~/link.yaml"})
	file := filepath.Join(env.Home, "dotfiles", "c.yaml")
	put(t, file, "vaults: [/a]\n")
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	symlink(t, "dotfiles/c.yaml", filepath.Join(env.Home, "link.yaml"))
	if _, err := vault.AddVault(env, "/b"); err != nil {
		t.Fatal(err)
	}
	if got := read(t, file); got != "vaults: [/a, /b]\n" {
		t.Errorf("got %q", got)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func FuzzAddVault(f *testing.F) {
	for _, s := range []string{"vaults: [a]\n", "vaults:\n- a\n", "{vaults: x}", "a: b", "vaults: \"x\\\ny\"", "\ufeffvaults: [/a]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		env := person(t, map[string]string{"VAULT_CONFIG": "~/c.yaml"})
		put(t, filepath.Join(env.Home, "c.yaml"), src)
		before, err := vault.ReadUserConfig(env)
		if err != nil {
			return
		}
		added, err := vault.AddVault(env, "/new")
		if err != nil || !added {
			return
		}
		after, err := vault.ReadUserConfig(env)
		if err != nil || fmt.Sprint(after.Vaults) != fmt.Sprint(append(before.Vaults, "/new")) {
			t.Errorf("%q: %v, then %v, %v", src, before.Vaults, after, err)
		}
	})
}
