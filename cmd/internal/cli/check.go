package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

type checkOptions struct {
	strict bool
	format string
}

func newCheck(c *call) *cobra.Command {
	var opts checkOptions
	cmd := &cobra.Command{
		Use:   "check",
		Short: "what a person would want to mend",
		Long: "Lists what is wrong or may be: broken frontmatter, links that lead nowhere or could lead elsewhere, connections\n" +
			"that do not say why, names that collide, notes that nothing leads to. One finding a line, in the order of paths\n" +
			"and lines; one about a whole file stands at line 1. The exit code is 3 where there are errors.",
		Example:           "  vault check --strict",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runCheck(cmd.Context(), c, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.strict, "strict", false, "exit with 3 where there are warnings, too")
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// A findingDoc is a finding in JSON; line is null for one about the whole file.
type findingDoc struct {
	Path     string `json:"path"`
	Line     *int   `json:"line"`
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`
}

func runCheck(ctx context.Context, c *call, opts checkOptions) error {
	s, err := c.snapshot(ctx, c.view)
	if err != nil {
		return err
	}
	findings := s.Check()
	count := map[note.Severity]int{}
	for _, f := range findings {
		count[f.Severity]++
	}
	if opts.format == "json" {
		err = c.printFindingsJSON(findings)
	} else {
		for _, f := range findings {
			c.printf("%s: %s: %s\n", place(orRoot(f.Path), max(f.Line, 1)), f.Severity, vault.Printable(f.Message))
		}
	}
	if err != nil {
		return err
	}
	c.notice("%s, %s, %s in %s", number(count[note.Error], "error"), number(count[note.Warning], "warning"),
		number(count[note.Notice], "notice"), number(len(s.Entries), "file"))
	if count[note.Error] > 0 || opts.strict && count[note.Warning] > 0 {
		return errProblems
	}
	return nil
}

func (c *call) printFindingsJSON(findings []vault.Finding) error {
	docs := make([]findingDoc, len(findings))
	for i, f := range findings {
		docs[i] = findingDoc{orRoot(f.Path), lineOrNull(f.Line), f.Severity.String(), f.Code, f.Message}
	}
	return c.printJSON(struct {
		Schema   int          `json:"schema"`
		Findings []findingDoc `json:"findings"`
	}{1, docs})
}

// orRoot returns the path of a finding, which is empty for the vault itself.
func orRoot(path string) string {
	if path == "" {
		return "."
	}
	return path
}

// number returns n with its noun.
func number(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
