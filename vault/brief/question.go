package brief

import (
	"regexp"
	"strings"
	"unicode"

	"vaultgraph/vault/lazyregexp"
)

// A sentence is one sentence of a comment.
type sentence struct {
	text string
	asks bool // it ends with a question mark
}

var (
	inlineCode = lazyregexp.New("`[^`\n]+`|\\{\\{[^}\n]+\\}\\}")
	address    = lazyregexp.New(`(?i)\b[a-z][a-z0-9+.-]*://\S+|\bwww\.\S+`)
)

// sentencesOf takes a comment apart. Code between fences and quoted lines are left out: others wrote them, or nobody
// speaks in them. A question mark or full stop within an address or code ends no sentence.
func sentencesOf(text string) []sentence {
	text = strings.ToValidUTF8(start(text, maxRead), "\ufffd")
	var out []sentence
	fenced := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fenced = !fenced
		case fenced, trimmed == "", strings.HasPrefix(trimmed, ">"):
		default:
			out = append(out, sentencesOfLine(trimmed)...)
		}
	}
	return out
}

func sentencesOfLine(line string) []sentence {
	masked := []byte(line)
	for _, re := range []*regexp.Regexp{inlineCode(), address()} {
		for _, m := range re.FindAllStringIndex(line, -1) {
			for i := m[0]; i < m[1]; i++ {
				masked[i] = 'x'
			}
		}
	}
	var out []sentence
	start, asks := 0, false
	end := func(at int) {
		if s := strings.TrimSpace(line[start:at]); s != "" {
			out = append(out, sentence{text: s, asks: asks})
		}
		start, asks = at, false
	}
	runes := []rune(string(masked))
	at := 0
	for i, r := range runes {
		at += len(string(r))
		if !strings.ContainsRune(".!?？؟。！", r) {
			continue
		}
		question := strings.ContainsRune("?？؟", r)
		next := ' '
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		wide := strings.ContainsRune("？。！", r)
		if question && (wide || !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '=') {
			asks = true
		}
		if strings.ContainsRune(".!?？؟。！", next) {
			continue
		}
		if wide || unicode.IsSpace(next) || strings.ContainsRune(`)"'”»*_`, next) {
			end(at)
		}
	}
	end(len(line))
	return out
}
