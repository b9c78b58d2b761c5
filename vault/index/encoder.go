package index

import (
	"encoding/binary"

	"vaultgraph/vault/note"
)

// An encoder appends to b.
type encoder struct{ b []byte }

func (e *encoder) uint(u uint64) { e.b = binary.AppendUvarint(e.b, u) }
func (e *encoder) int(i int)     { e.uint(uint64(i)) }

func (e *encoder) string(s string) {
	e.int(len(s))
	e.b = append(e.b, s...)
}

func (e *encoder) strings(list []string) {
	e.int(len(list))
	for _, s := range list {
		e.string(s)
	}
}

func (e *encoder) span(s note.Span) {
	e.int(s.Start)
	e.int(s.End - s.Start)
}

// each writes the number of elements and each of them.
func each[T any](e *encoder, list []T, element func(*T)) {
	e.int(len(list))
	for i := range list {
		element(&list[i])
	}
}
