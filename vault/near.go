package vault

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// A nearName is a name that a misspelt one is compared with.
type nearName struct {
	text string // folded
	path string
	// letters has a bit for each letter that is in text. An edit changes at most two bits, so most names are
	// ruled out without looking at them.
	letters uint64
	length  int32 // in characters
}

func newNearName(text, path string) nearName {
	n := nearName{text: Fold(text), path: path}
	for _, r := range n.text {
		n.letters |= 1 << (uint32(r) % 64)
		n.length++
	}
	return n
}

// maxNear is the length in characters up to which names are compared letter by letter.
const maxNear = 80

// tolerance is the number of edits at which a name of this length still counts as near.
func tolerance(length int32) int {
	switch {
	case length <= 3:
		return 0
	case length <= 5:
		return 1
	case length <= 12:
		return 2
	}
	return 3
}

// nearNames returns the paths of at most limit names that are near to name, the nearest first: by the number of
// edits, then, with within, those that hold name or are held by it; among equals by path.
func nearNames(name string, names []nearName, limit int, within bool) []string {
	type hit struct {
		path  string
		score int
	}
	want := newNearName(name, "")
	if want.text == "" {
		return nil
	}
	best := map[string]int{}
	for _, n := range names {
		score, ok := want.distance(n, within)
		if old, seen := best[n.path]; ok && (!seen || score < old) {
			best[n.path] = score
		}
	}
	hits := make([]hit, 0, len(best))
	for p, score := range best {
		hits = append(hits, hit{p, score})
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.path, b.path))
	})
	var paths []string
	for _, h := range hits[:min(limit, len(hits))] {
		paths = append(paths, h.path)
	}
	return paths
}

// distance says how far n is from w: the number of edits, or behind all of those the difference in length where
// one holds the other.
func (w nearName) distance(n nearName, within bool) (int, bool) {
	most := tolerance(w.length)
	if gap := int(w.length - n.length); gap <= most && -gap <= most && w.length <= maxNear &&
		bits.OnesCount64(w.letters^n.letters) <= 2*most {
		if d := edits(w.text, n.text, most); d <= most {
			return d, true
		}
	}
	const behind = 100
	if !within || w.length < 3 {
		return 0, false
	}
	if strings.Contains(n.text, w.text) {
		return behind + int(n.length-w.length), true
	}
	if n.length >= 4 && strings.Contains(w.text, n.text) {
		return behind + int(w.length-n.length), true
	}
	return 0, false
}

// edits counts the insertions, deletions, substitutions and swaps of neighbours that lead from a to b, and stops
// above most.
func edits(a, b string, most int) int {
	ra, rb := []rune(a), []rune(b)
	before := make([]int, len(rb)+1)
	last := make([]int, len(rb)+1)
	row := make([]int, len(rb)+1)
	for j := range last {
		last[j] = j
	}
	leastBefore := 0
	for i := 1; i <= len(ra); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(rb); j++ {
			cost := 1
			if ra[i-1] == rb[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && ra[i-1] == rb[j-2] && ra[i-2] == rb[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > most && leastBefore > most { // a swap may still build on the row before
			return most + 1
		}
		leastBefore = least
		before, last, row = last, row, before
	}
	return last[len(rb)]
}

// nearest returns the one of known that is nearest to name, or "".
func nearest(name string, known []string) string {
	names := make([]nearName, len(known))
	for i, k := range known {
		names[i] = newNearName(k, k)
	}
	if near := nearNames(name, names, 1, true); len(near) > 0 {
		return near[0]
	}
	return ""
}
