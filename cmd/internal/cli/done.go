package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type doneOptions struct{ ref, format string }

func newDone(c *call) *cobra.Command {
	var opts doneOptions
	cmd := &cobra.Command{
		Use:   "done REF",
		Short: "closes a thread, or dismisses what is owed",
		Long: "Ticks the box of the thread with the id REF. A ticket's key, owner/name#12, its address, or what else the last\n" +
			"brief named is dismissed: it is not shown any more until there is news of it. #12 is the pull request that the\n" +
			"last brief called so, else that of the repository of the working directory. `vault undo` takes either back.",
		Example: "  vault done TICKET-3060\n" +
			"  vault done acme/whois-lookup#12",
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

// A doneDoc says what was closed or dismissed. Ref is what was named in full; note and line are null for a dismissal.
type doneDoc struct {
	Schema int              `json:"schema"`
	Ref    string           `json:"ref"`
	Status vault.FactStatus `json:"status"`
	Why    *string          `json:"why"`
	Note   *string          `json:"note"`
	Line   *int             `json:"line"`
	Write  *string          `json:"write"`
}

func runDone(ctx context.Context, c *call, opts doneOptions) error {
	if strings.TrimSpace(opts.ref) == "" {
		return usagef("give the id of a thread, or what is to be dismissed", "REF is empty")
	}
	w, err := c.openWriter(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	owed, err := c.owed(ctx, w)
	if err != nil {
		return err
	}
	what, err := owed.find(opts.ref)
	if err != nil {
		return err
	}
	defer c.tellNotices(w.writer)
	if what.thread != "" {
		return c.closeThread(ctx, w, what, opts)
	}
	if owed.dismissed(what.ref) {
		return c.sayDismissed(what.ref, opts)
	}
	return c.dismiss(ctx, w, what, opts)
}

// sayDismissed says that there is nothing to do.
func (c *call) sayDismissed(ref string, opts doneOptions) error {
	const why = "it is dismissed already, until there is news of it"
	if opts.format == "json" {
		return c.printJSON(doneDoc{1, ref, vault.StatusKnown, orNull(why), nil, nil, nil})
	}
	c.printf("%s: %s\n", vault.Printable(ref), why)
	return nil
}

func (c *call) closeThread(ctx context.Context, w *writing, what owedThing, opts doneOptions) error {
	r, err := w.writer.CloseThread(ctx, what.note, what.thread)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		return c.printJSON(doneDoc{1, r.Fact.ID, r.Status, orNull(r.Why), orNull(r.Fact.Note), lineOrNull(r.Line), orNull(r.Write)})
	}
	if r.Write == "" {
		c.printf("%s: thread %s: %s\n", place(r.Fact.Note, r.Line), r.Fact.ID, r.Why)
		return nil
	}
	c.printf("%s: thread %s closed: `vault undo %s` takes it back\n", place(r.Fact.Note, r.Line), r.Fact.ID, r.Write)
	return nil
}

// dismiss says where only the form of REF tells what it is: a key with a slip in it looks like any other.
func (c *call) dismiss(ctx context.Context, w *writing, what owedThing, opts doneOptions) error {
	if what.untold {
		c.notice("no line of the last brief is about %s", what.ref)
	}
	l, err := w.writer.Dismiss(ctx, what.ref)
	if err != nil {
		return err
	}
	const why = "dismissed until there is news of it"
	if opts.format == "json" {
		return c.printJSON(doneDoc{1, what.ref, vault.StatusNew, orNull(why), nil, nil, orNull(l.ID)})
	}
	c.printf("%s: %s: `vault undo %s` takes it back\n", vault.Printable(what.ref), why, l.ID)
	return nil
}
