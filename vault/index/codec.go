package index

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"maps"
	"math"
	"slices"

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

// unpackNote unpacks what packNote packed.
func unpackNote(s string) (n *note.Note, sum Sum, err error) {
	at := len(s) - len(sum)
	if at < 0 {
		return nil, sum, errCorrupt
	}
	copy(sum[:], s[at:])
	n, err = decode(s[:at])
	return n, sum, err
}

// encode packs a note without its text. The form is private to one version of the index.
func encode(n *note.Note) []byte {
	e := encoder{}
	f := &n.Frontmatter
	e.uint(uint64(f.State))
	e.span(f.Span)
	e.span(f.Content)
	e.string(f.Err)
	e.int(f.Line)
	e.strings(f.Tags)
	e.strings(f.Aliases)
	e.int(len(f.Properties))
	for _, p := range f.Properties {
		e.property(p)
	}
	e.span(n.Body)
	e.int(len(n.Links))
	for i := range n.Links {
		e.link(&n.Links[i])
	}
	e.int(len(n.Headings))
	for _, h := range n.Headings {
		e.int(h.Level)
		e.string(h.Text)
		e.int(h.Line)
		e.span(h.Span)
	}
	e.int(len(n.Blocks))
	for _, b := range n.Blocks {
		e.string(b.ID)
		e.int(b.Line)
		e.span(b.Span)
		e.span(b.IDSpan)
	}
	e.int(len(n.Tags))
	for _, t := range n.Tags {
		e.string(t.Name)
		e.int(t.Line)
		e.span(t.Span)
	}
	e.int(len(n.Fields))
	for _, f := range n.Fields {
		e.string(f.Key)
		e.string(f.Value)
		e.int(f.Line)
		e.span(f.Span)
	}
	e.int(len(n.Problems))
	for _, p := range n.Problems {
		e.uint(uint64(p.Severity))
		e.int(p.Line)
		e.string(p.Message)
	}
	return binary.LittleEndian.AppendUint32(e.b, crc32.Checksum(e.b, castagnoli))
}

// decode unpacks what encode packed. The strings of the note share the memory of s.
func decode(s string) (*note.Note, error) {
	at := len(s) - crc32.Size
	if at < 0 || binary.LittleEndian.Uint32([]byte(s[at:])) != crc32.Checksum([]byte(s[:at]), castagnoli) {
		return nil, errCorrupt
	}
	d := decoder{s: s[:at]}
	n := &note.Note{}
	f := &n.Frontmatter
	f.State = note.State(d.uint())
	f.Span = d.span()
	f.Content = d.span()
	f.Err = d.string()
	f.Line = d.int()
	f.Tags = d.strings()
	f.Aliases = d.strings()
	f.Properties = list(&d, d.property)
	n.Body = d.span()
	n.Links = list(&d, d.link)
	n.Headings = list(&d, func() note.Heading {
		return note.Heading{Level: d.int(), Text: d.string(), Line: d.int(), Span: d.span()}
	})
	n.Blocks = list(&d, func() note.Block {
		return note.Block{ID: d.string(), Line: d.int(), Span: d.span(), IDSpan: d.span()}
	})
	n.Tags = list(&d, func() note.Tag {
		return note.Tag{Name: d.string(), Line: d.int(), Span: d.span()}
	})
	n.Fields = list(&d, func() note.Field {
		return note.Field{Key: d.string(), Value: d.string(), Line: d.int(), Span: d.span()}
	})
	n.Problems = list(&d, func() note.Problem {
		return note.Problem{Severity: note.Severity(d.uint()), Line: d.int(), Message: d.string()}
	})
	if d.broken || d.s != "" {
		return nil, errCorrupt
	}
	return n, nil
}

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

func (e *encoder) property(p note.Property) {
	e.string(p.Key)
	e.int(p.Line)
	e.span(p.Span)
	e.value(p.Value)
}

// The kinds of property values.
const (
	valueNull = iota
	valueFalse
	valueTrue
	valueText
	valueInt
	valueFloat
	valueList
	valueMap
)

func (e *encoder) value(v any) {
	switch v := v.(type) {
	case bool:
		if v {
			e.uint(valueTrue)
		} else {
			e.uint(valueFalse)
		}
	case string:
		e.uint(valueText)
		e.string(v)
	case int64:
		e.uint(valueInt)
		e.uint(uint64(v))
	case float64:
		e.uint(valueFloat)
		e.uint(math.Float64bits(v))
	case []any:
		e.uint(valueList)
		e.int(len(v))
		for _, x := range v {
			e.value(x)
		}
	case map[string]any:
		e.uint(valueMap)
		e.int(len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			e.string(k)
			e.value(v[k])
		}
	default:
		e.uint(valueNull)
	}
}

// Flags of a link.
const (
	flagEmbed = 1 << iota
	flagAlias
	flagConnection
)

func (e *encoder) link(l *note.Link) {
	flags := uint64(0)
	if l.Embed {
		flags |= flagEmbed
	}
	if l.HasAlias {
		flags |= flagAlias
	}
	if l.Connection {
		flags |= flagConnection
	}
	e.uint(uint64(l.Kind))
	e.uint(flags)
	for _, s := range []string{l.Target, l.Subpath, l.Alias, l.Key, l.Relation, l.Annotation, l.Section} {
		e.string(s)
	}
	e.int(l.Line)
	e.int(l.PropertyLine)
	e.span(l.Span)
	e.span(l.TargetSpan)
	e.span(l.Item)
}

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

func (d *decoder) property() note.Property {
	return note.Property{Key: d.string(), Line: d.int(), Span: d.span(), Value: d.value(0)}
}

// maxDepth is how deep lists and mappings may stand in one another; package note allows no more.
const maxDepth = 2000

func (d *decoder) value(depth int) any {
	if depth > maxDepth {
		d.fail()
		return nil
	}
	switch kind := d.uint(); kind {
	case valueNull:
		return nil
	case valueFalse, valueTrue:
		return kind == valueTrue
	case valueText:
		return d.string()
	case valueInt:
		return int64(d.uint())
	case valueFloat:
		return math.Float64frombits(d.uint())
	case valueList:
		return append([]any{}, list(d, func() any { return d.value(depth + 1) })...)
	case valueMap:
		m := map[string]any{}
		for n := d.int(); n > 0 && !d.broken; n-- {
			k := d.string()
			m[k] = d.value(depth + 1)
		}
		return m
	}
	d.fail()
	return nil
}

func (d *decoder) link() note.Link {
	l := note.Link{Kind: note.LinkKind(d.uint())}
	flags := d.uint()
	l.Embed, l.HasAlias, l.Connection = flags&flagEmbed != 0, flags&flagAlias != 0, flags&flagConnection != 0
	for _, s := range []*string{&l.Target, &l.Subpath, &l.Alias, &l.Key, &l.Relation, &l.Annotation, &l.Section} {
		*s = d.string()
	}
	l.Line, l.PropertyLine = d.int(), d.int()
	l.Span, l.TargetSpan, l.Item = d.span(), d.span(), d.span()
	if l.Kind > note.LinkCanvas {
		d.fail()
	}
	return l
}
