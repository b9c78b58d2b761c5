package vault_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vaultgraph/vault"
)

// files is a vault: paths with / to content.
type files map[string]string

// write makes the files in a new folder and returns it.
func write(t *testing.T, fs files) string {
	t.Helper()
	dir := t.TempDir()
	for p, text := range fs {
		put(t, filepath.Join(dir, filepath.FromSlash(p)), text)
	}
	return dir
}

// put writes one file and its folders.
func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, elem ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func open(t *testing.T, dir string) *vault.Vault {
	t.Helper()
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

func load(t *testing.T, fs files) *vault.Snapshot {
	t.Helper()
	s, err := open(t, write(t, fs)).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func symlink(t *testing.T, target, link string) {
	t.Helper()
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

// lines writes findings as text, one a line, to compare them at a glance.
func lines(findings []vault.Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s:%d: %s: %s: %s", f.Path, f.Line, f.Severity, f.Code, f.Message))
	}
	return out
}

// same compares two lists of strings.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}
