package scan

import "time"

// overlap is how much two windows of time have in common: clocks differ, and servers show what happened a little late.
// What is told twice is recognised by its identity.
const overlap = 2 * time.Minute

// newsSince returns from when on what a source tells is news. Usually that is since the person has last seen what it
// tells. Where the last good answer, at watermark, is older, the source has failed in between, and what happened since
// was never shown. capped tells that the time is cut at MaxWindow. A time in the future, as after the clock was set
// back, is as good as none.
func newsSince(now, seen, watermark time.Time) (since time.Time, capped bool) {
	if !seen.After(now) {
		since = seen
	}
	if !since.IsZero() && !watermark.IsZero() && watermark.Before(since) {
		since = watermark
	}
	switch limit := now.Add(-MaxWindow); {
	case since.IsZero():
		return now.Add(-FirstWindow), false
	case since.Before(limit):
		return limit, true
	}
	return since, false
}
