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

// tellUnknownTags does so for tags, of which it looks at all there are only when one of those given is on none of the
// notes that were found.
func (c *call) tellUnknownTags(ctx context.Context, v *viewed, tags []string, found []vault.Entry) error {
	missing := slices.DeleteFunc(slices.Clone(tags), func(tag string) bool {
		return slices.ContainsFunc(found, func(e vault.Entry) bool { return e.HasTag(tag) })
	})
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
