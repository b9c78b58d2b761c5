package vault

import (
	"slices"
	"strings"
)

// A hunk is a run of lines of a base text, from start to end, that lines take the place of.
type hunk struct {
	start, end int
	lines      []string
}

// hunks returns what turns base into text.
func hunks(base, text []string) []hunk {
	var all []hunk
	at, open := 0, false
	for _, l := range diffLines(base, text) {
		if l.sign == ' ' {
			at, open = at+1, false
			continue
		}
		if !open {
			all = append(all, hunk{start: at, end: at})
			open = true
		}
		h := &all[len(all)-1]
		if l.sign == '-' {
			at++
			h.end = at
		} else {
			h.lines = append(h.lines, l.text)
		}
	}
	return all
}

// merge puts together two texts that were made from base: ours, and the one that was saved late. ok is false where both
// changed the same lines. What both inserted at one place stands there one after the other, and once if it is the same.
func merge(base, ours, late []byte) (merged []byte, ok bool) {
	lines := splitLines(base)
	if n := len(lines); n > 0 && !strings.HasSuffix(lines[n-1], "\n") {
		return nil, false // a last line without an end changes when one is added below it
	}
	a, b := hunks(lines, splitLines(ours)), hunks(lines, splitLines(late))
	var out strings.Builder
	at := 0
	for len(a)+len(b) > 0 {
		var h hunk
		switch {
		case len(b) == 0, len(a) > 0 && a[0].end <= b[0].start && (a[0].start < a[0].end || a[0].start < b[0].start):
			h, a = a[0], a[1:]
		case len(a) == 0, b[0].end <= a[0].start && (b[0].start < b[0].end || b[0].start < a[0].start):
			h, b = b[0], b[1:]
		case a[0].start == b[0].start && a[0].end == b[0].end && (a[0].start == a[0].end || slices.Equal(a[0].lines, b[0].lines)):
			h, a, b = bothInserted(a[0], b[0]), a[1:], b[1:]
		default:
			return nil, false
		}
		out.WriteString(strings.Join(lines[at:h.start], ""))
		out.WriteString(strings.Join(h.lines, ""))
		at = h.end
	}
	out.WriteString(strings.Join(lines[at:], ""))
	return []byte(out.String()), true
}

// bothInserted joins two insertions at one place.
func bothInserted(a, b hunk) hunk {
	if slices.Equal(a.lines, b.lines) {
		return a
	}
	if n := len(a.lines); n > 0 && !strings.HasSuffix(a.lines[n-1], "\n") {
		a.lines[n-1] += "\n"
	}
	return hunk{start: a.start, end: a.end, lines: slices.Concat(a.lines, b.lines)}
}
