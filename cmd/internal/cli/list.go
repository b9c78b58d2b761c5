package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vaultgraph/graph"
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
			"infra fits infra/edge. With --unresolved it lists the links of these notes that lead nowhere instead.",
		Example: "  vault list --type decision --tag egress\n" +
			"  vault list --unresolved",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runList(cmd.Context(), c, opts)
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

func runList(ctx context.Context, c *call, opts listOptions) error {
	l, err := c.loadAndTell(ctx)
	if err != nil {
		return err
	}
	defer l.Close()
	notes, err := c.selectNotes(l.Snapshot, opts)
	if err != nil {
		return err
	}
	if opts.unresolved {
		return c.printUnresolved(notes, opts.format)
	}
	if opts.format == "json" {
		docs := make([]nodeDoc, len(notes))
		for i, e := range notes {
			docs[i] = newNodeDoc(e)
		}
		return c.printJSON(struct {
			Schema int       `json:"schema"`
			Notes  []nodeDoc `json:"notes"`
		}{1, docs})
	}
	for _, e := range notes {
		c.printf("%s\n", vault.Printable(e.Path))
	}
	return nil
}

// selectNotes returns the notes that fit the flags, in the order of their paths.
func (c *call) selectNotes(s *vault.Snapshot, opts listOptions) ([]*vault.Entry, error) {
	types := lower(opts.types)
	c.tellUnknown("no note has the type", types, strings.ToLower, typesOf(s))
	keep := []func(*vault.Entry) bool{func(e *vault.Entry) bool { return e.Kind == vault.Note }}
	if len(types) > 0 {
		keep = append(keep, func(e *vault.Entry) bool { return slices.Contains(types, e.Type) })
	}
	if len(opts.tags) > 0 {
		keep = append(keep, taggedWith(opts.tags))
	}
	if opts.orphans || opts.deadends {
		g, err := s.Graph()
		if err != nil {
			return nil, err
		}
		stats := graph.Stats(g, s.Config.Hub, s.Config.Vocabulary())
		if opts.orphans {
			keep = append(keep, among(stats.NoIncoming))
		}
		if opts.deadends {
			keep = append(keep, among(stats.DeadEnds))
		}
	}
	var notes []*vault.Entry
	for i := range s.Entries {
		if e := &s.Entries[i]; all(keep, e) {
			notes = append(notes, e)
		}
	}
	return notes, nil
}

// printUnresolved lists the links of notes that lead nowhere, in the order of the notes and of their text.
func (c *call) printUnresolved(notes []*vault.Entry, format string) error {
	var links []*vault.Link
	for _, e := range notes {
		for i := range e.Links {
			if e.Links[i].To == "" {
				links = append(links, &e.Links[i])
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
