package vault

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
)

// inSection returns where in a section an item may go.
func (e *editor) inSection(s *note.Section, it item) []insertion {
	var tries []insertion
	if l := e.listIn(s.Own); l != nil {
		tries = append(tries, e.inList(l, it)...)
	}
	end := contentEnd(e.note, s.Own.End)
	if end < s.Heading.Span.End { // nothing below the heading
		end = lineEnd(e.note.Source, s.Heading.Span.End)
	}
	tries = append(tries, e.ownList(end, it.text)...)
	return append(tries, e.ownList(lineEnd(e.note.Source, s.Heading.Span.End), it.text)...)
}

// ownList returns the insertions of a list of one item behind the line that ends at an offset.
func (e *editor) ownList(at int, text string) []insertion {
	before := e.br + e.br + "- "
	plain := insertion{at: at, text: before + text, item: len(before)}
	spaced := plain
	spaced.text += e.br
	return []insertion{plain, spaced}
}

// listIn returns the last list that begins in a range of the note, the last one without numbers if there is one.
func (e *editor) listIn(s note.Span) *note.List {
	var found *note.List
	for i := range e.lists() {
		l := &e.lists()[i]
		if start := l.Items[0].Span.Start; start >= s.Start && start < s.End && (found == nil || found.Ordered || !l.Ordered) {
			found = l
		}
	}
	return found
}

// inList returns the insertion of an item into a list in its own style: marker, indentation, blank lines between
// items, and newest first where its dates say so.
func (e *editor) inList(l *note.List, it item) []insertion {
	src := e.note.Source
	gap := ""
	if l.Loose {
		gap = e.br
	}
	before := -1 // the item that the new one goes before
	if it.next != "" || newestFirst(src, l) {
		before = 0
	}
	if it.next != "" {
		before = slices.IndexFunc(l.Items, func(i note.ListItem) bool { return bytes.Contains(src[i.Span.Start:i.Span.End], []byte(it.next)) })
	}
	if before >= 0 && !l.Ordered {
		first := l.Items[before]
		lead := e.lead(first, 0)
		at := lineStart(src, first.Span.Start)
		return []insertion{{at: at, text: lead + it.text + e.br + gap, item: len(lead)}}
	}
	last := l.Items[len(l.Items)-1]
	text := e.br + gap + e.lead(last, len(l.Items)-1)
	at := lineEnd(src, last.Span.End)
	return []insertion{
		{at: at, text: text + it.text, item: len(text)},
		{at: at, text: text + it.text + e.br, item: len(text)},
	}
}

var numbered = lazyregexp.New(`^([0-9]{1,8})([.)])`)

// lead returns what stands before the text of an item like the given one: indentation, marker, blanks. The number of
// an ordered item is counted up.
func (e *editor) lead(like note.ListItem, index int) string {
	src := e.note.Source
	indent := string(src[lineStart(src, like.Span.Start):like.Span.Start])
	if strings.Trim(indent, " \t") != "" {
		indent = ""
	}
	marker := string(src[like.Span.Start:min(like.Span.Start+1, len(src))])
	gap := " "
	if head := string(src[like.Span.Start:like.Text.Start]); like.Text.Len() > 0 {
		marker = strings.TrimRight(head, " \t")
		if g := head[len(marker):]; g != "" && len(g) <= 4 {
			gap = g
		}
	}
	if m := numbered().FindStringSubmatch(marker); m != nil && index >= 0 {
		if n, err := strconv.Atoi(m[1]); err == nil {
			marker = strconv.Itoa(n+1) + m[2]
		}
	}
	return indent + marker + gap
}

// newestFirst says whether a list has at least two dates, and they only go down.
func newestFirst(src []byte, l *note.List) bool {
	last, falls := "", 0
	for _, i := range l.Items {
		text := string(src[i.Text.Start:i.Text.End])
		if !dateAtStart().MatchString(text) {
			continue
		}
		switch date := text[:len("2006-01-02")]; {
		case last != "" && date > last:
			return false
		case last != "" && date < last:
			falls++
			last = date
		default:
			last = date
		}
	}
	return falls > 0
}

func lineStart(src []byte, at int) int { return bytes.LastIndexByte(src[:at], '\n') + 1 }
