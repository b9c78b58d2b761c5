package cli

import (
	"context"
	"errors"
	"slices"

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
			return c.answer(cmd.Context(), func(ctx context.Context, v *viewed) error { return runWhy(ctx, c, v, opts) })
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

func runWhy(ctx context.Context, c *call, v *viewed, opts whyOptions) error {
	from, err := v.FindPath(ctx, opts.from)
	if err != nil {
		return err
	}
	to, err := v.FindPath(ctx, opts.to)
	if err != nil {
		return err
	}
	source, err := v.Source(ctx)
	if err != nil {
		return err
	}
	vocabulary := v.Config.Vocabulary()
	trail, err := graph.Path(ctx, source, from, to, graph.PathOptions{
		HubDegree: v.Config.Hub, Terminal: vault.TerminalTypes(), Vocabulary: vocabulary,
	})
	none := errors.Is(err, graph.ErrNoPath)
	if none {
		c.notice("no path joins %s and %s", from, to)
		trail = &graph.Trail{}
	} else if err != nil {
		return err
	}
	title, err := titles(ctx, v, trail, from, to)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		return render.WriteTrailJSON(&jsonWriter{w: c.out}, from, to, trail, vocabulary, title)
	}
	if none {
		return nil
	}
	return render.WriteTrail(c.out, from, to, trail, vocabulary, title)
}

// titles returns a function from the paths of the notes on a trail to their titles.
func titles(ctx context.Context, v *viewed, trail *graph.Trail, ends ...string) (func(string) string, error) {
	paths := ends
	for _, e := range trail.Edges {
		paths = append(paths, e.From, e.To)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	list, err := v.Titles(ctx, paths)
	if err != nil {
		return nil, err
	}
	return func(path string) string {
		if i, ok := slices.BinarySearch(paths, path); ok {
			return list[i]
		}
		return path
	}, nil
}
