package cli

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
	"vaultgraph/vault/brief"
	"vaultgraph/vault/scan"
)

// briefTime is how long the morning command waits for the world.
const briefTime = 15 * time.Second

type briefOptions struct {
	since    string
	deadline time.Duration
	noCache  bool
	offline  bool
	noFix    bool
	format   string
}

func newBrief(c *call) *cobra.Command {
	opts := briefOptions{deadline: briefTime}
	cmd := &cobra.Command{
		Use:   "brief",
		Short: "what is true right now, and whose turn it is",
		Long: "Asks git, GitHub, Jira and what tells of deploys, all at once, what is new since the last time and what is owed;\n" +
			"corrects what notes claim and the world has overtaken; and prints five to ten lines, in the order of whose turn\n" +
			"it is. A source that fails or is late costs a line that says so. Without a config it is the repository of the\n" +
			"working directory and those beside it, and the servers that their remotes name.",
		Example: "  vault brief\n" +
			"  vault brief --since 2026-11-27 --format json",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runBrief(cmd.Context(), c, opts)
		},
	}
	cmd.Flags().StringVar(&opts.since, "since", "", "what is news: a time, a date or a duration such as 36h; by default since the last brief")
	cmd.Flags().DurationVar(&opts.deadline, "deadline", opts.deadline, "how long to wait for the sources")
	cmd.Flags().BoolVar(&opts.noCache, "no-cache", false, "ask anew, and show no stored answer in the place of one that fails")
	cmd.Flags().BoolVar(&opts.offline, "offline", false, "read git and stored answers only")
	cmd.Flags().BoolVar(&opts.noFix, "no-fix", false, "correct nothing in the notes")
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// briefClaims and hookClaims are how many pull requests and tickets a brief asks for only because notes speak of them.
const (
	briefClaims = 400
	hookClaims  = 100
)

// morningKey is where `vault brief` keeps what it has told: it is asked in one place for all repositories.
const morningKey = "vault brief"

func runBrief(ctx context.Context, c *call, opts briefOptions) (err error) {
	from, err := momentOf(opts.since, c.Now())
	if err != nil {
		return err
	}
	if opts.deadline <= 0 {
		return usagef("as 15s", "--deadline wants a time to wait")
	}
	b, err := c.briefing(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if b.survey, err = c.survey(ctx, b.sources, b.vaultDir()); err != nil {
		return err
	}
	if b.noVault != nil {
		if c.vaultDir != "" {
			return b.noVault
		}
		problem, hint := b.withoutVault()
		c.notice("%s, so this is without memory: %s", problem, hint)
	}
	b.tellUnasked()
	waiting, cancel := context.WithTimeout(ctx, opts.deadline)
	defer cancel()
	r := b.request()
	r.Key, r.From, r.Input.Asked = morningKey, from, !from.IsZero()
	r.Scan.NoCache, r.Scan.Offline = opts.noCache, opts.offline
	b.most = briefClaims
	if !opts.noFix && !opts.offline {
		b.fixWith(waiting, &r)
	}
	made := brief.Run(waiting, r)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := c.writeBrief(made.Brief, opts.format); err != nil {
		return err
	}
	if state := vault.StateDir(c.environment()); state != "" {
		if err := scan.UpdateSeen(ctx, state, made.Keep); err != nil {
			c.notice("%v", err)
		}
	}
	return nil
}

// tellUnasked says what is not asked, and why.
func (b *briefing) tellUnasked() {
	if len(b.jobs) == 0 {
		b.call.notice("there is nothing to ask here: go to a git repository, or name repos, github or jira in the config")
	}
	for _, job := range b.jobs {
		if job.Off != "" {
			b.call.notice("%s is not asked: %s", job.Source.Name(), job.Off)
		}
	}
}

func (c *call) writeBrief(b *brief.Brief, format string) error {
	if format == "json" {
		return c.printJSON(b)
	}
	if c.Terminal {
		c.printf("%s", b.Terminal(brief.Style{Links: c.color(), Dim: c.color()}))
		return nil
	}
	c.printf("%s", b.Text())
	return nil
}

// momentOf reads a time as flags take it: RFC 3339, a date in the person's zone, or how long ago. "" is the zero time.
func momentOf(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t, err = time.ParseInLocation(time.DateOnly, s, now.Location())
	}
	if err != nil {
		var d time.Duration
		d, err = time.ParseDuration(s)
		t = now.Add(-d)
	}
	switch {
	case err != nil:
		return time.Time{}, usagef("as 2026-11-27, 2026-11-27T17:30:00+01:00 or 36h", "--since: %q is no time", s)
	case t.After(now):
		return time.Time{}, usagef("give a time that has been, or how long ago, as 36h", "--since: %q is still to come", s)
	}
	return t, nil
}
