package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type exportOptions struct{ format string }

func newExport(c *call) *cobra.Command {
	var opts exportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "the whole graph, for other programs",
		Long: "Writes the whole graph: every file as a node, every link as an edge, those that lead nowhere with null as\n" +
			"their end. Nodes are in the order of their paths, edges in that of the file and the place in it.",
		Example: "  vault export | jq '.edges[] | select(.to == null) | .target'\n" +
			"  vault export --format dot | dot -Tsvg > graph.svg",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runExport(cmd.Context(), c, opts)
		},
	}
	formats(cmd, &opts.format, "json", "dot")
	return cmd
}

func runExport(ctx context.Context, c *call, opts exportOptions) error {
	s, err := c.snapshot(ctx, c.viewAndTell)
	if err != nil {
		return err
	}
	if opts.format == "dot" {
		return writeDOT(ctx, c.out, s)
	}
	return writeExport(ctx, c.out, s)
}

// writeExport writes the document of `export` without building it: a node or an edge a line.
func writeExport(ctx context.Context, w io.Writer, s *vault.Snapshot) error {
	list := listWriter{w: w}
	list.raw("{\"schema\":1,\n\"nodes\":[")
	for i := range s.Entries {
		list.item(newNodeDoc(&s.Entries[i]))
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	list.raw("\n],\n\"edges\":[")
	list.started = false
	for i := range s.Entries {
		for j := range s.Entries[i].Links {
			list.item(newEdgeDoc(&s.Entries[i].Links[j]))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	list.raw("\n]}\n")
	return list.err
}

// A listWriter writes the items of JSON lists, and nothing more after the first error.
type listWriter struct {
	w       io.Writer
	started bool // whether the list has an item
	err     error
}

func (l *listWriter) raw(s string) {
	if l.err == nil {
		_, l.err = io.WriteString(l.w, s)
	}
}

func (l *listWriter) item(v any) {
	if l.started {
		l.raw(",")
	}
	l.started = true
	l.raw("\n")
	if l.err == nil {
		l.err = marshalTo(l.w, v)
	}
}
