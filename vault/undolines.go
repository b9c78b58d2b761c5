package vault

import (
	"bytes"
	"slices"
	"strings"

	"vaultgraph/vault/journal"
	"vaultgraph/vault/note"
)

// ownLines returns the splices that take a write's own lines out of a note that was edited since. ok is false where
// one of them is no longer as it was written, or stands twice.
func ownLines(w *journal.Write, current []byte) (splices []note.Splice, ok bool) {
	for _, e := range w.Edits {
		var s note.Splice
		var found bool
		switch {
		case w.Kind == kindCorrect:
			s, found = correctedWords(current, e)
		case w.Created:
			s, found = ownLine(current, e.New, w.Fact)
		case strings.Contains(e.New, "\n"):
			if s, found = wholeText(current, e); !found {
				s, found = ownLine(current, e.New, w.Fact)
			}
		default:
			s, found = withinLine(current, e)
		}
		if !found {
			return nil, false
		}
		splices = append(splices, s)
	}
	slices.SortFunc(splices, func(a, b note.Splice) int { return a.Span.Compare(b.Span) })
	for i := 1; i < len(splices); i++ {
		if splices[i].Span.Start < splices[i-1].Span.End {
			return nil, false
		}
	}
	return splices, len(splices) > 0
}

// wholeText finds lines that were inserted as a whole: the section with its heading, or the item alone.
func wholeText(current []byte, e journal.Edit) (note.Splice, bool) {
	at, ok := once(current, e.New)
	if !ok {
		return note.Splice{}, false
	}
	end := at + len(e.New)
	if !strings.HasSuffix(e.New, "\n") && end < len(current) && current[end] != '\n' && current[end] != '\r' {
		return note.Splice{}, false // the last line goes on: a person has added to it
	}
	startsLine := at == 0 || current[at-1] == '\n' || string(current[:at]) == "\ufeff"
	if e.New[0] != '\n' && e.New[0] != '\r' && !startsLine {
		return note.Splice{}, false
	}
	if strings.Count(e.New, "\n") > 2 && strings.Contains(e.New, "# ") && moreFollows(current[end:]) {
		return note.Splice{}, false // the section that was made holds more by now
	}
	return note.Splice{Span: note.Span{Start: at, End: end}, New: e.Old}, true
}

// moreFollows says whether something else than a heading, or nothing, comes next.
func moreFollows(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && rest[0] != '#'
}

// ownLine finds the line of the fact itself among those that were inserted: the last one that ends in its id, or, for
// one without, the last one of all.
func ownLine(current []byte, inserted, fact string) (note.Splice, bool) {
	line := ""
	for l := range strings.Lines(inserted) {
		l = strings.TrimRight(l, "\r\n")
		if strings.HasSuffix(l, " ^"+fact) || strings.HasPrefix(strings.TrimLeft(l, " \t"), "- [[") {
			line = l
		}
	}
	if line == "" {
		return note.Splice{}, false
	}
	for start := 0; start < len(current); {
		end := lineEnd(current, start)
		next := min(end+len(lineBreak(current[end:])), len(current))
		if string(current[start:end]) == line {
			if next == end && start > 0 { // the last line: its own line break is the one before
				start -= len(breakBefore(current[:start]))
			}
			return note.Splice{Span: note.Span{Start: start, End: next}}, true
		}
		if next == start {
			break
		}
		start = next
	}
	return note.Splice{}, false
}

func lineBreak(rest []byte) string {
	for _, br := range []string{"\r\n", "\n"} {
		if bytes.HasPrefix(rest, []byte(br)) {
			return br
		}
	}
	return ""
}

func breakBefore(head []byte) string {
	for _, br := range []string{"\r\n", "\n"} {
		if bytes.HasSuffix(head, []byte(br)) {
			return br
		}
	}
	return ""
}

// withinLine finds an edit within one line by the text before it.
func withinLine(current []byte, e journal.Edit) (note.Splice, bool) {
	if e.New == "" {
		return note.Splice{}, false
	}
	at, ok := once(current, e.Above+e.New)
	if !ok {
		return note.Splice{}, false
	}
	at += len(e.Above)
	end := at + len(e.New)
	if end < len(current) && !bytes.ContainsRune([]byte("\r\n \t\"'),}^"), rune(current[end])) {
		return note.Splice{}, false
	}
	return note.Splice{Span: note.Span{Start: at, End: end}, New: e.Old}, true
}

// once returns where text stands in current if it stands there once.
func once(current []byte, text string) (int, bool) {
	at := bytes.Index(current, []byte(text))
	if at < 0 || bytes.Contains(current[at+1:], []byte(text)) {
		return 0, false
	}
	return at, true
}
