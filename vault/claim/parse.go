package claim

import (
	"bytes"
	"strings"
	"time"

	"vaultgraph/vault/lazyregexp"
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
	by       world.Ref // the pull request that the note of a ticket names as that of the ticket
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

var logs = lazyregexp.New(`(?i)^\W*(?:history|log|logs|changelog|change log|timeline|archive|diary|journal|rejected)\W*$`)

// maxParagraph is the length in bytes of the longest paragraph that is looked at. What is longer was not written by
// hand, and the time for reading one grows faster than its length.
const maxParagraph = 16 << 10

// inText returns the claims of the paragraphs of a note. References by wikilink are not resolved yet.
func inText(n *note.Note) []Claim {
	if !mayName(string(n.Source[n.Body.Start:n.Body.End])) {
		return nil
	}
	r := textReader{note: n, line: 1, sprint: strings.EqualFold(n.Frontmatter.String("type"), "sprint")}
	for i := range n.Links {
		if n.Links[i].Kind != note.LinkProperty {
			r.links = n.Links[i:]
			break
		}
	}
	for _, p := range n.Prose() {
		if logs().MatchString(p.Section) || p.Box > 0 && n.Source[p.Box] != ' ' || p.Span.Len() > maxParagraph {
			continue
		}
		text := visible(n, p)
		if mayName(text) && !strings.Contains(text, "superseded by") {
			r.paragraph(p, text)
		}
	}
	return r.claims
}

// A textReader goes over the paragraphs of a note.
type textReader struct {
	note   *note.Note
	sprint bool
	links  []note.Link // of the body, from the paragraph on
	at     int         // where line is
	line   int
	claims []Claim
}

// paragraph files the claims of one paragraph, whose visible text is text.
func (r *textReader) paragraph(p note.Prose, text string) {
	src := r.note.Source
	links := r.linksOf(p)
	var found []Claim
	if maySayState(text) {
		found = inParagraph(text)
	}
	if p.Item.Len() > 0 {
		markRelation(p, links, found)
		if len(found) == 0 && r.sprint {
			found = relationOfSprint(p, links, text)
		}
	}
	for _, c := range found {
		if strings.Count(text[c.Span.Start:c.Span.End], "\n") > 1 {
			continue
		}
		c.Block = &Paragraph{At: p.Span.Start, Text: string(src[p.Span.Start:p.Span.End])}
		if p.Item.Len() > 0 && len(links) > 0 {
			c.Block.Target = links[0].Target
		}
		if p.Box > 0 {
			c.Block.Box = p.Box - p.Span.Start
			c.Block.Whole = wholeTask(text, c, len(found))
		}
		c.Span.Start, c.Span.End = c.Span.Start+p.Span.Start, c.Span.End+p.Span.Start
		r.line += bytes.Count(src[r.at:c.Span.Start], []byte{'\n'})
		r.at, c.Line = c.Span.Start, r.line
		c.Said = strings.Join(strings.Fields(c.Said), " ")
		r.claims = append(r.claims, c)
	}
}

// linksOf returns the links of a paragraph. Paragraphs come in the order of the text, and so do links.
func (r *textReader) linksOf(p note.Prose) []note.Link {
	for len(r.links) > 0 && r.links[0].Span.Start < p.Span.Start {
		r.links = r.links[1:]
	}
	n := 0
	for n < len(r.links) && r.links[n].Span.End <= p.Span.End {
		n++
	}
	return r.links[:n]
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

// wholeTask says whether a task says nothing but the one claim.
func wholeTask(text string, c Claim, claims int) bool {
	rest := strings.TrimSpace(blockID().ReplaceAllString(text[c.Span.End:], ""))
	return claims == 1 && strings.Trim(text[3:c.subject], "*_ ") == "" && strings.Trim(rest, ".)*_ ") == ""
}

var blockID = lazyregexp.New(`\s\^[A-Za-z0-9-]+\s*$`)
