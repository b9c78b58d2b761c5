package cli

import (
	"context"

	"vaultgraph/integrations/claude"
)

// userPrompt returns what a session is told beside a prompt, "" for nothing.
func (c *call) userPrompt(context.Context, claude.Input) (string, error) {
	return "", nil
}
