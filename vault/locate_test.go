package vault_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vaultgraph/vault"
)

func TestLocate(t *testing.T) {
	home := t.TempDir()
	at := func(p string) string { return filepath.Join(home, filepath.FromSlash(p)) }
	for _, dir := range []string{"notes/.vault", "notes/inner/.vault", "notes/sub", "work/.obsidian", "work/a/b", "plain/x",
		"else", ".vault", "src/clone/.vault", "src/clone/pkg"} {
		if err := os.MkdirAll(at(dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	put(t, at("file"), "")
	put(t, at("fake/.vault"), "a file, no folder")
	symlink(t, "notes/sub", at("link"))
	tests := []struct {
		name, flag, env, listed, cwd string
		writing                      bool
		want                         string // "" for ErrNoVault
		via                          vault.Via
	}{
		{"flag", "H/work", "H/notes", "notes", "notes", false, "work", vault.ViaFlag},
		{"flag from the working directory", "../work", "", "", "notes", false, "work", vault.ViaFlag},
		{"flag with tilde", "~/work", "", "", "notes", true, "work", vault.ViaFlag},
		{"flag, no such folder", "H/gone", "", "notes", "notes", false, "", 0},
		{"flag, a file", "H/file", "", "notes", "notes", false, "", 0},
		{"flag, plain folder, reading", "H/plain", "", "", "notes", false, "plain", vault.ViaFlag},
		{"flag, plain folder, writing", "H/plain", "", "notes", "notes", true, "", 0},
		{"environment", "", "H/notes", "work", "work", false, "notes", vault.ViaEnv},
		{"environment, no such folder", "", "~/gone", "work", "work", false, "", 0},
		{"listed around", "", "", "work notes", "notes/sub", true, "notes", vault.ViaWorkDir},
		{"listed around, the innermost", "", "", "notes notes/inner", "notes/inner", false, "notes/inner", vault.ViaWorkDir},
		{"listed around, through a link", "", "", "work notes", "link", false, "notes", vault.ViaWorkDir},
		{"first listed", "", "", "work notes", "else", true, "work", vault.ViaList},
		{"first listed, not the clone", "", "", "work", "src/clone", false, "work", vault.ViaList},
		{"first listed is gone", "", "", "gone notes", "else", false, "", 0},
		{"first listed is gone, but around another", "", "", "gone notes", "notes", false, "notes", vault.ViaWorkDir},
		{"unlisted, reading", "", "", "", "src/clone/pkg", false, "src/clone", vault.ViaUnlisted},
		{"unlisted Obsidian vault, reading", "", "", "", "work/a/b", false, "work", vault.ViaUnlisted},
		{"unlisted, writing", "", "", "", "src/clone/pkg", true, "", 0},
		{"home is never found", "", "", "", "plain/x", false, "", 0},
		{"the mark is a file", "", "", "", "fake", false, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := strings.NewReplacer("H", home)
			env := vault.Environment{Home: home, WorkDir: at(tt.cwd), Getenv: func(k string) string {
				if k == "VAULT_DIR" {
					return h.Replace(tt.env)
				}
				return ""
			}}
			req := vault.Request{Flag: h.Replace(tt.flag), Writing: tt.writing}
			for l := range strings.FieldsSeq(tt.listed) {
				req.Listed = append(req.Listed, at(l))
			}
			place, err := vault.Locate(env, req)
			if tt.want == "" {
				if !errors.Is(err, vault.ErrNoVault) {
					t.Errorf("got %v, %v", place, err)
				}
				return
			}
			if err != nil || place.Dir != at(tt.want) || place.Via != tt.via {
				t.Errorf("got %v, %v, want %s", place, err, at(tt.want))
			}
			// Who stands in one vault and gets another, or one that nobody listed, is told.
			told := tt.via == vault.ViaUnlisted || tt.via == vault.ViaList && strings.Contains(tt.cwd, "clone")
			if (place.Notice() != "") != told {
				t.Errorf("notice %q", place.Notice())
			}
		})
	}
}
