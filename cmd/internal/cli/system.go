package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"time"

	"golang.org/x/term"
)

// System returns the App of this process.
func System() *App {
	a := &App{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Getenv:   os.Getenv,
		Environ:  os.Environ,
		Now:      time.Now,
		Detach:   detach,
		Terminal: term.IsTerminal(int(os.Stdout.Fd())), ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		Build: func() *debug.BuildInfo {
			info, _ := debug.ReadBuildInfo()
			return info
		},
		// Then collecting garbage may wait, up to a limit.
		Bulk: func() { debug.SetMemoryLimit(384 << 20) },
		// Then garbage is what most of the memory would be.
		Lean: func() { debug.SetGCPercent(100) },
	}
	// A small question is answered before there is garbage worth collecting: this puts off the first collection to
	// 16 MB, and the later ones too.
	debug.SetGCPercent(400)
	// Without either of them the verbs that need one say so.
	a.WorkDir, _ = os.Getwd()
	a.Home, _ = os.UserHomeDir()
	a.Binary = binary()
	a.Executable = executable(os.Args[0])
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

// executable returns the path of this program. It prefers the one that it was called by: the system's answer has
// symbolic links followed, and where packages are linked into one folder it names the version of today, which the next
// update removes.
func executable(called string) string {
	file, err := os.Executable()
	if err != nil {
		return ""
	}
	found, err := exec.LookPath(called)
	if err != nil {
		return file
	}
	if found, err = filepath.Abs(found); err != nil {
		return file
	}
	a, errA := os.Stat(file)
	b, errB := os.Stat(found)
	if errA == nil && errB == nil && os.SameFile(a, b) {
		return found
	}
	return file
}
