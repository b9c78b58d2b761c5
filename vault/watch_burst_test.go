package vault_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"vaultgraph/vault"
)

// A stopwatch knows when each save of a note was done and when its reader first read that content or a later one.
// A save is told by its number, which is the content.
type stopwatch struct {
	mu    sync.Mutex
	saved map[string][]time.Time
	seen  map[string]int // how many saves of a note were seen
	took  []time.Duration
}

func (s *stopwatch) save(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved[path] = append(s.saved[path], time.Now())
}

func (s *stopwatch) read(path, text string) {
	var number int
	if _, err := fmt.Sscanf(text, "save %d", &number); err != nil {
		return // not all of it was written yet
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.seen[path] < min(number, len(s.saved[path])) {
		s.took = append(s.took, time.Since(s.saved[path][s.seen[path]]))
		s.seen[path]++
	}
}

// report logs how long it took to see a save. With VAULT_FULL set, more than a second is a failure.
func (s *stopwatch) report(t *testing.T, saves int) {
	t.Helper()
	slices.Sort(s.took)
	if len(s.took) == 0 {
		t.Fatal("no save was seen")
	}
	worst := s.took[len(s.took)-1]
	t.Logf("%d of %d saves: half were seen within %v, 99 %% within %v, all within %v", len(s.took), saves,
		s.took[len(s.took)/2].Round(time.Millisecond), s.took[len(s.took)*99/100].Round(time.Millisecond), worst.Round(time.Millisecond))
	if os.Getenv("VAULT_FULL") != "" && worst > time.Second {
		t.Errorf("a save was seen after %v", worst)
	}
}

// TestWatchBurst saves 300 notes many times, as fast as it can and at a steady pace, in place and by renaming. Every
// save leaves a file of the same size.
func TestWatchBurst(t *testing.T) {
	const notes, writers = 300, 2
	saves, pace := 2000, 500*time.Microsecond
	if os.Getenv("VAULT_FULL") != "" {
		saves = 10_000
	}
	for _, test := range []struct {
		name string
		opt  vault.WatchOptions
		pace time.Duration
	}{
		{"burst", vault.WatchOptions{}, 0},
		{"steady", vault.WatchOptions{}, pace},
		{"burst stat", vault.WatchOptions{Stat: true}, 0},
		{"steady stat", vault.WatchOptions{Stat: true}, pace},
	} {
		t.Run(test.name, func(t *testing.T) {
			vaultFiles := files{}
			path := func(i int) string { return fmt.Sprintf("folder-%d/note-%d.md", i%10, i) }
			for i := range notes {
				vaultFiles[path(i)] = "save 000000"
			}
			d := watch(t, write(t, vaultFiles), test.opt)
			s := &stopwatch{saved: map[string][]time.Time{}, seen: map[string]int{}}
			d.onRead = s.read
			var wait sync.WaitGroup
			for w := range writers {
				wait.Go(func() {
					for n := w; n < saves; n += writers {
						p := path(n % notes)
						saveAs(t, filepath.Join(d.dir, p), fmt.Sprintf("save %06d", n/notes+1), n/notes%2 == 0)
						s.save(p)
						time.Sleep(test.pace)
					}
				})
			}
			done := make(chan struct{})
			go func() { wait.Wait(); close(done) }()
			for running := true; running; {
				select {
				case b := <-d.w.Batches:
					d.take(b)
				case <-done:
					running = false
				}
			}
			d.settle()
			s.report(t, saves)
		})
	}
}

// saveAs saves a file in one of two ways.
func saveAs(t *testing.T, file, text string, inPlace bool) {
	name := file
	if !inPlace {
		name += ".tmp"
	}
	err := os.WriteFile(name, []byte(text), 0o666)
	if err == nil && !inPlace {
		err = os.Rename(name, file)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestWatchAnything does what people and programs may do to a vault, at random and without waiting, and then holds
// what is known against the disk.
func TestWatchAnything(t *testing.T) {
	rounds := 5
	if os.Getenv("VAULT_FULL") != "" {
		rounds = 50
	}
	both(t, func(t *testing.T, opt vault.WatchOptions) {
		opt.Quiet, opt.Longest = 5*time.Millisecond, 20*time.Millisecond
		d := watch(t, write(t, files{"a/a/x.md": "", "b/x.md": ""}), opt)
		outside := t.TempDir()
		for round := range rounds {
			rnd := rand.New(rand.NewPCG(1, uint64(round)))
			for range 200 {
				anything(rnd, d.dir, outside)
			}
			d.settle()
			if t.Failed() {
				t.Fatalf("in round %d", round)
			}
		}
	})
}

// anything does one thing to a vault. What cannot be done is left.
func anything(rnd *rand.Rand, dir, outside string) {
	names := []string{"a", "b", "c", ".hidden"}
	somewhere := func() string {
		p := dir
		if rnd.IntN(12) == 0 {
			p = outside
		}
		for range 1 + rnd.IntN(3) {
			p = filepath.Join(p, names[rnd.IntN(len(names))])
		}
		return p
	}
	folder := somewhere()
	file := filepath.Join(folder, []string{"x.md", "y.md"}[rnd.IntN(2)])
	switch rnd.IntN(10) {
	case 0:
		_ = os.RemoveAll(folder)
	case 1, 2:
		_ = os.Rename(folder, somewhere())
	case 3:
		_ = os.Rename(file, filepath.Join(somewhere(), "x.md"))
	case 4:
		_ = os.Remove(file)
	case 5:
		time.Sleep(time.Duration(rnd.IntN(8)) * time.Millisecond)
	case 6:
		_ = os.Symlink("../b", filepath.Join(folder, "link"))
	default:
		_ = os.MkdirAll(folder, 0o777)
		_ = os.WriteFile(file, fmt.Append(nil, rnd.IntN(10)), 0o666)
	}
}
