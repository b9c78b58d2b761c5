// Package cli is the command line of vault: the tree of verbs, one file a verb. Each parses its flags into an
// options struct, makes one call of the library, and writes the result as text or JSON.
//
// Data goes to stdout, everything about the run to stderr. Whatever fails comes back as an error to App.Run, the
// one place that turns it into a message and an exit code. What costs something, such as the user's config or the
// vault, is read when a verb asks for it, so help, version and completion read nothing. Decisions about notes and
// edges are left to packages vault and graph, the way a traversal looks to package render.
package cli

import (
	"context"
	"io"
	"net/http"
	"runtime/debug"
	"time"
)

// An App is the process as the verbs see it. They read nothing else of it, so a test can run one with buffers.
type App struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
	// WorkDir is the absolute working directory, Home the person's home folder, "" where there is none.
	WorkDir, Home string
	Now           func() time.Time
	// Terminal says that Out is a terminal, ErrTerminal that Err is one.
	Terminal, ErrTerminal bool
	// Build returns what is known of the binary; nil where nothing is.
	Build func() *debug.BuildInfo
	// Bulk, where it is not nil, is called before all notes are read and parsed.
	Bulk func()
	// Lean, where it is not nil, is called before all notes are gone through of which little is kept.
	Lean func()
	// Environ is the environment as os.Environ returns it, for the programs that verbs run. Nil is none, and then the
	// repository of the working directory does not count.
	Environ func() []string
	// Transport sends requests to servers; nil is the default one.
	Transport http.RoundTripper
	// Detach starts this program with args in a folder and does not wait for it; nil starts nothing.
	Detach func(dir string, args ...string) error
	// Binary tells the program's file from others, "" where it is not known.
	Binary string
	// Executable is the absolute path by which the program was called, "" where it is not known.
	Executable string
}

// Run runs the verb that args name, without the name of the program before them, and returns the exit code.
func (a *App) Run(ctx context.Context, args []string) int {
	if callsHook(args) {
		return a.runAsHook(ctx, args)
	}
	c := &call{App: a, out: newOutput(a.Out), json: wantsJSON(args)}
	return c.finish(ctx, c.execute(ctx, args))
}

// color reports whether the text on stdout may have colours.
func (a *App) color() bool {
	return a.Terminal && a.Getenv("NO_COLOR") == "" && a.Getenv("TERM") != "dumb"
}

// environ returns the environment for the programs that verbs run.
func (a *App) environ() []string {
	if a.Environ == nil {
		return nil
	}
	return a.Environ()
}
