package index

import (
	"encoding/binary"
	"fmt"
)

// errFewer is what is wrong with a note that has fewer links than are stored of it.
var errFewer = fmt.Errorf("a note has fewer links than are stored: %w", errCorrupt)

// A storedLink is a link of a file as it is stored.
type storedLink struct {
	dst, relation       int64 // 0 for none
	line                int
	section, annotation string
	stem                uint32 // the number of its stem, 0 for a link to its own file
}

// stemSize is how many bytes a stem takes.
const stemSize = 4

// packLinks packs the links of a file: what a walk reads of them, and behind that their stems.
func packLinks(links []storedLink) []byte {
	e := encoder{make([]byte, 0, 48*len(links)+8)}
	e.int(len(links))
	section := ""
	for i := range links {
		l := &links[i]
		e.uint(uint64(l.dst))
		e.uint(uint64(l.relation))
		e.int(l.line)
		if l.section == section {
			e.int(0)
		} else {
			section = l.section
			e.int(len(section) + 1)
			e.b = append(e.b, section...)
		}
		e.string(l.annotation)
	}
	for i := range links {
		e.b = binary.LittleEndian.AppendUint32(e.b, links[i].stem)
	}
	return seal(e.b)
}

// A linkCursor reads what packLinks packed, one link after another. The texts share the memory of what it reads.
type linkCursor struct {
	d       decoder
	count   int
	next    int    // the number of the link to come
	section string // of the last link
}

func newLinkCursor(stored string) (linkCursor, error) {
	stored, err := unseal(stored)
	c := linkCursor{d: decoder{s: stored}}
	c.count = c.d.int()
	if err == nil && c.count > len(c.d.s) {
		err = errCorrupt
	}
	return c, err
}

// read reads the next link, but for its stem, and says whether there is one.
func (c *linkCursor) read(l *storedLink) bool {
	if c.next == c.count || c.d.broken {
		return false
	}
	c.next++
	l.dst, l.relation, l.line = int64(c.d.uint()), int64(c.d.uint()), c.d.int()
	switch n := c.d.int(); {
	case n > len(c.d.s)+1:
		c.d.fail()
	case n > 0:
		c.section, c.d.s = c.d.s[:n-1], c.d.s[n-1:]
	}
	l.section, l.annotation = c.section, c.d.string()
	return !c.d.broken
}

// err says what was wrong with what was read.
func (c *linkCursor) err() error {
	if c.d.broken || len(c.d.s) != stemSize*c.count {
		return errCorrupt
	}
	return nil
}

// unpackLinks returns the links that packLinks packed, with their stems.
func unpackLinks(stored string) ([]storedLink, error) {
	c, err := newLinkCursor(stored)
	if err != nil {
		return nil, err
	}
	var links []storedLink
	for l := (storedLink{}); c.read(&l); {
		links = append(links, l)
	}
	if err := c.err(); err != nil {
		return nil, err
	}
	for i := range links {
		links[i].stem = binary.LittleEndian.Uint32([]byte(c.d.s[stemSize*i:]))
	}
	return links, nil
}
