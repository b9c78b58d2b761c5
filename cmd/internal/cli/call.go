package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"vaultgraph/vault"
)

// A call is one run of one verb.
type call struct {
	*App
	out *output

	vaultDir  string // --vault
	verbose   bool   // --verbose
	json      bool   // whether errors are JSON
	viewed    *vault.View
	unindexed bool // no index is to be used
	quiet     bool // no notices: completion runs behind the person's back
	notices   []string
	keeping   bool // notices are kept back: see answer
}

// execute parses the arguments and runs the verb.
func (c *call) execute(ctx context.Context, args []string) error {
	root := newRoot(c)
	if err := checkVerb(root, args); err != nil {
		return err
	}
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if !errors.Is(err, vault.ErrIndexDamaged) || c.viewed == nil || c.out.dst.begun {
		return err
	}
	if err := c.viewed.Forget(ctx); err != nil {
		c.notice("the index is damaged, and cannot be made anew now: %v; this run does without", err)
		c.unindexed = true
	} else {
		c.notice("the index was damaged: made anew")
	}
	c.out.Reset(c.out.dst)
	root = newRoot(c)
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// notice says something about the run on stderr, in one line. With JSON it waits for the end, since the error may
// have to be the only thing there.
func (c *call) notice(format string, args ...any) {
	if c.quiet {
		return
	}
	c.tell(vault.Printable(fmt.Sprintf(format, args...)))
}

// tell passes on a notice.
func (c *call) tell(line string) {
	if c.json || c.keeping {
		c.notices = append(c.notices, line)
		return
	}
	fmt.Fprintln(c.Err, "vault: "+line)
}

// finish writes what is left to write and returns the exit code.
func (c *call) finish(ctx context.Context, err error) int {
	f := failureOf(ctx, err)
	if f != nil && f.message != "" {
		c.out.discard()
	}
	if flushErr := c.out.flush(); flushErr != nil {
		if closedPipe(flushErr) {
			return exitOK // whoever read has seen enough
		}
		f = &failure{code: codeInternal, exit: exitFailed, message: "writing the output: " + reason(flushErr)}
	}
	if f == nil || f.message == "" {
		for _, line := range c.notices {
			fmt.Fprintln(c.Err, "vault: "+line)
		}
	}
	if f == nil {
		return exitOK
	}
	c.writeFailure(c.Err, f)
	return f.exit
}

// writeFailure writes an error: one line, or one JSON document, which then holds the notices too.
func (c *call) writeFailure(w io.Writer, f *failure) {
	switch {
	case f.message == "", c.json && f.exit == exitInterrupted: // who interrupts knows
	case c.json:
		_ = writeJSON(w, f.document(c.notices))
	default:
		fmt.Fprintln(w, "vault: "+f.text())
		fmt.Fprint(w, terminalText(f.diff))
	}
}
