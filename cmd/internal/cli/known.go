package cli

import (
	"context"
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
		if near := vault.Nearest(key(word), known); near != "" {
			hint = "did you mean " + near + "?"
		} else if len(known) == 0 {
			hint = "this vault has none at all"
		}
		c.notice("%s %q: %s", problem, word, hint)
	}
}

// withoutTags takes those of tags out that a note has.
func withoutTags(tags []string, e *vault.Entry) []string {
	return slices.DeleteFunc(tags, func(tag string) bool { return e.HasTag(tag) })
}

// tellUnknownTags does so for tags that none of the notes has which were found. Only then it looks at all there are.
func (c *call) tellUnknownTags(ctx context.Context, v *viewed, missing []string) error {
	if len(missing) == 0 {
		return nil
	}
	known, err := v.Tags(ctx)
	if err == nil {
		c.tellUnknown("no note has the tag", missing, vault.TagKey, known)
	}
	return err
}

// tellUnknownFilters does so for relations and types.
func (c *call) tellUnknownFilters(ctx context.Context, v *viewed, relations, types []string) error {
	if len(relations) > 0 {
		known, err := v.Relations(ctx)
		if err != nil {
			return err
		}
		c.tellUnknown("no link has the relation", relations, graph.RelationKey, known)
	}
	if len(types) > 0 {
		known, err := v.Types(ctx)
		if err != nil {
			return err
		}
		c.tellUnknown("no note has the type", types, strings.ToLower, known)
	}
	return nil
}
