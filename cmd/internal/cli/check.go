package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

type checkOptions struct {
	strict, watch bool
	format        string
}

func newCheck(c *call) *cobra.Command {
	var opts checkOptions
	cmd := &cobra.Command{
		Use:   "check",
		Short: "what a person would want to mend",
		Long: "Lists what is wrong or may be: broken frontmatter, links that lead nowhere or could lead elsewhere, connections\n" +
			"that do not say why, names that collide, notes that nothing leads to. One finding a line, in the order of paths\n" +
			"and lines; one about a whole file stands at line 1. The exit code is 3 where there are errors. With --watch it\n" +
			"goes on, and tells what each save adds and mends, until it is interrupted.",
		Example:           "  vault check --strict\n  vault check --watch",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opts.watch {
				return runCheckWatch(cmd.Context(), c, opts)
			}
			return runCheck(cmd.Context(), c, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.strict, "strict", false, "exit with 3 where there are warnings, too")
	cmd.Flags().BoolVar(&opts.watch, "watch", false, "check again whenever a note is saved")
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
	v, err := c.view(ctx)
	if err != nil {
		return err
	}
	defer v.Close()
	c.lean()
	findings, files, err := v.Check(ctx)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		err = c.printJSON(findingsDoc{1, findingDocs(findings)})
	} else {
		c.printFindings(findings, "")
	}
	if err == nil {
		err = c.out.flush() // on a terminal, the sum stands below what it sums up
	}
	if err != nil {
		return err
	}
	count := c.tellCounts(findings, files)
	if count[note.Error] > 0 || opts.strict && count[note.Warning] > 0 {
		return errProblems
	}
	return nil
}

// tellCounts says how many findings of each severity there are, and returns that.
func (c *call) tellCounts(findings []vault.Finding, files int) map[note.Severity]int {
	count := map[note.Severity]int{}
	for _, f := range findings {
		count[f.Severity]++
	}
	c.notice("%s, %s, %s in %s", number(count[note.Error], "error"), number(count[note.Warning], "warning"),
		number(count[note.Notice], "notice"), number(files, "file"))
	return count
}

// printFindings writes findings one a line, with a word in front of the message.
func (c *call) printFindings(findings []vault.Finding, word string) {
	for _, f := range findings {
		c.printf("%s: %s%s: %s\n", place(orRoot(f.Path), max(f.Line, 1)), word, f.Severity, vault.Printable(f.Message))
	}
}

// A findingsDoc is the answer of check.
type findingsDoc struct {
	Schema   int          `json:"schema"`
	Findings []findingDoc `json:"findings"`
}

func findingDocs(findings []vault.Finding) []findingDoc {
	docs := make([]findingDoc, len(findings))
	for i, f := range findings {
		docs[i] = findingDoc{orRoot(f.Path), lineOrNull(f.Line), f.Severity.String(), f.Code, f.Message}
	}
	return docs
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
