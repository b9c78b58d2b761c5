package vault

import (
	"context"
	"slices"

	"vaultgraph/vault/index"
)

// indexNames answers Resolve from one state of an index, and remembers the answers.
type indexNames struct {
	ctx         context.Context
	names       index.Names
	exact, base map[string][]string
	err         error
}

// Exact implements Names.
func (n *indexNames) Exact(key string) []string {
	return n.ask(&n.exact, key, func(ctx context.Context, key string) ([]string, error) {
		return n.names.Called(ctx, key, index.ByPath, index.ByPath)
	})
}

// Base implements Names.
func (n *indexNames) Base(key string) []string {
	return n.ask(&n.base, key, func(ctx context.Context, key string) ([]string, error) {
		found, err := n.names.Called(ctx, key, index.ByBase, index.ByBase)
		slices.SortFunc(found, byLength)
		return found, err
	})
}

func (n *indexNames) ask(known *map[string][]string, key string, query func(context.Context, string) ([]string, error)) []string {
	if found, ok := (*known)[key]; ok {
		return found
	}
	found, err := query(n.ctx, key)
	if err != nil && n.err == nil {
		n.err = err
	}
	if *known == nil {
		*known = map[string][]string{}
	}
	(*known)[key] = found
	return found
}
