package repos

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

// full returns the full name of r.
func (r *Ref) full() string {
	if strings.HasPrefix(r.Name, "refs/") {
		return r.Name
	}
	return "refs/heads/" + r.Name
}

// A target is where a ref goes, and when it was made.
type target struct {
	hash string
	made time.Time
}

// targets returns all refs of the repository by full name.
func (b *builder) targets() (map[string]target, error) {
	refs := map[string]target{}
	for branch, tip := range b.history.tips {
		refs["refs/heads/"+branch] = target{b.hashes[tip.mark], b.history.first[branch]}
	}
	for _, r := range b.script.Refs {
		if r.Gone {
			delete(refs, r.full())
			continue
		}
		t := refs[r.full()]
		if r.At != "" {
			m := b.history.named(r.At)
			if m == nil {
				return nil, fmt.Errorf("ref %s: no commit or branch is called %q", r.Name, r.At)
			}
			t.hash = b.hashes[m.mark]
			if t.made.IsZero() {
				t.made = m.at
			}
		}
		if t.hash == "" {
			return nil, fmt.Errorf("ref %s: there is no commit that it could name", r.Name)
		}
		if !r.Made.IsZero() {
			t.made = r.Made
		}
		refs[r.full()] = t
	}
	return refs, nil
}

// refs makes all refs, those of one date at once. Their logs say what git branch would have said.
func (b *builder) refs(ctx context.Context) error {
	targets, err := b.targets()
	if err != nil {
		return err
	}
	byDate := map[int64][]string{}
	dates := map[int64]time.Time{}
	for _, name := range slices.Sorted(maps.Keys(targets)) {
		t := targets[name]
		byDate[t.made.Unix()] = append(byDate[t.made.Unix()], fmt.Sprintf("create %s %s\n", name, t.hash))
		dates[t.made.Unix()] = t.made
	}
	for _, at := range slices.Sorted(maps.Keys(byDate)) {
		in := []byte(strings.Join(byDate[at], ""))
		_, err := b.git.feed(ctx, b.dir, dates[at], in,
			"update-ref", "--create-reflog", "-m", "branch: Created from "+b.script.branch(), "--stdin")
		if err != nil {
			return err
		}
	}
	return nil
}

// fetched leaves what a fetch leaves: FETCH_HEAD with a line for each branch of the remote, whose time is that of the
// fetch.
func (b *builder) fetched(context.Context) error {
	if b.script.Fetched.IsZero() {
		return nil
	}
	targets, err := b.targets()
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, ref := range slices.Sorted(maps.Keys(targets)) {
		if name, ok := strings.CutPrefix(ref, "refs/remotes/"); ok {
			remote, branch, _ := strings.Cut(name, "/")
			fmt.Fprintf(&lines, "%s\tnot-for-merge\tbranch '%s' of %s\n", targets[ref].hash, branch, b.script.Remotes[remote])
		}
	}
	if lines.Len() == 0 { // an empty file is what a fetch leaves that failed
		return fmt.Errorf("fetched: refs has no branch of a remote")
	}
	name := b.gitDir("FETCH_HEAD")
	if err := os.WriteFile(name, []byte(lines.String()), 0o644); err != nil {
		return err
	}
	return os.Chtimes(name, b.script.Fetched, b.script.Fetched)
}
