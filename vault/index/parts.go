package index

// Parts are parts of what was parsed of a note. Whoever asks for all notes of a vault asks for no more than the question
// needs: most of the time and of the memory goes into what is unpacked.
type Parts uint8

// The parts of a note that may be left out. Everything else is there with any of them: the state of the frontmatter,
// its tags and aliases, the body's range, the problems. No part at all is no note.
const (
	Body       Parts = 1 << iota // none of those below
	Properties                   // of the frontmatter
	Links
	Outline // headings and blocks
	Marks   // inline tags and fields

	AllParts = Body | Properties | Links | Outline | Marks
)

func (p Parts) have(part Parts) bool { return p&part != 0 }
