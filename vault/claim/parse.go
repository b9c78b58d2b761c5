package claim

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"vaultgraph/vault/note"
	"vaultgraph/vault/world"
)

// A Form says how a claim is written.
type Form string

// The forms of claims.
const (
	FormStatus   Form = "status"   // the property
	FormWords    Form = "words"    // in a paragraph
	FormRelation Form = "relation" // of a bullet
)

// A Claim is one place of a note that says what state a pull request or ticket is in.
type Claim struct {
	Note  string     `json:"note,omitempty"` // vault path
	Line  int        `json:"line"`
	Form  Form       `json:"form"`
	Ref   world.Ref  `json:"ref"`
	Said  string     `json:"said"` // the words of the state, as written
	State State      `json:"state"`
	Span  note.Span  `json:"span"` // of what a correction takes the place of, in the note
	Block *Paragraph `json:"block,omitempty"`
	Link  string     `json:"link,omitempty"` // the wikilink that names the thing, until it is resolved

	modified time.Time // of the note
	subject  int       // where in the paragraph the name of the thing begins
}

// A Paragraph is what a claim stands in.
type Paragraph struct {
	At   int    `json:"at"`
	Text string `json:"text"`
	Box  int    `json:"box,omitempty"` // of an open task, in the text; 0 for none
	// Whole tells that the claim is all that the task says.
	Whole bool `json:"whole,omitempty"`
	// Target is the first link of a bullet.
	Target string `json:"target,omitempty"`
}

var (
	between = regexp.MustCompile(`(?i)^[*_\]]*(?:\s*\(([^()\n]*)\))?(\s*[,:]\s*|\s+[—–-]+\s+|\s+)((?:which|that)\s+)?` +
		`((?:is|remains|stays)\s+)?((?:(?:still|now|currently|also|already)\s+)*)`)
	inside  = regexp.MustCompile(`^[*_\]]*\s*\(`)
	chain   = regexp.MustCompile(`(?i)^(?:\s*,\s*(?:and\s+|but\s+)?|\s+and\s+|\s+but\s+)(?:(?:is|still|it)\s+)*`)
	closing = regexp.MustCompile(`^(?:[*_"”]*(?:[.!](?:\s|["”)*_]|$)|[,;:)\]](?:\s|$|[.,;:*_)])|$|\s+\^[A-Za-z0-9-]+\s*$|\s+[—–-]+\s|\s+\(|\s*\n\s*[\p{Lu}\[*_-])|\s+(?:but|so|because|while)\s)`)
	logs    = regexp.MustCompile(`(?i)^\W*(?:history|log|logs|changelog|change log|timeline|archive|diary|journal|rejected)\W*$`)
	// hint is what a text must hold for a claim to be in it.
	hint = regexp.MustCompile(`#\d|[A-Z0-9_]-\d|/pulls?/\d|/merge_requests/\d|\]\]`)
)

var changeLexicon, ticketLexicon = lexicons()

// inText returns the claims of the paragraphs of a note. References by wikilink are not resolved yet.
func inText(n *note.Note) []Claim {
	if !hint.Match(n.Source[n.Body.Start:n.Body.End]) {
		return nil
	}
	var claims []Claim
	for _, p := range n.Prose() {
		if logs.MatchString(p.Section) || p.Box > 0 && n.Source[p.Box] != ' ' {
			continue
		}
		text := visible(n, p)
		if !hint.MatchString(text) || strings.Contains(text, "superseded by") {
			continue
		}
		found := inParagraph(text)
		if p.Item.Len() > 0 {
			markRelation(n, p, found)
			if len(found) == 0 && strings.EqualFold(n.Frontmatter.String("type"), "sprint") {
				found = relationOfSprint(n, p, text)
			}
		}
		for _, c := range found {
			if strings.Count(text[c.Span.Start:c.Span.End], "\n") > 1 {
				continue
			}
			c.Block = &Paragraph{At: p.Span.Start, Text: string(n.Source[p.Span.Start:p.Span.End]), Target: firstLink(n, p)}
			if p.Box > 0 {
				c.Block.Box = p.Box - p.Span.Start
				c.Block.Whole = wholeTask(text, c, len(found))
			}
			c.Line = bytes.Count(n.Source[:p.Span.Start+c.Span.Start], []byte{'\n'}) + 1
			c.Span.Start, c.Span.End = c.Span.Start+p.Span.Start, c.Span.End+p.Span.Start
			c.Said = strings.Join(strings.Fields(c.Said), " ")
			claims = append(claims, c)
		}
	}
	return claims
}

// visible returns the text of a paragraph, what is hidden in it as NULs.
func visible(n *note.Note, p note.Prose) string {
	text := bytes.Clone(n.Source[p.Span.Start:p.Span.End])
	for _, h := range p.Hidden {
		for i := max(h.Start, p.Span.Start); i < min(h.End, p.Span.End); i++ {
			text[i-p.Span.Start] = 0
		}
	}
	return string(text)
}

func firstLink(n *note.Note, p note.Prose) string {
	if p.Item.Len() > 0 {
		for _, l := range n.Links {
			if l.Kind != note.LinkProperty && l.Span.Start >= p.Span.Start && l.Span.End <= p.Span.End {
				return l.Target
			}
		}
	}
	return ""
}

// wholeTask says whether a task says nothing but the one claim.
func wholeTask(text string, c Claim, claims int) bool {
	rest := strings.TrimSpace(blockID.ReplaceAllString(text[c.Span.End:], ""))
	return claims == 1 && strings.Trim(text[3:c.subject], "*_ ") == "" && strings.Trim(rest, ".)*_ ") == ""
}

var blockID = regexp.MustCompile(`\s\^[A-Za-z0-9-]+\s*$`)

// inParagraph returns the claims of one text, with their spans in it.
func inParagraph(text string) []Claim {
	var claims []Claim
	named := mentionsIn(text)
	for i, m := range named {
		if i > 0 && sharesState(text[named[i-1].span.End:m.span.Start]) {
			continue
		}
		lex := ticketLexicon
		if m.ref.Kind == world.RefChange {
			lex = changeLexicon
		}
		c, ok := behind(text, m, lex)
		if !ok {
			c, ok = inParentheses(text, m, lex)
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
	at := joined.FindStringIndex(between)
	return at != nil && strings.Trim(titleBehind.ReplaceAllString(between[:at[0]], ""), " \t*_") == ""
}

// titleBehind is what stands in parentheses behind a name, where it says no state.
var titleBehind = regexp.MustCompile(`\s*\([^(),]*\)`)

// behind reads the words right behind a name.
func behind(text string, m mention, lex *lexicon) (Claim, bool) {
	rest := text[m.span.End:]
	b := between.FindStringSubmatchIndex(rest)
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
	p := place{text: text, subject: m.span, said: c.Span}
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
		join := chain.FindStringIndex(text[end:])
		if join == nil {
			break
		}
		next := lex.start.FindStringIndex(text[end+join[1]:])
		if next == nil {
			break
		}
		end += join[1] + next[1]
	}
	if !closing.MatchString(text[end:]) {
		return 0, "", ""
	}
	return end, said, state
}

// inParentheses reads the parts of the parentheses behind a name.
func inParentheses(text string, m mention, lex *lexicon) (Claim, bool) {
	open := inside.FindStringIndex(text[m.span.End:])
	if open == nil {
		return Claim{}, false
	}
	from := m.span.End + open[1]
	length := strings.IndexAny(text[from:], "()\n")
	if length < 0 || text[from+length] != ')' {
		return Claim{}, false
	}
	parts := text[from : from+length]
	for at := 0; at < len(parts); {
		blank := len(parts[at:]) - len(strings.TrimLeft(parts[at:], " "))
		end, said, state := states(parts[at+blank:], lex)
		if state != "" && end == len(strings.TrimRight(parts[at+blank:], " ")) {
			start := from + at + blank
			c := Claim{Said: said, State: state, Span: note.Span{Start: start, End: start + end}}
			return c, place{text: text, subject: m.span, said: c.Span}.asserts()
		}
		next := strings.IndexAny(parts[at:], ",;")
		if next < 0 {
			break
		}
		at += next + 1
	}
	return Claim{}, false
}
