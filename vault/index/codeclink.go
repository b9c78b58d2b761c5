package index

import "vaultgraph/vault/note"

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
