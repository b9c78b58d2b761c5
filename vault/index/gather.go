package index

import (
	"cmp"
	"slices"
)

// A mention is an entry that waits for the others of its group.
type mention struct {
	group          int32
	file, relation int32
}

// A gathering holds mentions by group, those of each sorted and each once.
type gathering [][]mention

// gather sorts mentions into groups. They come nearly in the order of their files, so that little is left to sort in each.
func gather(mentions []mention, groups int) gathering {
	ends := make([]int, groups+1)
	for _, m := range mentions {
		ends[m.group+1]++
	}
	for i := range groups {
		ends[i+1] += ends[i]
	}
	sorted := make([]mention, len(mentions))
	next := slices.Clone(ends)
	for _, m := range mentions {
		sorted[next[m.group]] = m
		next[m.group]++
	}
	g := make(gathering, groups)
	for i := range g {
		group := sorted[ends[i]:ends[i+1]]
		slices.SortFunc(group, func(m, n mention) int {
			return cmp.Or(cmp.Compare(m.file, n.file), cmp.Compare(m.relation, n.relation))
		})
		g[i] = slices.Compact(group)
	}
	return g
}

// mentioned says whether a file stands in a group.
func (g gathering) mentioned(group, file int32) bool {
	_, found := slices.BinarySearchFunc(g[group], file, func(m mention, file int32) int { return cmp.Compare(m.file, file) })
	return found
}

// pack packs a group as its row of a register.
func (g gathering) pack(group int) []byte {
	entries := make([]entry, len(g[group]))
	for i, m := range g[group] {
		entries[i] = entry{int64(m.file), int64(m.relation)}
	}
	return packEntries(entries)
}
