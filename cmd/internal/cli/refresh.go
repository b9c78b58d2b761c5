package cli

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
	"vaultgraph/vault/claim"
)

// refreshTime is how long refresh waits for the sources.
const refreshTime = time.Minute

type refreshOptions struct {
	dryRun bool
	format string
}

func newRefresh(c *call) *cobra.Command {
	var opts refreshOptions
	cmd := &cobra.Command{
		Use:   "refresh",
		Short: "corrects what notes claim and the world has overtaken",
		Long: "Finds what notes claim about pull requests and tickets (`status: in review`, \"PR #368 is in review\", \"TICKET-12\n" +
			"needs a review\"), asks GitHub and Jira what is so, and corrects each claim where it stands, with evidence and date.\n" +
			"What no source answers for stays as it is, and is named. `vault undo` takes a correction back. Where nothing could\n" +
			"be checked the exit code is 3, and 4 where that is for want of credentials.",
		Example:           "  vault refresh --dry-run",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runRefresh(cmd.Context(), c, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "show what would change, and change nothing")
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// A refreshed is what came of a refresh.
type refreshed struct {
	corrections []claim.Correction
	results     []vault.Result
	diff        string
	claims      int // all that were found
	unchecked   []uncheckedDoc
}

func runRefresh(ctx context.Context, c *call, opts refreshOptions) (err error) {
	b, err := c.briefing(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if b.noVault != nil {
		return b.noVault
	}
	if b.vault.ConfigErr != nil {
		return b.vault.ConfigErr
	}
	if b.survey, err = c.survey(ctx, b.sources, b.vaultDir()); err != nil {
		return err
	}
	r, err := b.refresh(ctx, opts.dryRun)
	if err != nil {
		return err
	}
	if err := c.writeRefreshed(r, opts); err != nil {
		return err
	}
	return r.verdict(b)
}

// refresh corrects all claims, or says what would be corrected.
func (b *briefing) refresh(ctx context.Context, dryRun bool) (*refreshed, error) {
	view, err := b.look()
	if err != nil {
		return nil, err
	}
	read := <-b.readClaims(ctx)
	if read.err != nil {
		return nil, read.err
	}
	found := read.All(ctx)
	asking, cancel := context.WithTimeout(ctx, refreshTime)
	defer cancel()
	r := &refreshed{claims: len(found.Claims)}
	silent := silences{}
	for _, job := range b.jobs {
		if job.Off != "" {
			silent[job.Source.Name()] = silence{job.Off, true} // a source is off for want of a token
		}
	}
	var unchecked []claim.Claim
	r.corrections, unchecked = b.check(asking, b.jobs, found.Claims, nil, silent)
	r.unchecked = b.unchecked(unchecked, silent)
	writer, err := vault.OpenWriter(b.vault, vault.WriterOptions{Environment: b.call.environment(), Now: b.call.Now, View: view})
	if err != nil {
		return nil, err
	}
	if dryRun {
		r.corrections, r.results, r.diff, err = claim.Plan(ctx, writer, r.corrections)
	} else {
		r.corrections, r.results, err = claim.Apply(ctx, writer, r.corrections)
	}
	b.call.tellUnwritten(r.results)
	b.call.tellNotices(writer)
	return r, err
}

func (c *call) writeRefreshed(r *refreshed, opts refreshOptions) error {
	if opts.format == "json" {
		return c.printJSON(struct {
			Schema    int            `json:"schema"`
			Facts     []vault.Result `json:"facts"`
			Diff      string         `json:"diff"`
			Claims    int            `json:"claims"` // that were found
			Unchecked []uncheckedDoc `json:"unchecked"`
		}{1, append([]vault.Result{}, r.results...), r.diff, r.claims, append([]uncheckedDoc{}, r.unchecked...)})
	}
	if n := r.checked(); len(r.corrections) == 0 && (n > 0 || r.claims == 0) {
		c.printf("nothing to correct: %s checked\n", number(n, "claim"))
	}
	for i := range r.corrections {
		f := &r.corrections[i]
		c.printf("%s: %s → %s (%s)\n", place(f.Claim.Note, f.Claim.Line), vault.Printable(f.Was), vault.Printable(f.Is), vault.Printable(f.Evidence))
	}
	for _, u := range r.unchecked {
		c.printf("not checked: %s\n", vault.Printable(u.text()))
	}
	if opts.dryRun && len(r.corrections) > 0 {
		c.printf("\n%s", r.diff)
	}
	return nil
}
