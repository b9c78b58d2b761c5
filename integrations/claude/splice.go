package claude

import (
	"bytes"
	"cmp"
	"slices"
)

// A splice puts text in the place of the bytes from start up to end.
type splice struct {
	start, end int
	text       string
}

// apply returns src with the splices done. They do not overlap; those that start at one place keep their order.
func apply(src []byte, splices []splice) []byte {
	slices.SortStableFunc(splices, func(a, b splice) int { return cmp.Compare(a.start, b.start) })
	var b bytes.Buffer
	at := 0
	for _, s := range splices {
		b.Write(src[at:s.start])
		b.WriteString(s.text)
		at = s.end
	}
	b.Write(src[at:])
	return b.Bytes()
}
