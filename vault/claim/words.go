package claim

import (
	"strings"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
	"vaultgraph/vault/world"
)

var (
	// between is what may stand between a name and its state, chain between one state and another, closing behind it.
	between = lazyregexp.New(`(?i)^[*_\]]*(?:\s*\(([^()\n]*)\))?(\s*[,:]\s*|\s+[—–-]+\s+|\s+)((?:which|that)\s+)?` +
		`((?:is|remains|stays)\s+)?((?:(?:still|now|currently|also|already)\s+)*)`)
	inside  = lazyregexp.New(`^[*_\]]*\s*\(`)
	chain   = lazyregexp.New(`(?i)^(?:\s*,\s*(?:and\s+|but\s+)?|\s+and\s+|\s+but\s+)(?:(?:is|still|it)\s+)*`)
	closing = lazyregexp.New(`^(?:[*_"”]*(?:[.!](?:\s|["”)*_]|$)|[,;:)\]](?:\s|$|[.,;:*_)])|$|\s+\^[A-Za-z0-9-]+\s*$|\s+[—–-]+\s|\s+\(|\s*\n\s*[\p{Lu}\[*_-])|\s+(?:but|so|because|while)\s)`)
)

// inParagraph returns the claims of one text, with their spans in it.
func inParagraph(text string) []Claim {
	var claims []Claim
	named := mentionsIn(text)
	for i, m := range named {
		if i > 0 && sharesState(text[named[i-1].span.End:m.span.Start]) {
			continue
		}
		lex := ticketLexicon()
		if m.ref.Kind == world.RefChange {
			lex = changeLexicon()
		}
		c, ok := behind(text, m, lex)
		if !ok {
			next := len(text)
			if i+1 < len(named) {
				next = named[i+1].span.Start
			}
			c, ok = inParentheses(text, next, m, lex)
		}
		if ok {
			c.Ref, c.Link, c.Form, c.subject = m.ref, m.link, FormWords, m.span.Start
			claims = append(claims, c)
		}
	}
	return claims
}

// sharesState says whether nothing but "and", a comma or the like stands between two names: then what follows the
// second one is said of both.
func sharesState(between string) bool {
	at := joined().FindStringIndex(between)
	return at != nil && strings.Trim(titleBehind().ReplaceAllString(between[:at[0]], ""), " \t*_") == ""
}

// titleBehind is what stands in parentheses behind a name, where it says no state.
var titleBehind = lazyregexp.New(`\s*\([^(),]*\)`)

// behind reads the words right behind a name.
func behind(text string, m mention, lex *lexicon) (Claim, bool) {
	rest := text[m.span.End:]
	b := between().FindStringSubmatchIndex(rest)
	if b == nil {
		return Claim{}, false
	}
	at := b[1]
	end, said, state := states(rest[at:], lex)
	if state == "" {
		return Claim{}, false
	}
	verb, adverbs := b[8] < b[9], b[10]
	start := adverbs
	if m.ref.Kind == world.RefChange && verb {
		start = b[8]
	}
	c := Claim{Said: said, State: state, Span: note.Span{Start: m.span.End + start, End: m.span.End + at + end}}
	if verb {
		c.Said = rest[at : at+len(said)]
	}
	joint := strings.TrimSpace(rest[b[4]:b[5]])
	p := place{text: text, subject: m.span, said: c.Span, over: c.Over()}
	p.loose = !verb && joint == "" && state != NeedsReview
	p.object = (verb || joint == "" || joint == ":") && b[6] == b[7]
	return c, p.asserts()
}

// states reads one state or several in a row, and returns where they end, the words of the first, and what it is. What
// follows them must end the thought.
func states(text string, lex *lexicon) (end int, said string, state State) {
	m := lex.start.FindStringSubmatchIndex(text)
	if m == nil {
		return 0, "", ""
	}
	end, said = m[1], text[m[2]:m[3]]
	state = lex.stateOf(said)
	for {
		join := chain().FindStringIndex(text[end:])
		if join == nil {
			break
		}
		next := lex.start.FindStringIndex(text[end+join[1]:])
		if next == nil {
			break
		}
		end += join[1] + next[1]
	}
	if !closing().MatchString(text[end:]) {
		return 0, "", ""
	}
	return end, said, state
}

// inParentheses reads the parts of the parentheses behind a name. Those that name something else, at next,
// tell of that.
func inParentheses(text string, next int, m mention, lex *lexicon) (Claim, bool) {
	open := inside().FindStringIndex(text[m.span.End:])
	if open == nil {
		return Claim{}, false
	}
	from := m.span.End + open[1]
	length := strings.IndexAny(text[from:], "()\n")
	if length < 0 || text[from+length] != ')' || next < from+length {
		return Claim{}, false
	}
	parts := text[from : from+length]
	for at := 0; at < len(parts); {
		blank := len(parts[at:]) - len(strings.TrimLeft(parts[at:], " "))
		end, said, state := states(parts[at+blank:], lex)
		if state != "" && end == len(strings.TrimRight(parts[at+blank:], " ")) {
			start := from + at + blank
			c := Claim{Said: said, State: state, Span: note.Span{Start: start, End: start + end}}
			return c, place{text: text, subject: m.span, said: c.Span, over: c.Over()}.asserts()
		}
		next := strings.IndexAny(parts[at:], ",;")
		if next < 0 {
			break
		}
		at += next + 1
	}
	return Claim{}, false
}
