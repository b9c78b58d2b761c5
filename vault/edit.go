package vault

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"vaultgraph/vault/note"
)

// errNoPlace says that no place in a note reads a new line as what it is to be.
var errNoPlace = errors.New("the note has no place where the line would read as what it is: an unclosed code block or comment " +
	"may swallow it: mend the note")

// An edit is what a fact does to one note.
type edit struct {
	splices []note.Splice
	status  FactStatus
	why     string
	at      int // where the fact stands afterwards, -1 for nowhere
}

// An editor works out what a fact does to a note. It touches no disk: the same note and the same fact give the same
// edit.
type editor struct {
	note     *note.Note
	template []string // the sections of the template of the note's type
	render   *factRenderer
	// resolve returns the note that a link of this note leads to, "" for none.
	resolve func(target string) string
	// target is the link to an edge's target, as a wikilink and as the path for a Markdown link.
	target edgeTarget

	sections []note.Section
	lists    func() []note.List // worked out when asked for: it costs a parse
	br       string
}

func newEditor(n *note.Note, template []string, link func(string) (string, bool), resolve func(string) string, target edgeTarget) *editor {
	return &editor{note: n, template: template, render: &factRenderer{link, map[string]bool{}}, resolve: resolve, target: target,
		sections: n.Sections(), lists: sync.OnceValue(n.Lists), br: n.LineBreak()}
}

// add returns the edit that makes the note say the fact, which it does not yet.
func (e *editor) add(f *Fact) (edit, error) {
	switch f.Kind {
	case FactState:
		return e.setState(f)
	case FactEdge:
		return e.addEdge(f)
	}
	names, missing := sectionsFor(f.Kind, e.template)
	var found *note.Section
	apart := sameHeading(missing, sectionRejected)
	for _, name := range names {
		if s, ok := findSection(e.sections, name); ok {
			found, apart = &s, sameHeading(name, sectionRejected)
			break
		}
	}
	mark, err := e.supersede(f)
	if err != nil {
		return edit{}, err
	}
	text := e.render.line(f, apart)
	return e.addItem(found, missing, item{text: text, id: f.ID, link: e.render.linksIn(text), mark: mark})
}

// An item is a list item to be added.
type item struct {
	text string
	id   string        // its block id, "" for none
	link int           // how many links it has
	mark []note.Splice // further edits of the same write, outside the lists' structure
	next string        // for a sorted list: the text before which the item goes
}

// addItem puts an item into a section, which is made where the note has none. Of the places it may go to, the first is
// taken where the note, read again, has this item more and is otherwise the same.
func (e *editor) addItem(section *note.Section, name string, it item) (edit, error) {
	var tries []insertion
	if section != nil {
		tries = e.inSection(section, it)
	} else {
		tries = e.newSection(name, it.text)
	}
	for _, try := range tries {
		splices := append([]note.Splice{{Span: note.Span{Start: try.at, End: try.at}, New: try.text}}, it.mark...)
		if e.reads(splices, try, it) {
			return edit{splices: splices, status: StatusNew, at: shifted(try.at, it.mark) + try.item}, nil
		}
	}
	return edit{}, errNoPlace
}

// shifted returns where an offset lies once the marks before it are made.
func shifted(at int, marks []note.Splice) int {
	by := 0
	for _, m := range marks {
		if m.Span.Start < at {
			by += len(m.New) - m.Span.Len()
		}
	}
	return at + by
}

// An insertion is text to be put at an offset of the note. item is where in it the list item's text begins.
type insertion struct {
	at      int
	text    string
	item    int
	heading string // the heading in it, "" for none
}

// newSection returns where a section with one item may be made.
func (e *editor) newSection(name, text string) []insertion {
	var tries []insertion
	for _, p := range placeFor(e.note, e.sections, name, e.template) {
		heading := strings.Repeat("#", p.level) + " " + name
		body := heading + e.br + e.br + "- "
		if p.after < 0 {
			at, before := e.note.Body.Start, ""
			if at > 0 && at == len(e.note.Source) && e.note.Source[at-1] != '\n' && e.note.Frontmatter.State != note.Absent {
				before = e.br // the closing fence has no line end
			}
			after := e.br
			if e.note.Body.Len() > 0 {
				after += e.br
			}
			tries = append(tries, insertion{at, before + body + text + after, len(before + body), name})
			continue
		}
		before := e.br + e.br + body
		after := ""
		if next := e.note.Source[p.after:]; len(bytes.TrimSpace(next)) > 0 && !blankLineFollows(next) {
			after = e.br
		}
		tries = append(tries, insertion{p.after, before + text + after, len(before), name})
	}
	return tries
}

// blankLineFollows says whether the line behind the line break that rest begins with is blank.
func blankLineFollows(rest []byte) bool {
	rest = bytes.TrimPrefix(bytes.TrimPrefix(rest, []byte("\r")), []byte("\n"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return len(bytes.TrimSpace(line)) == 0
}

// supersede returns the splice that marks the fact which f replaces, at the end of its line.
func (e *editor) supersede(f *Fact) ([]note.Splice, error) {
	if f.Supersedes == "" {
		return nil, nil
	}
	for _, b := range e.note.Blocks {
		if b.ID != f.Supersedes {
			continue
		}
		at := len(bytes.TrimRight(e.note.Source[:b.IDSpan.Start], " \t"))
		if at <= b.Span.Start || bytes.Contains(e.note.Source[b.Span.Start:at], []byte("(superseded by ")) {
			return nil, nil
		}
		mark := " (superseded by [[#^" + f.ID + "]]"
		if date := dateOf(f.when()); date != "" {
			mark += ", " + date
		}
		return []note.Splice{{Span: note.Span{Start: at, End: at}, New: mark + ")"}}, nil
	}
	return nil, fmt.Errorf("nothing in the note has the id ^%s, which it is to supersede: ids stand at the ends of lines",
		Printable(f.Supersedes))
}
