package vault

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// What errors.Is finds in a *NameError.
var (
	ErrUnknownNote   = errors.New("unknown note")
	ErrAmbiguousNote = errors.New("ambiguous note")
)

// A NameError says that a name does not lead to one note.
type NameError struct {
	Name string
	// Ambiguous tells a name that fits several notes from one that fits none.
	Ambiguous bool
	// Candidates are the paths of all notes that an ambiguous name fits, sorted, or of the at most five that are
	// nearest to an unknown one, the nearest first.
	Candidates []string
}

// maxShown is the number of candidates that a message names.
const maxShown = 10

// Error names the candidates and what to do.
func (e *NameError) Error() string {
	name := Printable(e.Name)
	switch {
	case e.Ambiguous:
		return fmt.Sprintf("%q fits %d notes: give the path of one: %s", name, len(e.Candidates), shorten(e.Candidates, maxShown))
	case len(e.Candidates) > 0:
		return fmt.Sprintf("no note %q: did you mean %s?", name, shorten(e.Candidates, maxShown))
	}
	return fmt.Sprintf("no note %q: give a path, a name, a title or an alias", name)
}

// Is reports whether target is the sentinel that belongs to e.
func (e *NameError) Is(target error) bool {
	return e.Ambiguous && target == ErrAmbiguousNote || !e.Ambiguous && target == ErrUnknownNote
}

// shorten joins the first few of paths for a message.
func shorten(paths []string, most int) string {
	var b strings.Builder
	for i, p := range paths {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(paths)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(Printable(p))
	}
	return b.String()
}

// Find returns the one file that a person means by name. Without case and Unicode form, the first of these that
// fits anything decides, and must fit one file only:
//
//  1. a path, a note's also without .md
//  2. a name, a note's without .md, or the end of a path at a folder boundary
//  3. a title or an alias of a note
//  4. the start of a note's name, title or alias
//
// The error is a *NameError.
func (s *Snapshot) Find(name string) (*Entry, error) {
	return s.look(name, findAnyhow(snapshotFinder{s}))
}

// FindExact returns the one note that name is the path, the name or an alias of: the rule for writing, where a
// guess would change the wrong file. The error is a *NameError.
func (s *Snapshot) FindExact(name string) (*Entry, error) {
	return s.look(name, findExactly(snapshotFinder{s}))
}

func (s *Snapshot) look(name string, levels []level) (*Entry, error) {
	found := lookUp(name, levels)
	switch len(found) {
	case 0:
		return nil, &NameError{Name: name, Candidates: nearNames(name, s.nearNames(), 5, true)}
	case 1:
		e, _ := s.Entry(found[0])
		return e, nil
	}
	return nil, &NameError{Name: name, Ambiguous: true, Candidates: slices.Sorted(slices.Values(found))}
}

// A level is one way from a folded name to files.
type level func(key string) []string

// lookUp returns the files of the first level that has any.
func lookUp(name string, levels []level) []string {
	key := strings.TrimSpace(Fold(bareName(name)))
	if key == "" {
		return nil
	}
	for _, find := range levels {
		if found := find(key); len(found) > 0 {
			return asTyped(bareName(name), found)
		}
	}
	return nil
}

// asTyped returns the one of several files that is spelled as it was typed, letter by letter, else all: names that
// differ in case only must be within reach.
func asTyped(name string, found []string) []string {
	name = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(name), "./"), "/")
	for _, same := range []func(p string) bool{
		func(p string) bool { return p == name || p == name+".md" },
		func(p string) bool { return noteName(p) == name },
	} {
		var exact []string
		for _, p := range found {
			if same(p) {
				exact = append(exact, p)
			}
		}
		if len(exact) == 1 {
			return exact
		}
	}
	return found
}

// bareName returns the target of a name that was copied as a link: [[name#heading|text]].
func bareName(name string) string {
	inner, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(name), "!"), "[[")
	if !ok {
		return name
	}
	inner, _, _ = strings.Cut(strings.TrimSuffix(inner, "]]"), "|")
	inner, _, _ = strings.Cut(inner, "#")
	return inner
}

// A finder is what the levels need to know of a vault.
type finder interface {
	table() Names
	// called returns the notes that have key as an alias or, with title, as a title.
	called(key string, title bool) []string
	// starting returns the notes whose name, title or alias starts with key.
	starting(key string) []string
}

func findAnyhow(f finder) []level {
	return []level{
		func(key string) []string { return byPath(f.table(), key) },
		func(key string) []string { return byName(f.table(), key) },
		func(key string) []string { return f.called(key, true) },
		f.starting,
	}
}

func findExactly(f finder) []level {
	levels := []level{
		func(key string) []string { return byPath(f.table(), key) },
		func(key string) []string { return byName(f.table(), key) },
		func(key string) []string { return f.called(key, false) },
	}
	for i, find := range levels {
		levels[i] = func(key string) []string {
			return slices.DeleteFunc(slices.Clone(find(key)), func(p string) bool { return KindOf(p) != Note })
		}
	}
	return levels
}

func byPath(names Names, key string) []string {
	key = strings.TrimPrefix(strings.TrimPrefix(key, "./"), "/")
	for _, k := range spellings(key) {
		if found := names.Exact(k); len(found) > 0 {
			return found
		}
	}
	return nil
}

func byName(names Names, key string) []string {
	for _, k := range spellings(key) {
		base := k[strings.LastIndexByte(k, '/')+1:]
		found := names.Base(base)
		if base != k {
			found = endingIn(found, k)
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// snapshotFinder finds notes by name in a Snapshot.
type snapshotFinder struct{ s *Snapshot }

func (f snapshotFinder) table() Names { return f.s.names }

func (f snapshotFinder) called(key string, title bool) []string {
	return f.s.notes(func(e *Entry) bool {
		return title && Fold(e.Title) == key || slices.ContainsFunc(e.Aliases, func(a string) bool { return Fold(a) == key })
	})
}

func (f snapshotFinder) starting(key string) []string {
	starts := func(name string) bool { return strings.HasPrefix(Fold(name), key) }
	return f.s.notes(func(e *Entry) bool {
		return starts(noteName(e.Path)) || starts(e.Title) || slices.ContainsFunc(e.Aliases, starts)
	})
}

// notes returns the paths of the notes for which fits is true.
func (s *Snapshot) notes(fits func(*Entry) bool) []string {
	var found []string
	for i := range s.Entries {
		if e := &s.Entries[i]; e.Kind == Note && fits(e) {
			found = append(found, e.Path)
		}
	}
	return found
}

// nearNames returns all names of all notes, to compare a misspelt one with.
func (s *Snapshot) nearNames() []nearName {
	names := make([]nearName, 0, 2*len(s.Entries))
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Kind != Note {
			continue
		}
		name := noteName(e.Path)
		names = append(names, newNearName(name, e.Path))
		if e.Title != name {
			names = append(names, newNearName(e.Title, e.Path))
		}
		for _, a := range e.Aliases {
			names = append(names, newNearName(a, e.Path))
		}
	}
	return names
}
