package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"vaultgraph/graph"
	"vaultgraph/vault"
	"vaultgraph/vault/render"
)

type traverseOptions struct {
	note, direction, format string
	depth, budget           int
	relations, types        []string
}

func newTraverse(c *call) *cobra.Command {
	var opts traverseOptions
	cmd := &cobra.Command{
		Use:   "traverse NOTE",
		Short: "what is around a note, and why, within a budget of tokens",
		Long: "Walks from NOTE along its links and those that lead to it, nearest first, and shows what the notes say, each\n" +
			"with the reason why it is there. NOTE is a path, a name, a title, an alias, or the start of one. A larger budget\n" +
			"only ever adds to what a smaller one shows; what was left out is named with how to get it.",
		Example: "  vault traverse whois-lookup\n" +
			"  vault traverse whois-lookup --depth 3 --relation constraint --relation decision\n" +
			"  vault traverse whois-lookup --format mermaid",
		Args:              wants("NOTE"),
		ValidArgsFunction: completeNotes(c, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.note = args[0]
			return c.answer(cmd.Context(), func(ctx context.Context, v *viewed) error { return runTraverse(ctx, c, v, opts) })
		},
	}
	countFlag(cmd, &opts.depth, "depth", 2, "links to cross from NOTE at most")
	countFlag(cmd, &opts.budget, "budget", 6000, "tokens of the answer at most")
	choose(cmd, &opts.direction, "direction", "links to follow, seen from the note they are crossed at", "both", "out", "in")
	wordsFlag(cmd, &opts.relations, "relation", "R", "cross only links of this relation, from either end; repeatable")
	wordsFlag(cmd, &opts.types, "type", "T", "show only notes of this type; repeatable")
	formats(cmd, &opts.format, "md", "text", "json", "paths", "mermaid", "canvas")
	_ = cmd.RegisterFlagCompletionFunc("type", completeTypes(c))
	return cmd
}

func runTraverse(ctx context.Context, c *call, v *viewed, opts traverseOptions) error {
	start, err := v.FindPath(ctx, opts.note)
	if err != nil {
		return err
	}
	walk := graph.Options{
		Depth: opts.depth, Direction: directionOf(opts.direction), Relations: opts.relations, Types: lower(opts.types),
		HubDegree: v.Config.Hub, Terminal: vault.TerminalTypes(), Vocabulary: v.Config.Vocabulary(),
	}
	if err := c.tellUnknownFilters(ctx, v, walk.Relations, walk.Types); err != nil {
		return err
	}
	source, err := v.Source(ctx)
	if err != nil {
		return err
	}
	walked, err := graph.Walk(ctx, source, start, walk)
	if err != nil {
		return err
	}
	sizes, err := sizesOf(ctx, v.View, walked)
	if err != nil {
		return err
	}
	t, err := render.NewTraversal(ctx, render.Request{Walked: walked, Walk: walk, Budget: opts.budget, Notes: v.View, Sizes: sizes})
	if err != nil {
		return err
	}
	switch opts.format {
	case "json":
		return t.WriteJSON(&jsonWriter{w: c.out})
	case "paths":
		return t.WritePaths(c.out)
	case "mermaid":
		return t.WriteMermaid(c.out)
	case "canvas":
		return t.WriteCanvas(&jsonWriter{w: c.out})
	}
	if t.Markdown() == "" {
		c.notice("%s and %s are within %d of %s, and a budget of %d tokens shows none of them: try --budget 1000",
			number(len(walked.Visits)-1, "note"), number(len(walked.Edges), "edge"), opts.depth, start, opts.budget)
	}
	c.printf("%s", t.Markdown())
	return nil
}

// sizesOf returns what reading the notes of a walk costs, in its order.
func sizesOf(ctx context.Context, v *vault.View, walked *graph.Walked) ([]int, error) {
	paths := make([]string, len(walked.Visits))
	for i := range walked.Visits {
		paths[i] = walked.Visits[i].ID
	}
	return v.Tokens(ctx, paths)
}

func directionOf(word string) graph.Direction {
	switch word {
	case "out":
		return graph.Out
	case "in":
		return graph.In
	}
	return graph.Both
}

func lower(list []string) []string {
	var low []string
	for _, s := range list {
		low = append(low, strings.ToLower(s))
	}
	return low
}
