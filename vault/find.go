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
	key := strings.TrimSpace(Fold(name))
	for _, level := range []func(string) []string{s.byPath, s.byName, s.byTitleOrAlias, s.byPrefix} {
		if found := level(key); key != "" && len(found) > 0 {
			return s.one(name, found)
		}
	}
	return nil, s.unknown(name)
}

// FindExact returns the one note that name is the path, the name or an alias of: the rule for writing, where a
// guess would change the wrong file. The error is a *NameError.
func (s *Snapshot) FindExact(name string) (*Entry, error) {
	key := strings.TrimSpace(Fold(name))
	for _, level := range []func(string) []string{s.byPath, s.byName, s.byAlias} {
		found := slices.DeleteFunc(slices.Clone(level(key)), func(p string) bool { return kindOf(p) != Note })
		if key != "" && len(found) > 0 {
			return s.one(name, found)
		}
	}
	return nil, s.unknown(name)
}

func (s *Snapshot) one(name string, found []string) (*Entry, error) {
	if len(found) == 1 {
		if e, ok := s.Entry(found[0]); ok {
			return e, nil
		}
	}
	found = slices.Sorted(slices.Values(found))
	return nil, &NameError{Name: name, Ambiguous: true, Candidates: found}
}

func (s *Snapshot) unknown(name string) error {
	return &NameError{Name: name, Candidates: nearNames(name, s.nearNames(), 5, true)}
}

func (s *Snapshot) byPath(key string) []string {
	key = strings.TrimPrefix(strings.TrimPrefix(key, "./"), "/")
	for _, k := range spellings(key) {
		if found := s.names.Exact(k); len(found) > 0 {
			return found
		}
	}
	return nil
}

func (s *Snapshot) byName(key string) []string {
	for _, k := range spellings(key) {
		base := k[strings.LastIndexByte(k, '/')+1:]
		found := s.names.Base(base)
		if base != k {
			found = endingIn(found, k)
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func (s *Snapshot) byTitleOrAlias(key string) []string {
	return s.notes(func(e *Entry) bool { return Fold(e.Title) == key || hasAlias(e, key) })
}

func (s *Snapshot) byAlias(key string) []string {
	return s.notes(func(e *Entry) bool { return hasAlias(e, key) })
}

func (s *Snapshot) byPrefix(key string) []string {
	starts := func(name string) bool { return strings.HasPrefix(Fold(name), key) }
	return s.notes(func(e *Entry) bool {
		return starts(noteName(e.Path)) || starts(e.Title) || slices.ContainsFunc(e.Aliases, starts)
	})
}

func hasAlias(e *Entry, key string) bool {
	return slices.ContainsFunc(e.Aliases, func(a string) bool { return Fold(a) == key })
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
