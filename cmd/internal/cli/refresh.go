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
			"What no source answers for stays as it is. `vault undo` takes a correction back.",
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
	claims      int            // all that were found
	unchecked   int            // those that nobody answered for
	untested    map[string]int // of these, those about what a source knows that did not answer, by its name
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
	b.tellUntested(r)
	return c.writeRefreshed(r, opts)
}

// refresh corrects all claims, or says what would be corrected.
func (b *briefing) refresh(ctx context.Context, dryRun bool) (*refreshed, error) {
	view, err := b.look()
	if err != nil {
		return nil, err
	}
	found := <-b.findClaims(ctx)
	if found.err != nil {
		return nil, found.err
	}
	asking, cancel := context.WithTimeout(ctx, refreshTime)
	defer cancel()
	r := &refreshed{claims: len(found.Claims)}
	silent := map[string]bool{}
	for _, job := range b.jobs {
		silent[job.Source.Name()] = job.Off != ""
	}
	var unchecked []claim.Claim
	r.corrections, unchecked = b.check(asking, b.jobs, found.Claims, nil, silent)
	r.unchecked, r.untested = len(unchecked), b.untested(unchecked, silent)
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

// tellUntested says which claims were not checked, and why.
func (b *briefing) tellUntested(r *refreshed) {
	rest := r.unchecked
	for _, job := range b.jobs {
		name := job.Source.Name()
		n := r.untested[name]
		if rest -= n; n == 0 {
			continue
		}
		why := "did not answer"
		if job.Off != "" {
			why = "is not asked (" + job.Off + ")"
		}
		b.call.notice("%s %s: %s not checked", name, why, number(n, "claim"))
	}
	if rest > 0 {
		b.call.notice("%s not checked: no source told of what they are about", number(rest, "claim"))
	}
}

func (c *call) writeRefreshed(r *refreshed, opts refreshOptions) error {
	if opts.format == "json" {
		return c.printJSON(struct {
			Schema int            `json:"schema"`
			Facts  []vault.Result `json:"facts"`
			Diff   string         `json:"diff"`
		}{1, append([]vault.Result{}, r.results...), r.diff})
	}
	if len(r.corrections) == 0 {
		c.printf("nothing to correct: %s checked\n", number(r.claims-r.unchecked, "claim"))
		return nil
	}
	for i := range r.corrections {
		f := &r.corrections[i]
		c.printf("%s: %s → %s (%s)\n", place(f.Claim.Note, f.Claim.Line), vault.Printable(f.Was), vault.Printable(f.Is), vault.Printable(f.Evidence))
	}
	if opts.dryRun {
		c.printf("\n%s", r.diff)
	}
	return nil
}
