package cli

import (
	"bytes"
	"context"
	"fmt"
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
	if opts.unresolved {
		return c.listUnresolved(ctx, v, filter, opts.format)
	}
	if opts.format == "text" {
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

// listUnresolved lists the links of notes that lead nowhere, in the order of the notes and of their text. It keeps back
// what it writes, as listPaths does.
func (c *call) listUnresolved(ctx context.Context, v *viewed, filter vault.Filter, format string) error {
	missing, wanted := slices.Clone(filter.Tags), map[string]bool{}
	err := v.Listed(ctx, filter, func(e *vault.Entry) error {
		missing = withoutTags(missing, e)
		wanted[e.Path] = true
		return nil
	})
	if err == nil {
		err = c.tellUnknownTags(ctx, v, missing)
	}
	if err != nil {
		return err
	}
	var text bytes.Buffer
	c.lean()
	write := unresolvedText
	if format == "json" {
		write = unresolvedJSON
		text.WriteString(`{"schema":1,"links":[`)
	}
	err = v.Links(ctx, func(l *vault.Link) error {
		if l.To == "" && wanted[l.From] {
			write(&text, l)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if format == "json" {
		text.WriteString("]}\n")
	}
	_, _ = text.WriteTo(c.out) // its error is told when the output is flushed
	return nil
}

func unresolvedText(text *bytes.Buffer, l *vault.Link) {
	fmt.Fprintf(text, "%s  %s\n", place(l.From, l.At), vault.Printable(l.Target+l.Subpath))
}

func unresolvedJSON(text *bytes.Buffer, l *vault.Link) {
	if b := text.Bytes(); b[len(b)-1] == '}' {
		text.WriteByte(',')
	}
	text.Write(appendEdge(text.AvailableBuffer(), l))
}
