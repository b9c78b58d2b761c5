package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vaultgraph/examples/loopback"
	"vaultgraph/examples/scenarios"
)

// TestScenarios runs the program over all scenarios: real repositories, servers on this machine that know what the
// scenario says, notes on the disk, a clock that stands. It prints how many lines were right, and how many stale,
// missing or noise; no line may be any of the latter.
func TestScenarios(t *testing.T) {
	all, err := scenarios.Load(filepath.Join("..", "..", "examples", "scenarios"))
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 30 {
		t.Fatalf("%d scenarios, want 30 and more", len(all))
	}
	all = append(all, faulty(t)...)
	var count tally
	t.Run("world", func(t *testing.T) {
		for _, s := range all {
			t.Run(s.Name, func(t *testing.T) {
				t.Parallel()
				count.add(t, s, play(t, s))
			})
		}
	})
	count.print(t)
}

// A tally counts over all scenarios, those of sources that fail apart.
type tally struct {
	mu   sync.Mutex
	rows [2]struct {
		n int
		scenarios.Figures
	}
}

func (c *tally) add(t *testing.T, s *scenarios.Scenario, f scenarios.Figures) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	row := &c.rows[0]
	if s.Fails {
		row = &c.rows[1]
	}
	row.n++
	row.Add(f)
	for _, p := range f.Problems {
		t.Error(p)
	}
}

func (c *tally) print(t *testing.T) {
	t.Helper()
	table := fmt.Sprintf("%-26s %9s %6s %6s %8s %6s\n", "", "scenarios", "right", "stale", "missing", "noise")
	for i, name := range []string{"worlds over time", "one source fails alone"} {
		r := &c.rows[i]
		table += fmt.Sprintf("%-26s %9d %6d %6d %8d %6d\n", name, r.n, r.Right, r.Stale, r.Missing, r.Noise)
	}
	t.Log("the lines of all briefs:\n" + table)
}

// play goes through the steps of a scenario.
func play(t *testing.T, s *scenarios.Scenario) (total scenarios.Figures) {
	st := newStage(t, s)
	for i := range s.Steps {
		step := &s.Steps[i]
		hashes := st.build(step)
		st.serve(step, hashes)
		lines := st.brief(step, i)
		for _, ref := range step.Done {
			st.run(step, "", "done", ref)
		}
		if step.Expect == nil {
			continue
		}
		total.Add(step.Expect.Compare(lines, hashes))
	}
	st.check()
	return total
}

// brief returns the lines that the program says at a step.
func (st *stage) brief(step *scenarios.Step, i int) []scenarios.Line {
	st.t.Helper()
	if step.Session {
		return st.session(step, i)
	}
	args := []string{"brief", "--format", "json"}
	if !step.Since.IsZero() {
		args = append(args, "--since", step.Since.Format(time.RFC3339))
	}
	if step.Slow() {
		args = append(args, "--deadline", "6s")
	}
	out := st.run(step, "", args...)
	var doc struct{ Lines []scenarios.Line }
	if err := json.Unmarshal(out, &doc); err != nil {
		st.t.Fatalf("step %d: the brief is no JSON: %v\n%s", i+1, err, out)
	}
	for _, l := range doc.Lines {
		st.t.Logf("step %d: %s %s: %s", i+1, l.Kind, l.Turn, l.Text)
	}
	return doc.Lines
}

// session returns the lines of the brief that a session is told as it begins.
func (st *stage) session(step *scenarios.Step, i int) []scenarios.Line {
	st.t.Helper()
	in, err := json.Marshal(map[string]string{
		"session_id": st.name + string(rune('a'+i)), "cwd": st.workDir(step), "hook_event_name": "SessionStart", "source": "startup",
	})
	if err != nil {
		st.t.Fatal(err)
	}
	var doc struct {
		HookSpecificOutput struct{ AdditionalContext string }
	}
	if out := st.run(step, string(in), "hook", "session-start"); json.Unmarshal(out, &doc) != nil {
		st.t.Fatalf("step %d: the hook says: %s", i+1, out)
	}
	text, _, _ := strings.Cut(doc.HookSpecificOutput.AdditionalContext, "\n\n")
	var lines []scenarios.Line
	for _, l := range strings.Split(strings.TrimSpace(text), "\n")[1:] { // the first is its heading
		st.t.Logf("step %d: %s", i+1, l)
		if strings.HasPrefix(l, "From the notes in ") {
			break
		}
		lines = append(lines, scenarios.Line{Text: l})
	}
	return lines
}

// faulty returns a scenario for each way in which each source can fail alone: on Friday all is well, on Monday one
// source fails, and what it said on Friday is shown with its age, while the other's line is as new as it can be.
func faulty(t *testing.T) []*scenarios.Scenario {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", "fault.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	faults := map[string][]loopback.Fault{
		"github": {
			loopback.FaultUnauthorized, loopback.FaultSSO, loopback.FaultCaptcha, loopback.FaultForbidRate, loopback.FaultForbidRetry, loopback.FaultTooMany,
			loopback.FaultTooManyRetry, loopback.FaultNotFound, loopback.FaultGone, loopback.FaultServer, loopback.FaultHTML,
			loopback.FaultTruncated, loopback.FaultReset, loopback.FaultHang, loopback.FaultSlow,
		},
		"jira": {
			loopback.FaultUnauthorized, loopback.FaultSSO, loopback.FaultCaptcha, loopback.FaultForbidRate, loopback.FaultForbidRetry, loopback.FaultTooMany, loopback.FaultTooManyRetry,
			loopback.FaultNotFound, loopback.FaultGone, loopback.FaultServer, loopback.FaultHTML, loopback.FaultAnonymous,
			loopback.FaultTruncated, loopback.FaultReset, loopback.FaultHang, loopback.FaultSlow, loopback.FaultLoop,
		},
	}
	var all []*scenarios.Scenario
	for _, source := range []string{"github", "jira"} {
		for _, fault := range faults[source] {
			text := bytes.ReplaceAll(src, []byte("SOURCE_fault"), []byte(source+"_fault"))
			text = bytes.ReplaceAll(text, []byte("FAULT"), []byte(fault))
			text = bytes.ReplaceAll(text, []byte("-- expect-"+source+" --"), []byte("-- expect --"))
			s, err := scenarios.Parse(source+"-fails-"+string(fault), text)
			if err != nil {
				t.Fatal(err)
			}
			s.Fails = true
			all = append(all, s)
		}
	}
	return all
}
