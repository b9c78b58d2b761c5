package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vaultgraph/graph"
)

const (
	maxLeftOut   = 20  // notes left out that are named
	maxRelations = 8   // relations by which the others are counted
	maxReason    = 100 // characters of the reason why a note left out is near
)

// closing returns what is said behind an answer that shows all: what kept it from being larger.
func (s *shelf) closing() string {
	filtered := 0
	for _, v := range s.walked.Visits {
		if v.Filtered {
			filtered++
		}
	}
	switch {
	case filtered > 0:
		return fmt.Sprintf("\n%s of other types not shown; --type limits this.\n", counted(filtered, "note"))
	case len(s.walked.Unseen) > 0:
		return unseen(s.walked.Unseen)
	case len(s.walked.Visits) == 1:
		return "\nNo edges: it leads to no other note, and none leads to it.\n"
	}
	return ""
}

// unseen says why nothing was reached.
func unseen(list []graph.Unseen) string {
	all := 0
	var by []string
	for _, u := range list {
		all += u.Edges
		switch u.By {
		case graph.ByDepth:
			by = append(by, fmt.Sprintf("%d by --depth 0 (use --depth 2)", u.Edges))
		case graph.ByDirection:
			by = append(by, fmt.Sprintf("%d by --direction (use --direction both)", u.Edges))
		default:
			by = append(by, fmt.Sprintf("%d by --%s (leave it out)", u.Edges, u.By))
		}
	}
	return fmt.Sprintf("\nNothing reached, but there are %s here. Hidden: %s.\n", counted(all, "edge"), strings.Join(by, ", "))
}

// leftOut names the nearest notes that are not shown and counts the others, with last behind them, in at most limit
// tokens: as many names as fit, and nothing where not even the count does.
func (t *Traversal) leftOut(last string, limit int) string {
	var out []int
	for visit, v := range t.walked.Visits {
		if !v.Filtered && t.levels[visit] == graph.No {
			out = append(out, visit)
		}
	}
	if len(out) == 0 {
		if Tokens(last) <= limit {
			return last
		}
		return ""
	}
	head := fmt.Sprintf("\n%s left out; `vault show PATH` prints one, a larger --budget more of them:\n",
		counted(len(out), "note"))
	var named []string
	for _, visit := range out[:min(len(out), maxLeftOut)] {
		named = append(named, t.leftOutLine(visit))
	}
	for n := len(named); n >= 0; n-- {
		text := head + strings.Join(named[:n], "") + t.byRelation(out[n:]) + last
		if Tokens(text) <= limit {
			return text
		}
	}
	return ""
}

func (t *Traversal) leftOutLine(visit int) string {
	v := &t.walked.Visits[visit]
	why := ""
	if len(v.Via) > 0 {
		why = t.tells(v.Via[0], maxReason)
	}
	cost := ""
	if n := t.noteTokens(visit); n > 0 {
		cost = counted(n, "token")
	}
	return "- " + joined(onePath(v.ID), why, cost) + "\n"
}

// byRelation counts visits by the relation that leads to them, the most frequent one first.
func (t *Traversal) byRelation(visits []int) string {
	if len(visits) == 0 {
		return ""
	}
	count := map[string]int{}
	for _, visit := range visits {
		v := &t.walked.Visits[visit]
		if len(v.Via) == 0 {
			continue
		}
		near, _, _ := t.ends(v.Via[0])
		count[reading(t.walk.Vocabulary, v.Via[0], v.Via[0].From == t.walked.Visits[near].ID)]++
	}
	words := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	var list []string
	others := 0
	for i, word := range words {
		if i < maxRelations {
			list = append(list, fmt.Sprintf("%d %s", count[word], word))
		} else {
			others += count[word]
		}
	}
	if others > 0 {
		list = append(list, fmt.Sprintf("%d by other relations", others))
	}
	return fmt.Sprintf("- %d more: %s\n", len(visits), strings.Join(list, ", "))
}
