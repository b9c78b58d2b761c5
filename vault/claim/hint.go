package claim

import "strings"

// mayName reports whether a text can hold the name of a pull request or ticket, or a wikilink: a number behind a # or
// behind a capital, a digit or a _ and a dash; the address of a pull request; or the end of a link. Most texts of a vault
// claim nothing, and this is the cheapest way to know.
func mayName(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		switch text[i] {
		case '#':
			if isDigit(text[i+1]) {
				return true
			}
		case ']':
			if text[i+1] == ']' {
				return true
			}
		case '-':
			if i > 0 && isDigit(text[i+1]) && (isDigit(text[i-1]) || text[i-1] == '_' || 'A' <= text[i-1] && text[i-1] <= 'Z') {
				return true
			}
		case '/':
			for _, page := range [...]string{"/pull/", "/pulls/", "/merge_requests/"} {
				if rest, ok := strings.CutPrefix(text[i:], page); ok && rest != "" && isDigit(rest[0]) {
					return true
				}
			}
		}
	}
	return false
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// stems are parts of the words for states: each wording of the lexicons has one of them in it.
var stems = [...]string{
	"review", "open", "merged", "closed", "draft", "approved", "requested", "progress", "wait", "pending",
	"done", "todo", "to-do", "to do", "to\tdo", "to\ndo", "backlog", "started", "development", "testing", "qa", "resolved", "fixed", "hold",
}

// maySayState reports whether a text can hold the words for a state.
func maySayState(text string) bool {
	text = strings.ToLower(text)
	for _, stem := range stems {
		if strings.Contains(text, stem) {
			return true
		}
	}
	return false
}
