package brief

import (
	"strings"
	"unicode/utf8"

	"vaultgraph/vault"
	"vaultgraph/vault/lazyregexp"
)

// What is shown of a text from outside, in characters.
const (
	maxQuestion = 120
	maxTitle    = 60
	maxName     = 40
	maxBranch   = 60
	maxSummary  = 240
	maxThread   = 110

	// What is looked at of a text, in bytes: of a comment for questions; and of any text beyond what is shown of it.
	maxRead   = 16 << 10
	spareRead = 512
)

// escapes are the sequences that a terminal obeys (ECMA-48): they are taken out whole, so that no "[31m" is left.
var escapes = lazyregexp.New("(?:\x1b\\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\x1b\\]|\u009d)[^\x07\x1b\u009c]*(?:\x07|\x1b\\\\|\u009c)?|\x1b[ -~]")

// inert are the signs that could make a link, a tag, code or the end of a quotation out of a quoted text.
var inert = strings.NewReplacer(`"`, "'", "“", "'", "”", "'", "„", "'", "«", "'", "»", "'", "`", "'",
	"[[", "[", "]]", "]", "](", "] (", "<", "‹", ">", "›")

// said returns what somebody wrote, as a quotation of at most most characters.
func said(s string, most int) string { return `"` + plain(s, most) + `"` }

// plain returns a text from outside as one line of at most most characters that is nothing but text: no secret,
// nothing that a terminal obeys or that is not seen, no brackets of links and tags.
func plain(s string, most int) string {
	s = start(s, 4*most+spareRead)
	s = escapes().ReplaceAllString(vault.Redact(strings.ToValidUTF8(s, "\ufffd")), "")
	s = strings.Map(visible, s)
	for {
		tame := inert.Replace(s)
		if tame == s {
			break
		}
		s = tame
	}
	return cut(strings.Join(strings.Fields(s), " "), most)
}

// start returns the beginning of a text, up to a blank, so that no half of a secret is left that nobody knows for one.
func start(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = strings.ToValidUTF8(s[:most], "")
	if i := strings.LastIndexFunc(s, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf }); i >= 0 {
		_, size := utf8.DecodeRuneInString(s[i:])
		return s[:i+size]
	}
	return s
}

// visible drops what is not seen, and makes a blank of everything that ends a line or moves the cursor.
func visible(r rune) rune {
	switch {
	case r == '\n', r == '\r', r == '\t', r == '\v', r == '\f', r == 0x85, r == 0x2028, r == 0x2029:
		return ' '
	case r >= 0xe0000 && r <= 0xe0fff: // tags and variation selectors can carry a hidden text
		return -1
	case r < utf8.RuneSelf && r >= ' ' && r != 0x7f:
		return r
	case vault.Printable(string(r)) != string(r):
		return -1
	}
	return r
}

// cut returns s with at most most characters, cut between words where that loses little. A quotation that is cut
// still ends.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := []rune(s)
	short := string(runes[:max(most-1, 0)])
	if i := strings.LastIndexByte(short, ' '); i > len(short)*3/4 {
		short = short[:i]
	}
	short = strings.TrimRight(short, " ,;:(")
	if strings.Count(short, `"`)%2 == 0 {
		return short + "…"
	}
	if utf8.RuneCountInString(short) > most-2 {
		short = strings.TrimRight(string([]rune(short)[:most-2]), " ")
	}
	if strings.Count(short, `"`)%2 == 0 { // the cut took the opening mark
		return short + "…"
	}
	return short + `…"`
}
