package scan_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// roleVariable makes the test binary act as a process of its own, in the folder of its working directory.
const roleVariable = "SCAN_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "session":
		session()
	case "brief":
		brief()
	default:
		os.Exit(m.Run())
	}
}

// session asks the source tracker once and prints the status. The source says that it was asked by a line in a file,
// and answers when there is a file named go.
func session() {
	s := &source{name: "tracker", scan: func(context.Context) (world.Part, error) {
		f, err := os.OpenFile("asked", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return world.Part{}, err
		}
		fmt.Fprintln(f, os.Getpid())
		f.Close()
		for !exists("go") {
			time.Sleep(time.Millisecond)
		}
		return world.Part{Tickets: []world.Ticket{{Key: "T-1", Title: "x"}}}, nil
	}}
	os.WriteFile(fmt.Sprint("here-", os.Getpid()), nil, 0o600)
	a := scan.Run(context.Background(), []scan.Job{{Source: s}}, scan.Options{Cache: "cache", TTL: time.Hour, Now: time.Now}).Answers[0]
	json.NewEncoder(os.Stdout).Encode([]string{string(a.Status), title(a)})
}

func exists(name string) bool { _, err := os.Stat(name); return err == nil }

func process(t *testing.T, dir, role string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	return cmd
}

// until waits for a condition that another process brings about.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for !ok() {
		if t.Context().Err() != nil {
			t.Fatal("never: ", what)
		}
		time.Sleep(time.Millisecond)
	}
}

func count(dir, pattern string) int {
	names, _ := filepath.Glob(filepath.Join(dir, pattern))
	return len(names)
}

func lines(dir, name string) int {
	data, _ := os.ReadFile(filepath.Join(dir, name))
	n := 0
	for _, b := range data {
		if b == '\n' {
			n++
		}
	}
	return n
}

func TestFiveSessionsAtOnceAskOnce(t *testing.T) {
	dir := t.TempDir()
	const sessions = 5
	type ended struct {
		out []byte
		err error
	}
	results := make(chan ended, sessions)
	for range sessions {
		cmd := process(t, dir, "session")
		go func() { out, err := cmd.Output(); results <- ended{out, err} }()
	}
	until(t, "all sessions run and one asks", func() bool { return count(dir, "here-*") == sessions && lines(dir, "asked") > 0 })
	if err := os.WriteFile(filepath.Join(dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	statuses := map[string]int{}
	for range sessions {
		r := <-results
		var got []string
		if r.err != nil || json.Unmarshal(r.out, &got) != nil || got[1] != "x" {
			t.Fatalf("%s %v", r.out, r.err)
		}
		statuses[got[0]]++
	}
	if asked := lines(dir, "asked"); asked != 1 || statuses["ok"] != 1 || statuses["cached"] != sessions-1 {
		t.Errorf("the source was asked %d times; %v", asked, statuses)
	}
}

func TestOwnerOfTheLockIsKilled(t *testing.T) {
	dir := t.TempDir()
	cmd := process(t, dir, "session")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "the session asks", func() bool { return lines(dir, "asked") == 1 })
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	now := time.Now()
	a := scan.Run(t.Context(), []scan.Job{{Source: answers("tracker", "mine")}}, options(filepath.Join(dir, "cache"), &now)).Answers[0]
	if a.Status != scan.StatusOK || title(a) != "mine" {
		t.Errorf("after the process that asked was killed: %q, %q", a.Status, title(a))
	}
}
