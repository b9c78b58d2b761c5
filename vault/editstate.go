package vault

import (
	"strings"

	"vaultgraph/vault/note"
)

// The properties of a state.
const (
	propertyStatus   = "status"
	propertyVerified = "verified"
)

// setState sets the status of the note and the day as of which it holds. Where the frontmatter cannot be edited
// safely, the state goes to the body and the frontmatter stays as it is; check reports the note.
func (e *editor) setState(f *Fact) (edit, error) {
	settings := []note.Setting{{Key: propertyStatus, Value: f.Text}}
	if date := dateOf(f.when()); date != "" {
		settings = append(settings, note.Setting{Key: propertyVerified, Value: date})
	}
	splices, err := e.note.SetProperties(settings...)
	if err == nil {
		at := splices[0].Span.Start + max(strings.Index(splices[0].New, propertyStatus+":"), 0) // behind a fence that is made
		return edit{splices: splices, status: StatusNew, at: at}, nil
	}
	var found *note.Section
	if s, ok := findSection(e.sections, sectionStatus); ok {
		found = &s
	}
	line := "status: " + note.Escape(f.Text)
	if date := dateOf(f.when()); date != "" {
		line = date + ": " + line
	}
	line += e.render.sources(f.Sources) + " ^" + f.ID
	done, failed := e.addItem(found, sectionStatus, item{text: line, id: f.ID, link: e.render.linksIn(line)})
	done.why = err.Error() + ": written into the body"
	return done, failed
}

// verifiedOn returns the status of the note, the day as of which it holds, and whether it has a status.
func verifiedOn(n *note.Note) (status, day string, ok bool) {
	p, ok := n.Frontmatter.Get(propertyStatus)
	if !ok || p.Value == nil {
		return "", "", false
	}
	s, isText := p.Value.(string)
	return s, n.Frontmatter.String(propertyVerified), isText
}
