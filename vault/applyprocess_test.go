package vault_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vaultgraph/vault"
)

// writerEnv makes a copy of the test binary write facts: "name count dir state".
const writerEnv = "VAULT_WRITER_CHILD"

// TestWriterChild is no test: it is what the other processes run. Each fact that was written is a line of its output.
func TestWriterChild(t *testing.T) {
	task := os.Getenv(writerEnv)
	if task == "" {
		t.Skip("only runs as a child of other tests")
	}
	var name, dir, state string
	var count int
	if _, err := fmt.Sscan(task, &name, &count, &dir, &state); err != nil {
		t.Fatal(err)
	}
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	w, err := vault.OpenWriter(v, vault.WriterOptions{Now: time.Now, Environment: stateEnv(state)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range count {
		f := decision(fmt.Sprintf("fact %s %d", name, i))
		f.Note = fmt.Sprintf("note%d", i%3)
		results, err := w.Apply(t.Context(), f)
		if err != nil || results[0].Status != vault.StatusNew {
			t.Fatalf("%+v, %v", results, err)
		}
		fmt.Printf("wrote %s %s\n", f.Note, results[0].Fact.ID)
	}
}

func stateEnv(state string) vault.Environment {
	return vault.Environment{Home: state, Getenv: func(key string) string { return map[string]string{"XDG_STATE_HOME": state}[key] }}
}

func (b *bench) child(name string, count int) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestWriterChild$", "-test.v", "-test.timeout=10m")
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %s %s", writerEnv, name, count, b.dir, b.env.Home))
	cmd.Stderr = os.Stderr
	return cmd
}

// written returns what a child says that it has written: "note id".
func written(out string) []string {
	var all []string
	for line := range strings.Lines(out) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "wrote "); ok && strings.Count(rest, " ") == 1 {
			all = append(all, rest)
		}
	}
	return all
}

var factLine = regexp.MustCompile(`(?m)^- 2026-11-30: fact \S+ \d+ — because it broke \(TICKET-1\) \^[0-9a-v]{10}\n`)

// TestKilledWriter kills a writing process at random moments. Each note is whole afterwards: what it was, and whole
// lines of facts; and no fact is missing of which the process had said that it was written.
func TestKilledWriter(t *testing.T) {
	b := newBench(t, map[string]string{"note0.md": svc, "note1.md": svc, "note2.md": svc})
	var acknowledged []string
	for round := range sized(40, 300) {
		cmd := b.child(fmt.Sprintf("r%d", round), 1000)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(out)
		var text strings.Builder
		for skip := 1 + rand.IntN(4); skip > 0; { // somewhere in the work, not in the start of the process
			line, err := r.ReadString('\n')
			if err != nil {
				t.Fatalf("the child ended: %v", err)
			}
			text.WriteString(line)
			if strings.HasPrefix(line, "wrote ") {
				skip--
			}
		}
		time.Sleep(time.Duration(rand.IntN(12000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		rest := make([]byte, 1<<16)
		for {
			n, err := r.Read(rest)
			text.Write(rest[:n])
			if err != nil {
				break
			}
		}
		_ = cmd.Wait()
		acknowledged = append(acknowledged, written(text.String())...)
		b.checkWhole()
	}
	b.skip = time.Hour
	if err := b.w.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, a := range acknowledged {
		name, id, _ := strings.Cut(a, " ")
		if !strings.Contains(b.read(name+".md"), "^"+id+"\n") {
			t.Errorf("%s is lost", a)
		}
	}
	if n := b.w.Notices(); len(n) > 0 {
		t.Errorf("nobody else has written: %v", n)
	}
	b.strays()
	t.Logf("%d facts were written", len(acknowledged))
}

// checkWhole fails where a note is not its first text and whole lines of facts.
func (b *bench) checkWhole() {
	b.t.Helper()
	for i := range 3 {
		text := b.read(fmt.Sprintf("note%d.md", i))
		if rest := factLine.ReplaceAllString(text, ""); strings.Replace(rest, "## Key Decisions\n\n\n", "", 1) != svc && rest != svc {
			b.t.Fatalf("note %d is not whole:\n%s", i, text)
		}
	}
}

// TestManyWritersAndAnEditor: eight processes write to the same three notes while an editor reads and saves them.
func TestManyWritersAndAnEditor(t *testing.T) {
	const start = svc + "\n## Log\n\n"
	b := newBench(t, map[string]string{"note0.md": start, "note1.md": start, "note2.md": start})
	each := sized(15, 100)
	var mu sync.Mutex
	var wrote []string
	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() {
			out, err := b.child(fmt.Sprintf("p%d", i), each).Output()
			if err != nil {
				t.Errorf("writer %d: %v\n%s", i, err, out)
			}
			mu.Lock()
			wrote = append(wrote, written(string(out))...)
			mu.Unlock()
		})
	}
	stop := make(chan bool)
	var editor sync.WaitGroup
	var edits []string
	editor.Go(func() { edits = b.edit(stop) })
	writers.Wait()
	close(stop)
	editor.Wait()
	if len(wrote) != 8*each {
		t.Errorf("%d facts were written", len(wrote))
	}
	notices := b.settle()
	all := ""
	for _, p := range append([]string{b.file("note0.md"), b.file("note1.md"), b.file("note2.md")}, b.conflictCopies()...) {
		src, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		all += filepath.Base(p) + "\n" + string(src)
	}
	for _, w := range wrote {
		name, id, _ := strings.Cut(w, " ")
		if strings.Count(b.read(name+".md"), "^"+id+"\n") != 1 {
			t.Errorf("%s stands %d times", w, strings.Count(b.read(name+".md"), "^"+id+"\n"))
		}
	}
	missing := slices.DeleteFunc(slices.Clone(edits), func(e string) bool { return strings.Contains(all, e) })
	if len(missing) > 0 {
		t.Errorf("%d of %d edits are lost: %q", len(missing), len(edits), missing)
	}
	b.strays()
	t.Logf("%d facts, %d edits, %d conflict copies, %d notices", len(wrote), len(edits), len(b.conflictCopies()), len(notices))
}

// edit does what an editor does that reads a note again before it saves it: in turn by writing into the file, and by
// renaming a new one to its name. It returns the lines that it has added.
func (b *bench) edit(stop chan bool) (edits []string) {
	for n := 0; ; n++ {
		select {
		case <-stop:
			return edits
		case <-time.After(time.Duration(20+rand.IntN(60)) * time.Millisecond):
		}
		file := b.file(fmt.Sprintf("note%d.md", rand.IntN(3)))
		src, err := os.ReadFile(file)
		if err != nil {
			b.t.Error(err)
			return edits
		}
		time.Sleep(time.Duration(rand.IntN(2000)) * time.Microsecond)
		line := fmt.Sprintf("edit %d.\n", n)
		text := append(src, line...)
		if n%2 == 0 {
			err = os.WriteFile(file, text, 0o644)
		} else if err = os.WriteFile(file+".swap", text, 0o644); err == nil {
			err = os.Rename(file+".swap", file)
		}
		if err != nil {
			b.t.Error(err)
		}
		edits = append(edits, line)
	}
}
