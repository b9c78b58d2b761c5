package brief

import (
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// Note keeps in r what the next brief in this repository has to know of this one: which branches there were, and what
// this person last put on each environment.
func (b *Brief) Note(r *scan.SeenRepo) {
	if b.refs != nil {
		r.Refs = b.refs
	}
	for key, d := range b.deployed {
		if r.Deploys == nil {
			r.Deploys = map[string]world.Deploy{}
		}
		r.Deploys[key] = d
	}
}

// seenRefs returns the branches that were there at the last brief; nil where that is not known.
func (c *composer) seenRefs() map[string]string {
	if c.in.Seen == nil {
		return nil
	}
	return c.in.Seen.Refs
}

// seenDeploy returns what this person had last put on an environment by the last brief.
func (c *composer) seenDeploy(key string) string {
	if c.in.Seen == nil {
		return ""
	}
	return c.in.Seen.Deploys[key].SHA
}
