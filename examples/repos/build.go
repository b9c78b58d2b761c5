package repos

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Built is a repository that was built.
type Built struct {
	Dir string // its folder, absolute where that of Build was
	// Hashes are those of the commits that have a name in the script, by that name.
	Hashes map[string]string
}

// Build builds the repository of s below dir. It never builds into a folder that has something in it.
func (g Git) Build(ctx context.Context, dir string, s Script) (Built, error) {
	b := builder{git: g, script: &s, root: dir, dir: filepath.Join(dir, filepath.FromSlash(s.Dir)), history: newHistory(&s)}
	if b.git.User == "" {
		b.git.User = orElse(s.User, "Nobody <nobody@example.com>")
	}
	for _, step := range []func(context.Context) error{
		b.empty, b.configure, b.commit, b.refs, b.checkout, b.fetched, b.worktrees,
	} {
		if err := step(ctx); err != nil {
			return Built{}, fmt.Errorf("build the repository %s: %w", s.Dir, err)
		}
	}
	return Built{Dir: b.dir, Hashes: b.names()}, nil
}

type builder struct {
	git       Git
	script    *Script
	root, dir string
	history   *history
	hashes    map[int]string // by mark
}

func (s *Script) branch() string { return orElse(s.Branch, "main") }

func (b *builder) run(ctx context.Context, dir string, at time.Time, args ...string) error {
	_, err := b.git.Run(ctx, dir, at, args...)
	return err
}

// gitDir returns a path in the folder where git keeps the repository.
func (b *builder) gitDir(name string) string {
	if b.script.Bare {
		return filepath.Join(b.dir, name)
	}
	return filepath.Join(b.dir, ".git", name)
}

func (b *builder) empty(ctx context.Context) error {
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("there is something in %s already", b.dir)
	}
	args := []string{"init", "--quiet", "--template=", "--initial-branch=" + b.script.branch()}
	if b.script.Bare {
		args = append(args, "--bare")
	}
	return b.run(ctx, b.dir, time.Time{}, args...)
}

func (b *builder) configure(ctx context.Context) error {
	config := map[string]string{}
	if b.script.User != "" {
		config["user.name"], config["user.email"] = split(b.script.User)
	}
	for name, url := range b.script.Remotes {
		config["remote."+name+".url"] = url
		config["remote."+name+".fetch"] = "+refs/heads/*:refs/remotes/" + name + "/*"
	}
	for _, r := range b.script.Refs {
		if remote, branch, ok := strings.Cut(r.Upstream, "/"); ok {
			name := strings.TrimPrefix(r.full(), "refs/heads/")
			config["branch."+name+".remote"], config["branch."+name+".merge"] = remote, "refs/heads/"+branch
		}
	}
	maps.Copy(config, b.script.Config)
	for _, key := range slices.Sorted(maps.Keys(config)) {
		if err := b.run(ctx, b.dir, time.Time{}, "config", key, config[key]); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) commit(ctx context.Context) error {
	if err := b.history.addAll(); err != nil {
		return err
	}
	if len(b.script.Commits) == 0 {
		return nil
	}
	marks := b.gitDir("marks")
	args := []string{"fast-import", "--quiet", "--force", "--date-format=raw", "--export-marks=" + marks}
	if _, err := b.git.feed(ctx, b.dir, time.Time{}, b.history.out.Bytes(), args...); err != nil {
		return err
	}
	if err := b.readMarks(marks); err != nil {
		return err
	}
	return b.run(ctx, b.dir, time.Time{}, "update-ref", "-d", scratch)
}

// readMarks reads the hashes of all commits, a line ":mark hash" each.
func (b *builder) readMarks(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	b.hashes = map[int]string{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var mark int
		var hash string
		if _, err := fmt.Sscanf(lines.Text(), ":%d %s", &mark, &hash); err != nil {
			_ = f.Close()
			return fmt.Errorf("marks of fast-import: %w", err)
		}
		b.hashes[mark] = hash
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return os.Remove(name)
}

func (b *builder) names() map[string]string {
	hashes := map[string]string{}
	for name, m := range b.history.commits {
		hashes[name] = b.hashes[m.mark]
	}
	return hashes
}
