package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"vaultgraph/vault/scan"
)

// newFinish is what a hook starts and does not wait for: it asks the sources that were late once more, for as long as
// they take, and fills the index, so that the next prompt and the next session find both.
func newFinish(c *call) *cobra.Command {
	return &cobra.Command{
		Use:   "finish-scan [SOURCE...]",
		Short: "asks sources that were late; hooks start it",
		Long: "Asks the sources that were late when a session began once more, for as long as they take, and fills the index.\n" +
			"A hook starts it and does not wait for it.",
		Example:           "  vault finish-scan -- GitHub Jira",
		Hidden:            true,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, late []string) error {
			return runFinish(cmd.Context(), c, late)
		},
	}
}

func runFinish(ctx context.Context, c *call, late []string) (err error) {
	b, err := c.briefing(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if b.survey, err = c.survey(ctx, b.sources, b.vaultDir()); err != nil {
		return err
	}
	if b.look != nil {
		if _, err := b.look(); err != nil {
			return err
		}
	}
	scan.Finish(ctx, b.jobs, late, b.options())
	return nil
}

// detach starts this program once more in a folder, apart from this process, and does not wait for it.
func detach(dir string, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	apart(cmd)
	if err := cmd.Start(); err != nil {
		return errors.Join(errors.New("starting "+self+" "+strings.Join(args, " ")), err)
	}
	return cmd.Process.Release()
}
