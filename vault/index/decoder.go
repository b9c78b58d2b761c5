package index

import (
	"encoding/binary"
	"math"

	"vaultgraph/vault/note"
)

// A decoder reads from the front of s. After a mistake it is broken and returns zero values.
type decoder struct {
	s      string
	broken bool
}

func (d *decoder) fail() {
	d.broken = true
	d.s = ""
}

func (d *decoder) uint() uint64 {
	u, shift := uint64(0), 0
	for i := 0; i < len(d.s) && i < binary.MaxVarintLen64; i++ {
		c := d.s[i]
		u |= uint64(c&0x7f) << shift
		if c < 0x80 {
			d.s = d.s[i+1:]
			return u
		}
		shift += 7
	}
	d.fail()
	return 0
}

func (d *decoder) int() int {
	u := d.uint()
	if u > math.MaxInt32 { // no note is as large
		d.fail()
		return 0
	}
	return int(u)
}

func (d *decoder) string() string {
	n := d.int()
	if n > len(d.s) {
		d.fail()
		return ""
	}
	s := d.s[:n]
	d.s = d.s[n:]
	return s
}

func (d *decoder) strings() []string { return list(d, d.string) }

func (d *decoder) span() note.Span {
	start := d.int()
	return note.Span{Start: start, End: start + d.int()}
}

// list reads a count and as many elements. An element takes a byte at least, so a count that cannot be is seen.
func list[T any](d *decoder, element func() T) []T {
	n := d.int()
	if n > len(d.s) {
		d.fail()
	}
	if n == 0 || d.broken {
		return nil
	}
	out := make([]T, n)
	for i := range out {
		out[i] = element()
	}
	return out
}

// some is list where the elements are wanted; else it only reads over them.
func some[T any](d *decoder, wanted bool, element func() T) []T {
	if wanted {
		return list(d, element)
	}
	for n := d.int(); n > 0 && !d.broken; n-- {
		element()
	}
	return nil
}
