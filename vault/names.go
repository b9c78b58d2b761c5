package vault

import (
	"cmp"
	"path"
	"slices"
	"unicode/utf8"
)

// A NameTable holds the paths of a vault's files by folded path and by folded base name.
type NameTable struct {
	exact, base groups
}

// NewNameTable returns the table of paths, which must be sorted and without repetition.
func NewNameTable(paths []string) *NameTable {
	folded := make([]string, len(paths))
	bases := make([]string, len(paths))
	for i, p := range paths {
		folded[i] = Fold(p)
		bases[i] = path.Base(folded[i])
	}
	t := &NameTable{exact: newGroups(paths, folded), base: newGroups(paths, bases)}
	for n := range len(t.base.start) - 1 {
		if same := t.base.at(n); len(same) > 1 {
			slices.SortFunc(same, byLength)
		}
	}
	return t
}

// byLength orders paths by their number of characters, then lexicographically.
func byLength(a, b string) int {
	return cmp.Or(cmp.Compare(utf8.RuneCountInString(Fold(a)), utf8.RuneCountInString(Fold(b))), cmp.Compare(a, b))
}

// Exact implements Names.
func (t *NameTable) Exact(key string) []string { return t.exact.get(key) }

// Base implements Names.
func (t *NameTable) Base(key string) []string { return t.base.get(key) }

// groups keeps the paths of equal key side by side, so that an answer is a piece of one slice.
type groups struct {
	number map[string]int32 // of the group of a key
	start  []int32          // of each group in paths, and the end of the last one
	paths  []string
}

// newGroups groups paths by keys, the order within a group kept.
func newGroups(paths, keys []string) groups {
	g := groups{number: make(map[string]int32, len(paths)), paths: make([]string, len(paths))}
	group := make([]int32, len(paths))
	var sizes []int32
	for i, k := range keys {
		n, ok := g.number[k]
		if !ok {
			n = int32(len(sizes))
			g.number[k] = n
			sizes = append(sizes, 0)
		}
		group[i] = n
		sizes[n]++
	}
	g.start = make([]int32, len(sizes)+1)
	for n, size := range sizes {
		g.start[n+1] = g.start[n] + size
	}
	next := slices.Clone(g.start)
	for i, n := range group {
		g.paths[next[n]] = paths[i]
		next[n]++
	}
	return g
}

// at returns group n.
func (g groups) at(n int) []string { return g.paths[g.start[n]:g.start[n+1]:g.start[n+1]] }

func (g groups) get(key string) []string {
	n, ok := g.number[key]
	if !ok {
		return nil
	}
	return g.at(int(n))
}
