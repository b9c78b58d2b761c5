package world

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vaultgraph/vault/lazyregexp"
)

// ticketKey is the form of a ticket's key: the project's prefix, a hyphen, a number without leading zeros. Prefixes
// are of two letters or digits at least and begin with a letter, as Jira wants them.
var ticketKey = lazyregexp.New(`^[A-Z][A-Z0-9_]+-[1-9][0-9]{0,8}$`)

// IsTicketKey reports whether s has the form of a ticket's key, in upper case.
func IsTicketKey(s string) bool { return ticketKey().MatchString(s) && !notAKey().MatchString(s) }

// notAKey are names of standards that look like keys. No prefix makes tickets of them.
var notAKey = lazyregexp.New(`^(?:UTF-(?:7|8|16|32)|SHA-(?:1|2|3|224|256|384|512)|CVE-(?:1999|20[0-9]{2}))$`)

// TicketKeys returns the keys of tickets that a text names, each once, in order. Only keys with one of the prefixes
// count, and in upper case: without prefixes there are none, for much that looks like a key is none. A key stands for
// itself: not within a word, and not as a part of a longer number such as PREFIX-12-34 or PREFIX-12.5.
func TicketKeys(prefixes []string, text string) []string {
	return findTicketKeys(prefixes, text, func(before rune, after string) bool {
		number := len(after) > 1 && (after[0] == '-' || after[0] == '.') && after[1] >= '0' && after[1] <= '9'
		return before != '-' && before != '_' && !strings.HasPrefix(after, "_") && !number
	})
}

// BranchTicketKeys is TicketKeys for the name of a branch: case does not count, and a key may have hyphens and
// underscores on both sides.
func BranchTicketKeys(prefixes []string, branch string) []string {
	return findTicketKeys(prefixes, strings.ToUpper(branch), func(rune, string) bool { return true })
}

func findTicketKeys(prefixes []string, text string, stands func(before rune, after string) bool) []string {
	var patterns []string
	for _, p := range prefixes {
		if p != "" {
			patterns = append(patterns, regexp.QuoteMeta(strings.ToUpper(p)))
		}
	}
	if len(patterns) == 0 {
		return nil
	}
	var keys []string
	for _, m := range regexp.MustCompile(`(?:`+strings.Join(patterns, "|")+`)-[0-9]+`).FindAllStringIndex(text, -1) {
		key, after := text[m[0]:m[1]], text[m[1]:]
		before, _ := utf8.DecodeLastRuneInString(text[:m[0]])
		next, _ := utf8.DecodeRuneInString(after)
		if IsTicketKey(key) && !inWord(before) && !inWord(next) && stands(before, after) && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// inWord reports whether r continues a word. The end of a text decodes as utf8.RuneError, which does not.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
