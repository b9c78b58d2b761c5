package cli

import (
	"context"

	"vaultgraph/integrations/claude"
)

// sessionStart returns what a session is told as it begins, "" for nothing. The working directory of c is that of the
// session. A hook uses the vault that c.open(true) finds: a repository that somebody cloned must not become anyone's
// memory.
func (c *call) sessionStart(context.Context, claude.Input) (string, error) {
	return "", nil
}
