package claim

import (
	"strings"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
	"vaultgraph/vault/world"
)

// noted is what a correction of a relation adds at the end of its bullet.
var noted = lazyregexp.New(`\s\([\pL ]+ (?:since|as of) \d{4}-\d{2}-\d{2}\)$`)

// markRelation marks, among the claims of a bullet, the one that is its relation to the note of a ticket.
func markRelation(p note.Prose, links []note.Link, found []Claim) {
	for i := range links {
		l := &links[i]
		if !l.Connection || l.Relation == "" {
			continue
		}
		for j := range found {
			c := &found[j]
			if c.Ref.Kind != world.RefChange && p.Span.Start+c.Span.Start >= l.Span.End && c.Said == l.Relation {
				c.Form = FormRelation
			}
		}
		return
	}
}

// relationOfSprint returns the claim of a bullet in the note of a sprint, where the relation to a ticket's note is its
// status whatever the tracker calls that.
func relationOfSprint(p note.Prose, links []note.Link, text string) []Claim {
	for i := range links {
		l := &links[i]
		ref, open := linked(l.Target)
		if !l.Connection || l.Relation == "" || open != "" {
			continue
		}
		behind := l.Span.End - p.Span.Start
		at := strings.Index(text[behind:], l.Relation)
		if at < 0 {
			return nil
		}
		span := note.Span{Start: behind + at, End: behind + at + len(l.Relation)}
		return []Claim{{Form: FormRelation, Ref: ref, Said: l.Relation, State: plain(l.Relation), Span: span}}
	}
	return nil
}
