package git

import "context"

// Run asks git anything, for tests of how it is run.
func (g *Git) Run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return g.run(ctx, dir, args...)
}
