//go:build unix

package deploys_test

import (
	"os"
	"testing"
	"time"
)

// checkGone waits until the process that writes a file all the time has stopped.
func checkGone(t *testing.T, alive string) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for time.Now().Before(deadline) {
		before, _ := os.ReadFile(alive)
		time.Sleep(100 * time.Millisecond)                                   // twenty times as long as it waits between writes
		if after, _ := os.ReadFile(alive); string(before) == string(after) { // empty, where it ended just before it wrote
			return
		}
	}
	t.Error("what the command started goes on")
}
