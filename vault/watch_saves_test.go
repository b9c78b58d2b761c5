package vault_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vaultgraph/vault"
)

const (
	oldText = "one\ntwo\n"
	newText = "ONE one\ntwo\n[[a link]]\n"
)

// TestSaves replays what programs do when they save a note, each in its folder and all at the same time.
// testdata/saves/README.md says how it was recorded.
func TestSaves(t *testing.T) {
	saves, err := filepath.Glob("testdata/saves/*.txt")
	if err != nil || len(saves) == 0 {
		t.Fatalf("no recorded saves: %v", err)
	}
	for name, opt := range map[string]vault.WatchOptions{
		"events":  {},
		"at once": {Quiet: time.Nanosecond, Longest: time.Nanosecond},
		"stat":    {Stat: true, Poll: 20 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			vaultFiles := files{}
			for _, file := range saves {
				vaultFiles[program(file)+"/note.md"] = oldText
			}
			d := watch(t, write(t, vaultFiles), opt)
			for range 2 {
				var wait sync.WaitGroup
				for _, file := range saves {
					wait.Go(func() { replay(t, file, filepath.Join(d.dir, program(file))) })
				}
				wait.Wait()
				d.settle()
				for _, file := range saves {
					note := program(file) + "/note.md"
					if d.text[note] != newText {
						t.Errorf("%s is known to be %q", note, d.text[note])
					}
					put(t, filepath.Join(d.dir, note), oldText)
					os.Remove(filepath.Join(d.dir, note+"~"))
				}
				d.settle()
			}
		})
	}
}

// program returns the name of the program whose saves are in a file.
func program(file string) string { return strings.TrimSuffix(filepath.Base(file), ".txt") }

// replay does in dir what a recorded save did.
func replay(t *testing.T, file, dir string) {
	script, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	p := &player{dir: dir, open: map[string]*os.File{}}
	for i, line := range strings.Split(string(script), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if err := p.play(words[0], words[1:]); err != nil {
			t.Errorf("%s:%d: %s: %v", file, i+1, line, err)
			return
		}
	}
	if len(p.open) > 0 {
		t.Errorf("%s leaves files open", file)
	}
}

// A player does one step of a recorded save after the other.
type player struct {
	dir  string
	open map[string]*os.File
}

func (p *player) play(verb string, args []string) error {
	at := func(i int) string { return filepath.Join(p.dir, args[i]) }
	switch verb {
	case "pause":
		time.Sleep(150 * time.Millisecond)
		return nil
	case "open":
		return p.openFile(at(0), args)
	case "rename":
		if f := p.open[at(0)]; f != nil {
			delete(p.open, at(0))
			p.open[at(1)] = f
		}
		return os.Rename(at(0), at(1))
	case "link":
		return os.Link(at(0), at(1))
	case "symlink":
		return os.Symlink(args[0], at(1))
	case "unlink":
		return os.Remove(at(0))
	case "chmod":
		mode, err := strconv.ParseUint(args[1], 8, 32)
		if err != nil {
			return err
		}
		return os.Chmod(at(0), os.FileMode(mode))
	case "utimes":
		then := time.Now().Add(-time.Hour)
		return os.Chtimes(at(0), then, then)
	}
	f := p.open[at(0)]
	if f == nil {
		return fmt.Errorf("%s is not open", args[0])
	}
	return p.onFile(verb, f, args)
}

func (p *player) openFile(name string, args []string) error {
	flags := os.O_WRONLY | os.O_CREATE
	for _, word := range args[1:] {
		flags |= map[string]int{"excl": os.O_EXCL, "trunc": os.O_TRUNC}[word]
	}
	f, err := os.OpenFile(name, flags, 0o644)
	p.open[name] = f
	return err
}

// onFile does what is done to an open file.
func (p *player) onFile(verb string, f *os.File, args []string) error {
	switch verb {
	case "write":
		text, ok := map[string]string{
			"$old": oldText, "$new": newText, "$head": newText[:4], "$tail": newText[4:], "$swap": strings.Repeat("b0\x00", 1000),
		}[args[1]]
		if !ok {
			return fmt.Errorf("unknown text %s", args[1])
		}
		_, err := f.WriteString(text)
		return err
	case "truncate":
		return f.Truncate(0)
	case "fsync":
		return f.Sync()
	case "close":
		maps.DeleteFunc(p.open, func(_ string, other *os.File) bool { return other == f })
		return f.Close()
	}
	return fmt.Errorf("unknown verb %s", verb)
}
