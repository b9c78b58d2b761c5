package cli

import (
	"context"
	"strings"

	"vaultgraph/graph"
	"vaultgraph/integrations/claude"
	"vaultgraph/vault"
	"vaultgraph/vault/render"
)

// A surrounding is what a walk from a note shows, and the notes that it shows.
type surrounding struct {
	text  string
	notes []string
}

// surroundings returns the walk from a note in at most room characters, as a hook counts them. It is empty where
// there is no room, or no time.
func (b *briefing) surroundings(ctx context.Context, view *vault.View, path string, depth, room int) surrounding {
	walk := graph.Options{
		Depth: depth, Direction: graph.Both, HubDegree: b.vault.Config.Hub,
		Terminal: vault.TerminalTypes(), Vocabulary: b.vault.Config.Vocabulary(),
	}
	source, err := view.Source(ctx)
	if err != nil {
		return surrounding{}
	}
	walked, err := graph.Walk(ctx, source, path, walk)
	if err != nil {
		return surrounding{}
	}
	sizes, err := sizesOf(ctx, view, walked)
	if err != nil {
		return surrounding{}
	}
	// A token is two characters at the least and four as a rule: what is too long is tried again with less.
	for budget := room * 2 / 5; budget > 40; budget = budget * 4 / 5 {
		t, err := render.NewTraversal(ctx, render.Request{Walked: walked, Walk: walk, Budget: budget, Notes: view, Sizes: sizes})
		if err != nil {
			return surrounding{}
		}
		if text := t.Markdown(); claude.Length(text) <= room {
			var shown strings.Builder
			_ = t.WritePaths(&shown) // a Builder takes everything
			return surrounding{text, strings.FieldsFunc(shown.String(), func(r rune) bool { return r == '\n' })}
		}
	}
	return surrounding{}
}
