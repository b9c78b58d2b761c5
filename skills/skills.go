// Package skills holds what coding agents read: one folder for each skill, with a SKILL.md that says when and how to
// use the verbs of vault. They are embedded, so that a binary carries the words that fit it. Where an agent looks for
// its skills, and putting them there, is left to others.
package skills

import (
	"embed"
	"io/fs"
)

//go:embed */SKILL.md
var files embed.FS

// Files returns the skills: at its root a folder for each, named like the skill.
func Files() fs.FS { return files }
