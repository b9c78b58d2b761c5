package cli

import (
	"context"

	"github.com/spf13/cobra"

	"vaultgraph/graph"
	"vaultgraph/vault"
)

type connectOptions struct {
	from, to          string
	relation, because string
	again             bool
	format            string
}

func newConnect(c *call) *cobra.Command {
	var opts connectOptions
	cmd := &cobra.Command{
		Use:   "connect A B",
		Short: "writes into a note that it leads to another, and why",
		Long: "Adds a bullet to the Connections of A that leads to B, in the style of those that are there. B stays as it is: it\n" +
			"shows the connection from its end by itself. A connection that is there already is not written again.",
		Example:           "  vault connect whois-lookup rate-limiter --as dependency --because \"takes one token per query\"",
		Args:              wants("A", "B"),
		ValidArgsFunction: completeNotes(c, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.from, opts.to = args[0], args[1]
			return runConnect(cmd.Context(), c, opts)
		},
	}
	cmd.Flags().StringVar(&opts.relation, "as", "", "the relation, at most four words")
	cmd.Flags().StringVar(&opts.because, "because", "", "the reason")
	cmd.Flags().BoolVar(&opts.again, "again", false, "write it although a person took it back or removed it")
	formats(cmd, &opts.format, "text", "json")
	_ = cmd.RegisterFlagCompletionFunc("as", completeRelations)
	return cmd
}

func completeRelations(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var relations []string
	for _, t := range graph.DefaultTerms() {
		relations = append(relations, t.Relation)
	}
	return fitting(relations, typed), cobra.ShellCompDirectiveNoFileComp
}

func runConnect(ctx context.Context, c *call, opts connectOptions) error {
	if err := checkLength(map[string]string{"--because": opts.because}); err != nil {
		return err
	}
	w, err := c.openWriter(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	return c.apply(ctx, w, vault.Fact{
		Kind: vault.FactEdge, Note: opts.from, Target: opts.to, Relation: opts.relation, Annotation: opts.because, Again: opts.again,
		Sources: []vault.Source{{Kind: vault.SourcePerson, At: c.Now()}},
	}, opts.format)
}
