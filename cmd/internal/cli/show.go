package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
)

type showOptions struct{ note, format string }

func newShow(c *call) *cobra.Command {
	var opts showOptions
	cmd := &cobra.Command{
		Use:   "show NOTE",
		Short: "the text of a note",
		Long: "Writes the text of NOTE: byte by byte into a file or pipe; on a terminal, control characters are shown as\n" +
			"escapes.",
		Example:           "  vault show tunnel-address-quota",
		Args:              wants("NOTE"),
		ValidArgsFunction: completeNotes(c, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.note = args[0]
			return runShow(cmd.Context(), c, opts)
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

func runShow(ctx context.Context, c *call, opts showOptions) error {
	v, err := c.view(ctx)
	if err != nil {
		return err
	}
	defer v.Close()
	e, err := v.Find(ctx, opts.note)
	if err != nil {
		return err
	}
	text, err := v.ReadFile(e.Path)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		type doc struct {
			nodeDoc
			Text string `json:"text"`
		}
		return c.printJSON(struct {
			Schema int `json:"schema"`
			Note   doc `json:"note"`
		}{1, doc{newNodeDoc(e), strings.ToValidUTF8(string(text), "\uFFFD")}})
	}
	if c.Terminal {
		_, err = c.out.WriteString(terminalText(string(text)))
	} else {
		_, err = c.out.Write(text)
	}
	return err
}
