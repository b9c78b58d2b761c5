//go:build unix

package vault_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"vaultgraph/vault"
)

// A pipe without a writer would make whoever opens it wait for ever.
func TestPipe(t *testing.T) {
	dir := write(t, files{"a.md": "[[pipe]]"})
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.md"), 0o666); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	symlink(t, "pipe.md", filepath.Join(dir, "link.md"))
	paths, findings := scan(t, dir)
	same(t, "files", paths, []string{"a.md note"})
	same(t, "findings", findings, []string{
		"link.md:0: notice: not-a-file: skipped: symbolic link to something that is not a regular file",
		"pipe.md:0: notice: not-a-file: skipped: not a regular file",
	})
}

// A note may become a pipe between listing and reading.
func TestNoteBecomesPipe(t *testing.T) {
	dir := write(t, files{"a.md": "", "b.md": ""})
	v := open(t, dir)
	fs, _, err := v.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := filepath.Join(dir, "b.md")
	if err := syscall.Unlink(b); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(b, 0o666); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	s, err := v.Read(t.Context(), fs, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "findings", lines(s.Findings), []string{"b.md:0: warning: not-a-file: skipped: not a regular file"})
	if _, err := v.ReadFile("b.md"); err.(*vault.SkipError).Code != vault.CodeIrregular {
		t.Errorf("ReadFile: %v", err)
	}
}

func TestPipeAsConfig(t *testing.T) {
	dir := write(t, files{".vault/x": "", ".obsidian/x": ""})
	for _, p := range []string{".vault/config.yaml", ".obsidian/app.json"} {
		if err := syscall.Mkfifo(filepath.Join(dir, p), 0o666); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
	}
	if v := open(t, dir); v.ConfigErr == nil {
		t.Error("a pipe passed for a config")
	}
	if _, findings := scan(t, dir); len(findings) != 1 {
		t.Errorf("findings %q", findings)
	}
}
