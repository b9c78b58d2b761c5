package vault

import (
	"context"
	"path"
	"slices"
	"strings"

	"vaultgraph/graph"
	"vaultgraph/vault/index"
	"vaultgraph/vault/note"
)

// A summary is what was parsed of the text that has this sum.
type summary struct {
	note *note.Note
	sum  index.Sum
}

// ReadNote is Vault.ReadNote: the text of a note is always that on the disk. It is not parsed again where Summaries has
// returned what the same text says.
func (w *View) ReadNote(path string) (*note.Note, error) {
	known, ok := w.summaries[path]
	if !ok {
		return w.vault.ReadNote(path)
	}
	text, err := w.vault.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if index.SumOf(text) != known.sum {
		return parseNote(path, text)
	}
	n := *known.note
	n.Source = text
	return &n, nil
}

// Summaries returns what notes say without their text, in the order of paths; nil for files that are no notes and for
// those that were not read.
func (w *View) Summaries(ctx context.Context, paths []string) ([]*note.Note, error) {
	notes := make([]*note.Note, len(paths))
	if w.snapshot != nil {
		for i, p := range paths {
			if e, ok := w.snapshot.Entry(p); ok {
				notes[i] = e.Note
			}
		}
		return notes, nil
	}
	at := make(map[string]int, len(paths))
	for i, p := range paths {
		at[p] = i
	}
	err := w.index.NotesAt(ctx, paths, index.AllParts, func(path string, n *note.Note, sum index.Sum) {
		notes[at[path]] = n
		w.summaries[path] = summary{n, sum}
	})
	return notes, err
}

// Backlinks returns the links that lead to a file, its own included, sorted by path and place.
func (w *View) Backlinks(ctx context.Context, path string) ([]Link, error) {
	if w.snapshot != nil {
		return w.snapshot.Backlinks(path), nil
	}
	found, err := w.index.Backlinks(ctx, path)
	if err != nil {
		return nil, err
	}
	var from []string
	for _, b := range found {
		if len(from) == 0 || from[len(from)-1] != b.From {
			from = append(from, b.From)
		}
	}
	entries := make(map[string]Entry, len(from))
	err = w.index.FilesAt(ctx, from, func(r index.Row) error {
		entries[r.Path] = w.vault.entryOf(r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var links []Link
	for _, b := range found {
		if e := entries[b.From]; b.Order < len(e.Links) {
			l := e.Links[b.Order]
			l.To = path
			links = append(links, l)
		}
	}
	return links, nil
}

// Backlinks returns the links that lead to a file, its own included, sorted by path and place.
func (s *Snapshot) Backlinks(path string) []Link {
	var links []Link
	for i := range s.Entries {
		for _, l := range s.Entries[i].Links {
			if l.To == path {
				links = append(links, l)
			}
		}
	}
	return links
}

// Tokens returns what reading each of these files costs, in the order of paths.
func (w *View) Tokens(ctx context.Context, paths []string) ([]int, error) {
	if w.snapshot == nil {
		return w.index.Tokens(ctx, paths)
	}
	tokens := make([]int, len(paths))
	for i, p := range paths {
		if e, ok := w.snapshot.Entry(p); ok {
			tokens[i] = e.Tokens
		}
	}
	return tokens, nil
}

// Titles returns the titles of files, in the order of paths.
func (w *View) Titles(ctx context.Context, paths []string) ([]string, error) {
	source, err := w.Source(ctx)
	if err != nil {
		return nil, err
	}
	nodes, err := source.Nodes(ctx, paths)
	titles := make([]string, len(nodes))
	for i, n := range nodes {
		titles[i] = n.Title
	}
	return titles, err
}

// Relations returns the keys of the relations that links have, as they read from either end, sorted.
func (w *View) Relations(ctx context.Context) ([]string, error) {
	var written []string
	if w.snapshot == nil {
		var err error
		if written, err = w.index.Relations(ctx); err != nil {
			return nil, err
		}
	} else {
		for i := range w.snapshot.Entries {
			for _, l := range w.snapshot.Entries[i].Links {
				written = append(written, l.Relation)
			}
		}
	}
	vocabulary := w.vault.Config.Vocabulary()
	var keys []string
	for _, r := range written {
		keys = append(keys, graph.RelationKey(r))
		if inverse, ok := vocabulary.Inverse(r); ok {
			keys = append(keys, graph.RelationKey(inverse))
		}
	}
	return distinct(keys), nil
}

// Types returns the types that the notes have, sorted.
func (w *View) Types(ctx context.Context) ([]string, error) {
	if w.snapshot == nil {
		return w.index.Types(ctx)
	}
	var types []string
	for i := range w.snapshot.Entries {
		types = append(types, w.snapshot.Entries[i].Type)
	}
	return distinct(types), nil
}

// Tags returns the tags that the notes have, and those above them, folded and sorted.
func (w *View) Tags(ctx context.Context) ([]string, error) {
	var tags []string
	err := w.Listed(ctx, Filter{}, func(e *Entry) error {
		for _, tag := range e.Tags {
			for tag = TagKey(tag); tag != ""; tag = strings.Trim(tag[:max(0, strings.LastIndexByte(tag, '/'))], "/") {
				tags = append(tags, tag)
			}
		}
		return nil
	})
	return distinct(tags), err
}

// TagKey returns a tag as it is compared with others: folded, without # and without slashes at its ends.
func TagKey(tag string) string { return Fold(strings.Trim(tag, "#/")) }

// distinct returns the words of list but the empty one, each once, sorted.
func distinct(list []string) []string {
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(s string) bool { return s == "" })
}

// HasTag reports whether a note has one of tags, or a tag below one: infra/edge is below infra.
func (e *Entry) HasTag(tags ...string) bool {
	return slices.ContainsFunc(e.Tags, func(tag string) bool {
		have := Fold(tag)
		return slices.ContainsFunc(tags, func(t string) bool {
			want := TagKey(t)
			return have == want || strings.HasPrefix(have, want+"/")
		})
	})
}

// Reason says why a link leads nowhere, in the words of Check.
func (w *View) Reason(ctx context.Context, l *Link) (string, error) {
	if w.snapshot != nil {
		return w.snapshot.Reason(l), nil
	}
	names := &indexNames{ctx: ctx, names: w.index.Names()}
	_, message := explain(l, indexMeanings{w, names}, names)
	return message, names.err
}

// indexMeanings looks up what a target may stand for in an index.
type indexMeanings struct {
	view  *View
	names *indexNames
}

func (m indexMeanings) alias(key string) (path, what string) {
	f := indexFinder{m.names}
	if found := f.called(key, false); len(found) > 0 {
		return found[0], "an alias"
	}
	if found := f.called(key, true); len(found) > 0 {
		return found[0], "the title"
	}
	return "", ""
}

func (m indexMeanings) isFolder(key string) bool {
	folders, err := m.names.names.Folders(m.names.ctx)
	m.fail(err)
	k := lookup{folders: map[string]bool{}}
	for _, dir := range folders {
		k.addFolder(Fold(dir))
	}
	return k.isFolder(key)
}

func (m indexMeanings) near(key string) string {
	paths, err := m.view.allPaths(m.names.ctx)
	m.fail(err)
	name := path.Base(key)
	length := newNearName(name, "").length
	var names []nearName
	for _, p := range paths {
		if KindOf(p) != Note {
			continue
		}
		n := newNearName(noteName(p), p)
		if gap := int(n.length - length); gap <= tolerance(length) && -gap <= tolerance(length) {
			names = append(names, n)
		}
	}
	if found := nearNames(name, names, 1, false); len(found) > 0 {
		return found[0]
	}
	return ""
}

func (m indexMeanings) fail(err error) {
	if err != nil && m.names.err == nil {
		m.names.err = err
	}
}
