package vault

import (
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A TestNotifier stands between a watcher under test and the system, and can be worse than it.
type TestNotifier struct {
	Refuse bool // there is no notifier
	Limit  int  // how many folders can be watched; 0 for any number
	Deaf   bool // the first notifier tells nothing

	mu       sync.Mutex
	connects int
	added    []string
	errs     chan error
	current  *fsnotify.Watcher
}

// Use returns o with n in the system's place, and with looks at everything only where n asks for them.
func (n *TestNotifier) Use(o WatchOptions) WatchOptions {
	n.errs = make(chan error)
	o.connect, o.sweep = n.connect, time.Hour
	return o
}

// Overflow makes the notifier say that it has lost events.
func (n *TestNotifier) Overflow() { n.errs <- fsnotify.ErrEventOverflow }

// Lose ends the watch of one folder without a word, as a system does where a folder has moved.
func (n *TestNotifier) Lose(dir string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.current.Remove(dir)
}

// Connects returns how often a notifier was made.
func (n *TestNotifier) Connects() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.connects
}

// Added returns the folders that were watched below dir, sorted, as vault paths.
func (n *TestNotifier) Added(dir string) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var list []string
	for _, p := range n.added {
		list = append(list, strings.TrimPrefix(strings.TrimPrefix(p, dir), "/"))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (n *TestNotifier) connect() (notifier, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.connects++
	if n.Refuse {
		return nil, syscall.EMFILE
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	n.current = w
	return &testWatcher{systemNotifier{w}, n, n.Deaf && n.connects == 1}, nil
}

type testWatcher struct {
	systemNotifier
	n    *TestNotifier
	deaf bool
}

func (w *testWatcher) Add(dir string) error {
	w.n.mu.Lock()
	defer w.n.mu.Unlock()
	if w.n.Limit > 0 && len(w.n.added) >= w.n.Limit {
		return syscall.ENOSPC
	}
	w.n.added = append(w.n.added, dir)
	return w.Watcher.Add(dir)
}

func (w *testWatcher) events() <-chan fsnotify.Event {
	if w.deaf {
		return nil
	}
	return w.Events
}

func (w *testWatcher) errors() <-chan error { return w.n.errs }

// SweepEvery returns o with everything looked at so often.
func SweepEvery(o WatchOptions, d time.Duration) WatchOptions {
	o.sweep = d
	return o
}
