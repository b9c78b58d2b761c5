package cli

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

// doctorTime is how long doctor waits for an answer of any one server.
const doctorTime = 10 * time.Second

func newDoctor(c *call) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "whether everything that vault needs is there and answers",
		Long: "Looks at the config, the vault and the index, git and its repositories, and the hooks, and asks every source one\n" +
			"real question: who it takes you for, what the token may do, whether the clocks agree. Changes nothing.",
		Example:           "  vault doctor",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runDoctor(cmd.Context(), c, format)
		},
	}
	formats(cmd, &format, "text", "json")
	return cmd
}

// A symptom is what doctor found out about one thing.
type symptom struct {
	Name   string `json:"name"`
	Status string `json:"status"` // ok, warning, problem, off
	// Text says what was found; Hint what to do, "" where nothing is to be done.
	Text string `json:"text"`
	Hint string `json:"hint,omitempty"`
}

// What doctor can make of a thing.
const (
	wellOK      = "ok"
	wellWarning = "warning"
	wellProblem = "problem"
	wellOff     = "off" // not used here
)

func runDoctor(ctx context.Context, c *call, format string) error {
	var found []symptom
	b, err := c.briefing(ctx)
	if err != nil {
		found = append(found, symptom{"config", wellProblem, err.Error(), "the file has to be right before anything else can be looked at"})
	} else {
		defer b.Close()
		found = append(found, c.examineVault(ctx, b)...)
		if b.survey, err = c.survey(ctx, b.sources, b.vaultDir()); err != nil {
			found = append(found, symptom{"sources", wellProblem, err.Error(), ""})
		} else {
			found = append(found, b.examineSources(ctx)...)
		}
	}
	found = append(append(found, c.examineProgram()), c.examineHooks()...)
	if err := c.writeSymptoms(found, format); err != nil {
		return err
	}
	if slices.ContainsFunc(found, func(s symptom) bool { return s.Status == wellProblem }) {
		return errProblems
	}
	return nil
}

func (c *call) writeSymptoms(found []symptom, format string) error {
	if format == "json" {
		return c.printJSON(struct {
			Schema int       `json:"schema"`
			Checks []symptom `json:"checks"`
		}{1, found})
	}
	width := 0
	for _, s := range found {
		width = max(width, len(s.Name))
	}
	for _, s := range found {
		line := fmt.Sprintf("%-7s  %-*s  %s", s.Status, width, s.Name, s.Text)
		if s.Hint != "" {
			line += ": " + s.Hint
		}
		c.printf("%s\n", vault.Printable(line))
	}
	return nil
}

// examineSources asks all sources at once, each one real question, and returns what they said in their order.
func (b *briefing) examineSources(ctx context.Context) []symptom {
	var checks []func(context.Context) []symptom
	checks = append(checks, b.examineGit)
	for _, source := range b.github {
		checks = append(checks, func(ctx context.Context) []symptom { return b.examineGitHub(ctx, source) })
	}
	for _, site := range b.jira {
		checks = append(checks, func(ctx context.Context) []symptom { return b.examineJira(ctx, site) })
	}
	checks = append(checks, b.examineDeploys)
	answers := make([][]symptom, len(checks))
	var wg sync.WaitGroup
	for i, check := range checks {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, doctorTime)
			defer cancel()
			answers[i] = check(ctx)
		})
	}
	wg.Wait()
	return slices.Concat(answers...)
}
