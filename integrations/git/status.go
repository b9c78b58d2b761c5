package git

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"

	"vaultgraph/vault/world"
)

var errStatus = errors.New("git status answered in a form that is not its own")

// status returns the work state of the checkout at top. What is in the folder without is not counted; "" counts all.
func (g *Git) status(ctx context.Context, top, without string, untracked bool) (world.Worktree, error) {
	args := []string{"status", "--porcelain=v2", "--branch", "--show-stash", "-z", "--no-renames"}
	if untracked {
		args = append(args, "--untracked-files=normal")
	} else {
		args = append(args, "--untracked-files=no")
	}
	if rel, err := filepath.Rel(top, without); without != "" && err == nil && filepath.IsLocal(rel) && rel != "." {
		args = append(args, "--", ":/", ":(top,exclude,literal)"+filepath.ToSlash(rel))
	}
	out, err := g.run(ctx, top, args...)
	if err != nil {
		return world.Worktree{Dir: top}, err
	}
	w, err := parseStatus(string(out))
	w.Dir = top
	return w, err
}

// parseStatus reads entries that NUL ends: headers first, then a path each. See "Porcelain Format Version 2" in
// git-status(1).
func parseStatus(out string) (world.Worktree, error) {
	var w world.Worktree
	entries := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	for i := 0; i < len(entries); i++ {
		kind, rest, _ := strings.Cut(entries[i], " ")
		switch kind {
		case "":
		case "#":
			if err := header(&w, rest); err != nil {
				return world.Worktree{}, err
			}
		case "1", "2":
			if len(rest) < 2 {
				return world.Worktree{}, errStatus
			}
			w.Staged += counts(rest[0])
			w.Changed += counts(rest[1])
			if kind == "2" {
				i++ // the path before the rename
			}
		case "u":
			w.Conflicts++
		case "?":
			w.Untracked++
		case "!":
		default:
			return world.Worktree{}, errStatus
		}
	}
	return w, nil
}

func counts(state byte) int {
	if state == '.' {
		return 0
	}
	return 1
}

func header(w *world.Worktree, line string) error {
	key, value, _ := strings.Cut(line, " ")
	switch key {
	case "branch.oid":
		if value != "(initial)" {
			if !isHash(value) {
				return errStatus
			}
			w.Head = value
		}
	case "branch.head":
		if value != "(detached)" {
			w.Branch = valid(value)
		}
	case "branch.upstream":
		w.Upstream = valid(value)
	case "branch.ab": // only where the upstream exists
		ahead, behind, _ := strings.Cut(value, " ")
		a, errA := strconv.Atoi(strings.TrimPrefix(ahead, "+"))
		b, errB := strconv.Atoi(strings.TrimPrefix(behind, "-"))
		if errA != nil || errB != nil {
			return errStatus
		}
		w.Ahead, w.Behind = &a, &b
	case "stash":
		n, err := strconv.Atoi(value)
		if err != nil {
			return errStatus
		}
		w.Stashes = n
	}
	return nil
}
