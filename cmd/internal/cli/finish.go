package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
	"vaultgraph/vault/filelock"
	"vaultgraph/vault/scan"
)

// readAheadTime is how long a process that nobody waits for may read notes.
const readAheadTime = 5 * time.Minute

// newFinish is what a hook starts and does not wait for: it asks the sources that were late once more, for as long as
// they take, fills the index, and reads what notes claim, so that the next prompt and the next session find all that.
func newFinish(c *call) *cobra.Command {
	return &cobra.Command{
		Use:   "finish-scan [SOURCE...]",
		Short: "asks sources that were late; hooks start it",
		Long: "Asks the sources that were late when a session began once more, for as long as they take, fills the index, and\n" +
			"reads what notes claim. A hook starts it and does not wait for it.",
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
	reading := make(chan error, 1)
	go func() { reading <- b.readAhead(ctx) }()
	scan.Finish(ctx, b.jobs, late, b.options())
	return <-reading
}

// readAhead fills the index and reads what notes claim, unless another process is doing so: several sessions may begin at
// once.
func (b *briefing) readAhead(ctx context.Context) error {
	cache := vault.CacheDir(b.call.environment())
	if b.look == nil || cache == "" {
		return nil
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return fmt.Errorf("reading ahead: %w", err)
	}
	lock, err := filelock.Try(filepath.Join(cache, "finish.lock"))
	if err != nil || lock == nil {
		return err
	}
	defer lock.Release()
	ctx, cancel := context.WithTimeout(ctx, readAheadTime)
	defer cancel()
	read := <-b.readClaims(ctx)
	return read.err
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
