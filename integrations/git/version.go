package git

import (
	"context"
	"strings"
)

// Version returns what git says of its version, such as "git version 2.39.5".
func (g *Git) Version(ctx context.Context) (string, error) {
	out, err := g.run(ctx, "", "version")
	return strings.TrimSpace(string(out)), err
}
