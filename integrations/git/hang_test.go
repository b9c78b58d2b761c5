//go:build unix

package git_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vaultgraph/examples/repos"
)

// hanging builds a repository whose status waits for a filter that does not return.
func (d *desk) hanging(name string) {
	d.build(repos.Script{Dir: name, Commits: []repos.Commit{
		{At: at(28, 10), Message: "One", Files: map[string]string{"a.txt": "a\n", ".gitattributes": "*.txt filter=slow\n"}},
	}})
	d.run(name, "config", "filter.slow.clean", "echo $$ > '"+d.path(name+".pid")+"'; exec sleep 600")
	d.write(name+"/a.txt", "b\n") // as long as before, so it has to be read
}

// One repository that hangs must not cost the others, nor what was read of it; and no process is left behind.
func TestRepositoriesThatHang(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const more = 5 // than are read at once
	for i := range more {
		d.hanging(fmt.Sprintf("hang%d", i))
	}
	d.build(repos.Script{Dir: "well"})
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
	defer cancel()
	part := d.scanWith(ctx, d.git(), d.find(), "")
	well := d.repo(part, "well")
	expect(t, "the one that is well", well.Problem+subjects(well.Commits), "One")
	for i := range more {
		r := d.repo(part, fmt.Sprintf("hang%d", i))
		expect(t, r.Name, words(r.Problem, subjects(r.Commits), len(r.Worktrees)), "not read in time One 0")
		d.ended(r.Name + ".pid")
	}
}

// ended fails where the process whose id is in a file still runs.
func (d *desk) ended(name string) {
	d.t.Helper()
	text, err := os.ReadFile(d.path(name))
	if err != nil {
		d.t.Fatalf("the filter was not started: %v", err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		d.t.Fatal(err)
	}
	for range 500 {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if syscall.Kill(pid, 0) != nil || strings.Contains(string(stat), ") Z ") { // nobody may be there to reap it
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	d.t.Errorf("%s: process %d still runs", name, pid)
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

// A monitor of the file system is a program that git starts for every status.
func TestMonitorIsNotStarted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build(repos.Script{Dir: "r"})
	d.write("monitor", "#!/bin/sh\n: > '"+d.path("started")+"'\n")
	if err := os.Chmod(d.path("monitor"), 0o755); err != nil {
		t.Fatal(err)
	}
	d.run("r", "config", "core.fsmonitor", d.path("monitor"))
	d.only(d.scan())
	if _, err := os.Stat(d.path("started")); err == nil {
		t.Error("a scan started the monitor")
	}
	d.run("r", "status")
	if _, err := os.Stat(d.path("started")); err != nil {
		t.Error("a plain status does not start it, so this test tests nothing")
	}
}
