package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"vaultgraph/cmd/internal/cli"
)

const secret = "the words of a file outside the vault"

// hostileVault makes a vault of what breaks readers, and what must not be read beside it.
func hostileVault(t *testing.T) (dir string) {
	t.Helper()
	root := t.TempDir()
	dir = filepath.Join(root, "vault")
	put := func(name, text string) {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Logf("left out: %v", err) // this file system does not have such names
		}
	}
	put("secret.md", secret)
	put("x.md", secret)
	put("vault/start.md", "[[../secret]] [[../../x]] [[/etc/passwd]] ![[../secret.md]] [a](../secret.md) [b](file:///etc/passwd)\n"+
		"[["+filepath.ToSlash(filepath.Join(root, "secret"))+"]] [[C:\\Windows\\win.ini]] [[link-out]] [[folder-out/secret]]\n"+
		"[[nul]] [[utf16]] [[big]] [[deep]] [[bomb]] [[odd]] [[CON]] [[Name]] [[name]] [[cafe\u0301]] \x1b[31mred\x1b[0m \u202eevil\n")
	put("vault/nul.md", "a\x00b [[start]] \xff\xfe[[x\x00y]]\n")
	put("vault/utf16.md", "\xff\xfe[\x00[\x00s\x00t\x00a\x00r\x00t\x00]\x00]\x00")
	put("vault/deep.md", strings.Repeat(">", 10_000)+" [[start]]\n\n"+strings.Repeat("- ", 10_000)+"[[start]]\n\n"+strings.Repeat("[", 100_000)+"\n\n[[start]]\n")
	put("vault/bomb.md", "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"+
		"d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n---\n[[start]]\n")
	put("vault/wide.md", "---\n"+strings.Repeat("k: v\n", 1)+"text: \""+strings.Repeat("x", 1<<20)+"\"\n---\n[[start]]\n")
	put("vault/odd\nname\x1b[31m.md", "[[start]]\n")
	put("vault/bad\xff\xfename.md", "[[start]]\n")
	put("vault/Name.md", "[[start]]\n")
	put("vault/name.md", "[[start]]\n")
	put("vault/caf\u00e9.md", "[[start]]\n")
	put("vault/cafe\u0301.md", "[[start]]\n")
	put("vault/CON.md", "[[start]]\n")
	put("vault/board.canvas", `{"nodes":[{"type":"file","file":"../secret.md"},{"type":"text","text":"[[start]] `+"\\u001b"+`[31m"}]}`)
	if runtime.GOOS != "windows" {
		links := map[string]string{
			"link-out.md": "../secret.md", "folder-out": "..", "loop": "loop", "up": ".", "passwd.md": "/etc/passwd",
		}
		for name, target := range links {
			if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	big, err := os.Create(filepath.Join(dir, "big.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := big.Truncate(200 << 20); err != nil {
		t.Fatal(err)
	}
	if err := big.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestHostileVault asks every reading verb about it: each answers, none shows what lies outside, none lets a control
// character through, and what was not read is named.
func TestHostileVault(t *testing.T) {
	dir := hostileVault(t)
	home := t.TempDir()
	for _, tt := range []struct {
		exit int
		args []string
	}{
		{0, []string{"list"}}, {0, []string{"list", "--unresolved"}}, {0, []string{"stats"}}, {3, []string{"check"}},
		{0, []string{"traverse", "start"}}, {0, []string{"traverse", "start", "--format", "json"}},
		{0, []string{"traverse", "start", "--format", "mermaid"}}, {0, []string{"traverse", "start", "--format", "canvas"}},
		{0, []string{"traverse", "start", "--format", "paths"}}, {0, []string{"links", "start"}}, {0, []string{"backlinks", "start"}},
		{0, []string{"why", "start", "deep"}}, {0, []string{"export"}}, {0, []string{"export", "--format", "dot"}},
		{0, []string{"show", "start"}}, {1, []string{"show", "big"}}, {1, []string{"show", "../secret"}},
		{1, []string{"traverse", "../../x"}}, {1, []string{"traverse", "/etc/passwd"}}, {1, []string{"traverse", "a\nb\x1b[31m"}},
	} {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			var out, errs bytes.Buffer
			app := &cli.App{
				In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" },
				WorkDir: home, Home: home, Now: time.Now, Terminal: true,
			}
			if code := app.Run(t.Context(), append([]string{"--vault", dir}, tt.args...)); code != tt.exit {
				t.Fatalf("exit %d, want %d\n%s", code, tt.exit, errs.String())
			}
			if tt.exit == 1 && out.Len() > 0 {
				t.Errorf("an error with output: %q", out.String())
			}
			all := out.String() + errs.String()
			if strings.Contains(all, secret) || strings.Contains(all, "root:x:") {
				t.Errorf("a file outside the vault was read")
			}
			for i, r := range all {
				if unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\u202e' || r == utf8.RuneError && !strings.HasPrefix(all[i:], "\uFFFD") {
					t.Fatalf("a control character or a byte that is no text came through: %q", all[max(0, i-40):min(len(all), i+40)])
				}
			}
			if tt.args[0] == "export" && len(tt.args) == 1 && !json.Valid(out.Bytes()) {
				t.Error("the export is not JSON")
			}
			if tt.args[0] == "list" && !strings.Contains(errs.String(), "big.md: skipped: 200 MiB is over the limit") {
				t.Errorf("nothing says that the large note was skipped:\n%s", errs.String())
			}
		})
	}
}
