package vault_test

import (
	"errors"
	"testing"

	"vaultgraph/vault"
)

// TestExactly wants what FindExact says, with an index and without, and no more.
func TestExactly(t *testing.T) {
	dir := write(t, files{
		"services/api.md": "---\naliases: [gateway, old]\n---\n# The title\n", "a/deploy.md": "", "b/deploy.md": "---\naliases: [old]\n---\n", "plan.canvas": "{}",
	})
	for _, cache := range []string{t.TempDir(), ""} {
		v, w := view(t, dir, cache)
		defer v.Close()
		defer w.Close()
		for name, want := range map[string]int{
			"api": 1, "API": 1, "services/api.md": 1, "[[gateway]]": 1, "deploy": 2, "a/deploy": 1, "old": 2, "The title": 0, "ap": 0, "plan.canvas": 0, "": 0, "nothing": 0,
		} {
			e, fits, err := w.Exactly(t.Context(), name)
			if err != nil || fits != want || (e != nil) != (want == 1) {
				t.Errorf("%q, index in %q: fits %d, want %d, %v", name, cache, fits, want, err)
			}
			found, err := w.FindExact(t.Context(), name)
			if ambiguous := errors.Is(err, vault.ErrAmbiguousNote); ambiguous != (fits > 1) || err == nil && found.Path != e.Path {
				t.Errorf("%q: FindExact says %v, %v", name, found, err)
			}
		}
	}
}
