package index

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
)

// TestOpenedAtOnce opens an index that is not there many times at once: one makes it, and all have it.
func TestOpenedAtOnce(t *testing.T) {
	for range 10 {
		file := filepath.Join(t.TempDir(), "index.sqlite")
		var all sync.WaitGroup
		errs := make([]error, 16)
		for i := range errs {
			all.Go(func() {
				x, err := Open(t.Context(), file, "test", "")
				if err == nil && x.Replaced != nil {
					err = fmt.Errorf("made anew: %w", x.Replaced)
				}
				if err == nil {
					err = x.Close()
				}
				errs[i] = err
			})
		}
		all.Wait()
		for _, err := range errs {
			if err != nil {
				t.Error(err)
			}
		}
	}
}
