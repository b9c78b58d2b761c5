package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// usage is the exit code of a git that does not know an option.
const usage = 129

// A linked is a worktree as git lists it.
type linked struct {
	dir, head string
	branch    string // short; "" where HEAD is detached
	bare      bool
	prunable  bool // its folder is gone
}

// listWorktrees returns the worktrees of a repository, the main one first.
func (g *Git) listWorktrees(ctx context.Context, c *Checkout) ([]linked, error) {
	out, err := g.ask(ctx, c, "worktree", "list", "--porcelain", "-z")
	end := "\x00"
	if exitCode(err) == usage { // before git 2.36, where a path with a line end is not told from two lines
		out, err = g.ask(ctx, c, "worktree", "list", "--porcelain")
		end = "\n"
	}
	if err != nil {
		return nil, err
	}
	return parseWorktrees(string(out), end), nil
}

// parseWorktrees reads lines of a key and a value; an empty line ends each worktree.
func parseWorktrees(out, end string) []linked {
	var all []linked
	for line := range strings.SplitSeq(out, end) {
		key, value, _ := strings.Cut(line, " ")
		if key == "worktree" {
			all = append(all, linked{dir: filepath.FromSlash(value)})
			continue
		}
		if len(all) == 0 {
			continue
		}
		w := &all[len(all)-1]
		switch key {
		case "HEAD":
			if isHash(value) && strings.Trim(value, "0") != "" {
				w.head = value
			}
		case "branch":
			w.branch = valid(strings.TrimPrefix(value, "refs/heads/"))
		case "bare":
			w.bare = true
		case "prunable":
			w.prunable = true
		}
	}
	return all
}

// worktrees returns the work states of all checkouts of c that may be looked at, and the heads of those without a
// branch. The error joins those of single checkouts; the others are returned all the same.
func (g *Git) worktrees(ctx context.Context, c *Checkout, without string) ([]world.Worktree, []string, error) {
	all := []linked{{dir: c.Dir, bare: c.Bare}}
	var failed error
	if is(os.FileMode.IsDir, c.CommonDir, "worktrees") {
		listed, err := g.listWorktrees(ctx, c)
		if failed = err; len(listed) > 1 {
			all = append(all, listed[1:]...) // the first is the main one
			slices.SortFunc(all[1:], func(a, b linked) int { return strings.Compare(a.dir, b.dir) })
		}
	}
	var states []world.Worktree
	var heads []string
	for _, l := range all {
		if l.bare || l.prunable || excludes(c.exclude, l.dir) {
			continue
		}
		w, err := g.status(ctx, real(l.dir), without, c.untracked)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		states = append(states, w)
		if w.Branch == "" && w.Head != "" {
			heads = append(heads, w.Head)
		}
	}
	return states, heads, failed
}
