package git

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// keptSchema changes with the form of what is kept.
const keptSchema = 1

// A kept is what git said of the commits of one repository. It holds for as long as all refs are what they were, since
// what a commit leads to never changes; so it is not asked for again. Replacements of commits and the mailmap are what
// could change it all the same: a repository with either is asked each time.
type kept struct {
	Schema   int            `json:"schema"`
	Key      string         `json:"key"`   // of the refs, see refsKey
	Since    time.Time      `json:"since"` // the commits are those from then on
	Commits  []world.Commit `json:"commits"`
	Unpushed []world.Commit `json:"unpushed"`
}

// told returns the commits since a time, on any branch and on the given heads, and those that are not pushed.
func (g *Git) told(ctx context.Context, c *Checkout, branches []world.Branch, heads []string, since time.Time, replaced bool) (k kept, failed error) {
	key := ""
	if !replaced {
		key = refsKey(c, branches, heads)
	}
	if k, ok := g.recall(c, key, since); ok {
		return k, nil
	}
	k = kept{Schema: keptSchema, Key: key, Since: since}
	var err error
	if len(heads) > 0 || !allOlder(branches, since) {
		k.Commits, failed = g.commits(ctx, c, since, heads)
	}
	if len(c.Remotes) > 0 && !allPushed(branches) {
		if k.Unpushed, err = g.unpushed(ctx, c); failed == nil {
			failed = err
		}
	}
	if failed == nil && len(k.Commits) < maxCommits {
		g.keep(c, k)
	}
	return k, failed
}

// refsKey returns what tells the state of all refs from any other, "" where commits are not all that counts.
func refsKey(c *Checkout, branches []world.Branch, heads []string) string {
	if c.Bare || c.mailmap || exists(c.Dir, ".mailmap") || exists(c.CommonDir, "info", "grafts") {
		return ""
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %d\n", c.CommonDir, len(c.Remotes))
	if info, err := os.Lstat(filepath.Join(c.CommonDir, "shallow")); err == nil {
		fmt.Fprintln(sum, info.Size(), info.ModTime().UnixNano())
	}
	for _, b := range branches {
		fmt.Fprintf(sum, "%s %q\n", b.Hash, b.Ref)
	}
	for _, h := range heads {
		fmt.Fprintln(sum, h)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func exists(path ...string) bool {
	_, err := os.Lstat(filepath.Join(path...))
	return err == nil
}

// keptFile returns where what git said of a repository is kept, "" for nowhere.
func (g *Git) keptFile(c *Checkout) string {
	if g.cache == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(c.CommonDir))
	return filepath.Join(g.cache, "git-"+hex.EncodeToString(sum[:10])+".json")
}

// recall returns what was kept of a repository, where it is of these refs and goes back far enough.
func (g *Git) recall(c *Checkout, key string, since time.Time) (kept, bool) {
	file := g.keptFile(c)
	if file == "" || key == "" {
		return kept{}, false
	}
	data, err := os.ReadFile(file)
	var k kept
	if err != nil || json.Unmarshal(data, &k) != nil || k.Schema != keptSchema || k.Key != key || k.Since.After(since) {
		return kept{}, false
	}
	k.Commits = slices.DeleteFunc(k.Commits, func(x world.Commit) bool { return x.Committed.Before(since.Truncate(time.Second)) })
	return k, true
}

// keep stores what git said. What cannot be stored is asked for again.
func (g *Git) keep(c *Checkout, k kept) {
	file := g.keptFile(c)
	if file == "" || k.Key == "" {
		return
	}
	for _, commits := range []*[]world.Commit{&k.Commits, &k.Unpushed} {
		*commits = slices.Clone(*commits)
		for i := range *commits {
			x := &(*commits)[i]
			x.Subject, x.Body = vault.Redact(x.Subject), vault.Redact(x.Body)
		}
	}
	if data, err := json.Marshal(k); err == nil {
		_ = vault.ReplacePrivate(file, data)
	}
}
