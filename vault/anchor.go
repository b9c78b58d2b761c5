package vault

import (
	"strings"
	"unicode"

	"vaultgraph/vault/note"
)

// The kinds of anchors.
const (
	AnchorHeading = "heading"
	AnchorBlock   = "block"
)

// Anchor returns what a link's subpath points at in the note n: its kind, and the line where it stands. A subpath
// "#^id" names a block. "#A#B" is a path through the outline: the first heading B below a heading A; headings
// between the two may be left out. Headings are compared without case, with all punctuation except - and _ as
// blanks, and runs of blanks as one.
func Anchor(n *note.Note, subpath string) (kind string, line int, ok bool) {
	var parts []string
	for part := range strings.SplitSeq(subpath, "#") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	if n == nil || len(parts) == 0 {
		return "", 0, false
	}
	if id, isBlock := strings.CutPrefix(parts[len(parts)-1], "^"); isBlock {
		for _, b := range n.Blocks {
			if strings.EqualFold(b.ID, id) {
				return AnchorBlock, b.Line, true
			}
		}
		return "", 0, false
	}
	for i, part := range parts {
		parts[i] = stripHeading(part)
	}
	if h := below(n.Headings, parts); h != nil {
		return AnchorHeading, h.Line, true
	}
	return "", 0, false
}

// below returns the first heading that the path parts leads to.
func below(headings []note.Heading, parts []string) *note.Heading {
	for i := range headings {
		h := &headings[i]
		if stripHeading(h.Text) != parts[0] {
			continue
		}
		if len(parts) == 1 {
			return h
		}
		end := i + 1
		for end < len(headings) && headings[end].Level > h.Level {
			end++
		}
		if found := below(headings[i+1:end], parts[1:]); found != nil {
			return found
		}
	}
	return nil
}

// stripHeading returns the form in which headings are compared. A text of punctuation only stays as it is, so
// that "???" is not the same as "!".
func stripHeading(s string) string {
	blank := func(r rune) rune {
		switch {
		case r == '-' || r == '_':
			return r
		case unicode.IsPunct(r), strings.ContainsRune("$+<=>^`|~", r):
			return ' '
		}
		return r
	}
	if words := strings.Fields(strings.Map(blank, s)); len(words) > 0 {
		return Fold(strings.Join(words, " "))
	}
	return Fold(s)
}
