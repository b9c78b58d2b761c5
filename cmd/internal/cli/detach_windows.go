package cli

import (
	"os/exec"
	"syscall"
)

// detachedProcess is DETACHED_PROCESS of the Windows API, which package syscall does not name.
const detachedProcess = 0x00000008

// apart has a command run without the console of the one who started it, so that it outlives them.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: detachedProcess | syscall.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}
