package vault

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
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
	var hits []hit // the best so far, each path once
	most := tolerance(want.length)
	for i := range names {
		n := &names[i]
		score, ok := want.distance(n, most, within)
		if !ok || len(hits) == limit && score > hits[limit-1].score {
			continue
		}
		h := hit{n.path, score}
		if i := slices.IndexFunc(hits, func(old hit) bool { return old.path == n.path }); i < 0 {
			hits = append(hits, h)
		} else if score < hits[i].score {
			hits[i] = h
		}
		slices.SortFunc(hits, func(a, b hit) int {
			return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.path, b.path))
		})
		if hits = hits[:min(limit, len(hits))]; len(hits) == limit {
			most = min(most, hits[limit-1].score) // what is farther away is no hit any more
		}
	}
	var paths []string
	for _, h := range hits {
		paths = append(paths, h.path)
	}
	return paths
}

func compareLengths(a, b nearName) int { return cmp.Compare(a.length, b.length) }

// ofSimilarLength returns the part of names, sorted by length, in which those near to name are.
func ofSimilarLength(names []nearName, name string) []nearName {
	length := newNearName(name, "").length
	most := tolerance(length)
	from, _ := slices.BinarySearchFunc(names, nearName{length: length - int32(most)}, compareLengths)
	to, _ := slices.BinarySearchFunc(names, nearName{length: length + int32(most) + 1}, compareLengths)
	return names[from:to]
}

// distance says how far n is from w: the number of edits up to most, or behind all of those the difference in length
// where one holds the other.
func (w *nearName) distance(n *nearName, most int, within bool) (int, bool) {
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
	if isASCII(a) && isASCII(b) {
		return editsOf([]byte(a), []byte(b), most)
	}
	return editsOf([]rune(a), []rune(b), most)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// editsOf is edits for texts that are no longer than maxNear and most together.
//
// Row i holds the edits that lead from the first i letters of a to the beginnings of b. Only those within most of the
// diagonal are worked out: the others take more than most.
func editsOf[T byte | rune](a, b []T, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if gap := len(a) - len(b); gap > most || -gap > most {
		return most + 1
	}
	var rows [3][2*maxNear + 2]uint8
	before, last, row := &rows[0], &rows[1], &rows[2]
	tooMany := uint8(most + 1)
	for j := range len(b) + 1 {
		last[j] = uint8(j)
	}
	leastBefore := uint8(0)
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-most), min(len(b), i+most)
		row[from-1] = tooMany
		if from == 1 {
			row[0] = uint8(i)
		}
		least := row[from-1]
		for j := from; j <= to; j++ {
			cost := uint8(1)
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		row[to+1] = tooMany                                   // for the next row, which goes one farther
		if least > uint8(most) && leastBefore > uint8(most) { // a swap may still build on the row before
			return most + 1
		}
		leastBefore = least
		before, last, row = last, row, before
	}
	return int(last[len(b)])
}

// Nearest returns the word of known that name was probably meant to be, or "": one that differs in a few letters,
// else one that it is a part of, or that is a part of it. It is for short lists, such as verbs or types, where a
// guess is cheap: it guesses sooner than the search for notes does.
func Nearest(name string, known []string) string {
	want := Fold(name)
	best, least := "", 0
	for _, word := range known {
		score, ok := wordDistance(want, Fold(word))
		if ok && (best == "" || score < least || score == least && word < best) {
			best, least = word, score
		}
	}
	return best
}

// wordDistance says how far a word is from the one that was typed: by edits, or behind all of those the difference
// in length where one holds the other.
func wordDistance(typed, word string) (int, bool) {
	if typed == "" {
		return 0, false
	}
	if len(typed) <= maxNear && len(word) <= maxNear {
		most := (len(typed) + 2) / 4
		if d := edits(typed, word, most); d <= most {
			return d, true
		}
	}
	if len(typed) > 2 && strings.Contains(word, typed) || len(word) > 2 && strings.Contains(typed, word) {
		return 100 + max(len(word), len(typed)) - min(len(word), len(typed)), true
	}
	return 0, false
}
