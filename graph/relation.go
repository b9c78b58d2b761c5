package graph

import "strings"

// RelationKey returns the form in which relations are compared: lower case, with each run of blanks, "_" and "-"
// as one blank and none at the ends. "Depends_On", "depends-on" and "depends on" have the same key. The key of a
// key is itself; the key of a relation without letters may be "".
func RelationKey(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.Map(wordBreak, s))), " ")
}

func wordBreak(r rune) rune {
	if r == '_' || r == '-' {
		return ' '
	}
	return r
}

// A Kind is the class of a relation. Kinds are declared in the order in which a walk prefers them.
type Kind uint8

// The kinds of edges. The zero Kind is none of them; in a Term it means "as its words already say".
const (
	Constraint Kind = iota + 1 // what must hold
	Decision                   // what was decided
	Incident                   // what went wrong
	Dependency                 // what is needed, or needs it
	Named                      // any other relation
	Annotated                  // no relation, but a reason
	Bare                       // neither
)

// String returns the kind as one lower-case word.
func (k Kind) String() string {
	switch k {
	case Constraint:
		return "constraint"
	case Decision:
		return "decision"
	case Incident:
		return "incident"
	case Dependency:
		return "dependency"
	case Named:
		return "named"
	case Annotated:
		return "annotated"
	case Bare:
		return "bare"
	}
	return "none"
}

// crossesHubs tells whether a walk leaves a hub along edges of kind k.
func (k Kind) crossesHubs() bool {
	return Constraint <= k && k <= Dependency
}

// A Term is a relation and how the same edge reads from its other end.
type Term struct {
	Relation string
	Inverse  string // "" where it has none
	// Kind holds for both ends. Zero means the kind that Relation has without this Term, which for a new word
	// is Named.
	Kind Kind
}

// DefaultTerms returns the terms that every Vocabulary starts with.
func DefaultTerms() []Term {
	return []Term{
		{"constraint", "constraint on", Constraint},
		{"constrained by", "constrains", Constraint},
		{"decision", "decision about", Decision},
		{"key decision", "key decision about", Decision},
		{"incident", "incident of", Incident},
		{"dependency", "dependent", Dependency},
		{"depends on", "needed by", Dependency},
		{"uses", "used by", Dependency},
		{"requires", "required by", Dependency},
		{"upstream", "downstream", Dependency},
		{"blocks", "blocked by", Named},
		{"causes", "caused by", Named},
		{"deploys", "deployed by", Named},
		{"documents", "documented by", Named},
		{"extends", "extended by", Named},
		{"fixes", "fixed by", Named},
		{"implements", "implemented by", Named},
		{"next", "previous", Named},
		{"owner", "owns", Named},
		{"parent", "child", Named},
		{"part of", "has part", Named},
		{"related", "related", Named},
		{"relates to", "relates to", Named},
		{"replaces", "replaced by", Named},
		{"same as", "same as", Named},
		{"supersedes", "superseded by", Named},
		{"ticket", "ticket of", Named},
		{"up", "down", Named},
	}
}
