package git

import (
	"context"
	"os"
	"strings"

	"vaultgraph/vault/world"
)

// Ancestor reports whether the commit old is part of the history of the commit new, in the repository at dir. known is
// false where git cannot tell: one of them is not here, or history was cut off between them.
func (g *Git) Ancestor(ctx context.Context, dir, old, new string) (yes, known bool) {
	old, new = strings.ToLower(old), strings.ToLower(new)
	if !isName(old) || !isName(new) {
		return false, false
	}
	_, err := g.run(ctx, dir, "merge-base", "--is-ancestor", old, new)
	switch {
	case err == nil:
		return true, true
	case exitCode(err) == 1:
		l, ok := layoutAround(dir)
		return false, ok && !is(os.FileMode.IsRegular, l.commonDir, "shallow")
	}
	return false, false
}

// CommitAuthor returns who wrote a commit, by the mailmap of the repository at dir; false where the commit is not here.
func (g *Git) CommitAuthor(ctx context.Context, dir, sha string) (world.Person, bool) {
	sha = strings.ToLower(sha)
	if !isName(sha) {
		return world.Person{}, false
	}
	out, err := g.run(ctx, dir, logArgs("--max-count=1", sha, "--")...)
	if err != nil {
		return world.Person{}, false
	}
	commits, err := parseLog(out)
	if err != nil || len(commits) != 1 || !strings.HasPrefix(commits[0].Hash, sha) { // a branch of that name
		return world.Person{}, false
	}
	return commits[0].Author, true
}

// isName reports whether s is an object name, shortened at most as far as forges do.
func isName(s string) bool { return len(s) >= 7 && len(s) <= 64 && isHex(s) }
