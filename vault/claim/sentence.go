package claim

import (
	"strings"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/note"
)

var (
	// sentenceEnd is what ends a sentence before another one. A dot within a name or a number does not.
	sentenceEnd = lazyregexp.New(`[.!?]["”’)\]*_]*\s+|;\s+`)
	// clauseEnd is what ends a clause too.
	clauseEnd = lazyregexp.New(`[,:(]\s*|\s+[—–-]+\s+|\s+(?:and|but|so|while|because)\s+`)
	// condition makes a sentence speak of what may be; past a clause, and then a sentence, of what once was.
	condition = lazyregexp.New(`(?i)\b(?:if|when|whenever|while|once|until|till|unless|after|before|whether|as\s+soon\s+as|(?:as|so)\s+long\s+as|in\s+case|` +
		`should|would|could|might|may|must|suppose|assum(?:e|es|ed|ing)|pretend|imagine|provided|for\s+(?:example|instance)|` +
		`wait\s+for|waiting\s+for|waits\s+for|expect|hope)\b`)
	past = lazyregexp.New(`(?i)\b(?:was|were|had|formerly|previously|earlier|used\s+to|no\s+longer|not|never|neither|nobody)\b|n['’]t\b`)
	// reported makes it what somebody said or thought, which stays what they did.
	reported = lazyregexp.New(`(?i)\b(?:said|says|told|tells|wrote|writes|mentioned|mentions|claimed|claims|thought|thinks?|believed|believes?|` +
		`promised|reported|reports)\s+(?:[\pL\d-]+\s+)?(?:that\b|(?:the\s+|our\s+|my\s+)?[*_]*$)|\baccording\s+to\b`)
	// wish makes the end of a thing what somebody wants, and nothing that has come.
	wish = lazyregexp.New(`(?i)\b(?:make\s+sure|makes\s+sure|ensures?|check|verify|see\s+(?:to\s+it\s+)?that|goals?|aims?|targets?|plan|planned|next|todo|` +
		`definition\s+of\s+done|criteri(?:on|a)|milestones?)\b`)
	// shared says behind a state that it is that of another thing too.
	shared = lazyregexp.New(`(?i)^\s*,?\s*(?:and\s+so|so|as)\s+(?:is|are|does|do)\b`)
	then   = lazyregexp.New(`(?i)\b(?:yesterday|at\s+(?:the|that)\s+time|back\s+then|by\s+then|last\s+(?:week|month|sprint|year|night)|` +
		`in\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)|` +
		`(?:as\s+of|on|by|until|at)\s+(?:\d{4}-\d{2}-\d{2}|\d{1,2}\s+[A-Z][a-z]+|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b`)
	// other is a preposition: what is said then is said of what stands before it, as in "the test for #12 is open".
	other = lazyregexp.New(`(?i)\b(?:for|of|on|about|to|from|with|without|behind|against|than)\s+(?:the\s+|our\s+|my\s+)?$`)
	// marked is a verb or preposition whose object is a thing together with its state: "get #12 merged".
	marked = lazyregexp.New(`(?i)\b(?:gets?|got|ha(?:ve|s|ving)|keeps?|leaves?|sees?|needs?|wants?|requires?|with|without|moved?|sets?|` +
		`marked|marks?|put|made|makes?|says?|said|called|calls?|for|than|as|like|from|of|to|between)\s+(?:the\s+)?$`)
	// subject is what may stand before a name at the start of its clause.
	subject = lazyregexp.New(`(?i)^\s*(?:\[.\]\s+)?(?:[*_"']*)(?:\d{4}-\d{2}-\d{2}\s*)?(?:(?:now|still|today|also|currently|the|our|my|its|this|that|open|` +
		`fix|fixed|change|changes|work|ticket|follow-up|blocked|done|see|via|in|by|is|rest)\s+)*[*_]*$`)
	// before is what joins a name to one before it, so that one state is said of both.
	joined = lazyregexp.New(`(?i)(?:,|\band|\bor|\bnor|&|\+|/)\s*(?:and\s+|or\s+)?(?:PRs?\s+|pull\s+requests?\s+)?$`)
)

// A place is where a claim would stand in a paragraph: who it is about, and what was found to be said.
type place struct {
	text    string // of the paragraph, what is hidden as NULs
	subject note.Span
	said    note.Span
	loose   bool // no verb and no punctuation stand between the two
	object  bool // the two are joined so that, behind a preposition, it is said of something else
	over    bool // it is said that the thing has come to its end
}

// asserts says whether the sentence around a place says that it is so now.
func (p place) asserts() bool {
	start := 0
	if ends := sentenceEnd().FindAllStringIndex(p.text[:p.subject.Start], -1); ends != nil {
		start = ends[len(ends)-1][1]
	}
	sentence := p.text[start:p.subject.Start]
	clause := sentence
	if ends := clauseEnd().FindAllStringIndex(sentence, -1); ends != nil {
		clause = sentence[ends[len(ends)-1][1]:]
	}
	switch {
	case condition().MatchString(sentence), then().MatchString(sentence), reported().MatchString(sentence), past().MatchString(clause),
		quoted(p.text[:p.subject.Start]), asked(p.text[p.said.End:]), shared().MatchString(p.text[p.said.End:]):
		return false
	case p.over && wish().MatchString(sentence):
		return false
	case p.object && other().MatchString(sentence):
		return false
	case p.loose && (marked().MatchString(sentence) || !subject().MatchString(clause)):
		return false
	}
	return true
}

// asked says whether the sentence goes on to a question mark.
func asked(rest string) bool {
	if end := sentenceEnd().FindStringIndex(rest); end != nil {
		rest = rest[:end[1]]
	}
	return strings.Contains(rest, "?")
}

// quoted says whether a quotation is open at the end of a text.
func quoted(before string) bool {
	return strings.Count(before, `"`)%2 == 1 || strings.Count(before, "“") > strings.Count(before, "”") ||
		strings.Count(before, "«") > strings.Count(before, "»") || strings.Count(before, "„") > strings.Count(before, "“")
}
