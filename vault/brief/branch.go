package brief

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// fetchOld is the age of the last fetch from which on what others pushed is not known.
const fetchOld = 14 * 24 * time.Hour

// judgeBranches tells what others pushed to a repository: commits on its main branch, and new branches. That is news of
// this repository, of its neighbours, and of others that this person works on; of a store of clones it is noise.
func (c *composer) judgeBranches(t told[world.Repo]) {
	near := c.nearnessOfClone(t.it)
	if near == elsewhere && !c.worksOn(t) {
		return
	}
	main := mainBranch(t.it)
	var before map[string]string
	if near == here {
		before = c.seenRefs(t.it)
		c.noteRefs(t.it)
	}
	fresh, newest := c.newBranches(t, main, before)
	pushed, at := c.pushedTo(t, main, before[main])
	texts := append(pushed, fresh...)
	if len(texts) == 0 {
		return
	}
	e := c.repoEntry(t)
	e.kind, e.turn, e.level, e.rank, e.at = KindBranch, Nobody, news, rankBranch, latest(newest, at)
	e.head, e.separator = "Pushed: ", ". "
	e.text = e.labels[0] + ": " + strings.Join(texts, "; ")
	e.command = "git -C " + vault.ShellWord(t.it.Dir) + " log --oneline --remotes"
	c.add(e)
}

// worksOn reports whether this person has done something in a repository lately, or has a change open there.
func (c *composer) worksOn(t told[world.Repo]) bool {
	if slices.ContainsFunc(t.it.Commits, func(x world.Commit) bool { return c.me.Is(x.Author) }) {
		return true
	}
	lately := c.in.Now.Add(-scan.MaxWindow)
	if slices.ContainsFunc(t.it.Branches, func(b world.Branch) bool { return b.Tip.After(lately) && c.me.Is(b.Author) }) {
		return true
	}
	return slices.ContainsFunc(c.changes, func(x told[world.Change]) bool {
		return x.it.State == world.Open && c.me.Is(x.it.Author) && c.isOf(t.it, x.it.Repo)
	})
}

// isOf reports whether a clone is one of a repository.
func (c *composer) isOf(r *world.Repo, id world.RepoID) bool {
	return slices.ContainsFunc(r.IDs, func(own world.RepoID) bool { return c.repoKey(own) == c.repoKey(id) })
}

// What is told of new branches.
const (
	// branchFresh is how long before the time from which on things are news the last commit of a new branch may be:
	// the first fetch after a long time brings branches that are new here only.
	branchFresh = 7 * 24 * time.Hour
	maxFresh    = 3 // that are named, of one repository
)

// newBranches words the branches of others that the last brief did not know, and where that is not known those that a
// fetch has brought since. At the first brief none of them is new.
func (c *composer) newBranches(t told[world.Repo], main string, before map[string]string) (texts []string, newest time.Time) {
	from := c.newsFrom(t.by)
	var authors []string
	for _, b := range t.it.Branches {
		name, remote := remoteBranch(b.Ref)
		_, old := before[b.Ref]
		if before == nil {
			old = c.first || !b.Created.After(from) || b.Tip.Before(from.Add(-branchFresh))
		}
		if !remote || old || b.Ref == main || c.byProgram(b.Author, name) || c.me.Is(b.Author) || c.headOfKnown(t.it, name) {
			continue
		}
		texts = append(texts, fmt.Sprintf("new branch %s by %s", plain(name, maxBranch), callOf(b.Author)))
		newest = latest(newest, b.Tip)
		if by := callOf(b.Author); !slices.Contains(authors, by) {
			authors = append(authors, by)
		}
	}
	if len(texts) > maxFresh {
		texts = []string{fmt.Sprintf("%d new branches by %s", len(texts), someOf(authors))}
	}
	return texts, newest
}

// maxAuthors is how many of those who pushed are named.
const maxAuthors = 3

// someOf lists names, and not all of many.
func someOf(names []string) string {
	if len(names) > maxAuthors {
		names = append(names[:maxAuthors:maxAuthors], "others")
	}
	return list(names)
}

// pushedTo words the commits of others that came to the main branch since the last brief: those that its tip then did
// not reach, or where that is not known those of the time since. A commit that a line about a deploy names is known
// from there.
func (c *composer) pushedTo(t told[world.Repo], main, old string) (texts []string, at time.Time) {
	r := t.it
	i := slices.IndexFunc(r.Branches, func(b world.Branch) bool { return b.Ref == main })
	if i < 0 || r.Branches[i].Hash == old {
		return nil, at
	}
	byHash := map[string]*world.Commit{}
	for i := range r.Commits {
		byHash[r.Commits[i].Hash] = &r.Commits[i]
	}
	had, has := map[string]bool{}, map[string]bool{}
	ancestors(old, byHash, had)
	ancestors(r.Branches[i].Hash, byHash, has)
	from := c.newsFrom(t.by)
	n := 0
	var authors []string
	for i := range r.Commits { // newest first
		commit := &r.Commits[i]
		late := old == "" && !commit.Committed.After(from)
		if !has[commit.Hash] || had[commit.Hash] || late || c.released[commit.Hash] || len(commit.Parents) > 1 || c.me.Is(commit.Author) || c.byProgram(commit.Author, "") {
			continue
		}
		n++
		at = latest(at, commit.Committed)
		if by := callOf(commit.Author); !slices.Contains(authors, by) {
			authors = append(authors, by)
		}
	}
	if n == 0 {
		return nil, at
	}
	name, _ := remoteBranch(main)
	return []string{fmt.Sprintf("%s on %s by %s", count(n, "new commit"), plain(name, maxBranch), someOf(authors))}, at
}

// mainBranch returns the remote-tracking branch that a repository's work comes together on: that of a usual name.
func mainBranch(r *world.Repo) string {
	for _, name := range []string{"main", "master", "trunk", "develop"} {
		for _, remote := range []string{"origin", "upstream"} {
			ref := "refs/remotes/" + remote + "/" + name
			if slices.ContainsFunc(r.Branches, func(b world.Branch) bool { return b.Ref == ref }) {
				return ref
			}
		}
	}
	return ""
}

// remoteBranch returns the name of a remote-tracking branch without its remote.
func remoteBranch(ref string) (string, bool) {
	rest, ok := strings.CutPrefix(ref, "refs/remotes/")
	_, name, ok2 := strings.Cut(rest, "/")
	return name, ok && ok2 && name != "HEAD"
}

// byProgram reports whether a commit or branch is a program's. git knows no such thing, so forges' own spelling
// tells, and the names that two common ones give to branches.
func (c *composer) byProgram(p world.Person, branch string) bool {
	return p.Bot || strings.Contains(p.Name, "[bot]") || strings.Contains(p.Email, "[bot]@") || strings.Contains(p.Login, "[bot]") ||
		strings.HasPrefix(branch, "dependabot/") || strings.HasPrefix(branch, "renovate/")
}

// headOfKnown reports whether a branch is that of a change that the brief tells of anyway.
func (c *composer) headOfKnown(r *world.Repo, branch string) bool {
	return slices.ContainsFunc(c.entries, func(e entry) bool {
		return slices.ContainsFunc(e.refs, func(ref world.Ref) bool {
			t, ok := c.changeAt(ref)
			return ok && t.it.Head == branch && c.isOf(r, t.it.Repo)
		})
	})
}

func (c *composer) changeAt(ref world.Ref) (told[world.Change], bool) {
	if ref.Kind != world.RefChange {
		return told[world.Change]{}, false
	}
	key := c.repoKey(ref.Repo) + "#" + ref.Key
	for _, t := range c.changes {
		if c.changeKey(t.it.Repo, t.it.Number) == key {
			return t, true
		}
	}
	return told[world.Change]{}, false
}

// judgeDeletable names local branches whose change was merged as they are, but for one that follows the main branch, as
// a fork's own does.
func (c *composer) judgeDeletable(t told[world.Repo], merged map[string][]string) {
	var names []string
	main := mainBranch(t.it)
	for _, b := range t.it.Branches {
		if slices.Contains(merged[b.Ref], b.Hash) && (main == "" || b.Upstream != main) {
			names = append(names, plain(strings.TrimPrefix(b.Ref, "refs/heads/"), maxBranch))
		}
	}
	if len(names) == 0 {
		return
	}
	e := c.repoEntry(t)
	e.kind, e.turn, e.level, e.rank = KindBranch, Me, chore, rankDelete
	e.head, e.separator = "Merged: ", ". "
	e.text = fmt.Sprintf("%s: %s can be deleted", e.labels[0], list(names))
	e.todo = todo{"delete", list(names)}
	e.command = "git -C " + vault.ShellWord(t.it.Dir) + " branch --verbose"
	c.add(e)
}

// judgeFetch says where this repository was not fetched for so long that silence about others means nothing.
func (c *composer) judgeFetch(t told[world.Repo]) {
	r := t.it
	if c.nearnessOfClone(r) != here || r.Fetched.IsZero() || len(r.IDs) == 0 || c.in.Now.Sub(r.Fetched) < fetchOld {
		return
	}
	e := c.repoEntry(t)
	e.kind, e.turn, e.level, e.rank = KindBranch, Me, chore, rankFetch
	e.text = fmt.Sprintf("%s: last fetched %s, so what others pushed since is not known", e.labels[0], c.day(r.Fetched))
	e.todo = todo{"fetch", e.labels[0]}
	e.command = "git -C " + vault.ShellWord(r.Dir) + " fetch"
	c.add(e)
}
