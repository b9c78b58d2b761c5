package jira

import (
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// Match returns the tickets of this site that a text names, each once: by their addresses, and by keys that begin with
// a prefix of Options.Projects, or, where none are given, of a ticket that was seen before.
func (s *Source) Match(text string) []world.Ref {
	return s.refs(slices.Concat(s.addressed(text), world.TicketKeys(s.prefixes(), text)))
}

// MatchBranch is Match for the name of a branch, in which keys are written in any case.
func (s *Source) MatchBranch(branch string) []world.Ref {
	return s.refs(world.BranchTicketKeys(s.prefixes(), branch))
}

func (s *Source) prefixes() []string {
	if len(s.projects) > 0 {
		return s.projects
	}
	return s.Site().Projects
}

func (s *Source) refs(keys []string) []world.Ref {
	var refs []world.Ref
	for _, key := range keys {
		ref := world.Ref{Kind: world.RefTicket, Key: key, URL: s.site.JoinPath("browse", key).String()}
		if !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	return refs
}

// addressed returns the keys behind addresses of tickets of this site.
func (s *Source) addressed(text string) []string {
	var keys []string
	browse := s.site.JoinPath("browse").String() + "/"
	for {
		_, rest, found := strings.Cut(text, browse)
		if !found {
			return keys
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return !strings.ContainsRune("-_", r) && !isAlphanumeric(r) })
		if end < 0 {
			end = len(rest)
		}
		if key := strings.ToUpper(rest[:end]); world.IsTicketKey(key) {
			keys = append(keys, key)
		}
		text = rest
	}
}

func isAlphanumeric(r rune) bool {
	return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
}
