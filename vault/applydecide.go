package vault

import (
	"slices"
	"strings"

	"vaultgraph/vault/note"
)

// editor returns the editor for one fact and one note.
func (r *run) editor(p string, n *note.Note, f *Fact) *editor {
	noteType := strings.ToLower(strings.TrimSpace(n.Frontmatter.String("type")))
	if noteType == "" {
		noteType = r.w.vault.Config.TypeOf(p)
	}
	var target edgeTarget
	if f.Kind == FactEdge {
		target = r.names.target(p, f.Target)
	}
	return newEditor(n, r.sectionsOf(noteType), func(ref string) (string, bool) { return r.names.link(p, ref) },
		func(target string) string { return r.names.resolve(p, target) }, target)
}

const whyTaken = "a person took it back"

// decide says what a fact does to a note: nothing where the note says it, or a person took it back.
func (r *run) decide(e *editor, f *Fact, again bool) (edit, error) {
	known := r.ledger.facts[f.ID]
	if at, ok := e.find(f); ok {
		fresh := slices.DeleteFunc(slices.Clone(f.Sources), func(s Source) bool { return slices.Contains(known.sources, s.sourceKey()) })
		return e.addSources(f, at, fresh), nil
	}
	if f.Again || again {
		return e.add(f)
	}
	rejected := edit{status: StatusRejected, at: -1}
	if f.Kind == FactState {
		switch _, day, ok := verifiedOn(e.note); {
		case ok && day != "" && dateOf(f.when()) < day && !f.when().IsZero():
			rejected.why = "the note was verified on " + Printable(oneLine(day, 30)) + ", which is later"
			return rejected, nil
		case f.when().After(known.at): // there is news
		case known.taken:
			rejected.why = whyTaken
			return rejected, nil
		case known.applied:
			rejected.why = "it was written before, and a person has changed it since"
			return rejected, nil
		}
		return e.add(f)
	}
	switch {
	case known.taken:
		rejected.why = whyTaken
	case known.applied:
		rejected.why = "it was written before, and a person has removed or reworded it"
	default:
		if _, ok := r.ledger.Dismissed(f.ID); ok {
			rejected.why = "a person dismissed it"
			break
		}
		return e.add(f)
	}
	return rejected, nil
}
