package git

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// A Source tells what is in repositories.
type Source struct {
	git       *Git
	checkouts []Checkout
	notes     string // folder of the vault; "" for none
}

// Source returns a source that tells of the given repositories. The folder of the vault's notes, "" for none, is left
// out: as a repository where it is one, and else from what is not committed.
func (g *Git) Source(checkouts []Checkout, notes string) *Source {
	s := &Source{git: g}
	if notes != "" {
		s.notes = real(notes)
	}
	for _, c := range checkouts {
		if c.Dir != s.notes {
			s.checkouts = append(s.checkouts, c)
		}
	}
	return s
}

// Name returns what people call the source.
func (s *Source) Name() string { return "git" }

// grace is how long after the deadline the gits that were killed may take to be gone.
const grace = 2 * waitDelay

// Scan reads all repositories, several at once. A repository that cannot be read, or not in time, has a Problem and
// whatever was read until then; the others are not affected. The error is a *world.Failure: git cannot be run, or no
// repository answered in time.
func (s *Source) Scan(ctx context.Context, q world.Query) (world.Part, error) {
	part := world.Part{AsOf: s.git.now(), Repos: make([]world.Repo, len(s.checkouts))}
	for i := range s.checkouts {
		part.Repos[i] = s.checkouts[i].repo()
		part.Repos[i].Problem = notInTime
		part.Me = part.Me.With(s.checkouts[i].Me)
	}
	// A read of a folder that hangs, as on a network that is gone, cannot be ended. Then its answer is not waited for.
	var writing sync.Mutex
	closed, broken := false, error(nil)
	done := make(chan struct{})
	reading, cancel := early(ctx)
	defer cancel()
	go func() {
		defer close(done)
		each(len(s.checkouts), func(i int) {
			repo, err := s.readOne(reading, &s.checkouts[i], q.Since)
			writing.Lock()
			defer writing.Unlock()
			if !closed {
				part.Repos[i] = repo
			}
			if notStarted(err) {
				broken = err
			}
		})
	}()
	awaitUntil(ctx, done)
	writing.Lock()
	defer writing.Unlock()
	closed = true
	if broken != nil {
		return world.Part{}, failure(broken)
	}
	if len(part.Repos) > 0 && !slices.ContainsFunc(part.Repos, answered) {
		return world.Part{}, failure(context.DeadlineExceeded)
	}
	finish(&part)
	return part, nil
}

// early returns a context that ends a little before ctx, so that what was read until then is still told in time.
func early(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)*4/5)
}

// answered reports whether there was any answer, be it that git refuses.
func answered(r world.Repo) bool {
	return r.Problem != notInTime || len(r.Branches)+len(r.Commits)+len(r.Worktrees) > 0
}

// finish says what is missing in part, and leaves out repetitions.
func finish(part *world.Part) {
	for i := range part.Repos {
		r := &part.Repos[i]
		if len(r.Commits) == maxCommits {
			part.Partial = true
			part.Warnings = append(part.Warnings, fmt.Sprintf("%s: only the newest %d commits were read", vault.Printable(r.Name), maxCommits))
		}
		part.Partial = part.Partial || r.Problem != ""
		r.Commits = once(r.Commits)
	}
}

// awaitUntil returns when done is closed, or a moment after the end of ctx.
func awaitUntil(ctx context.Context, done <-chan struct{}) {
	select {
	case <-done:
	case <-ctx.Done():
		late := time.NewTimer(grace)
		defer late.Stop()
		select {
		case <-done:
		case <-late.C:
		}
	}
}

// repo returns what is known of c without reading it.
func (c *Checkout) repo() world.Repo {
	return world.Repo{Dir: c.Dir, Name: c.Name(), IDs: c.IDs, Bare: c.Bare}
}

// readOne reads one repository. Where more wait than can be read at once, none may take more than half of the time.
func (s *Source) readOne(ctx context.Context, c *Checkout, since time.Time) (world.Repo, error) {
	if deadline, ok := ctx.Deadline(); ok && len(s.checkouts) > workers() {
		limited, cancel := context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
		ctx = limited
	}
	repo := c.repo()
	err := s.git.read(ctx, c, since, s.notes, &repo)
	if err != nil {
		repo.Problem, repo.Remedy = problem(err), remedy(err, c.Dir)
	}
	return repo, err
}

// read fills repo as far as it comes. What fails does not keep the rest from being read, apart from the first question:
// a repository that does not answer that one answers none.
func (g *Git) read(ctx context.Context, c *Checkout, since time.Time, notes string, repo *world.Repo) (failed error) {
	repo.Shallow = is(os.FileMode.IsRegular, c.CommonDir, "shallow")
	repo.Fetched = fetched(c.CommonDir)
	refs, failed := g.branches(ctx, c)
	repo.Branches, repo.Stashed = refs.branches, refs.stashed
	if failed != nil {
		return failed
	}
	note := func(err error) {
		if failed == nil {
			failed = err
		}
	}
	heads := detachedHeads(c)
	said, err := g.told(ctx, c, repo.Branches, heads, since, refs.replaced)
	note(err)
	commits := said.Commits
	repo.Unpushed = said.Unpushed
	var detached []string
	repo.Worktrees, detached, err = g.worktrees(ctx, c, notes)
	note(err)
	// Where HEAD is not kept in a file, only the work states tell that it names a commit.
	if slices.ContainsFunc(detached, func(h string) bool { return !slices.Contains(heads, h) }) {
		commits, err = g.commits(ctx, c, since, detached)
		note(err)
	}
	note(g.mapAuthors(ctx, c, repo.Branches, commits))
	repo.Commits = commits
	return failed
}

// detachedHeads returns the commits that are checked out without a branch, in the worktrees that may be looked at.
func detachedHeads(c *Checkout) []string {
	gitDirs := []string{c.CommonDir}
	if c.Bare {
		gitDirs = nil
	}
	linked := filepath.Join(c.CommonDir, "worktrees")
	for _, name := range folders(linked) {
		dotGit, ok := readLine(filepath.Join(linked, name, "gitdir"))
		if ok && !excludes(c.exclude, filepath.Dir(below(filepath.Join(linked, name), dotGit))) {
			gitDirs = append(gitDirs, filepath.Join(linked, name))
		}
	}
	var heads []string
	for _, dir := range gitDirs {
		if line, _ := readLine(filepath.Join(dir, "HEAD")); isHash(line) {
			heads = append(heads, line)
		}
	}
	return heads
}
