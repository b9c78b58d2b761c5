package vault

import (
	"crypto/sha256"
	"encoding/base32"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"vaultgraph/graph"
)

// A FactKind says what a fact is, and so where it stands in a note.
type FactKind string

// The kinds of facts, and where each stands.
const (
	FactDecision   FactKind = "decision"   // "## Key Decisions", dated, with its reason
	FactRejected   FactKind = "rejected"   // beside the decisions; in "## Rejected" where the note has that
	FactState      FactKind = "state"      // the properties status and verified
	FactThread     FactKind = "thread"     // "## Open Threads", a task item
	FactPreference FactKind = "preference" // "## Preferences", dated
	FactConstraint FactKind = "constraint" // "## Constraints"
	FactOutcome    FactKind = "outcome"    // "## Outcome", dated
	FactSummary    FactKind = "summary"    // "## Summary"
	FactEdge       FactKind = "edge"       // "## Connections", in the style of the note
)

// FactKinds returns all kinds, in the order above.
func FactKinds() []FactKind {
	return []FactKind{FactDecision, FactRejected, FactState, FactThread, FactPreference, FactConstraint, FactOutcome,
		FactSummary, FactEdge}
}

// A Fact is something worth remembering. Whoever learns something makes facts; a Writer puts them into notes.
type Fact struct {
	// ID tells facts apart: see FactID. A Writer sets it.
	ID   string
	Kind FactKind
	// Note is the note that the fact is about: its path, exact name or alias. A Writer makes it the vault path.
	Note string
	// NoteType is the type of the note to make where there is none of that name; "" makes none. It is no part of
	// the JSON form.
	NoteType string
	// Text is what is to be remembered, in one line; the new state of a state. An edge has none.
	Text string
	// Because is the reason.
	Because string
	// Target, Relation and Annotation are those of an edge. Target is named as Note is.
	Target, Relation, Annotation string
	// Unwritten lets the target of an edge be a note that is not there yet. It is no part of the JSON form.
	Unwritten bool
	// Supersedes is the ID of the fact, in the same note, that this one replaces.
	Supersedes string
	// Sources say where the fact comes from.
	Sources []Source
	// Again writes the fact although a person took it back or dismissed it. It is no part of the JSON form.
	Again bool
}

// A SourceKind says what a source is.
type SourceKind string

// The kinds of sources.
const (
	SourceSession SourceKind = "session"
	SourceTicket  SourceKind = "ticket"
	SourceChange  SourceKind = "change" // a pull request
	SourceCommit  SourceKind = "commit"
	SourceComment SourceKind = "comment"
	SourceDeploy  SourceKind = "deploy"
	SourcePerson  SourceKind = "person"
)

// A Source is where a fact comes from. In a note it is a link where Ref names a note, and plain text otherwise; one
// without Ref and Quote is not shown.
type Source struct {
	Kind SourceKind
	Ref  string    // the session's note, the ticket's key, owner/name#12, the commit's hash
	At   time.Time // when it was said or happened, in the zone that its date is to be read in
	By   string    // who said it
	// Quote is what was said, word for word. It is shown in quotation marks, with By, Ref and the date.
	Quote string
	Line  int // of the transcript
}

// when returns the time of the fact itself: that of its earliest source that has one.
func (f *Fact) when() time.Time {
	var at time.Time
	for _, s := range f.Sources {
		if !s.At.IsZero() && (at.IsZero() || s.At.Before(at)) {
			at = s.At
		}
	}
	return at
}

// FactID returns the ID of a fact: a short hash of its kind, the name of its note, the name of its target and its
// text, all compared without case, blanks and punctuation. Neither its sources nor the folder of the note count, so
// that a fact from two sources is one, and a note that is moved keeps its facts. An edge has its relation for a text.
func FactID(f Fact) string {
	text := factKey(f.Text)
	if f.Kind == FactEdge {
		text = factKey(graph.RelationKey(f.Relation))
	}
	h := sha256.New()
	for _, part := range []string{string(f.Kind), nameKey(f.Note), nameKey(f.Target), text} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return strings.ToLower(base32.HexEncoding.EncodeToString(h.Sum(nil))[:factIDLength])
}

// factIDLength gives 50 bits: among 10,000 facts, two are mistaken for one with a chance of 1 in 20 million.
const factIDLength = 10

func nameKey(p string) string {
	return strings.TrimSpace(Fold(strings.TrimSuffix(path.Base(p), ".md")))
}

// factKey returns the form in which the texts of facts are compared. A text of nothing but punctuation stays.
func factKey(s string) string {
	key := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.Is(unicode.Sk, r) || hides(r) {
			return -1
		}
		return r
	}, Fold(s))
	if key == "" {
		return s
	}
	return key
}

// sourceKey names a source in the ledger.
func (s Source) sourceKey() string {
	if s.Ref == "" && s.Quote == "" {
		return ""
	}
	key := string(s.Kind) + ":" + Fold(s.Ref)
	if s.Quote != "" {
		sum := sha256.Sum256([]byte(factKey(s.Quote)))
		key += "#" + strings.ToLower(base32.HexEncoding.EncodeToString(sum[:])[:6])
	}
	return key
}

func sourceKeys(sources []Source) []string {
	var keys []string
	for _, s := range sources {
		if k := s.sourceKey(); k != "" && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}
