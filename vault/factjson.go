package vault

import (
	"encoding/json"
	"time"
)

type factJSON struct {
	ID         *string  `json:"id"`
	Kind       FactKind `json:"kind"`
	Note       *string  `json:"note"`
	Text       *string  `json:"text"`
	Because    *string  `json:"because"`
	Target     *string  `json:"target"`
	Relation   *string  `json:"relation"`
	Annotation *string  `json:"annotation"`
	Supersedes *string  `json:"supersedes"`
	Sources    []Source `json:"sources"`
}

// MarshalJSON writes the keys of the contract; what is absent is null.
func (f Fact) MarshalJSON() ([]byte, error) { return json.Marshal(f.json()) }

func (f Fact) json() factJSON {
	sources := f.Sources
	if sources == nil {
		sources = []Source{}
	}
	return factJSON{orNull(f.ID), f.Kind, orNull(f.Note), orNull(f.Text), orNull(f.Because), orNull(f.Target),
		orNull(f.Relation), orNull(f.Annotation), orNull(f.Supersedes), sources}
}

type sourceJSON struct {
	Kind  SourceKind `json:"kind"`
	Ref   *string    `json:"ref"`
	At    *time.Time `json:"at"`
	By    *string    `json:"by"`
	Quote *string    `json:"quote"`
	Line  *int       `json:"line"`
}

// MarshalJSON writes the keys of the contract; what is absent is null.
func (s Source) MarshalJSON() ([]byte, error) {
	return json.Marshal(sourceJSON{s.Kind, orNull(s.Ref), orNull(s.At), orNull(s.By), orNull(s.Quote), orNull(s.Line)})
}

// MarshalJSON writes the fact with its status and the reason for it, and where it stands.
func (r Result) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		factJSON
		Status   FactStatus `json:"status"`
		Why      *string    `json:"why"`
		Line     *int       `json:"line"`
		Write    *string    `json:"write"`
		Redacted bool       `json:"redacted"`
	}{r.Fact.json(), r.Status, orNull(r.Why), orNull(r.Line), orNull(r.Write), r.Redacted})
}

func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
