package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
	"vaultgraph/vault/lazyregexp"
)

type doneOptions struct{ ref, format string }

func newDone(c *call) *cobra.Command {
	var opts doneOptions
	cmd := &cobra.Command{
		Use:   "done REF",
		Short: "closes a thread, or dismisses what is owed",
		Long: "Ticks the box of the thread with the id REF. Anything else, such as a ticket's key or owner/name#12, is dismissed:\n" +
			"it is not shown any more until there is news of it.",
		Example:           "  vault done TICKET-3060",
		Args:              wants("REF"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.ref = args[0]
			return runDone(cmd.Context(), c, opts)
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// A doneDoc says what was closed or dismissed. Note, line and write are null for a dismissal.
type doneDoc struct {
	Schema int              `json:"schema"`
	Ref    string           `json:"ref"`
	Status vault.FactStatus `json:"status"`
	Why    *string          `json:"why"`
	Note   *string          `json:"note"`
	Line   *int             `json:"line"`
	Write  *string          `json:"write"`
}

// looksLikeID fits what `remember` prints as an id, and hardly any name.
var looksLikeID = lazyregexp.New(`^\s*\^|^\s*[0-9a-v]{10}\s*$`)

func runDone(ctx context.Context, c *call, opts doneOptions) error {
	if strings.TrimSpace(opts.ref) == "" {
		return usagef("give the id of a thread, or what is to be dismissed", "REF is empty")
	}
	w, err := c.openWriter(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	r, err := w.writer.Done(ctx, opts.ref)
	c.tellNotices(w.writer)
	if err != nil {
		return err
	}
	if r.Fact.Note == "" && looksLikeID().MatchString(opts.ref) {
		c.notice("no thread of this vault has the id %s: it is taken for the name of something else", opts.ref)
	}
	if opts.format == "json" {
		return c.printJSON(doneDoc{1, opts.ref, r.Status, orNull(r.Why), orNull(r.Fact.Note), lineOrNull(r.Line), orNull(r.Write)})
	}
	switch {
	case r.Fact.Note == "":
		c.printf("%s: %s\n", vault.Printable(opts.ref), r.Why)
	case r.Write == "":
		c.printf("%s: thread %s: %s\n", place(r.Fact.Note, r.Line), r.Fact.ID, r.Why)
	default:
		c.printf("%s: thread %s closed: `vault undo %s` takes it back\n", place(r.Fact.Note, r.Line), r.Fact.ID, r.Write)
	}
	return nil
}
