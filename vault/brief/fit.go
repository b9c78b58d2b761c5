package brief

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"vaultgraph/vault/world"
)

// The bounds of a brief, in lines and characters. All lines with their line ends stay below the 2,000 characters that
// a host shows of an output that it finds too long.
const (
	maxLines = 10
	maxLine  = 400
	maxBrief = 1900
	// maxSingles is how many tickets get a line of their own where there is room; the rest share one.
	maxSingles = 3
)

// lines arranges all entries into the lines of the brief.
func (c *composer) lines(b *Brief) {
	blocks := blocksOf(c.entries)
	fixed, anyFixed := c.fixedLine()
	sources := c.sourceLines()
	if x := c.in.Excerpt; x != nil {
		blocks = shareLines(blocks, x.Lines)
		all := slices.Clone(blocks[:min(len(blocks), x.Lines)])
		b.More = c.render(blocks[len(all):], maxLine)
		if anyFixed {
			all = append(all, fixed)
		}
		all = append(all, sources...)
		b.Lines = c.render(all, widthFor(c, all))
		return
	}
	if len(blocks) == 0 && !anyFixed && len(sources) == 0 && len(c.answeredNames()) > 0 {
		b.Lines = c.render([]block{c.quietLine()}, maxLine)
		return
	}
	session, anySession := c.lastSession()
	around := 1 + len(sources)
	if anyFixed {
		around++
	}
	if anySession {
		around++
	}
	blocks = shareLines(blocks, maxLines-around)
	shown := blocks[:min(len(blocks), maxLines-around)]
	left := blocks[len(shown):]
	b.More = c.render(left, maxLine)
	all := slices.Clone(shown)
	if anySession {
		all = slices.Insert(all, 0, session)
	}
	if anyFixed {
		all = append(all, fixed)
	}
	all = append(all, sources...)
	if len(c.entries) > 0 || len(c.in.Answers) > 0 { // who asked nobody knows of nothing
		all = append(all, c.nextLine(len(left)))
	}
	b.Lines = c.render(all, widthFor(c, all))
}

// shareLines puts tickets that would have lines of their own on one line, until the blocks fit or one is left.
func shareLines(blocks []block, room int) []block {
	for singles := maxSingles; singles >= 1; singles-- {
		out := share(blocks, singles)
		if len(out) <= room || singles == 1 {
			return out
		}
	}
	return blocks
}

func share(blocks []block, singles int) []block {
	var out []block
	rest := -1
	n := 0
	for _, b := range blocks {
		if b.first().short == "" {
			out = append(out, b)
			continue
		}
		if n++; n <= singles {
			out = append(out, b)
			continue
		}
		e := *b.first()
		e.text, e.head = e.short, "Also asked: "
		if rest < 0 {
			rest = len(out)
			out = append(out, block{})
		}
		out[rest].entries = append(out[rest].entries, e)
	}
	if rest >= 0 && len(out[rest].entries) == 1 && n == singles+1 { // one alone needs no such line
		return blocks
	}
	return out
}

// widthFor returns the longest line that all lines may have so that they fit together: short ones leave room for
// longer ones.
func widthFor(c *composer, blocks []block) int {
	lengths := make([]int, len(blocks))
	for i := range blocks {
		lengths[i] = utf8.RuneCountInString(c.text(&blocks[i], maxLine)) + 1
	}
	slices.Sort(lengths)
	room := maxBrief
	for i, n := range lengths {
		if share := room / (len(lengths) - i); n > share {
			return min(share-1, maxLine)
		}
		room -= n
	}
	return maxLine
}

func (c *composer) render(blocks []block, width int) []Line {
	var lines []Line
	for i := range blocks {
		lines = append(lines, c.line(&blocks[i], width))
	}
	return lines
}

func (c *composer) line(b *block, width int) Line {
	first := b.first()
	l := Line{Kind: first.kind, Turn: first.turn, Text: c.text(b, width), Command: first.command}
	for i := range b.entries {
		e := &b.entries[i]
		for j, r := range e.refs {
			if !slices.ContainsFunc(l.Refs, func(have world.Ref) bool { return c.sameRef(have, r) }) {
				l.Refs = append(l.Refs, r)
				l.labels = append(l.labels, e.labels[j])
			}
		}
		if e.source != nil {
			l.Source = e.source.Name
			if l.AsOf.IsZero() || e.source.AsOf.Before(l.AsOf) {
				l.AsOf = e.source.AsOf
			}
		}
	}
	return l
}

// text renders a line of at most width characters: its heads, each with its entries; what there is no room for is
// counted. Of the first entry as much is shown as fits.
func (c *composer) text(b *block, width int) string {
	suffix := c.age(b)
	room := width - utf8.RuneCountInString(suffix) - 1
	var text strings.Builder
	for i := range b.entries {
		e := &b.entries[i]
		piece := e.text
		switch {
		case i == 0:
			piece = e.head + piece
		case e.head != b.entries[i-1].head:
			piece = "; " + lowerFirst(e.head) + piece
		default:
			piece = separatorOf(e) + piece
		}
		left := room - utf8.RuneCountInString(text.String())
		rest := ""
		if n := len(b.entries) - i - 1; n > 0 {
			rest = fmt.Sprintf(" and %d more", n)
		}
		if utf8.RuneCountInString(piece)+len(rest) <= left {
			text.WriteString(piece)
			continue
		}
		if i == 0 {
			text.WriteString(cut(piece, left-len(rest)))
			text.WriteString(rest)
		} else {
			fmt.Fprintf(&text, " and %d more", len(b.entries)-i)
		}
		break
	}
	return fullStop(text.String()) + suffix
}

func separatorOf(e *entry) string {
	if e.separator == "" {
		return ", "
	}
	return e.separator
}

// fullStop ends a line with a full stop, where it does not end anyhow.
func fullStop(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], `".!?`) || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}

// worthSaying is the age from which on a stored answer is shown with it, though it may be all that was wanted.
const worthSaying = time.Hour

// age says how old a line is whose source did not answer now.
func (c *composer) age(b *block) string {
	var oldest time.Time
	for i := range b.entries {
		a := b.entries[i].source
		if a == nil || a.AsOf.IsZero() || b.entries[i].kind == KindSource || a.Answered() && c.in.Now.Sub(a.AsOf) < worthSaying {
			continue
		}
		if oldest.IsZero() || a.AsOf.Before(oldest) {
			oldest = a.AsOf
		}
	}
	if oldest.IsZero() {
		return ""
	}
	return " (as of " + c.moment(oldest) + ")"
}

// leftOut reports whether an excerpt leaves out an entry.
func (c *composer) leftOut(e *entry) bool {
	x := c.in.Excerpt
	if x == nil {
		return false
	}
	return e.level == chore || e.source == nil || !latest(e.at, e.event).After(x.After(e.source.Name))
}
