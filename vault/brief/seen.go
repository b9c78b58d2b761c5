package brief

import (
	"slices"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// Note keeps in r what has to be known of this brief later: which branches there were, what this person last put on
// each environment, and what was named.
func (b *Brief) Note(r *scan.SeenRepo) {
	if !b.excerpt {
		r.Named = nil
	}
	for _, l := range slices.Backward(slices.Concat(b.Lines, b.More)) { // those that were shown are to be first
		r.Name(l.Refs...)
	}
	if b.refs != nil {
		r.Refs, r.RefsOf = b.refs, b.refsOf
	}
	for key, d := range b.deployed {
		if r.Deploys == nil {
			r.Deploys = map[string]world.Deploy{}
		}
		r.Deploys[key] = d
	}
}

// seenRefs returns the remote-tracking branches that a repository had at the last brief; nil where that is not known, as
// where that brief was given in another one.
func (c *composer) seenRefs(r *world.Repo) map[string]string {
	if c.in.Seen == nil || c.in.Seen.RefsOf != scan.RepoKey(r) {
		return nil
	}
	return c.in.Seen.Refs
}

// noteRefs keeps the remote-tracking branches of this repository for Brief.Note.
func (c *composer) noteRefs(r *world.Repo) {
	c.refs, c.refsOf = map[string]string{}, scan.RepoKey(r)
	for _, b := range r.Branches {
		if _, remote := remoteBranch(b.Ref); remote {
			c.refs[b.Ref] = b.Hash
		}
	}
}

// seenDeploy returns what this person had last put on an environment by the last brief.
func (c *composer) seenDeploy(key string) string {
	if c.in.Seen == nil {
		return ""
	}
	return c.in.Seen.Deploys[key].SHA
}
