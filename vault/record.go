package vault

import (
	"path"
	"strings"
	"time"

	"vaultgraph/vault/index"
)

// record reads a file and says what the index keeps of it.
func (v *Vault) record(f File) index.File {
	e, text, skip := v.readEntry(f)
	r := index.File{
		Path: f.Path, Stem: stemOf(f.Path), Kind: uint8(f.Kind), Hidden: f.Hidden, Title: e.Title, Type: e.Type, Tags: e.Tags,
		Tokens: e.Tokens, Size: f.Size, Modified: f.ModTime.UnixNano(), Names: namesOf(&e), Note: e.Note,
	}
	if e.Note != nil {
		r.Sum = index.SumOf(text)
	}
	if skip != nil {
		r.Skip = index.Skip{Code: skip.Code, Message: skip.Message}
	}
	for _, l := range e.Links {
		r.Links = append(r.Links, index.Link{
			Target: l.Target, Stem: stemOf(l.Target), Relation: l.Relation, Annotation: l.Annotation, Line: l.At, Section: l.Section,
		})
	}
	return r
}

func resolveRecord(r *index.File, names *NameTable) {
	for i := range r.Links {
		r.Links[i].To, _, _ = Resolve(names, r.Path, r.Links[i].Target)
	}
}

// stemOf returns what files a link's target could mean, whatever folders stand before it.
func stemOf(target string) string {
	key := Fold(target)
	return index.StemOf(key[strings.LastIndexByte(key, '/')+1:])
}

// namesOf returns the names by which a file can be found.
func namesOf(e *Entry) []index.Name {
	key := Fold(e.Path)
	names := []index.Name{{Key: key, Rank: index.ByPath}, {Key: path.Base(key), Rank: index.ByBase}}
	if e.Kind != Note {
		return names
	}
	if repo := e.repo(); repo.Path != "" {
		names = append(names, index.Name{Key: Fold(repo.Path), Rank: index.ByRepo})
	}
	names = append(names, index.Name{Key: Fold(noteName(e.Path)), Rank: index.ByName}, index.Name{Key: Fold(e.Title), Rank: index.ByTitle})
	for _, a := range e.Aliases {
		names = append(names, index.Name{Key: Fold(a), Rank: index.ByAlias})
	}
	return names
}

// entryOf describes a file by what the index kept of it, with its links not resolved yet.
func (v *Vault) entryOf(r index.Row) Entry {
	e := v.summaryOf(r)
	if e.Note = r.Note; r.Note != nil {
		e.Aliases = r.Note.Frontmatter.Aliases
		e.addLinks(r.Note)
	}
	return e
}

// summaryOf describes a file by what the index kept of it beside its note.
func (v *Vault) summaryOf(r index.Row) Entry {
	f := File{Path: r.Path, Kind: FileKind(r.Kind), Size: r.Size, ModTime: time.Unix(0, r.Modified), Hidden: r.Hidden}
	return Entry{File: f, Title: r.Title, Type: r.Type, Tags: r.Tags, Tokens: r.Tokens}
}
