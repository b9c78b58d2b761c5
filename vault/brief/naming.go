package brief

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

func fold(s string) string { return vault.Fold(s) }

// rawKey names a repository without case.
func rawKey(id world.RepoID) string {
	if id.Path == "" {
		return ""
	}
	host := fold(id.Host)
	if host == "" {
		host = "github.com"
	}
	return host + "/" + fold(id.Path)
}

// aliasesOf finds the repositories that have several names, by what their changes say.
func aliasesOf(answers []*scan.Answer) map[string]string {
	aliases := map[string]string{}
	for _, a := range answers {
		for i := range a.Part.Changes {
			ch := &a.Part.Changes[i]
			for _, old := range ch.Formerly {
				if rawKey(old) != rawKey(ch.Repo) {
					aliases[rawKey(old)] = rawKey(ch.Repo)
				}
			}
		}
	}
	return aliases
}

// repoKey names a repository by its newest name.
func (c *composer) repoKey(id world.RepoID) string {
	key := rawKey(id)
	for range 8 { // renamed again and again, and never in a circle for long
		next, ok := c.aliases[key]
		if !ok {
			break
		}
		key = next
	}
	return key
}

func (c *composer) changeKey(repo world.RepoID, number int) string {
	return c.repoKey(repo) + "#" + strconv.Itoa(number)
}

func (c *composer) nearnessOf(id world.RepoID) nearness {
	key := c.repoKey(id)
	if key == "" {
		return elsewhere
	}
	for _, own := range c.in.Here.IDs {
		if c.repoKey(own) == key {
			return here
		}
	}
	for _, next := range c.in.Memory.Neighbours {
		if c.repoKey(next) == key {
			return neighbour
		}
	}
	return elsewhere
}

func (c *composer) nearnessOfClone(r *world.Repo) nearness {
	if c.in.Here.Dir != "" && r.Dir == c.in.Here.Dir {
		return here
	}
	if len(r.IDs) > 0 {
		return c.nearnessOf(r.IDs[0])
	}
	return elsewhere
}

// isVault reports whether r is the repository of the vault itself: it is never clean, and nobody wants to hear of it.
// A vault in a folder of the repository that the person works in leaves that in.
func (c *composer) isVault(r *world.Repo) bool {
	if c.in.Vault == "" {
		return false
	}
	rel, err := filepath.Rel(r.Dir, c.in.Vault)
	inside := err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
	return inside && (rel == "." || r.Dir != c.in.Here.Dir)
}

func repoName(id world.RepoID) string { return id.Path[strings.LastIndexByte(id.Path, '/')+1:] }

// label names a change as shortly as can be: #12, where two have that number api-server#12.
func (c *composer) label(ch *world.Change) string {
	short := "#" + strconv.Itoa(ch.Number)
	if !c.shared[short] {
		return short
	}
	if name := repoName(ch.Repo) + short; !c.shared[fold(name)] {
		return plain(name, maxName)
	}
	return plain(ch.Repo.String()+short, maxName)
}

// sharedLabels finds the labels that stand for more than one change.
func (c *composer) sharedLabels() map[string]bool {
	owner := map[string]string{}
	shared := map[string]bool{}
	for _, t := range c.changes {
		short := "#" + strconv.Itoa(t.it.Number)
		key := c.changeKey(t.it.Repo, t.it.Number)
		for _, label := range []string{short, fold(repoName(t.it.Repo) + short)} {
			if have, ok := owner[label]; ok && have != key {
				shared[label] = true
			}
			owner[label] = key
		}
	}
	return shared
}

// dismissed reports whether a person has dismissed what e is about, and nothing new has happened since.
func (c *composer) dismissed(e *entry) bool {
	if c.in.Dismissed == nil {
		return false
	}
	event := latest(e.at, e.event)
	for i := range e.refs {
		for _, name := range c.namesOf(&e.refs[i]) {
			on, ok := c.in.Dismissed(name)
			if ok && !event.After(on) && (!event.IsZero() || c.in.Now.Sub(on) < dismissedFor) {
				return true
			}
		}
	}
	return false
}

// dismissedFor is how long something stays away of which nobody can tell when there is news of it.
const dismissedFor = 7 * 24 * time.Hour

// namesOf returns the names under which a reference may have been dismissed. A number alone is none: it would be that of
// a change in any repository.
func (c *composer) namesOf(r *world.Ref) []string {
	var names []string
	switch r.Kind {
	case world.RefChange:
		names = []string{r.Repo.Path + "#" + r.Key, r.Repo.String() + "#" + r.Key}
	default:
		names = []string{r.Key}
	}
	if r.URL != "" {
		names = append(names, r.URL)
	}
	return names
}
