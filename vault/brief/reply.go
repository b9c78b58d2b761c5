package brief

import (
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// A question is what somebody wants an answer to from me.
type question struct {
	by    world.Person
	at    time.Time
	text  string
	maybe bool // it is not sure that an answer is wanted
}

// A listener is who I am where comments are read.
type listener struct {
	// responsible: questions that name nobody are mine, as on a ticket that I am assigned to and a change of mine.
	responsible bool
	// handles: what stands behind an @ is the name of an account, and mine is known.
	handles bool
	// done: only what mentions me still wants an answer.
	done bool
	// reporter is who reported the ticket, for the last rule of questionsIn.
	reporter world.Person
	// since is when I last did something that answers: what was said before wants nothing.
	since time.Time
}

// questionsIn returns what wants an answer from me, oldest first. Counted are the comments behind my last one, those
// of programs and my own left out:
//
//  1. One that mentions me, or speaks to me by name in a question, wants an answer, whatever the state of the ticket.
//  2. One with a question behind a comment of mine is a reply to me.
//  3. One with a question is mine where I am responsible.
//  4. Where I am responsible and the reporter had the last word, an answer may be wanted.
//
// A question that is put to somebody else by name is not mine, and neither is one that somebody else has answered: a
// later comment of a third person that asks nothing. One that is put to a name which nobody is known to have may be
// mine, under a nickname: an answer may be wanted.
func (c *composer) questionsIn(comments []world.Comment, l listener) []question {
	var people []*world.Comment
	replied := false // whether the comment before was mine, apart from others by the same person
	for i := range comments {
		m := &comments[i]
		switch {
		case m.Author.Bot:
		case c.me.Is(m.Author):
			people, replied = nil, true
		case l.since.IsZero(), m.At.After(l.since):
			people = append(people, m)
		}
	}
	var found []question
	for i, m := range people {
		reply := replied && (i == 0 || m.Author.Same(people[0].Author) && sameAuthor(people[:i+1]))
		asks := c.asksMe(m, l, reply)
		if len(asks) > 0 && asks[0].text != "" && c.answered(people[i+1:], m.Author, asks) {
			continue
		}
		found = append(found, asks...)
	}
	if n := len(people); len(found) == 0 && n > 0 && l.responsible && !l.done && people[n-1].Author.Same(l.reporter) {
		m := people[n-1]
		if s := sentencesOf(m.Text); len(s) > 0 && !c.toOthersOnly(m, s) {
			found = append(found, question{m.Author, m.At, s[0].text, true})
		}
	}
	return found
}

func sameAuthor(comments []*world.Comment) bool {
	return !slices.ContainsFunc(comments, func(m *world.Comment) bool { return !m.Author.Same(comments[0].Author) })
}

// asksMe returns the questions of one comment that are put to me. A mention without a question asks for a look: it is
// shown by the sentence behind the mention.
func (c *composer) asksMe(m *world.Comment, l listener, reply bool) []question {
	mentioned := slices.ContainsFunc(m.Mentions, c.me.Is)
	sentences := sentencesOf(m.Text)
	to := anybody
	if len(m.Mentions) > 0 && !mentioned {
		to = toOthers // until somebody is named
	}
	var asks []question
	for _, s := range sentences {
		called := c.callings.addresseeOf(s.text)
		if called == anybody && l.handles && handleFirst().MatchString(s.text) {
			called = toOthers
		}
		if called != anybody {
			to = called
		}
		if !s.asks {
			continue
		}
		unsure := to == toStranger && !mentioned
		mine := mentioned && to != toOthers || to == toMe || (to == anybody || unsure) && !l.done && (reply || l.responsible)
		if mine {
			asks = append(asks, question{m.Author, m.At, s.text, unsure})
		}
	}
	if len(asks) == 0 && mentioned && !anyAsks(sentences) {
		asks = append(asks, question{by: m.Author, at: m.At, text: c.mentioning(sentences)})
	}
	return asks
}

func anyAsks(sentences []sentence) bool {
	return slices.ContainsFunc(sentences, func(s sentence) bool { return s.asks })
}

// mentioning returns the sentence that speaks to me, else the first.
func (c *composer) mentioning(sentences []sentence) string {
	for _, s := range sentences {
		if c.callings.addresseeOf(s.text) == toMe {
			return s.text
		}
	}
	if len(sentences) > 0 {
		return sentences[0].text
	}
	return ""
}

// toOthersOnly reports whether a comment speaks to others by name and not to me.
func (c *composer) toOthersOnly(m *world.Comment, sentences []sentence) bool {
	if slices.ContainsFunc(m.Mentions, c.me.Is) {
		return false
	}
	if len(m.Mentions) > 0 {
		return true
	}
	others := false
	for _, s := range sentences {
		switch c.callings.addresseeOf(s.text) {
		case toMe:
			return false
		case toOthers:
			others = true
		}
	}
	return others
}

// answered reports whether one of the later comments answers what asker asked: it is by a third person, and asks
// nothing itself. A mere mention without a question can be answered by nobody but me.
func (c *composer) answered(later []*world.Comment, asker world.Person, asks []question) bool {
	if !strings.ContainsAny(asks[0].text, "?？؟") {
		return false
	}
	return slices.ContainsFunc(later, func(m *world.Comment) bool {
		return !m.Author.Same(asker) && !anyAsks(sentencesOf(m.Text)) && strings.TrimSpace(m.Text) != ""
	})
}
