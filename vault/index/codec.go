package index

import (
	"encoding/binary"
	"errors"
	"hash/crc32"

	"vaultgraph/vault/note"
)

// errCorrupt is what decoding says of bytes that were not written so.
var errCorrupt = errors.New("the index holds what was never written into it")

// packNote packs what is kept of the text of a note; nil of a file that is none.
func packNote(f File) []byte {
	if f.Note == nil {
		return nil
	}
	return append(encode(f.Note), f.Sum[:]...)
}

// unpackNote unpacks parts of what packNote packed, and keeps nothing of packed.
func unpackNote(packed []byte, parts Parts) (n *note.Note, sum Sum, err error) {
	at := len(packed) - len(sum)
	if at < 0 {
		return nil, sum, errCorrupt
	}
	copy(sum[:], packed[at:])
	n, err = decode(packed[:at], parts)
	return n, sum, err
}

// encode packs a note without its text. The form is private to one version of the index.
func encode(n *note.Note) []byte {
	e := encoder{}
	e.frontmatter(&n.Frontmatter)
	e.span(n.Body)
	each(&e, n.Links, e.link)
	each(&e, n.Headings, func(h *note.Heading) {
		e.int(h.Level)
		e.string(h.Text)
		e.int(h.Line)
		e.span(h.Span)
	})
	each(&e, n.Blocks, func(b *note.Block) {
		e.string(b.ID)
		e.int(b.Line)
		e.span(b.Span)
		e.span(b.IDSpan)
	})
	e.marks(n)
	each(&e, n.Problems, func(p *note.Problem) {
		e.uint(uint64(p.Severity))
		e.int(p.Line)
		e.string(p.Message)
	})
	return binary.LittleEndian.AppendUint32(e.b, crc32.Checksum(e.b, castagnoli))
}

func (e *encoder) frontmatter(f *note.Frontmatter) {
	e.uint(uint64(f.State))
	e.span(f.Span)
	e.span(f.Content)
	e.string(f.Err)
	e.int(f.Line)
	e.strings(f.Tags)
	e.strings(f.Aliases)
	each(e, f.Properties, e.property)
}

// marks writes inline tags and fields.
func (e *encoder) marks(n *note.Note) {
	each(e, n.Tags, func(t *note.Tag) {
		e.string(t.Name)
		e.int(t.Line)
		e.span(t.Span)
	})
	each(e, n.Fields, func(f *note.Field) {
		e.string(f.Key)
		e.string(f.Value)
		e.int(f.Line)
		e.span(f.Span)
	})
}

// decode unpacks parts of what encode packed. All of it is looked at, so that one which is damaged is seen whatever
// is asked for.
func decode(packed []byte, parts Parts) (*note.Note, error) {
	at := len(packed) - crc32.Size
	if at < 0 || binary.LittleEndian.Uint32(packed[at:]) != crc32.Checksum(packed[:at], castagnoli) {
		return nil, errCorrupt
	}
	d := decoder{s: string(packed[:at])} // whose memory the strings of the note share
	n := &note.Note{}
	d.frontmatter(&n.Frontmatter, parts)
	n.Body = d.span()
	n.Links = some(&d, parts.have(Links), d.link)
	n.Headings = some(&d, parts.have(Outline), d.heading)
	n.Blocks = some(&d, parts.have(Outline), d.block)
	n.Tags = some(&d, parts.have(Marks), d.tag)
	n.Fields = some(&d, parts.have(Marks), d.field)
	n.Problems = list(&d, d.problem)
	if d.broken || d.s != "" {
		return nil, errCorrupt
	}
	return n, nil
}

func (d *decoder) frontmatter(f *note.Frontmatter, parts Parts) {
	f.State = note.State(d.uint())
	f.Span = d.span()
	f.Content = d.span()
	f.Err = d.string()
	f.Line = d.int()
	f.Tags = d.strings()
	f.Aliases = d.strings()
	f.Properties = some(d, parts.have(Properties), d.property)
}

func (d *decoder) heading() note.Heading {
	return note.Heading{Level: d.int(), Text: d.string(), Line: d.int(), Span: d.span()}
}

func (d *decoder) block() note.Block {
	return note.Block{ID: d.string(), Line: d.int(), Span: d.span(), IDSpan: d.span()}
}

func (d *decoder) tag() note.Tag {
	return note.Tag{Name: d.string(), Line: d.int(), Span: d.span()}
}

func (d *decoder) field() note.Field {
	return note.Field{Key: d.string(), Value: d.string(), Line: d.int(), Span: d.span()}
}

func (d *decoder) problem() note.Problem {
	return note.Problem{Severity: note.Severity(d.uint()), Line: d.int(), Message: d.string()}
}
