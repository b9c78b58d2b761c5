package cli

import (
	"cmp"
	"slices"
	"strings"

	"vaultgraph/vault"
)

// nearest returns the word of known that name was probably meant to be: one that differs in a few letters, else
// one that it begins, ends or is in. It returns "" where none is near.
func nearest(name string, known []string) string {
	type hit struct {
		word  string
		score int
	}
	var hits []hit
	key := vault.Fold(name)
	for _, word := range known {
		k := vault.Fold(word)
		if d := distance(key, k); d <= (len(key)+2)/4 {
			hits = append(hits, hit{word, d})
		} else if len(key) > 2 && strings.Contains(k, key) || len(k) > 2 && strings.Contains(key, k) {
			hits = append(hits, hit{word, 100 + max(len(k), len(key)) - min(len(k), len(key))})
		}
	}
	if len(hits) == 0 {
		return ""
	}
	return slices.MinFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.word, b.word))
	}).word
}

// distance counts the insertions, deletions, substitutions and swaps of neighbours that lead from a to b. Words
// that no person typed are not compared.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	const longest = 80 // characters
	if max(len(x), len(y)) > longest {
		return max(len(x), len(y))
	}
	var before, last, row [longest + 1]int
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(y)]
}
