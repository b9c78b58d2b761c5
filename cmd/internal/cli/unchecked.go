package cli

import (
	"errors"
	"slices"

	"vaultgraph/vault/claim"
	"vaultgraph/vault/world"
)

// errUnchecked says that there were claims, and that nobody was there to check any of them; errUncheckedCredentials
// that this is for want of credentials.
var (
	errUnchecked            = errors.New("nothing was checked")
	errUncheckedCredentials = errors.New("nothing was checked for want of credentials")
)

// An uncheckedDoc says how many claims were not checked, and why.
type uncheckedDoc struct {
	Source *string `json:"source"` // whose matter they are; null where no source is configured that could know
	Claims int     `json:"claims"`
	Reason string  `json:"reason"`

	// answered tells that the source did answer, and not of these; barred that it wants credentials.
	answered, barred bool
}

// text returns it in words.
func (u *uncheckedDoc) text() string {
	text := number(u.Claims, "claim") + ": "
	if u.Source != nil {
		text += *u.Source + ": "
	}
	return text + u.Reason
}

// unchecked counts claims that nobody has answered for by whose matter they are, in the order of the claims.
func (b *briefing) unchecked(claims []claim.Claim, silent silences) []uncheckedDoc {
	var docs []uncheckedDoc
	for i := range claims {
		doc := b.uncheckedOf(claims[i].Ref, silent)
		at := slices.IndexFunc(docs, func(d uncheckedDoc) bool { return d.Reason == doc.Reason && same(d.Source, doc.Source) })
		if at < 0 {
			docs, at = append(docs, doc), len(docs)
		}
		docs[at].Claims++
	}
	return docs
}

func same(a, b *string) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

func (b *briefing) uncheckedOf(ref world.Ref, silent silences) uncheckedDoc {
	name := b.sourceOf(ref)
	switch s, is := silent[name]; {
	case is:
		return uncheckedDoc{Source: &name, Reason: s.why, barred: s.barred}
	case name != "":
		return uncheckedDoc{Source: &name, Reason: "it told nothing of what they are about", answered: true}
	case ref.Kind == world.RefTicket:
		return uncheckedDoc{Reason: "there is no Jira in the config"}
	}
	return uncheckedDoc{Reason: "there is no GitHub in the config, and no repository at hand names one"}
}

// checked returns how many claims were held against an answer.
func (r *refreshed) checked() int {
	n := r.claims
	for i := range r.unchecked {
		n -= r.unchecked[i].Claims
	}
	return n
}

// verdict returns an error where there were claims and no source to check any of them by answered. Claims that are no
// matter of any source in the config fail nothing, unless there is none at all.
func (r *refreshed) verdict(b *briefing) error {
	if r.checked() > 0 || len(r.unchecked) == 0 {
		return nil
	}
	asked, barred := 0, 0
	for i := range r.unchecked {
		switch u := &r.unchecked[i]; {
		case u.answered:
			return nil
		case u.barred:
			asked, barred = asked+1, barred+1
		case u.Source != nil:
			asked++
		}
	}
	switch {
	case asked == 0 && len(b.github)+len(b.jira) > 0:
		return nil
	case asked > 0 && asked == barred:
		return errUncheckedCredentials
	}
	return errUnchecked
}
