package graph

import (
	"cmp"
	"slices"
	"strings"
)

// A Ranked is a node and how much the others point to it.
type Ranked struct {
	Node
	Score float64 // the scores of a graph sum up to 1
}

const (
	rankRounds  = 30
	rankDamping = 0.85
)

// rankWeight is how much an edge of each kind counts.
func rankWeight(k Kind) float64 {
	switch {
	case k.crossesHubs():
		return 4
	case k == Named:
		return 3
	case k == Annotated:
		return 2
	}
	return 1
}

// Rank returns the nodes of g by PageRank, best first and then by ID. Parallel edges count as the best of them,
// weighed by kind in the default vocabulary; dangling and self edges do not count. A node without edges that count
// gives its score to all. The sums are made in a fixed order, so that the scores are the same on every machine.
func Rank(g *Graph) []Ranked {
	n := len(g.nodes)
	pulls, start, given := g.pulls()
	score := make([]float64, n)
	for i := range score {
		score[i] = 1 / float64(n)
	}
	next := make([]float64, n)
	for range rankRounds {
		idle := 0.0
		for i, w := range given {
			if w == 0 {
				idle += score[i]
			}
		}
		base := (1 - rankDamping + float64(rankDamping*idle)) / float64(n)
		for i := range next {
			sum := 0.0
			for _, p := range pulls[start[i]:start[i+1]] {
				// The conversion keeps compilers from fusing both operations, which would round otherwise.
				sum += float64(score[p.from] * (p.weight / given[p.from]))
			}
			next[i] = base + float64(rankDamping*sum)
		}
		score, next = next, score
	}
	ranked := make([]Ranked, n)
	for i, node := range g.nodes {
		ranked[i] = Ranked{node, score[i]}
	}
	slices.SortStableFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID))
	})
	return ranked
}

// A pull is what an edge takes from the score of the node it leaves.
type pull struct {
	from   int32
	weight float64
}

// pulls returns the pulls of all nodes, parallel ones joined; those of node n are pulls[start[n]:start[n+1]], by
// the number of the node they come from. given holds the sum of the weights that leave each node.
func (g *Graph) pulls() (pulls []pull, start []int32, given []float64) {
	readings := g.readings(newRules(Options{}))
	start = make([]int32, len(g.nodes)+1)
	given = make([]float64, len(g.nodes))
	for n := range g.nodes {
		first := len(pulls)
		for _, i := range g.entering[g.enter[n]:g.enter[n+1]] {
			from := g.source[i]
			if from == int32(n) {
				continue
			}
			weight := rankWeight(readings.of(i).kind)
			if last := len(pulls) - 1; last >= first && pulls[last].from == from {
				given[from] += max(0, weight-pulls[last].weight)
				pulls[last].weight = max(weight, pulls[last].weight)
				continue
			}
			given[from] += weight
			pulls = append(pulls, pull{from, weight})
		}
		start[n+1] = int32(len(pulls))
	}
	return pulls, start, given
}
