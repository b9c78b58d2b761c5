package claim

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/world"
)

// A Correction is a claim that the world has overtaken.
type Correction struct {
	Claim Claim
	// Was is what the note says, Is what it is to say, both as it is written there.
	Was, Is string
	// Evidence says in a few words what the source said: acme/api-server#368 merged 2026-11-28.
	Evidence string
	// Ref is what the evidence is about, under its name of today.
	Ref world.Ref
	// At is when it came to be so.
	At time.Time
	// By is who brought it about, where that is known.
	By world.Person

	done bool // the ticket is
	// ticket is what the state is that of, where Ref is the pull request that has brought it about.
	ticket world.Ref
}

// Check holds claims against what sources have answered. What is confirmed is no correction, and neither is what no
// source has answered for: those claims are returned as unchecked. Only answers of now are evidence: see
// scan.Result.Parts.
func Check(claims []Claim, parts ...world.Part) (corrections []Correction, unchecked []Claim) {
	k := gather(parts)
	for _, c := range claims {
		var v verdict
		switch c.Ref.Kind {
		case world.RefChange:
			v = k.judgeChange(&c)
		case world.RefTicket:
			v = k.judgeTicket(&c)
		}
		switch {
		case !v.known:
			unchecked = append(unchecked, c)
		case v.correction != nil:
			v.correction.Claim, v.correction.Was = c, c.Said
			corrections = append(corrections, *v.correction)
		}
	}
	return corrections, unchecked
}

// A verdict is what becomes of a claim: unknown, confirmed, or corrected.
type verdict struct {
	known      bool
	correction *Correction
}

// judgeChange holds a claim against the state of a pull request.
func (k *known) judgeChange(c *Claim) verdict {
	found, ok := k.change(c.Ref)
	if !ok {
		return verdict{}
	}
	pr := found.thing
	ref := pr.Ref()
	say := func(is string, at time.Time, by world.Person) verdict {
		evidence := nameOf(ref) + " " + is
		if c.Form == FormStatus {
			is = inStyle(strings.TrimSuffix(is, " "+day(at)), c.Said)
		}
		return verdict{true, &Correction{Is: is, Evidence: evidence, Ref: ref, At: at, By: by}}
	}
	switch {
	case pr.State == world.Merged && c.State != Merged && c.State != Closed:
		return say(strings.TrimSpace("merged "+day(pr.Merged)), pr.Merged, world.Person{})
	case pr.State == world.Closed && c.State != Closed:
		return say(strings.TrimSpace("closed without merging "+day(pr.Closed)), pr.Closed, world.Person{})
	case pr.State == world.Open && c.Over() && found.asOf.After(c.modified) && !pr.Updated.IsZero():
		return say("open as of "+day(pr.Updated), pr.Updated, world.Person{})
	case pr.State == world.Open && c.State == NeedsReview && pr.Decision == world.Approved && len(pr.Asked)+len(pr.AskedTeams) == 0:
		if at, by := approved(pr); !at.IsZero() {
			return say("approved "+day(at), at, by)
		}
	}
	return verdict{known: true}
}

// approved returns when the last approval of a pull request was given, and by whom.
func approved(pr *world.Change) (at time.Time, by world.Person) {
	for i := range pr.Reviews {
		if r := &pr.Reviews[i]; r.Judgement == world.JudgedApproved && r.At.After(at) {
			at, by = r.At, r.Author
		}
	}
	return at, by
}

// judgeTicket holds a claim against the state of a ticket.
func (k *known) judgeTicket(c *Claim) verdict {
	found, ok := k.ticket(c.Ref.Key)
	if !ok {
		return verdict{}
	}
	t := found.thing
	now := plain(t.Status)
	said, means := categories[c.State], t.Category
	switch {
	case means == "" || c.State == now || !writable().MatchString(t.Status):
		return verdict{known: true}
	case said == means || said == "" || unfinished[c.State] && means != world.Done:
		// Two words of one meaning differ only where the tracker knows them both.
		if !slices.ContainsFunc(t.History, func(m world.Move) bool { return plain(m.From) == c.State || plain(m.To) == c.State }) {
			return verdict{known: true}
		}
	}
	at, when, by := inStatusSince(t)
	if at.IsZero() || c.Over() && !found.asOf.After(c.modified) {
		return verdict{known: true}
	}
	is := inStyle(t.Status, c.Said)
	ref := t.Ref()
	if c.Form == FormWords {
		is += when
	}
	v := verdict{true, &Correction{Is: is, Evidence: ref.Key + " " + strings.Join(strings.Fields(t.Status), " ") + when, Ref: ref, At: at, By: by,
		done: means == world.Done}}
	if pr, ok := k.change(c.by); ok && v.correction.done && broughtAbout(pr.thing, at) {
		v.correction.ticket, v.correction.Ref = ref, pr.thing.Ref()
		v.correction.Evidence = nameOf(v.correction.Ref) + " merged " + day(pr.thing.Merged) + "; " + v.correction.Evidence
	}
	return v
}

// writable is the name of a status that can be written into a note as it is, whatever stands around it. That others
// may choose such names is no reason to let them write Markdown.
var writable = lazyregexp.New(`^[\pL\d][\pL\d '’&.,/-]{0,39}$`)

// broughtAbout says whether a ticket was done on account of a pull request that is its own: right after the merge. It
// only words the evidence; that the ticket is done is the tracker's word.
func broughtAbout(pr *world.Change, done time.Time) bool {
	after := done.Sub(pr.Merged)
	return pr.State == world.Merged && !pr.Merged.IsZero() && after >= 0 && after <= 24*time.Hour
}

// nameOf returns what a pull request is called: owner/name#12.
func nameOf(ref world.Ref) string { return ref.Repo.String() + "#" + ref.Key }

// unfinished are words that people use of whatever is not done.
var unfinished = map[State]bool{"open": true, "blocked": true, "on hold": true, "waiting": true}

// inStatusSince returns since when a ticket has had its status, in words too, and by whom. Where the tracker tells no
// history, that is when it was last changed, as of which it had.
func inStatusSince(t *world.Ticket) (at time.Time, words string, by world.Person) {
	for _, m := range slices.Backward(t.History) {
		if plain(m.To) == plain(t.Status) && !m.At.IsZero() {
			return m.At, " since " + day(m.At), m.Author
		}
	}
	return t.Updated, " as of " + day(t.Updated), world.Person{}
}

// inStyle writes a status as the note writes its own: with or without capitals.
func inStyle(status, said string) string {
	status = strings.Join(strings.Fields(status), " ")
	if strings.IndexFunc(said, unicode.IsUpper) < 0 {
		return strings.ToLower(status)
	}
	return status
}

// day returns the date of a time, in the zone that its source gives it in.
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// MarshalJSON writes the keys that a brief has for what was corrected.
func (c Correction) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Note     string `json:"note"`
		Line     int    `json:"line"`
		Was      string `json:"was"`
		Is       string `json:"is"`
		Evidence string `json:"evidence"`
	}{c.Claim.Note, c.Claim.Line, c.Was, c.Is, c.Evidence})
}
