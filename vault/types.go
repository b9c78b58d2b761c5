package vault

import (
	"path"
	"slices"
	"strings"
)

// typedFolder gives the notes of a folder a type; "" takes a default away.
type typedFolder struct{ folder, key, noteType string }

// defaultTypes are the folders that have a type without configuration, wherever in the vault they are.
var defaultTypes = [...]typedFolder{
	{"services", "services", "service"},
	{"tickets", "tickets", "ticket"},
	{"decisions", "decisions", "decision"},
	{"people", "people", "person"},
	{"tools", "tools", "tool"},
	{"sessions", "sessions", "session"},
	{"feedback", "feedback", "feedback"},
	{"sprints", "sprints", "sprint"},
}

// TypeOf returns the type that the folders of the vault path p give a note, "" for none. A folder of the
// configuration is a path from the root, the longest one wins. Behind those come the default folders (services,
// tickets, …), at any depth, the innermost first. Case does not matter.
func (c *Config) TypeOf(p string) string {
	dir := Fold(folder(p))
	for _, t := range c.types {
		if dir == t.key || strings.HasPrefix(dir, t.key+"/") {
			return t.noteType
		}
	}
	for ; dir != ""; dir = folder(dir) {
		base := path.Base(dir)
		for _, t := range defaultTypes {
			if base == t.key {
				return t.noteType
			}
		}
	}
	return ""
}

// folderOf returns the folder of the configuration for notes of a type, the shortest one first.
func (c *Config) folderOf(noteType string) (string, bool) {
	for _, t := range slices.Backward(c.types) {
		if Fold(t.noteType) == Fold(noteType) {
			return t.folder, true
		}
	}
	return "", false
}

// typeWords returns the types that the configuration and the defaults name.
func (c *Config) typeWords() []string {
	var words []string
	for _, t := range slices.Concat(defaultTypes[:], c.types) {
		if t.noteType != "" && !slices.Contains(words, t.noteType) {
			words = append(words, t.noteType)
		}
	}
	return words
}
