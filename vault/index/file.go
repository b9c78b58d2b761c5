package index

import (
	"strings"

	"vaultgraph/vault/note"
)

// A File is what the index keeps of one file of the vault.
type File struct {
	Path        string
	Stem        string // of its base name, see StemOf
	Kind        uint8  // as package vault counts them
	Hidden      bool
	Title, Type string
	Tags        []string
	Names       []Name
	Tokens      int // what showing all of it costs
	Size        int64
	Modified    int64 // nanoseconds since 1970
	// Skip says why the file was not read; zero for a file that was, or need not be.
	Skip Skip
	// Note is what was parsed, without its text; nil for other files and skipped ones.
	Note *note.Note
	// Sum is that of the text that Note was parsed from.
	Sum Sum
	// Links are the links of Note, in its order.
	Links []Link
}

// A Link is what the index needs of a link to answer for the edge that it is.
type Link struct {
	// To is the file it leads to, "" for none. Apply asks for it anew.
	To string
	// Target is the link's target as written, Stem its folded last part without ".md": a file that comes or goes
	// can matter only to links of its own stem. Both are "" in a link to its own file.
	Target, Stem         string
	Relation, Annotation string
	Line                 int
	Section              string
}

// A Skip is why a file was not read, in words of package vault.
type Skip struct{ Code, Message string }

// A Name is a folded name by which a file can be found.
type Name struct {
	Key  string
	Rank Rank
}

// A Rank is a kind of name.
type Rank uint8

// The kinds of names: those that links use, that of a repository, and behind them those that people use, the surer
// ones first.
const (
	ByPath  Rank = iota // the path
	ByBase              // the base name, extension included
	ByRepo              // the path of the repository that a note is about, owner/name
	ByAlias             // an alias of a note
	ByTitle             // a note's title
	ByName              // a note's base name without extension, to be found from its start on
)

// StemOf returns the stem of a folded base name or of a folded target's last part.
func StemOf(base string) string {
	for strings.HasSuffix(base, ".md") {
		base = strings.TrimSuffix(base, ".md")
	}
	return base
}

const tagSeparator = "\n"

func joinTags(tags []string) string { return strings.Join(tags, tagSeparator) }

func splitTags(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, tagSeparator)
}
