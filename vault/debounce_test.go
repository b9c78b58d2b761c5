package vault

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const (
	testQuiet   = 100 * time.Millisecond
	testLongest = 500 * time.Millisecond
)

// debounced sends events, each at its time in milliseconds, and returns the wakes that come out: when, and of what.
func debounced(t *testing.T, at []int, events []event, busy time.Duration) (got []string) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		in, out := make(chan event), make(chan wake)
		start := time.Now()
		go func() {
			for i, e := range events {
				time.Sleep(time.Until(start.Add(time.Duration(at[i]) * time.Millisecond)))
				in <- e
			}
			time.Sleep(10 * time.Second)
			cancel()
		}()
		go debounce(ctx, in, out, testQuiet, testLongest)
		for {
			time.Sleep(busy)
			select {
			case w := <-out:
				got = append(got, fmt.Sprintf("%d %s", time.Since(start).Milliseconds(), describe(w)))
			case <-ctx.Done():
				synctest.Wait()
				return
			}
		}
	})
	return got
}

func describe(w wake) string {
	var parts []string
	for _, p := range slices.Sorted(maps.Keys(w.paths)) {
		if w.paths[p] {
			p += "!"
		}
		parts = append(parts, p)
	}
	if w.lost {
		parts = append(parts, "lost")
	}
	return strings.Join(parts, ",")
}

func TestDebounce(t *testing.T) {
	a, b := event{path: "a"}, event{path: "b"}
	tests := []struct {
		name   string
		at     []int
		events []event
		busy   time.Duration // how long the receiver takes for a wake
		want   []string
	}{
		{"nothing", nil, nil, 0, nil},
		{"one", []int{0}, []event{a}, 0, []string{"100 a"}},
		{"a pause between", []int{0, 150}, []event{a, b}, 0, []string{"100 a", "250 b"}},
		{"each prolongs", []int{0, 60, 130}, []event{a, a, b}, 0, []string{"230 a,b"}},
		{"an entry stays one", []int{0, 1, 2}, []event{a, {path: "a", entry: true}, a}, 0, []string{"102 a!"}},
		{"lost", []int{0, 1}, []event{a, {lost: true}}, 0, []string{"101 a,lost"}},
		{"only lost", []int{5}, []event{{lost: true}}, 0, []string{"105 lost"}},
		{"a busy receiver gets the sum", []int{0, 1100, 1300, 1500}, []event{a, b, a, b}, time.Second, []string{"1000 a", "2000 a,b"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := debounced(t, test.at, test.events, test.busy); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// However long a stream of events lasts, none waits longer than the limit, and none is lost.
func TestDebounceStream(t *testing.T) {
	var at []int
	var events []event
	for i := range 300 { // three seconds, an event every ten milliseconds
		at = append(at, 10*i)
		events = append(events, event{path: fmt.Sprint(i)})
	}
	seen := 0
	for _, line := range debounced(t, at, events, 0) {
		var when int
		var names string
		fmt.Sscanf(line, "%d %s", &when, &names)
		for name := range strings.SplitSeq(names, ",") {
			var i int
			fmt.Sscan(name, &i)
			if waited := when - at[i]; waited < 0 || waited > int(testLongest.Milliseconds()) {
				t.Errorf("event %d at %d was told at %d", i, at[i], when)
			}
			seen++
		}
	}
	if seen != len(events) {
		t.Errorf("%d of %d events were told", seen, len(events))
	}
}
