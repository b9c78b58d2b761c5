package git

import (
	"context"
	"path/filepath"
	"strings"

	"vaultgraph/vault/world"
)

// checkout asks the config for what the files do not say. Without an answer the checkout has no remotes.
func (g *Git) checkout(ctx context.Context, l layout, listed bool) (Checkout, error) {
	s, remotes, state, err := g.settings(ctx, &Checkout{Dir: orElse(l.top, l.gitDir), Bare: l.top == "", listed: listed}, l)
	top := l.mainTop(s.Bare || l.top == "", s.Worktree)
	c := Checkout{
		Dir: orElse(top, l.commonDir), CommonDir: l.commonDir, Bare: top == "", Remotes: remotes, Me: s.Me,
		Branch: branchOf(l.commonDir), listed: listed, untracked: s.Untracked, mailmap: s.Mailmap, reftable: s.Reftable, config: state,
	}
	c.IDs = repoIDs(remotes, s.Branches[c.Branch])
	return c, err
}

// branchOf returns the short name of the branch that HEAD in gitDir names; "" for none. Where refs are not kept in
// files, HEAD names one that cannot exist.
func branchOf(gitDir string) string {
	line, _ := readLine(filepath.Join(gitDir, "HEAD"))
	branch, _ := strings.CutPrefix(line, "ref: refs/heads/")
	if branch == line || branch == ".invalid" {
		return ""
	}
	return valid(branch)
}

// A Place is where a folder lies.
type Place struct {
	// Dir is the top folder of the repository's main worktree, CommonDir as that of a Checkout.
	Dir, CommonDir string
	// Top is the top folder of the worktree that the folder lies in; "" in a bare repository.
	Top string
	// Path is the folder below Top, with "/"; "" for Top itself.
	Path string
	// Branch is the branch that is checked out there; "" for none.
	Branch string
	IDs    []world.RepoID
}

// Here returns where dir lies, with one question to git. It returns false outside of any repository.
func (g *Git) Here(ctx context.Context, dir string) (Place, bool) {
	l, ok := layoutAround(dir)
	if !ok {
		return Place{}, false
	}
	c, _ := g.checkout(ctx, l, false) // without an answer there are no remotes, which is all that is lost
	return c.place(l, dir), true
}

// Place returns where dir lies, without asking git. It returns false where that is not in c.
func (c *Checkout) Place(dir string) (Place, bool) {
	l, ok := layoutAround(dir)
	if !ok || l.commonDir != c.CommonDir {
		return Place{}, false
	}
	return c.place(l, dir), true
}

func (c *Checkout) place(l layout, dir string) Place {
	p := Place{Dir: c.Dir, CommonDir: l.commonDir, Top: l.top, Branch: branchOf(l.gitDir), IDs: c.IDs}
	if rel, err := filepath.Rel(l.top, real(dir)); err == nil && l.top != "" && rel != "." && filepath.IsLocal(rel) {
		p.Path = filepath.ToSlash(rel)
	}
	return p
}
