package repos

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// checkout fills the folder of the repository: what HEAD names, and the work on top of it.
func (b *builder) checkout(ctx context.Context) error {
	at := b.history.last
	if b.script.Detached != "" {
		m := b.history.named(b.script.Detached)
		if m == nil {
			return fmt.Errorf("detached: no commit or branch is called %q", b.script.Detached)
		}
		if err := b.run(ctx, b.dir, at, "update-ref", "--no-deref", "HEAD", b.hashes[m.mark]); err != nil {
			return err
		}
	}
	if b.script.Bare {
		return nil
	}
	if b.script.Detached != "" || b.history.tips[b.script.branch()] != nil {
		if err := b.run(ctx, b.dir, at, "reset", "--quiet", "--hard"); err != nil {
			return err
		}
	}
	return b.work(ctx, b.dir, b.script.Work)
}

func (b *builder) worktrees(ctx context.Context) error {
	for _, w := range b.script.Worktrees {
		dir := filepath.Join(b.root, filepath.FromSlash(w.Dir))
		args := []string{"worktree", "add", "--quiet", "--", dir, w.Branch}
		if w.Branch == "" {
			m := b.history.named(w.At)
			if m == nil {
				return fmt.Errorf("worktree %s: no commit or branch is called %q", w.Dir, w.At)
			}
			args = []string{"worktree", "add", "--quiet", "--detach", "--", dir, b.hashes[m.mark]}
		}
		if err := b.run(ctx, b.dir, b.history.last, args...); err != nil {
			return err
		}
		if err := b.work(ctx, dir, w.Work); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) work(ctx context.Context, dir string, w Work) error {
	at := b.history.last.Add(time.Minute)
	if len(w.Stashed) > 0 {
		if err := write(dir, w.Stashed); err != nil {
			return err
		}
		if err := b.run(ctx, dir, at, "stash", "push", "--quiet", "--include-untracked"); err != nil {
			return err
		}
	}
	if err := write(dir, w.Staged); err != nil {
		return err
	}
	if len(w.Staged) > 0 {
		args := append([]string{"add", "--"}, slices.Sorted(maps.Keys(w.Staged))...)
		if err := b.run(ctx, dir, at, args...); err != nil {
			return err
		}
	}
	for _, name := range w.Delete {
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	return write(dir, w.Changed)
}

func write(dir string, files map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			return err
		}
	}
	return nil
}
