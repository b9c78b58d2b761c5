// Package corpus finds the material that tests read from outside the repository: real vaults, recordings of
// Obsidian's own cache, generators. It belongs to others and is not part of the project; a test that needs it skips
// with a clear word where it is not there.
package corpus

import (
	"os"
	"path/filepath"
	"testing"
)

// Env is the environment variable that names the folder of the material. Without it the folder "shared" beside the
// repository is used.
const Env = "VAULT_SHARED"

// Required is the environment variable that turns a missing corpus from a skip into a failure.
const Required = "VAULT_SHARED_REQUIRED"

// Path returns the path of a file or folder of the corpus. It skips the test when that is not there.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	root := os.Getenv(Env)
	if root == "" {
		root = filepath.Join(moduleRoot(t), "..", "shared")
	}
	path := filepath.Join(append([]string{root}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv(Required) != "" {
			t.Fatalf("the corpus is required here and %s is missing: %v", filepath.Join(elem...), err)
		}
		t.Skipf("needs the corpus: %s is not there (set %s to its folder)", path, Env)
	}
	return path
}

// moduleRoot returns the nearest folder above the working directory that holds go.mod.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the working directory")
		}
		dir = parent
	}
}
