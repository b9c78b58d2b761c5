package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type linksOptions struct{ note, format string }

func newLinks(c *call) *cobra.Command {
	var opts linksOptions
	cmd := &cobra.Command{
		Use:   "links NOTE",
		Short: "where a note leads",
		Long: "Lists the links of NOTE, one a line: where the link stands, the file it leads to, its relation and the reason\n" +
			"given. Links of properties come first, the others are in the order of the text. A link that leads nowhere is\n" +
			"listed with the reason.",
		Example:           "  vault links whois-lookup",
		Args:              wants("NOTE"),
		ValidArgsFunction: completeNotes(c, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.note = args[0]
			return c.answer(cmd.Context(), func(ctx context.Context, v *viewed) error { return runLinks(ctx, c, v, opts) })
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

func newBacklinks(c *call) *cobra.Command {
	var opts linksOptions
	cmd := &cobra.Command{
		Use:   "backlinks NOTE",
		Short: "what leads to a note",
		Long: "Lists the links that lead to NOTE, one a line: where the link stands, its relation as written there and the\n" +
			"reason given. They are in the order of the paths, and of the text within a note.",
		Example:           "  vault backlinks ip-rotation-tool",
		Args:              wants("NOTE"),
		ValidArgsFunction: completeNotes(c, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.note = args[0]
			return c.answer(cmd.Context(), func(ctx context.Context, v *viewed) error { return runBacklinks(ctx, c, v, opts) })
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// A linksDoc is what links and backlinks tell of a note.
type linksDoc struct {
	Schema int       `json:"schema"`
	Note   string    `json:"note"`
	Links  []edgeDoc `json:"links"`
}

func runLinks(ctx context.Context, c *call, v *viewed, opts linksOptions) error {
	e, err := v.Find(ctx, opts.note)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		return c.printJSON(linksDoc{1, e.Path, edgeDocs(e.Links)})
	}
	for i := range e.Links {
		link := &e.Links[i]
		if link.To == "" {
			why, err := v.Reason(ctx, link)
			if err != nil {
				return err
			}
			c.printf("%s → nowhere: %s\n", place(link.From, link.At), why)
			continue
		}
		c.printf("%s → %s%s\n", place(link.From, link.At), vault.Printable(link.To+link.Subpath), said(link))
	}
	return nil
}

func runBacklinks(ctx context.Context, c *call, v *viewed, opts linksOptions) error {
	path, err := v.FindPath(ctx, opts.note)
	if err != nil {
		return err
	}
	links, err := v.Backlinks(ctx, path)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		return c.printJSON(linksDoc{1, path, edgeDocs(links)})
	}
	for i := range links {
		c.printf("%s%s\n", place(links[i].From, links[i].At), said(&links[i]))
	}
	return nil
}

// said returns what is written about a link, with a gap before it; "" where nothing is.
func said(l *vault.Link) string {
	var parts []string
	for _, part := range []string{l.Relation, l.Annotation} {
		if part != "" {
			parts = append(parts, vault.Printable(part))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "  " + strings.Join(parts, " — ")
}
