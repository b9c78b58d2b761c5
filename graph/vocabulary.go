package graph

import (
	"cmp"
	"strings"
)

// A Vocabulary knows the kinds and the inverses of relations. It does not change once made, and may be used from
// several goroutines.
type Vocabulary struct {
	kinds    map[string]Kind   // by relation key
	inverses map[string]string // relation key to words, not to a key
}

// NewVocabulary returns the vocabulary of DefaultTerms and extra. Later terms win over earlier ones, so extra
// over the defaults; within either list, what a term says of its Relation wins over what another says of the same
// word as its Inverse.
func NewVocabulary(extra ...Term) *Vocabulary {
	v := &Vocabulary{kinds: map[string]Kind{}, inverses: map[string]string{}}
	v.add(DefaultTerms())
	v.add(extra)
	return v
}

func (v *Vocabulary) add(terms []Term) {
	kinds := make([]Kind, len(terms))
	for i, t := range terms {
		kinds[i] = cmp.Or(t.Kind, v.Kind(t.Relation))
		v.set(t.Inverse, t.Relation, kinds[i])
	}
	for i, t := range terms {
		v.set(t.Relation, t.Inverse, kinds[i])
	}
}

func (v *Vocabulary) set(relation, inverse string, kind Kind) {
	key := RelationKey(relation)
	if key == "" {
		return
	}
	v.kinds[key] = kind
	if RelationKey(inverse) != "" {
		v.inverses[key] = inverse
	}
}

// Kind returns the kind of a relation: that of its key; else that of the key's last word, so that a "hard
// constraint" is a Constraint; either also in the plural. A relation with no known word is Named, and so is "":
// EdgeKind tells edges without relation apart.
func (v *Vocabulary) Kind(relation string) Kind {
	key := RelationKey(relation)
	last := key[strings.LastIndexByte(key, ' ')+1:]
	for _, word := range [...]string{key, singular(key), last, singular(last)} {
		if kind, ok := v.kinds[word]; ok {
			return kind
		}
	}
	return Named
}

// Inverse returns the relation as it reads from the other end, and whether it is known. It works from both ends:
// "dependency" gives "dependent" and "dependent" gives "dependency". A plural is read as its singular.
func (v *Vocabulary) Inverse(relation string) (string, bool) {
	key := RelationKey(relation)
	if inverse, ok := v.inverses[key]; ok {
		return inverse, true
	}
	inverse, ok := v.inverses[singular(key)]
	return inverse, ok
}

// EdgeKind returns the kind of e: that of its relation where it has one, else Annotated or Bare.
func (v *Vocabulary) EdgeKind(e Edge) Kind {
	switch {
	case RelationKey(e.Relation) != "":
		return v.Kind(e.Relation)
	case e.Annotation != "":
		return Annotated
	}
	return Bare
}

// Read returns the relation of e in the words that fit the end from: the relation as written where from holds the
// link, its inverse where from is the target. It returns "" for an edge without relation, for a relation without
// a known inverse, and for a node that is neither end.
func (v *Vocabulary) Read(e Edge, from string) string {
	switch from {
	case e.From:
		return e.Relation
	case e.To:
		inverse, _ := v.Inverse(e.Relation)
		return inverse
	}
	return ""
}

// singular returns the singular of an English noun in the plural, and other words changed or not: it is only good
// for looking up.
func singular(word string) string {
	if stem, ok := strings.CutSuffix(word, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(word, "s")
}
