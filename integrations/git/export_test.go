package git

import (
	"context"
	"time"
)

// Run asks git anything, for tests of how it is run.
func (g *Git) Run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return g.run(ctx, dir, args...)
}

// Settle sets for how long a file that has changed is not trusted.
func (g *Git) Settle(d time.Duration) { g.settling = d }
