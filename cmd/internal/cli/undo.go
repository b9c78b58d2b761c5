package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type undoOptions struct{ id, format string }

func newUndo(c *call) *cobra.Command {
	var opts undoOptions
	cmd := &cobra.Command{
		Use:   "undo [ID]",
		Short: "takes back what was written",
		Long: "Takes back the write with the id that `vault log` shows, the fact with that id, or the dismissal of what was named\n" +
			"to `vault done`; without ID the last of these. The note gets the exact bytes that it had. Where it was edited since,\n" +
			"only the lines that were written go; where those were edited, nothing is changed, and the difference is shown. What\n" +
			"was taken back is not written again by itself.",
		Example:           "  vault undo",
		Args:              wants("[ID]"),
		ValidArgsFunction: completeWrites(c),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				if opts.id = strings.TrimSpace(args[0]); opts.id == "" {
					return usagef("`vault log` shows the ids", "ID is empty")
				}
			}
			return runUndo(cmd.Context(), c, opts)
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// completeWrites offers the ids of the last writes that still stand.
func completeWrites(c *call) completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		c.quiet = true
		var ids []string
		if log, err := c.log(cmd.Context(), 50); err == nil && len(args) == 0 {
			for _, l := range log {
				if l.State == "done" && l.Undoes == "" {
					ids = append(ids, l.ID)
				}
			}
		}
		return fitting(ids, typed), cobra.ShellCompDirectiveNoFileComp
	}
}

func runUndo(ctx context.Context, c *call, opts undoOptions) error {
	v, err := c.open(true)
	if err != nil {
		return err
	}
	defer v.Close()
	w, err := vault.OpenWriter(v, vault.WriterOptions{Environment: c.environment(), Now: c.Now})
	if err != nil {
		return err
	}
	l, err := w.Undo(ctx, opts.id)
	c.tellNotices(w)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		return c.printJSON(struct {
			Schema int      `json:"schema"`
			Undone writeDoc `json:"undone"`
		}{1, c.newWriteDoc(&l)})
	}
	if l.Ref != "" {
		c.printf("%s: no longer dismissed\n", vault.Printable(l.Ref))
		return nil
	}
	c.printf("%s: took back %s %s: %s\n", vault.Printable(l.Path), l.Kind, l.ID, vault.Printable(textOf(&l)))
	return nil
}
