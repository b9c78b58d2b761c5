package cli

import (
	"os"
	"runtime/debug"
	"time"

	"golang.org/x/term"
)

// System returns the App of this process.
func System() *App {
	a := &App{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Getenv:   os.Getenv,
		Now:      time.Now,
		Terminal: term.IsTerminal(int(os.Stdout.Fd())),
		Build: func() *debug.BuildInfo {
			info, _ := debug.ReadBuildInfo()
			return info
		},
	}
	// Without either of them the verbs that need one say so.
	a.WorkDir, _ = os.Getwd()
	a.Home, _ = os.UserHomeDir()
	return a
}
