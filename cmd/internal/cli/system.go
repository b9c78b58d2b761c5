package cli

import (
	"fmt"
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
		Git:      gitCommand,
		Terminal: term.IsTerminal(int(os.Stdout.Fd())), ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		Build: func() *debug.BuildInfo {
			info, _ := debug.ReadBuildInfo()
			return info
		},
		// Then collecting garbage may wait, up to a limit. Small questions do better with little memory, since every
		// page that is touched for the first time costs more than what it holds.
		Bulk: func() {
			debug.SetGCPercent(400)
			debug.SetMemoryLimit(384 << 20)
		},
	}
	// Without either of them the verbs that need one say so.
	a.WorkDir, _ = os.Getwd()
	a.Home, _ = os.UserHomeDir()
	a.Binary = binary()
	return a
}

// binary names the file of this program by its size and time.
func binary() string {
	file, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(file)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
}
