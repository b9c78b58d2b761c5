package graph_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"vaultgraph/graph"
)

// A price list is a Costs that counts how often it is asked.
type prices struct {
	signpost     []int
	parts, prose [][]int
	asked        map[[2]int]int
}

func (p *prices) Signpost(visit int) int {
	p.asked[[2]int{visit, 0}]++
	return p.signpost[visit]
}

func (p *prices) Parts(visit int) []int {
	p.asked[[2]int{visit, 1}]++
	return p.parts[visit]
}

func (p *prices) Prose(visit int) []int {
	p.asked[[2]int{visit, 2}]++
	return p.prose[visit]
}

func randomPrices(r *rand.Rand, n int) *prices {
	pieces := func() []int {
		costs := make([]int, r.IntN(4))
		for i := range costs {
			costs[i] = []int{r.IntN(20), r.IntN(250), 350 + r.IntN(100), 1400}[r.IntN(4)]
		}
		return costs
	}
	p := &prices{asked: map[[2]int]int{}}
	for range n {
		p.signpost = append(p.signpost, r.IntN(30))
		p.parts = append(p.parts, pieces())
		p.prose = append(p.prose, pieces())
	}
	return p
}

func randomVisits(r *rand.Rand) []graph.Visit {
	visits := make([]graph.Visit, 1+r.IntN(6))
	for i := 1; i < len(visits); i++ {
		visits[i].Depth = max(1, visits[i-1].Depth+r.IntN(2))
		visits[i].Filtered = r.IntN(5) == 0
	}
	return visits
}

// A bought piece is one line of a bill: a visit, a portion (0 signpost, 1 parts, 2 prose) and a cost.
type bought struct{ visit, of, cost int }

// bill writes out the order of README.md for all pieces at once. Costs must be above 0.
func bill(visits []graph.Visit, p *prices) []bought {
	var list []bought
	next := map[[2]int]int{}
	strict := false
	buy := func(visit, of, helping int) {
		if visits[visit].Filtered {
			return
		}
		costs := [][]int{{p.signpost[visit]}, p.parts[visit], p.prose[visit]}[of]
		at := [2]int{visit, of}
		for spent := 0; next[at] < len(costs); next[at]++ {
			cost := costs[next[at]]
			if (spent > 0 || strict) && spent+cost > helping {
				return
			}
			list = append(list, bought{visit, of, cost})
			spent += cost
		}
	}
	at := func(depth, of, helping int) {
		for i, v := range visits {
			if v.Depth == depth {
				buy(i, of, helping)
			}
		}
	}
	const all = 1 << 40
	at(0, 0, all)
	at(0, 1, all)
	strict = true
	at(0, 2, 400)
	strict = false
	at(1, 0, all)
	at(1, 1, 400)
	at(0, 2, 1500)
	for depth := 2; depth <= len(visits); depth++ {
		at(depth, 0, all)
		at(depth, 1, 400)
	}
	for depth := 1; depth <= len(visits); depth++ {
		at(depth, 2, 300)
	}
	for i := range visits {
		buy(i, 1, all)
		buy(i, 2, all)
	}
	return list
}

func TestFitOrder(t *testing.T) {
	eachRandom(t, 300, func(t *testing.T, r *rand.Rand) {
		visits := randomVisits(r)
		p := randomPrices(r, len(visits))
		for i := range visits { // see bill
			p.signpost[i]++
			for _, costs := range [][]int{p.parts[i], p.prose[i]} {
				for j := range costs {
					costs[j]++
				}
			}
		}
		type share struct {
			signpost     bool
			parts, prose int
		}
		want := make([]share, len(visits))
		used := 0
		check := func(budget int, complete bool) {
			fitted := graph.Fit(visits, p, budget)
			got := make([]share, len(visits))
			for i, s := range fitted.Shares {
				got[i] = share{s.Signpost, s.Parts, s.Prose}
			}
			if !reflect.DeepEqual(got, want) || fitted.Used != used || fitted.Complete != complete {
				t.Errorf("budget %d: got %v, used %d, complete %t\nwant %v, used %d, complete %t",
					budget, got, fitted.Used, fitted.Complete, want, used, complete)
			}
		}
		for _, b := range bill(visits, p) {
			check(used+b.cost-1, false)
			used += b.cost
			switch s := &want[b.visit]; b.of {
			case 0:
				s.signpost = true
			case 1:
				s.parts++
			case 2:
				s.prose++
			}
		}
		check(used, true)
		check(used+1000, true)
	})
}

func TestFitEveryBudget(t *testing.T) {
	eachRandom(t, 60, func(t *testing.T, r *rand.Rand) {
		visits := randomVisits(r)
		p := randomPrices(r, len(visits))
		var before graph.Fitted
		for budget := 0; ; budget++ {
			clear(p.asked)
			fitted := graph.Fit(visits, p, budget)
			checkFitted(t, visits, p, fitted, budget)
			if budget > 0 {
				checkMore(t, before, fitted, budget)
			}
			if t.Failed() || fitted.Complete {
				break
			}
			before = fitted
		}
	})
}

// checkFitted checks what must hold for one budget.
func checkFitted(t *testing.T, visits []graph.Visit, p *prices, fitted graph.Fitted, budget int) {
	t.Helper()
	if fitted.Used > budget {
		t.Errorf("budget %d: used %d", budget, fitted.Used)
	}
	for key, n := range p.asked {
		if n > 1 {
			t.Errorf("budget %d: asked %d times for portion %d of visit %d", budget, n, key[1], key[0])
		}
	}
	paid, hidden := 0, false
	for i, s := range fitted.Shares {
		if s.Signpost {
			paid += p.signpost[i]
		}
		for _, cost := range append(p.parts[i][:s.Parts:s.Parts], p.prose[i][:s.Prose]...) {
			paid += cost
		}
		shown := s.Shown()
		if visits[i].Filtered {
			if shown != graph.No || p.asked[[2]int{i, 0}] > 0 {
				t.Errorf("budget %d: filtered visit %d is shown or was asked for", budget, i)
			}
			continue
		}
		if shown == graph.No {
			hidden = true
		} else if hidden {
			t.Errorf("budget %d: visit %d is shown after one that is not", budget, i)
		}
		whole := s.Signpost && s.Parts == len(p.parts[i]) && s.Prose == len(p.prose[i])
		if shown == graph.Full && !whole || fitted.Complete && shown != graph.Full {
			t.Errorf("budget %d: visit %d is %v with %+v", budget, i, shown, s)
		}
	}
	if paid != fitted.Used {
		t.Errorf("budget %d: pieces cost %d, used says %d", budget, paid, fitted.Used)
	}
}

// checkMore checks that a larger budget shows no visit less.
func checkMore(t *testing.T, before, after graph.Fitted, budget int) {
	t.Helper()
	for i, s := range after.Shares {
		b := before.Shares[i]
		if b.Signpost && !s.Signpost || b.Parts > s.Parts || b.Prose > s.Prose || b.Shown() > s.Shown() {
			t.Errorf("budget %d: visit %d got less: %+v, before %+v", budget, i, s, b)
		}
	}
}

func TestShown(t *testing.T) {
	visits := []graph.Visit{{}, {Depth: 1}, {Depth: 1}, {Depth: 1, Filtered: true}}
	p := &prices{
		signpost: []int{10, 10, 10, 10},
		parts:    [][]int{{100}, {50, 500}, nil, nil},
		prose:    [][]int{{1600, 20}, nil, nil, nil},
		asked:    map[[2]int]int{},
	}
	tests := []struct {
		budget int
		want   [4]graph.Shown
	}{
		{9, [4]graph.Shown{}},
		{10, [4]graph.Shown{graph.Signpost}},
		{110, [4]graph.Shown{graph.Part}}, // nobody has asked for the prose
		{130, [4]graph.Shown{graph.Part, graph.Signpost, graph.Signpost}},
		{180, [4]graph.Shown{graph.Part, graph.Part, graph.Signpost}},
		{1780, [4]graph.Shown{graph.Part, graph.Part, graph.Full}}, // a piece above the helping
		{1800, [4]graph.Shown{graph.Full, graph.Part, graph.Full}},
		{2300, [4]graph.Shown{graph.Full, graph.Full, graph.Full}},
	}
	for _, tt := range tests {
		var got [4]graph.Shown
		for i, s := range graph.Fit(visits, p, tt.budget).Shares {
			got[i] = s.Shown()
		}
		if got != tt.want {
			t.Errorf("budget %d: got %v, want %v", tt.budget, got, tt.want)
		}
	}
}

func TestFitNothing(t *testing.T) {
	if got := graph.Fit(nil, &prices{}, 0); !got.Complete || got.Used != 0 || len(got.Shares) != 0 {
		t.Errorf("no visits: got %+v", got)
	}
	p := &prices{signpost: []int{0}, parts: [][]int{nil}, prose: [][]int{nil}, asked: map[[2]int]int{}}
	if got := graph.Fit(make([]graph.Visit, 1), p, -1); got.Shares[0].Shown() != graph.No || got.Used != 0 {
		t.Errorf("negative budget: got %+v", got)
	}
}
