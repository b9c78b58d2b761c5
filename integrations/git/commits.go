package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// commitFormat ends each field by NUL, which neither a name nor a message can hold. The names are those of the
// mailmap.
const commitFormat = "--format=%H%x00%P%x00%aN%x00%aE%x00%aI%x00%cI%x00%s%x00%b"

const commitFields = 8

// logArgs are what every log is asked with, whatever the user's settings are.
func logArgs(more ...string) []string {
	args := []string{"log", "-z", "--no-color", "--no-show-signature", "--encoding=UTF-8", "--no-decorate", commitFormat}
	return append(args, more...)
}

const (
	// maxCommits of one repository and one scan. Who was away for long wants to know what happened, not all of it.
	maxCommits = 5000
	// maxUnpushed is what world.Repo promises.
	maxUnpushed = 50
)

// commits returns the commits since a time, on any branch and on the given heads, newest first.
func (g *Git) commits(ctx context.Context, c *Checkout, since time.Time, heads []string) ([]world.Commit, error) {
	args := logArgs(fmt.Sprintf("--max-count=%d", maxCommits), "--ignore-missing", "--branches", "--remotes")
	// A time without a zone, or a date alone, would be completed by git from the clock.
	if since.Year() >= 1971 {
		args = append(args, "--since="+since.Format(time.RFC3339))
	}
	for _, h := range heads {
		if isHash(h) {
			args = append(args, h)
		}
	}
	out, err := g.ask(ctx, c, append(args, "--")...)
	if err != nil {
		return nil, err
	}
	return parseLog(out)
}

// unpushed returns the commits of local branches that no remote-tracking branch has.
func (g *Git) unpushed(ctx context.Context, c *Checkout) ([]world.Commit, error) {
	out, err := g.ask(ctx, c, logArgs(fmt.Sprintf("--max-count=%d", maxUnpushed), "--branches", "--not", "--remotes", "--")...)
	if err != nil {
		return nil, err
	}
	return parseLog(out)
}

var errLog = errors.New("git log answered in a form that is not its own")

// parseLog reads what logArgs ask for.
func parseLog(out []byte) ([]world.Commit, error) {
	if len(out) == 0 {
		return nil, nil
	}
	fields := bytes.Split(bytes.TrimSuffix(out, []byte{0}), []byte{0})
	if len(fields)%commitFields != 0 {
		return nil, errLog
	}
	commits := make([]world.Commit, 0, len(fields)/commitFields)
	for f := range slices.Chunk(fields, commitFields) {
		c := world.Commit{
			Hash: string(f[0]), Parents: strings.Fields(string(f[1])),
			Author:   world.Person{Name: valid(string(f[2])), Email: valid(string(f[3]))},
			Authored: parseTime(f[4]), Committed: parseTime(f[5]),
			Subject: valid(string(f[6])), Body: strings.TrimSpace(valid(string(f[7]))),
		}
		if !isHash(c.Hash) || !allHashes(c.Parents) {
			return nil, errLog
		}
		commits = append(commits, c)
	}
	return commits, nil
}

// parseTime reads a date; zero where the commit has one that is none.
func parseTime(s []byte) time.Time {
	t, err := time.Parse(time.RFC3339, string(s))
	if err != nil {
		return time.Time{}
	}
	return t
}

// isHash reports whether s is a whole object name, of SHA-1 or SHA-256.
func isHash(s string) bool { return (len(s) == 40 || len(s) == 64) && isHex(s) }

func isHex(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'f') })
}

func allHashes(list []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !isHash(s) })
}

// once leaves out commits that repeat another: a rebase and a cherry-pick keep author, date and subject. The newest
// stays. Two that follow each other are no repeats, however alike they are.
func once(commits []world.Commit) []world.Commit {
	type key struct {
		email, subject string
		authored       int64
	}
	kept := make([]world.Commit, 0, len(commits))
	at := map[key]int{}
	for _, c := range commits {
		k := key{c.Author.Email, c.Subject, c.Authored.Unix()}
		if i, repeats := at[k]; repeats && !slices.Contains(kept[i].Parents, c.Hash) {
			continue
		}
		at[k] = len(kept)
		kept = append(kept, c)
	}
	return kept
}
