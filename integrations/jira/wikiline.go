package jira

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vaultgraph/vault/lazyregexp"
)

// longestLink is how far, in bytes, the end of a link, of an image or of {{...}} is looked for, so that a line of
// brackets costs no more than its length.
const longestLink = 4096

func itemNumber(n int) string { return strconv.Itoa(n) + ". " }

// inlineMarkup returns the text of a line of markup.
func (t *plainText) inlineMarkup(line string) string {
	var b strings.Builder
	for at := 0; at < len(line); {
		text, width := t.token(line, at)
		b.WriteString(text)
		at += width
	}
	return b.String()
}

// token returns what the markup at a place reads as, and how many bytes it takes.
func (t *plainText) token(line string, at int) (text string, width int) {
	rest := line[at:]
	switch rest[0] {
	case '\\':
		if strings.HasPrefix(rest, `\\`) {
			return "\n", 2
		}
		if len(rest) > 1 && strings.IndexByte(`\*_?-+^~{}[]()|!#`, rest[1]) >= 0 {
			return rest[1:2], 2
		}
	case '{':
		if inner, ok := enclosed(rest, "{{", "}}"); ok {
			return "`" + inner + "`", len(inner) + 4
		}
	case '[':
		if inner, ok := enclosed(rest, "[", "]"); ok {
			if text, ok := t.link(inner); ok {
				return text, len(inner) + 2
			}
		}
	case '!':
		if inner, ok := enclosed(rest, "!", "!"); ok && image().MatchString(inner) {
			return "[image]", len(inner) + 2
		}
	case '*', '_':
		if emphasis(line, at) {
			return "", 1
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	return rest[:size], size
}

// enclosed returns what stands between begin, which text starts with, and the next end.
func enclosed(text, begin, end string) (string, bool) {
	text, ok := strings.CutPrefix(text, begin)
	if !ok {
		return "", false
	}
	n := strings.Index(text[:min(len(text), longestLink)], end)
	if n <= 0 {
		return "", false
	}
	return text[:n], true
}

var (
	image   = lazyregexp.New(`^[^\s|!][^|!\n]*\.[A-Za-z0-9]{2,5}(\|[^!\n]*)?$`)
	address = lazyregexp.New(`^(?:[a-zA-Z][a-zA-Z0-9+.-]*://|mailto:)\S+$`)
)

// link returns what a link reads as, by what stands in its brackets: [~user], [~accountid:id], [address],
// [text|address], [text|address|smart-link], [^attachment], [#anchor]. Other brackets are text.
func (t *plainText) link(inner string) (string, bool) {
	if id, ok := strings.CutPrefix(inner, "~"); ok {
		id = strings.TrimSpace(id)
		if len(id) > len("accountid:") && strings.EqualFold(id[:len("accountid:")], "accountid:") {
			id = id[len("accountid:"):]
		}
		if id == "" || strings.ContainsAny(id, "|[") {
			return "", false
		}
		return t.mention(id, ""), true
	}
	if name, ok := strings.CutPrefix(inner, "^"); ok {
		return name, true
	}
	parts := strings.Split(inner, "|")
	if len(parts) == 1 {
		return inner, address().MatchString(inner)
	}
	switch target := strings.TrimSpace(parts[1]); {
	case address().MatchString(target):
		return linked(parts[0], target), true
	case strings.HasPrefix(target, "#"), strings.HasPrefix(target, "^"):
		return parts[0], true
	case strings.HasPrefix(target, "~"):
		return t.link(target)
	}
	return "", false
}

// emphasis reports whether the star or underscore at a place sets a word in bold or italics rather than standing for
// itself: it touches a word on one side only, and on the other stands a space, punctuation, or nothing.
func emphasis(line string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(line[:at])
	after, _ := utf8.DecodeRuneInString(line[at+1:])
	word := func(r rune, there bool) bool { return there && !unicode.IsSpace(r) }
	edge := func(r rune, there bool) bool { return !there || unicode.IsSpace(r) || unicode.IsPunct(r) }
	hasBefore, hasAfter := at > 0, at+1 < len(line)
	c := line[at : at+1]
	opens := edge(before, hasBefore) && word(after, hasAfter) && strings.Contains(line[at+1:min(len(line), at+longestLink)], c)
	closes := word(before, hasBefore) && edge(after, hasAfter) && strings.Contains(line[max(0, at-longestLink):at], c)
	return opens || closes
}
