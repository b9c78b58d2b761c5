package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type logOptions struct {
	limit  int
	format string
}

func newLog(c *call) *cobra.Command {
	var opts logOptions
	cmd := &cobra.Command{
		Use:   "log",
		Short: "what was written on this machine, the newest first",
		Long: "Lists what vault wrote into the notes on this machine within the last 90 days: id, time, kind, note, text, and\n" +
			"undone or lost where it no longer stands. `vault undo ID` takes a write back.",
		Example:           "  vault log --limit 5",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runLog(cmd.Context(), c, opts)
		},
	}
	countFlag(cmd, &opts.limit, "limit", 20, "how many writes at most, 0 for all")
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// A writeDoc is a write of the journal in JSON.
type writeDoc struct {
	ID     string      `json:"id"`
	Time   time.Time   `json:"time"`
	Kind   string      `json:"kind"`
	Path   string      `json:"path"`
	State  string      `json:"state"`
	Undoes *string     `json:"undoes"`
	Fact   *vault.Fact `json:"fact"`
	Ref    *string     `json:"ref"` // what was dismissed
	Diff   string      `json:"diff"`
}

func (c *call) newWriteDoc(l *vault.Logged) writeDoc {
	return writeDoc{l.ID, l.Time.In(c.Now().Location()), l.Kind, l.Path, l.State, orNull(l.Undoes), l.Fact, orNull(l.Ref), l.Diff}
}

func runLog(ctx context.Context, c *call, opts logOptions) error {
	log, err := c.log(ctx, opts.limit)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		docs := make([]writeDoc, len(log))
		for i := range log {
			docs[i] = c.newWriteDoc(&log[i])
		}
		return c.printJSON(struct {
			Schema int        `json:"schema"`
			Writes []writeDoc `json:"writes"`
		}{1, docs})
	}
	for _, l := range log {
		state := ""
		if l.State != "done" {
			state = "  (" + l.State + ")"
		}
		c.printf("%s  %s  %-10s  %s  %s%s\n", l.ID, l.Time.In(c.Now().Location()).Format("2006-01-02 15:04"), l.Kind,
			vault.Printable(l.Path), vault.Printable(textOf(&l)), state)
	}
	return nil
}

// log reads the journal of the vault.
func (c *call) log(ctx context.Context, limit int) ([]vault.Logged, error) {
	v, err := c.open(false)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	w, err := vault.OpenWriter(v, vault.WriterOptions{Environment: c.environment(), Now: c.Now})
	if err != nil {
		return nil, err
	}
	return w.Log(ctx, limit)
}

// textOf says in a few words what a write has written.
func textOf(l *vault.Logged) string {
	switch {
	case l.Undoes != "":
		return "took back " + l.Undoes
	case l.Ref != "":
		return l.Ref
	case l.Fact == nil:
		return "an edit of another program"
	case l.Fact.Kind == vault.FactEdge && l.Fact.Relation != "":
		return l.Fact.Relation + " → " + l.Fact.Target
	case l.Fact.Kind == vault.FactEdge:
		return "→ " + l.Fact.Target
	case l.Fact.Text == "":
		return string(l.Fact.Kind) + " " + l.Fact.ID
	}
	return l.Fact.Text
}
