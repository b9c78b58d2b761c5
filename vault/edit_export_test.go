package vault

import (
	"strings"
	"time"

	"vaultgraph/vault/note"
)

// EditNote works a fact out on the text of a note, as a Writer does, and returns the splices and where the fact stands.
// Notes named in known can be linked to.
func EditNote(src []byte, noteType string, f Fact, known ...string) (splices []note.Splice, at int, err error) {
	f, _, err = f.clean()
	if err != nil {
		return nil, 0, err
	}
	f.ID = FactID(f)
	link := func(ref string) (string, bool) {
		for _, k := range known {
			if k == ref {
				return "[[" + k + "]]", true
			}
		}
		return "", false
	}
	resolve := func(target string) string { return strings.TrimSuffix(target, ".md") + ".md" }
	target := edgeTarget{path: f.Target + ".md", wiki: "[[" + f.Target + "]]", markdown: "[" + f.Target + "](" + f.Target + ".md)"}
	e := newEditor(note.Parse(src), templateSections(builtinTemplate(noteType)), link, resolve, target)
	if at, ok := e.find(&f); ok {
		ed := e.addSources(&f, at, f.Sources)
		return ed.splices, ed.at, nil
	}
	ed, err := e.add(&f)
	return ed.splices, ed.at, err
}

// Section finds a section of a note by its name, as a Writer does.
func Section(src []byte, name string) (line int, ok bool) {
	s, ok := findSection(note.Parse(src).Sections(), name)
	return s.Heading.Line, ok
}

// StaleWindow is for tests of the clock.
const StaleWindow = staleWindow

// LookAfter is for tests of the clock.
const LookAfter time.Duration = lookAfter
