//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// apart has a command run in a session of its own, so that it outlives the one who started it.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
