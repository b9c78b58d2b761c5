package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"vaultgraph/graph"
	"vaultgraph/vault"
	"vaultgraph/vault/render"
)

type whyOptions struct{ from, to, format string }

func newWhy(c *call) *cobra.Command {
	var opts whyOptions
	cmd := &cobra.Command{
		Use:   "why A B",
		Short: "how two notes hang together",
		Long: "Shows the shortest path from A to B, link by link, with the reason that is given for each and where it is\n" +
			"written down. Two notes that nothing joins are no error: that is said on stderr.",
		Example:           "  vault why whois-lookup tunnel-address-quota",
		Args:              wants("A", "B"),
		ValidArgsFunction: completeNotes(c, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.from, opts.to = args[0], args[1]
			return runWhy(cmd.Context(), c, opts)
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

func runWhy(ctx context.Context, c *call, opts whyOptions) error {
	l, err := c.loadAndTell(ctx)
	if err != nil {
		return err
	}
	defer l.Close()
	from, err := l.Find(opts.from)
	if err != nil {
		return err
	}
	to, err := l.Find(opts.to)
	if err != nil {
		return err
	}
	g, err := l.Graph()
	if err != nil {
		return err
	}
	config := l.Snapshot.Config
	trail, err := graph.Path(ctx, g, from.Path, to.Path, graph.PathOptions{
		HubDegree: config.Hub, Terminal: terminalTypes(), Vocabulary: config.Vocabulary(),
	})
	none := errors.Is(err, graph.ErrNoPath)
	if none {
		c.notice("no path joins %s and %s", from.Path, to.Path)
		trail = &graph.Trail{}
	} else if err != nil {
		return err
	}
	if opts.format == "json" {
		return render.WriteTrailJSON(&jsonWriter{w: c.out}, from.Path, to.Path, trail, config.Vocabulary(), titles(l.Snapshot))
	}
	if none {
		return nil
	}
	return render.WriteTrail(c.out, from.Path, to.Path, trail, config.Vocabulary(), titles(l.Snapshot))
}

// titles returns a function from the paths of notes to their titles.
func titles(s *vault.Snapshot) func(string) string {
	return func(path string) string {
		if e, ok := s.Entry(path); ok {
			return e.Title
		}
		return path
	}
}
