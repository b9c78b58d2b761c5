package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// refFormat is a line a ref. That of the distance to the upstream is not asked for: with a far upstream it takes
// seconds.
const refFormat = "--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00%(upstream)%00%(symref)%00%(authorname)%00%(authoremail)"

const refFields = 7

var errRefs = errors.New("git for-each-ref answered in a form that is not its own")

// A toldByRefs is what the refs of a repository tell.
type toldByRefs struct {
	branches []world.Branch
	stashed  time.Time // when the newest stash was made; zero for none
	replaced bool      // whether commits or other objects are replaced by others
}

func (g *Git) branches(ctx context.Context, c *Checkout) (toldByRefs, error) {
	out, err := g.refs(ctx, c)
	if err != nil {
		return toldByRefs{}, err
	}
	refs, err := parseRefs(out)
	told := toldByRefs{replaced: bytes.Contains(append([]byte{'\n'}, out...), []byte("\n"+replacements))}
	for _, b := range refs {
		if b.Ref == stash {
			told.stashed = b.Tip
			continue
		}
		if strings.HasPrefix(b.Ref, "refs/heads/") || g.now().Sub(b.Tip) < newRemote {
			b.Created = created(filepath.Join(c.CommonDir, "logs", filepath.FromSlash(b.Ref)))
		}
		told.branches = append(told.branches, b)
	}
	return told, err
}

const (
	// stash is the newest stash.
	stash = "refs/stash"
	// replacements is how the names of refs begin that have git take one object for another.
	replacements = "refs/replace/"
	// newRemote is how old the tip of a remote-tracking branch may be for its log to be read: there are thousands of
	// them in some repositories, and when an old one was made is of no use to anybody.
	newRemote = 21 * 24 * time.Hour
)

func parseRefs(out []byte) ([]world.Branch, error) {
	var branches []world.Branch
	exists := map[string]bool{}
	lines := bytes.Split(bytes.TrimSuffix(out, []byte{'\n'}), []byte{'\n'})
	for _, line := range lines {
		if len(line) == 0 {
			continue
		}
		f := strings.Split(string(line), "\x00")
		if len(f) != refFields || !isHash(f[1]) {
			return nil, errRefs
		}
		exists[f[0]] = true
		if f[4] != "" || strings.HasPrefix(f[0], replacements) { // origin/HEAD is a name for another
			continue
		}
		b := world.Branch{
			Ref: valid(f[0]), Hash: f[1], Upstream: f[3],
			Author: world.Person{Name: valid(f[5]), Email: valid(strings.Trim(f[6], "<>"))},
		}
		if at, err := strconv.ParseInt(f[2], 10, 64); err == nil {
			b.Tip = time.Unix(at, 0).UTC()
		}
		branches = append(branches, b)
	}
	for i := range branches {
		b := &branches[i]
		b.Gone = b.Upstream != "" && !exists[b.Upstream]
		b.Upstream = valid(b.Upstream)
	}
	return branches, nil
}

// allPushed reports whether every local branch stands where a remote-tracking branch stands, so that nothing can be
// unpushed. It saves a question in most repositories.
func allPushed(branches []world.Branch) bool {
	remote := map[string]bool{}
	for _, b := range branches {
		if strings.HasPrefix(b.Ref, "refs/remotes/") {
			remote[b.Hash] = true
		}
	}
	return !slices.ContainsFunc(branches, func(b world.Branch) bool {
		return strings.HasPrefix(b.Ref, "refs/heads/") && !remote[b.Hash]
	})
}

// allOlder reports whether no branch has a commit of the time since. git does not look below an older tip either. It
// saves a question in every repository in which nothing happened.
func allOlder(branches []world.Branch, since time.Time) bool {
	return !slices.ContainsFunc(branches, func(b world.Branch) bool { return b.Tip.IsZero() || !b.Tip.Before(since.Truncate(time.Second)) })
}

// created returns when a ref was made, by the first line of its log. After 90 days git drops first lines; one that
// does not start from nothing is not the first.
func created(log string) time.Time {
	line, ok := firstLine(log)
	old, rest, _ := strings.Cut(line, " ")
	if !ok || strings.Trim(old, "0") != "" {
		return time.Time{}
	}
	who, _, _ := strings.Cut(rest, "\t")
	return reflogTime(who)
}

// reflogTime reads the time of "hash name <address> seconds zone".
func reflogTime(s string) time.Time {
	fields := strings.Fields(s[strings.LastIndex(s, ">")+1:])
	if len(fields) != 2 {
		return time.Time{}
	}
	at, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(at, 0).UTC()
}

func firstLine(name string) (string, bool) {
	f, err := os.Open(name)
	if err != nil {
		return "", false
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	ok := lines.Scan()
	return lines.Text(), ok
}

// fetched returns when the remote-tracking branches were last brought up to date: the newest FETCH_HEAD, of which each
// worktree has its own. A fetch that failed leaves an empty one. Before the first fetch there is the clone.
func fetched(commonDir string) time.Time {
	var at time.Time
	names := []string{filepath.Join(commonDir, "FETCH_HEAD")}
	for _, w := range folders(filepath.Join(commonDir, "worktrees")) {
		names = append(names, filepath.Join(commonDir, "worktrees", w, "FETCH_HEAD"))
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Size() > 0 && info.ModTime().After(at) {
			at = info.ModTime().UTC()
		}
	}
	if line, ok := firstLine(filepath.Join(commonDir, "logs", "HEAD")); at.IsZero() && ok {
		if who, what, _ := strings.Cut(line, "\t"); strings.HasPrefix(what, "clone: from ") {
			at = reflogTime(who)
		}
	}
	return at
}
