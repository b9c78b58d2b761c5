package vault

import (
	"context"
	"time"
)

// An event says that something may have happened at a place. What has is for the disk to say.
type event struct {
	path string // vault path, "" for the root
	// entry is true where the thing of that name came, went or got other rights: if it is a folder, what was known
	// of it may be of another one.
	entry bool
	lost  bool // events were lost, so that anything may have happened
}

// A wake is what some events add up to: where to look.
type wake struct {
	paths map[string]bool // of the events, with whether one of them was about the entry
	all   bool            // everywhere
	lost  bool            // everywhere, and what tells of events must be set up anew
}

func (w *wake) empty() bool { return len(w.paths) == 0 && !w.all && !w.lost }

func (w *wake) add(e event) {
	if e.lost {
		w.lost = true
		return
	}
	if w.paths == nil {
		w.paths = map[string]bool{}
	}
	w.paths[e.path] = w.paths[e.path] || e.entry
}

// debounce sums up the events from in and sends the sum to out, until ctx is done: when there has been no event for
// the time quiet, and no later than the time longest after the first one, however many follow. While nobody
// receives, the sum grows.
func debounce(ctx context.Context, in <-chan event, out chan<- wake, quiet, longest time.Duration) {
	var sum wake
	var latest time.Time
	var ready chan<- wake // out, once the sum is due
	timer := time.NewTimer(0)
	timer.Stop()
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-in:
			if sum.empty() {
				latest = time.Now().Add(longest)
			}
			sum.add(e)
			if ready == nil {
				timer.Reset(min(quiet, time.Until(latest)))
			}
		case <-timer.C:
			ready = out
		case ready <- sum:
			sum, ready = wake{}, nil
		}
	}
}
