package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vaultgraph/integrations/claude"
)

// The times of a hook. A session waits for it, so it has to end whatever happens around it.
const (
	// hookInputTime is for the host to write its input.
	hookInputTime = time.Second
	// hookTime is for the work: what is not known by then is left out.
	hookTime = 3 * time.Second
	// hookEnd is when a hook that has still not answered says nothing.
	hookEnd = 5 * time.Second
)

func newHook(c *call) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "hook EVENT",
		Short: "what an agent host calls; see install",
		Long: "Agent hosts call this at the moments of a session: " + strings.Join(claude.Verbs(), ", ") + ".\n" +
			"The host's JSON comes on stdin; what goes to the model is JSON on stdout. Whatever happens, it ends soon, exits 0,\n" +
			"and says nothing where it has nothing to say. With VAULT_EXTRACTING set, it does nothing.",
		Example:           `  echo '{"cwd":"/home/sam/src/api","source":"startup"}' | vault hook session-start`,
		Args:              wants("EVENT"),
		ValidArgsFunction: completeWord(claude.Verbs()...),
		RunE: func(cmd *cobra.Command, args []string) error {
			event, ok := claude.EventOf(args[0])
			if !ok {
				return usagef("the events are "+strings.Join(claude.Verbs(), ", "), "hook: %q is no event", args[0])
			}
			return runHook(cmd.Context(), c, event)
		},
	}
	formats(cmd, &format, "json")
	return cmd
}

// callsHook reports whether the arguments are for the verb hook, even where flags before it make no sense.
func callsHook(args []string) bool {
	if !slices.Contains(args, "hook") {
		return false
	}
	root := newRoot(&call{App: &App{}, out: newOutput(io.Discard)})
	isVerb := func(word string) bool {
		return slices.ContainsFunc(root.Commands(), func(cmd *cobra.Command) bool { return cmd.Name() == word })
	}
	word := firstWord(root, args)
	if !isVerb(word) {
		word = args[slices.IndexFunc(args, isVerb)]
	}
	return word == "hook"
}

// runAsHook is Run for the verb hook. Agent hosts read meaning into exit codes, and give a model to read what a hook
// prints, so all that goes wrong ends in silence and 0: wrong flags, an error, a panic, a hang.
func (a *App) runAsHook(ctx context.Context, args []string) int {
	ctx, cancel := context.WithTimeout(ctx, hookTime)
	defer cancel()
	done := make(chan []byte, 1)
	go func() {
		var answer []byte
		defer func() {
			if recover() != nil {
				answer = nil
			}
			done <- answer
		}()
		var out bytes.Buffer
		quiet := *a
		quiet.Out, quiet.Err, quiet.Terminal, quiet.ErrTerminal = &out, io.Discard, false, false
		c := &call{App: &quiet, out: newOutput(&out), quiet: true}
		if c.finish(ctx, c.execute(ctx, args)) == exitOK {
			answer = out.Bytes()
		}
	}()
	end := time.NewTimer(hookEnd)
	defer end.Stop()
	select {
	case answer := <-done:
		_, _ = a.Out.Write(answer) // a host that does not listen any more needs no answer
	case <-end.C:
	}
	return exitOK
}

// runHook reads what the host says and answers it.
func runHook(ctx context.Context, c *call, event claude.Event) error {
	if c.Getenv("VAULT_EXTRACTING") != "" {
		return nil // a session that vault itself has started
	}
	reading, cancel := context.WithTimeout(ctx, hookInputTime)
	defer cancel()
	in, err := claude.ReadInput(reading, c.In)
	if err != nil {
		return err
	}
	if info, err := os.Stat(in.Cwd); err == nil && info.IsDir() {
		c.WorkDir = in.Cwd
	}
	var text string
	switch event {
	case claude.SessionStart:
		text, err = c.sessionStart(ctx, in)
	case claude.UserPromptSubmit:
		text, err = c.userPrompt(ctx, in)
	default:
		return nil // these only listen
	}
	if err != nil {
		return err
	}
	return claude.WriteContext(&jsonWriter{w: c.out}, event, text)
}
