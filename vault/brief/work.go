package brief

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// judgeRepos finds what git alone knows: work that is not committed or not pushed, branches that can go, and what
// others pushed.
func (c *composer) judgeRepos() {
	for _, t := range c.repos {
		if t.it.Problem != "" { // it is among the sources, see problems
			continue
		}
		merged := c.mergedBranches(t.it)
		c.judgeWork(t, merged)
		c.judgeDeletable(t, merged)
		c.judgeBranches(t)
		c.judgeFetch(t)
	}
}

func (c *composer) repoEntry(t told[world.Repo]) entry {
	ref := world.Ref{Kind: world.RefRepo, Key: t.it.Name}
	if len(t.it.IDs) > 0 {
		ref.Repo = t.it.IDs[0]
	}
	return entry{near: c.nearnessOfClone(t.it), refs: []world.Ref{ref}, labels: []string{plain(t.it.Name, maxName)}, source: t.by}
}

// judgeWork tells what a crash of this machine would lose: changed files in each worktree, and commits that no remote
// has. Files that git does not know, and stashes, count in this repository only: elsewhere they lie around for years.
func (c *composer) judgeWork(t told[world.Repo], merged map[string][]string) {
	e := c.repoEntry(t)
	var parts []string
	dir := "" // where the work lies that is named first
	for i, w := range t.it.Worktrees {
		if text := workIn(&w, e.near == here); text != "" {
			if i > 0 {
				text += " (worktree " + plain(filepath.Base(w.Dir), maxName) + ")"
			}
			parts = append(parts, text)
			dir = cmp.Or(dir, w.Dir)
		}
	}
	unpushed, newest := c.unpushed(t.it, merged)
	for _, u := range unpushed {
		parts = append(parts, u.text)
		dir = cmp.Or(dir, checkoutOf(t.it, u.branch))
	}
	if stashed := c.stashes(t.it); stashed != "" && e.near == here {
		parts = append(parts, stashed)
	}
	if len(parts) == 0 {
		return
	}
	e.kind, e.turn, e.level, e.rank = KindDirty, Me, mine, rankDirty
	e.head, e.separator = "Unfinished: ", ". "
	e.text = e.labels[0] + ": " + strings.Join(parts, "; ")
	e.todo = todo{"finish the work in", e.labels[0]}
	e.command = "git -C " + vault.ShellWord(cmp.Or(dir, t.it.Dir)) + " status"
	e.at = newest
	c.add(e)
}

// workIn words what is not committed in one worktree; "" where all is.
func workIn(w *world.Worktree, untrackedToo bool) string {
	files := w.Staged + w.Changed + w.Conflicts
	what := count(files, "changed file")
	switch {
	case w.Conflicts > 0:
		what += fmt.Sprintf(" (%s)", count(w.Conflicts, "conflict"))
	case files == 0 && untrackedToo && w.Untracked > 0:
		what = count(w.Untracked, "new file")
	case files == 0:
		return ""
	}
	return what + " on " + branchName(w.Branch)
}

// stashOld is the age of the newest stash from which on nobody will come back to any of them.
const stashOld = 14 * 24 * time.Hour

// stashes words what is put away in stashes; "" for nothing, or where it is old.
func (c *composer) stashes(r *world.Repo) string {
	if r.Stashed.IsZero() || c.in.Now.Sub(r.Stashed) > stashOld {
		return ""
	}
	n := 1
	for _, w := range r.Worktrees {
		n = max(n, w.Stashes)
	}
	if n == 1 {
		return "1 stash, made " + c.day(r.Stashed)
	}
	return fmt.Sprintf("%d stashes, the last made %s", n, c.day(r.Stashed))
}

// checkoutOf returns the folder of the worktree that a branch is checked out in, "" for none.
func checkoutOf(r *world.Repo, branch string) string {
	for i := range r.Worktrees {
		if r.Worktrees[i].Branch == branch {
			return r.Worktrees[i].Dir
		}
	}
	return ""
}

func branchName(short string) string {
	if short == "" {
		return "no branch"
	}
	return plain(short, maxBranch)
}

// mostUnpushed is how many commits of a repository are told as not pushed: see world.Repo.
const mostUnpushed = 50

// An unpushedBranch is what of a local branch no remote has, in words.
type unpushedBranch struct{ branch, text string }

// unpushed words the commits of local branches that no remote has, branch by branch. Those that a merged change holds
// have arrived, by another name.
func (c *composer) unpushed(r *world.Repo, merged map[string][]string) (all []unpushedBranch, newest time.Time) {
	byHash := map[string]*world.Commit{}
	for i := range r.Unpushed {
		byHash[r.Unpushed[i].Hash] = &r.Unpushed[i]
	}
	counted := map[string]bool{}
	for _, tips := range merged {
		for _, tip := range tips {
			ancestors(tip, byHash, counted)
		}
	}
	for _, b := range r.Branches {
		name, local := strings.CutPrefix(b.Ref, "refs/heads/")
		if !local {
			continue
		}
		n := ancestors(b.Hash, byHash, counted)
		if n == 0 {
			continue
		}
		if commit := byHash[b.Hash]; commit != nil && commit.Committed.After(newest) {
			newest = commit.Committed
		}
		commits := count(n, "commit")
		if len(r.Unpushed) >= mostUnpushed {
			commits = "at least " + commits
		}
		all = append(all, unpushedBranch{name, fmt.Sprintf("%s not pushed on %s", commits, plain(name, maxBranch))})
	}
	return all, newest
}

// ancestors counts the commits among known that a tip reaches and that were not counted before.
func ancestors(tip string, known map[string]*world.Commit, counted map[string]bool) int {
	n := 0
	for todo := []string{tip}; len(todo) > 0; {
		hash := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		commit := known[hash]
		if commit == nil || counted[hash] {
			continue
		}
		counted[hash] = true
		n++
		todo = append(todo, commit.Parents...)
	}
	return n
}

// mergedBranches returns the local branches whose changes were merged, with the commits that were: by a squash none of
// theirs is on any remote. A branch of that name with other commits on top keeps those. A name may be that of several
// changes: one branch was used again, or that of somebody else is called the same.
func (c *composer) mergedBranches(r *world.Repo) map[string][]string {
	merged := map[string][]string{}
	for _, t := range c.changes {
		ch := t.it
		if ch.State != world.Merged || ch.HeadSHA == "" || !c.isOf(r, ch.Repo) {
			continue
		}
		for _, b := range r.Branches {
			if b.Ref == "refs/heads/"+ch.Head {
				merged[b.Ref] = append(merged[b.Ref], ch.HeadSHA)
			}
		}
	}
	return merged
}
