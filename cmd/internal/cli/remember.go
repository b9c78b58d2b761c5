package cli

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type rememberOptions struct {
	kind, text                string
	note, because, supersedes string
	sources                   []string
	again                     bool
	format                    string
}

// rememberKinds are the kinds of facts that somebody says.
func rememberKinds() []string {
	var kinds []string
	for _, k := range vault.FactKinds() {
		if k != vault.FactSummary && k != vault.FactEdge { // the one sums a session up, the other is `connect`
			kinds = append(kinds, string(k))
		}
	}
	return kinds
}

func newRemember(c *call) *cobra.Command {
	var opts rememberOptions
	cmd := &cobra.Command{
		Use:   "remember KIND TEXT",
		Short: "writes one line of what was learned into its note",
		Long: "Writes TEXT into a note as one line, where a person would look for it. KIND is\n" +
			"  decision    under Key Decisions, dated, with its reason\n" +
			"  rejected    an approach that was ruled out, beside the decisions\n" +
			"  state       the property status\n" +
			"  thread      an open end, as a task under Open Threads; `vault done ID` closes it\n" +
			"  preference  how you like things, by default in the note preferences\n" +
			"  constraint  what must hold, under Constraints\n" +
			"  outcome     what came of it, under Outcome\n" +
			"Without --note it is the note about the repository of the working directory: the one whose property repo names a\n" +
			"remote, else the one named like the repository. A thread whose --source is a session's note goes there.\n" +
			"Saying it twice writes one line. Secrets are left out. All other bytes of the note stay as they are.",
		Example: "  vault remember decision \"read the endpoint from SSM\" --because \"changing user data replaces the fleet\"\n" +
			"  vault remember thread \"ask John about the trust policy\" --note gcl-integration",
		Args:              wants("KIND", "TEXT"),
		ValidArgsFunction: completeKinds,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.kind, opts.text = args[0], args[1]
			if cmd.Flags().Changed("note") && strings.TrimSpace(opts.note) == "" {
				return usagef("", "--note %v", errEmpty("a note"))
			}
			return runRemember(cmd.Context(), c, opts)
		},
	}
	cmd.Flags().StringVar(&opts.note, "note", "", "the note, by path, name or alias")
	cmd.Flags().StringVar(&opts.because, "because", "", "the reason")
	cmd.Flags().StringVar(&opts.supersedes, "supersedes", "", "id of the fact in the same note that this one replaces")
	wordsFlag(cmd, &opts.sources, "source", "REF", "session note, ticket, owner/name#12 or commit that it comes from; repeatable")
	cmd.Flags().BoolVar(&opts.again, "again", false, "write it although a person took it back, removed or dismissed it")
	formats(cmd, &opts.format, "text", "json")
	_ = cmd.RegisterFlagCompletionFunc("note", completeNotes(c, 3))
	return cmd
}

func completeKinds(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return fitting(rememberKinds(), typed), cobra.ShellCompDirectiveNoFileComp
}

func runRemember(ctx context.Context, c *call, opts rememberOptions) error {
	if err := opts.check(); err != nil {
		return err
	}
	w, err := c.openWriter(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	f := vault.Fact{
		Kind: vault.FactKind(opts.kind), Text: opts.text, Because: opts.because, Supersedes: opts.supersedes, Again: opts.again,
		Sources: []vault.Source{{Kind: vault.SourcePerson, At: c.Now()}},
	}
	session := ""
	for _, ref := range opts.sources {
		s, err := w.view.SourceNamed(ctx, ref)
		if err != nil {
			return err
		}
		if s.Kind == vault.SourceSession {
			session = s.Ref
		}
		s.At = c.Now()
		f.Sources = append(f.Sources, s)
	}
	switch {
	case opts.note != "":
		f.Note = opts.note
	case f.Kind == vault.FactPreference: // the writer knows the note for those
	case f.Kind == vault.FactThread && session != "":
		f.Note = session
	default:
		if f.Note, err = c.service(ctx, w.view); err != nil {
			return err
		}
	}
	return c.apply(ctx, w, f, opts.format)
}

// check finds what makes no sense without a look at the vault.
func (o *rememberOptions) check() error {
	kinds := rememberKinds()
	if !slices.Contains(kinds, o.kind) {
		err := usagef("want one of "+strings.Join(kinds, ", "), "unknown kind %q", vault.Printable(o.kind))
		if near := vault.Nearest(o.kind, kinds); near != "" {
			err.hint, err.candidates = "did you mean "+near+"?", []string{near}
		}
		return err
	}
	if strings.TrimSpace(o.text) == "" {
		return usagef("say in one line what is to be remembered", "the text is empty")
	}
	return checkLength(map[string]string{"the text": o.text, "--because": o.because})
}

// checkLength refuses what would be cut off.
func checkLength(texts map[string]string) error {
	for what, text := range texts {
		if n := utf8.RuneCountInString(strings.Join(strings.Fields(text), " ")); n > vault.MaxFactText {
			return usagef("say it shorter, or write a note", "%s has %d characters, and a line has room for %d", what, n, vault.MaxFactText)
		}
	}
	return nil
}
