package vault

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"vaultgraph/graph"
	"vaultgraph/vault/note"
)

// A Snapshot is what a vault said when it was loaded. It does not change, and may be used from several goroutines.
type Snapshot struct {
	// Entries are all files of the vault, sorted by path.
	Entries []Entry
	// Findings are the files and folders that were skipped, and why, sorted by path.
	Findings []Finding
	// Config is the configuration that the vault was read with.
	Config *Config

	names   *NameTable
	configs []*ConfigError // what is wrong with the configuration, the fatal one first
	broken  bool           // whether the first of configs made Config the defaults
}

// An Entry is one file of the vault with what it says.
type Entry struct {
	File
	// Title is the property title, else the first level-1 heading, else the file name without .md.
	Title string
	// Type is the property type in lower case, else what the folder says; "" for none, and for all but notes.
	Type string
	// Aliases and Tags are those of the note; Tags merges those of the frontmatter and the inline ones without
	// case, the first spelling kept.
	Aliases, Tags []string
	// Tokens is what reading the whole text costs, as Tokens counts; 0 for files that are not read.
	Tokens int
	// Note is what was parsed of a note or canvas; nil for other files and for those that were skipped. Its
	// Source is nil too, so that a large vault fits into memory: Vault.ReadNote reads a note with its text.
	Note *note.Note
	// Links are the links of Note in its order, resolved.
	Links []Link
}

// A Link is one link with the file that it leads to.
type Link struct {
	*note.Link
	From string
	To   string // "" where there is no such file
	// At is the line where the link stands: Link.Line, and in properties, where that is 0, the line in the
	// frontmatter. It is 0 in a canvas.
	At int
	// Rivals are the other files of that name, see Resolve.
	Rivals []string
}

// Entry returns the file with exactly this vault path.
func (s *Snapshot) Entry(p string) (*Entry, bool) {
	i, ok := slices.BinarySearchFunc(s.Entries, p, func(e Entry, p string) int { return cmp.Compare(e.Path, p) })
	if !ok {
		return nil, false
	}
	return &s.Entries[i], true
}

// Names returns the table that the links were resolved with.
func (s *Snapshot) Names() *NameTable { return s.names }

// Graph returns the files as nodes and the links as edges, those that lead nowhere included.
func (s *Snapshot) Graph() (*graph.Graph, error) {
	count := 0
	for i := range s.Entries {
		count += len(s.Entries[i].Links)
	}
	nodes := make([]graph.Node, len(s.Entries))
	edges := make([]graph.Edge, 0, count)
	for i := range s.Entries {
		e := &s.Entries[i]
		nodes[i] = graph.Node{ID: e.Path, Title: e.Title, Type: e.Type}
		for order, l := range e.Links {
			edges = append(edges, graph.Edge{
				From: l.From, To: l.To, Relation: l.Relation, Annotation: l.Annotation,
				Origin: graph.Origin{Line: l.At, Section: l.Section, Order: order},
			})
		}
	}
	return graph.New(nodes, edges)
}

// newEntry describes a file; n is nil where nothing was parsed.
func newEntry(f File, n *note.Note, c *Config) Entry {
	e := Entry{File: f, Note: n, Title: noteName(f.Path)}
	if f.Kind != Note {
		return e
	}
	e.Type = c.TypeOf(f.Path)
	if n == nil {
		return e
	}
	if t := firstHeading(n); t != "" {
		e.Title = t
	}
	if t := strings.TrimSpace(n.Frontmatter.String("title")); t != "" {
		e.Title = t
	}
	if t := strings.TrimSpace(n.Frontmatter.String("type")); t != "" {
		e.Type = strings.ToLower(t)
	}
	e.Aliases = n.Frontmatter.Aliases
	e.Tags = mergeTags(n)
	return e
}

// noteName returns the name of a file as links use it: without folders, a note's without its extension.
func noteName(p string) string {
	base := path.Base(p)
	if KindOf(p) == Note {
		base = base[:len(base)-len(".md")]
	}
	return base
}

func firstHeading(n *note.Note) string {
	for _, h := range n.Headings {
		if h.Level == 1 && h.Text != "" {
			return h.Text
		}
	}
	return ""
}

func mergeTags(n *note.Note) []string {
	var tags []string
	seen := map[string]bool{}
	add := func(tag string) {
		if key := Fold(tag); !seen[key] {
			seen[key] = true
			tags = append(tags, tag)
		}
	}
	for _, t := range n.Frontmatter.Tags {
		add(t)
	}
	for _, t := range n.Tags {
		add(t.Name)
	}
	return tags
}
