package vault

import (
	"bytes"
	"strings"

	"vaultgraph/vault/journal"
	"vaultgraph/vault/note"
)

// correctionStands says whether the words that a correction wrote are in the note.
func correctionStands(w *journal.Write, content []byte) bool {
	for _, e := range w.Edits {
		if !bytes.Contains(content, []byte(lastLine(e.Above)+e.New)) {
			return false
		}
	}
	return true
}

// correctedWords returns the splice that puts back what a correction took the place of, where its words stand as they
// were written, between what stood around them.
func correctedWords(current []byte, e journal.Edit) (note.Splice, bool) {
	before := lastLine(e.Above)
	behind, _, _ := strings.Cut(e.Below, "\n")
	at, ok := once(current, before+e.New+behind)
	at += len(before)
	return note.Splice{Span: note.Span{Start: at, End: at + len(e.New)}, New: e.Old}, ok
}

// correctionOf returns a correction as the journal keeps it, to be made again.
func correctionOf(w *journal.Write) *Correction {
	c := &Correction{Note: w.Path, At: -1}
	if len(w.Edits) == 1 {
		before, e := lastLine(w.Edits[0].Above), w.Edits[0]
		c.Text = before + e.Old
		c.Edits = []note.Splice{{Span: note.Span{Start: len(before), End: len(c.Text)}, New: e.New}}
	}
	return c
}

// lastLine returns what stands behind the last line end of a text.
func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }
