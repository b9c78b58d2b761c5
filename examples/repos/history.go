package repos

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"time"
)

// A history turns the commits of a script into a stream for git fast-import, which makes them in one process.
type history struct {
	script  *Script
	out     bytes.Buffer
	commits map[string]*made // by name
	tips    map[string]*made // by branch
	first   map[string]time.Time
	last    time.Time // date of the commit before
	marks   int
}

// made is a commit in the stream.
type made struct {
	mark  int
	at    time.Time
	files map[string]file
}

// A file is one version of a file, or its absence.
type file struct {
	text    string
	deleted bool
	mark    int // of the commit that wrote it
}

// scratch is the ref that commits are made on; it does not stay.
const scratch = "refs/scratch/tip"

func newHistory(s *Script) *history {
	return &history{script: s, commits: map[string]*made{}, tips: map[string]*made{}, first: map[string]time.Time{}}
}

func (h *history) addAll() error {
	for i := range h.script.Commits {
		c := h.script.Commits[i]
		for n := range max(c.Repeat, 1) {
			one := c
			if c.Repeat > 0 {
				one = numbered(c, n)
			}
			if err := h.add(&one); err != nil {
				return fmt.Errorf("commit %d (%q): %w", i+1, c.Message, err)
			}
		}
	}
	return nil
}

// numbered returns commit n of a row. It changes one of a hundred files, so that no folder grows with the row.
func numbered(c Commit, n int) Commit {
	c.Message = fmt.Sprintf("%s %d", c.Message, n+1)
	if !c.At.IsZero() {
		c.At = c.At.Add(time.Duration(n*c.EverySeconds) * time.Second)
	}
	if n > 0 {
		c.Parents = nil
	}
	files := maps.Clone(c.Files)
	if files == nil {
		files = map[string]string{}
	}
	files[fmt.Sprintf("row/%02d.txt", n%100)] = fmt.Sprintf("%d\n", n+1)
	c.Files, c.Repeat = files, n
	return c
}

func (h *history) add(c *Commit) error {
	branch := orElse(c.Branch, h.script.branch())
	parents, err := h.parents(c, branch)
	if err != nil {
		return err
	}
	at := c.At
	if at.IsZero() {
		if h.last.IsZero() {
			return fmt.Errorf("the first commit needs a date")
		}
		at = h.last.Add(time.Minute)
	}
	h.last, h.marks = at, h.marks+1
	m := &made{mark: h.marks, at: at, files: h.files(c, parents)}
	if err := h.write(c, m, parents); err != nil {
		return err
	}
	if _, known := h.first[branch]; !known {
		h.first[branch] = at
	}
	h.tips[branch] = m
	if c.Name != "" {
		h.commits[c.Name] = m
	}
	return nil
}

func (h *history) parents(c *Commit, branch string) ([]*made, error) {
	names := c.Parents
	if len(names) == 0 {
		if tip := h.tips[branch]; tip != nil {
			return []*made{tip}, nil
		}
		if c.From == "" {
			return nil, nil
		}
		names = []string{c.From}
	}
	var parents []*made
	for _, name := range names {
		m := h.named(name)
		if m == nil {
			return nil, fmt.Errorf("no commit or branch before it is called %q", name)
		}
		parents = append(parents, m)
	}
	return parents, nil
}

// named returns the commit of a name, or the tip of the branch of that name.
func (h *history) named(name string) *made {
	if m := h.commits[name]; m != nil {
		return m
	}
	return h.tips[name]
}

// files returns all files after c. Within a row the commits share one table: only the last of them has a name.
func (h *history) files(c *Commit, parents []*made) map[string]file {
	files := map[string]file{}
	switch {
	case len(parents) == 1 && c.Repeat > 0:
		files = parents[0].files
	case len(parents) > 0:
		files = maps.Clone(parents[0].files)
	}
	for _, p := range parents[min(1, len(parents)):] {
		for path, f := range p.files {
			if f.mark > files[path].mark {
				files[path] = f
			}
		}
	}
	for path, text := range c.Files {
		files[path] = file{text: text, mark: h.marks}
	}
	for _, path := range c.Delete {
		files[path] = file{deleted: true, mark: h.marks}
	}
	return files
}

func (h *history) write(c *Commit, m *made, parents []*made) error {
	author := orElse(c.Author, h.script.User)
	committer, committed := orElse(c.Committer, author), c.Committed
	if author == "" {
		return fmt.Errorf("it has no author, and the script no user")
	}
	if committed.IsZero() {
		committed = m.at
	}
	if len(parents) == 0 {
		fmt.Fprintf(&h.out, "reset %s\n\n", scratch)
	}
	fmt.Fprintf(&h.out, "commit %s\nmark :%d\nauthor %s %s\ncommitter %s %s\n", scratch, m.mark,
		author, stamp(m.at), committer, stamp(committed))
	h.data(c.Message)
	for i, p := range parents {
		fmt.Fprintf(&h.out, "%s :%d\n", []string{"from", "merge"}[min(i, 1)], p.mark)
	}
	changed := c.paths()
	if len(parents) > 1 {
		changed = slices.Collect(maps.Keys(m.files))
	}
	slices.Sort(changed)
	for _, path := range changed {
		if f := m.files[path]; f.deleted {
			fmt.Fprintf(&h.out, "D %s\n", quoted(path))
		} else {
			fmt.Fprintf(&h.out, "M 100644 inline %s\n", quoted(path))
			h.data(f.text)
		}
	}
	h.out.WriteByte('\n')
	return nil
}

func (c *Commit) paths() []string {
	return append(slices.Collect(maps.Keys(c.Files)), c.Delete...)
}

func (h *history) data(text string) { fmt.Fprintf(&h.out, "data %d\n%s\n", len(text), text) }

// quoted writes a path as the stream has it: in C's quotes, where every byte can be named.
func quoted(path string) string {
	var b bytes.Buffer
	b.WriteByte('"')
	for _, c := range []byte(path) {
		if c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
