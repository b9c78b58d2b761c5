//go:build !unix

package git

import "os/exec"

// ownGroup leaves the command as it is: git alone is killed, and WaitDelay lets go of what its children hold.
func ownGroup(*exec.Cmd) {}
