package graph_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"vaultgraph/graph"
)

func TestRank(t *testing.T) {
	ranked := graph.Rank(parse(t, `
		a -> core
		b -> core
		c -> core uses:
		c -> a
		d -> d
		core -> ?`))
	if ranked[0].ID != "core" || ranked[1].ID != "a" {
		t.Errorf("got %v", ranked)
	}
	if got := ranked[2].ID + ranked[3].ID + ranked[4].ID; got != "bcd" {
		t.Errorf("ties are not by ID: %s", got)
	}
	if got := graph.Rank(parse(t, "")); len(got) != 0 {
		t.Errorf("empty graph: got %v", got)
	}
}

func TestRankWeighsKinds(t *testing.T) {
	score := map[string]float64{}
	for _, r := range graph.Rank(parse(t, `
		s -> a
		s -> b : why
		s -> c mentions:
		s -> d uses:
		s -> d`)) {
		score[r.ID] = r.Score
	}
	if !(score["a"] < score["b"] && score["b"] < score["c"] && score["c"] < score["d"]) {
		t.Errorf("got %v", score)
	}
}

func TestRankIsStable(t *testing.T) {
	eachRandom(t, 100, func(t *testing.T, r *rand.Rand) {
		nodes, edges := randomGraph(r)
		want := graph.Rank(mustNew(t, nodes, edges))
		if got := graph.Rank(mustNew(t, shuffled(r, nodes), shuffled(r, edges))); !reflect.DeepEqual(got, want) {
			t.Errorf("shuffled: got %v, want %v", got, want)
		}
		sum := 0.0
		for _, n := range want {
			sum += n.Score
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("scores sum up to %v", sum)
		}
	})
}
