package cli

import (
	"slices"
	"strings"

	"vaultgraph/vault"
)

// all reports whether all of tests hold for e.
func all(tests []func(*vault.Entry) bool, e *vault.Entry) bool {
	return !slices.ContainsFunc(tests, func(test func(*vault.Entry) bool) bool { return !test(e) })
}

// among returns a test for the notes with one of paths.
func among(paths []string) func(*vault.Entry) bool {
	set := make(map[string]bool, len(paths))
	for _, p := range paths {
		set[p] = true
	}
	return func(e *vault.Entry) bool { return set[e.Path] }
}

// taggedWith returns a test for the notes with one of tags, or a tag below one.
func taggedWith(tags []string) func(*vault.Entry) bool {
	var keys []string
	for _, t := range tags {
		keys = append(keys, vault.Fold(strings.Trim(t, "#/")))
	}
	return func(e *vault.Entry) bool {
		return slices.ContainsFunc(e.Tags, func(tag string) bool {
			have := vault.Fold(tag)
			return slices.ContainsFunc(keys, func(want string) bool {
				return have == want || strings.HasPrefix(have, want+"/")
			})
		})
	}
}
