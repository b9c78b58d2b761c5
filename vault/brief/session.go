package brief

import (
	"fmt"
	"strings"
	"unicode"

	"vaultgraph/vault"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// lastSession words what the last session left, and how far back news reaches where that is not to be expected.
func (c *composer) lastSession() (block, bool) {
	e := entry{kind: KindLastSession, turn: Nobody}
	text := c.sessionText()
	window := c.windowText()
	switch {
	case text != "":
		last := c.in.Memory.Last
		e.refs, e.labels = []world.Ref{{Kind: world.RefNote, Key: last.Note}}, []string{""}
		e.command = "vault show " + vault.ShellWord(last.Note)
		e.text = text
		if window != "" {
			e.text = strings.TrimSuffix(text, ".") + ". " + strings.ToUpper(window[:1]) + window[1:]
		}
	case len(c.in.Answers) == 0: // nobody was asked
		return block{}, false
	case c.first:
		e.text = "First brief here: " + window
	case window != "" && c.in.Asked:
		e.text = fmt.Sprintf("Since %s: %s", c.day(c.in.Since), window)
	case window != "":
		e.text = fmt.Sprintf("Last brief %s: %s", c.day(c.in.Since), window)
	default:
		return block{}, false
	}
	return block{[]entry{e}}, true
}

func (c *composer) sessionText() string {
	last := c.in.Memory.Last
	if last == nil || last.Summary == "" {
		return ""
	}
	when := ""
	if !last.At.IsZero() {
		when = " (" + c.day(last.At) + ")"
	}
	return "Last session" + when + ": " + lowerFirst(plain(last.Summary, maxSummary))
}

func (c *composer) windowText() string {
	switch {
	case c.first:
		return "news of the last " + count(int(scan.FirstWindow.Hours()/24), "day")
	case c.capped:
		return "news of the last " + count(int(scan.MaxWindow.Hours()/24), "day") + " only"
	}
	return ""
}

// lowerFirst makes the first letter small where it begins a word that is written in small letters otherwise, so that
// the text can stand behind a colon.
func lowerFirst(s string) string {
	word, _, _ := strings.Cut(s, " ")
	rest := []rune(word)
	if len(rest) < 2 {
		return s
	}
	for _, r := range rest[1:] {
		if !unicode.IsLower(r) && r != ',' && r != '.' {
			return s
		}
	}
	return string(unicode.ToLower(rest[0])) + s[len(string(rest[0])):]
}
