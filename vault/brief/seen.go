package brief

import (
	"slices"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// maxNamed bounds what is kept of what one brief named.
const maxNamed = 200

// Note keeps in r what has to be known of this brief later: which branches there were, what this person last put on
// each environment, and what was named.
func (b *Brief) Note(r *scan.SeenRepo) {
	r.Named = b.named()
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

// named returns what the lines are about, each thing once; those first that were shown.
func (b *Brief) named() []world.Ref {
	var all []world.Ref
	for _, l := range slices.Concat(b.Lines, b.More) {
		for _, ref := range l.Refs {
			if len(all) < maxNamed && !slices.Contains(all, ref) {
				all = append(all, ref)
			}
		}
	}
	return all
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
