package cli

import (
	"bytes"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type listOptions struct {
	types, tags                   []string
	orphans, deadends, unresolved bool
	format                        string
}

func newList(c *call) *cobra.Command {
	var opts listOptions
	cmd := &cobra.Command{
		Use:   "list",
		Short: "the notes, or some of them",
		Long: "Lists the notes by path, one a line; with flags, those that all of them fit. A tag fits the tags below it too:\n" +
			"infra fits infra/edge. With --orphans it lists all notes that no other file leads to, of which `vault check`\n" +
			"leaves out session notes, templates and what Obsidian excludes: nothing is expected to lead to them. With\n" +
			"--unresolved it lists the links of these notes that lead nowhere instead.",
		Example: "  vault list --type decision --tag egress\n" +
			"  vault list --unresolved",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.answer(cmd.Context(), func(ctx context.Context, v *viewed) error { return runList(ctx, c, v, opts) })
		},
	}
	wordsFlag(cmd, &opts.types, "type", "T", "notes of this type; several: of any of them")
	wordsFlag(cmd, &opts.tags, "tag", "T", "notes with this tag; several: with any of them")
	cmd.Flags().BoolVar(&opts.orphans, "orphans", false, "notes that no other file leads to")
	cmd.Flags().BoolVar(&opts.deadends, "deadends", false, "notes that lead nowhere")
	cmd.Flags().BoolVar(&opts.unresolved, "unresolved", false, "links that lead nowhere, with where they stand")
	formats(cmd, &opts.format, "text", "json")
	_ = cmd.RegisterFlagCompletionFunc("type", completeTypes(c))
	return cmd
}

func runList(ctx context.Context, c *call, v *viewed, opts listOptions) error {
	types := lower(opts.types)
	if err := c.tellUnknownFilters(ctx, v, nil, types); err != nil {
		return err
	}
	filter := vault.Filter{Types: types, Tags: opts.tags, Orphans: opts.orphans, DeadEnds: opts.deadends}
	if opts.format == "text" && !opts.unresolved {
		return c.listPaths(ctx, v, filter)
	}
	notes, err := v.List(ctx, filter, true)
	if err != nil {
		return err
	}
	missing := slices.Clone(opts.tags)
	for i := 0; i < len(notes) && len(missing) > 0; i++ {
		missing = withoutTags(missing, &notes[i])
	}
	if err := c.tellUnknownTags(ctx, v, missing); err != nil {
		return err
	}
	if opts.unresolved {
		return c.printUnresolved(notes, opts.format)
	}
	docs := make([]nodeDoc, len(notes))
	for i := range notes {
		docs[i] = newNodeDoc(&notes[i])
	}
	return c.printJSON(struct {
		Schema int       `json:"schema"`
		Notes  []nodeDoc `json:"notes"`
	}{1, docs})
}

// listPaths lists the paths of notes, and keeps none of them. Nothing is written before all are known, since the index may
// turn out to be damaged.
func (c *call) listPaths(ctx context.Context, v *viewed, filter vault.Filter) error {
	missing := slices.Clone(filter.Tags)
	var text bytes.Buffer
	err := v.Listed(ctx, filter, func(e *vault.Entry) error {
		missing = withoutTags(missing, e)
		text.WriteString(vault.Printable(e.Path))
		text.WriteByte('\n')
		return nil
	})
	if err != nil {
		return err
	}
	_, _ = text.WriteTo(c.out) // its error is told when the output is flushed
	return c.tellUnknownTags(ctx, v, missing)
}

// printUnresolved lists the links of notes that lead nowhere, in the order of the notes and of their text.
func (c *call) printUnresolved(notes []vault.Entry, format string) error {
	var links []vault.Link
	for _, e := range notes {
		for _, l := range e.Links {
			if l.To == "" {
				links = append(links, l)
			}
		}
	}
	if format == "json" {
		return c.printJSON(struct {
			Schema int       `json:"schema"`
			Links  []edgeDoc `json:"links"`
		}{1, edgeDocs(links)})
	}
	for _, l := range links {
		c.printf("%s  %s\n", place(l.From, l.At), vault.Printable(l.Target+l.Subpath))
	}
	return nil
}
