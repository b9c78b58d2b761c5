//go:build unix

package deploys

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command and all that it starts one group, which ends when the command's context does.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
