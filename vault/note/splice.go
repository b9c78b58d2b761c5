package note

import "slices"

// A Splice is one edit of a text: New takes the place of the bytes in Span.
type Splice struct {
	Span Span
	New  string
}

// Edit returns src with splices made, which must not overlap; their order does not matter, and of two at one place
// the first given comes first. All other bytes are those of src, which stays as it is.
func Edit(src []byte, splices ...Splice) []byte {
	ordered := inOrder(splices)
	size := len(src)
	for _, s := range ordered {
		size += len(s.New) - s.Span.Len()
	}
	out := make([]byte, 0, size)
	at := 0
	for _, s := range ordered {
		out = append(out, src[at:s.Span.Start]...)
		out = append(out, s.New...)
		at = s.Span.End
	}
	return append(out, src[at:]...)
}

// Invert returns the splices that turn Edit(src, splices...) back into src.
func Invert(src []byte, splices ...Splice) []Splice {
	inverse := make([]Splice, 0, len(splices))
	shift := 0
	for _, s := range inOrder(splices) {
		start := s.Span.Start + shift
		inverse = append(inverse, Splice{Span{start, start + len(s.New)}, string(src[s.Span.Start:s.Span.End])})
		shift += len(s.New) - s.Span.Len()
	}
	return inverse
}

func inOrder(splices []Splice) []Splice {
	ordered := slices.Clone(splices)
	slices.SortStableFunc(ordered, func(a, b Splice) int { return a.Span.Compare(b.Span) })
	return ordered
}
