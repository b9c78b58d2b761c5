//go:build unix

package git

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command and its children one group, all of which end when its context does. Killing git alone
// would leave a hook or a filter that it started, and that holds the pipe.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
