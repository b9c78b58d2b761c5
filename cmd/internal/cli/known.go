package cli

import (
	"maps"
	"slices"
	"strings"

	"vaultgraph/graph"
	"vaultgraph/vault"
)

// tellUnknown says of each word that is none of known, compared by key, which one may have been meant. A filter
// that fits nothing is no error, and yet rarely meant.
func (c *call) tellUnknown(problem string, given []string, key func(string) string, known []string) {
	for _, word := range given {
		if slices.Contains(known, key(word)) {
			continue
		}
		const most = 12
		hint := "known are " + strings.Join(known[:min(most, len(known))], ", ")
		if len(known) > most {
			hint += " and more: see `vault stats`"
		}
		if near := nearest(key(word), known); near != "" {
			hint = "did you mean " + near + "?"
		} else if len(known) == 0 {
			hint = "there is none in this vault"
		}
		c.notice("%s %q: %s", problem, word, hint)
	}
}

// relationsOf returns the keys of all relations in g, as they read from either end.
func relationsOf(g *graph.Graph, v *graph.Vocabulary) []string {
	seen := map[string]bool{}
	for n := range g.AllNodes() {
		for _, e := range g.Out(n.ID) {
			key := graph.RelationKey(e.Relation)
			if key == "" || seen[key] {
				continue
			}
			seen[key] = true
			if inverse, ok := v.Inverse(key); ok {
				seen[graph.RelationKey(inverse)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// typesOf returns all types of notes in a vault.
func typesOf(s *vault.Snapshot) []string {
	seen := map[string]bool{}
	for i := range s.Entries {
		if t := s.Entries[i].Type; t != "" {
			seen[t] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
