package cli

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// gitCommand runs git in a folder and returns what it prints. Settings of the environment, as those that git sets for
// its hooks, would have it look at another repository than that of the folder.
func gitCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "GIT_") }),
		"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	return cmd.Output()
}
