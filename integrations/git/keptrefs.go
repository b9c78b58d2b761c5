package git

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"vaultgraph/vault"
)

// maxRefFiles is how many files of refs are looked at. With more, git is asked.
const maxRefFiles = 4096

// refs returns what git says of the refs of c: what it said last where the files that it read for that are what they
// were, else what it says when asked.
func (g *Git) refs(ctx context.Context, c *Checkout) ([]byte, error) {
	file, key := g.refsFile(c), c.lookAtRefs().sum()
	if kept, ok := recallRefs(file, key); ok {
		return kept, nil
	}
	asked := g.asking()
	out, err := g.ask(ctx, c, "for-each-ref", refFormat, "refs/heads", "refs/remotes", "refs/replace", stash)
	if err != nil || file == "" || key == "" || !selfContained(out) {
		return out, err
	}
	after, config := c.lookAtRefs(), g.lookAtConfig(&c.config) // which says what is upstream of what
	if after.sum() == key && g.settled(after, asked) && config.sum() == c.config.key {
		_ = vault.ReplacePrivate(file, append([]byte(key+"\n"), out...)) // without it, git is asked again
	}
	return out, nil
}

// lookAtRefs looks at the files in which git keeps the refs of c. It tells nothing where the config is not known to be
// what it was, and where refs are kept in another form.
func (c *Checkout) lookAtRefs() *look {
	l := newLook()
	at := &c.config.layout
	l.vague = c.config.key == "" || c.reftable || c.Dir != orElse(at.top, at.gitDir)
	if l.vague {
		return l
	}
	l.note(c.config.key, refFormat)
	l.file(filepath.Join(c.CommonDir, "packed-refs"))
	l.file(filepath.Join(c.CommonDir, filepath.FromSlash(stash)))
	room := maxRefFiles
	for _, kind := range []string{"heads", "remotes", "replace"} {
		room = l.tree(filepath.Join(c.CommonDir, "refs", kind), room)
	}
	return l
}

// selfContained reports whether refs that are names for others, as origin/HEAD is, are names for such as were asked for.
func selfContained(out []byte) bool {
	for line := range bytes.Lines(out) {
		f := bytes.Split(line, []byte{0})
		if len(f) != refFields {
			return false
		}
		if target := f[4]; len(target) > 0 && !bytes.HasPrefix(target, []byte("refs/heads/")) && !bytes.HasPrefix(target, []byte("refs/remotes/")) {
			return false
		}
	}
	return true
}

// refsFile returns where what git said of refs is kept, "" for nowhere.
func (g *Git) refsFile(c *Checkout) string {
	if g.cache == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(c.CommonDir))
	return filepath.Join(g.cache, "git-"+hex.EncodeToString(sum[:10])+"-refs")
}

// recallRefs returns what git said of refs, where the files of refs have the key that they had then.
func recallRefs(file, key string) ([]byte, bool) {
	if file == "" || key == "" {
		return nil, false
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, false
	}
	return bytes.CutPrefix(data, []byte(key+"\n"))
}
