package claim

import (
	"regexp"
	"strings"
	"sync"

	"vaultgraph/vault/world"
)

// A State is what a claim says of a pull request or ticket, in a few words that are the same for all spellings of it.
type State string

// The states of pull requests. Those of tickets are the words of the tracker, in small letters.
const (
	Open        State = "open"
	Draft       State = "draft"
	InReview    State = "in review"
	NeedsReview State = "needs review" // nobody has approved it yet
	Approved    State = "approved"
	Changes     State = "changes requested"
	Checks      State = "waiting for checks"
	Merged      State = "merged"
	Closed      State = "closed"
)

// A wording is a pattern for words that say a state. No two at the same place match differently long texts of which
// the shorter one comes first.
type wording struct {
	pattern string
	state   State
}

const reviewed = `(?:an?\s+|another\s+|one\s+more\s+|the\s+|[\p{L}-]+['’]s\s+)?(?:code\s+)?(?:re-?)?reviews?`

var changeWordings = []wording{
	{`(?:needs|requires|wants|awaits|awaiting)\s+` + reviewed, NeedsReview},
	{`(?:waits|waiting|pending)\s+(?:for\s+|on\s+)?` + reviewed, NeedsReview},
	{`(?:in|under)\s+(?:code\s+)?review`, InReview},
	{`(?:up|out|ready|open)\s+for\s+review`, InReview},
	{`(?:waits|waiting|pending)\s+(?:for\s+|on\s+)?(?:the\s+)?(?:checks|ci)`, Checks},
	{`changes\s+requested`, Changes},
	{`approved`, Approved},
	{`(?:an?\s+|in\s+)?draft`, Draft},
	{`in\s+progress`, Open},
	{`unmerged`, Open},
	{`open`, Open},
	{`merged`, Merged},
	{`closed`, Closed},
}

// ticketWordings say the states of tickets. The state is the word itself.
var ticketWordings = []wording{
	{`(?:needs|requires|awaits|awaiting)\s+` + reviewed, "in review"},
	{`(?:waits|waiting|pending)\s+(?:for\s+|on\s+)?` + reviewed, "in review"},
	{`(?:in|under)\s+(?:code\s+)?review`, "in review"},
	{`in\s+(?:progress|development|testing|qa)`, ""},
	{`in\s+the\s+backlog`, "backlog"},
	{`not\s+(?:yet\s+)?started`, "not started"},
	{`to[\s-]?do`, "to do"},
	{`open`, ""}, {`backlog`, ""}, {`done`, ""}, {`closed`, ""}, {`resolved`, ""}, {`fixed`, ""}, {`on\s+hold`, ""},
}

// A lexicon reads the words for the states of one kind of thing.
type lexicon struct {
	wordings []wording
	start    *regexp.Regexp // the words at the start of a text
	each     []*regexp.Regexp
}

func newLexicon(wordings []wording, tail string) *lexicon {
	l := &lexicon{wordings: wordings}
	var all []string
	for _, w := range wordings {
		all = append(all, w.pattern)
		l.each = append(l.each, regexp.MustCompile(`(?i)^(?:`+w.pattern+`)$`))
	}
	l.start = regexp.MustCompile(`(?i)^((?:` + strings.Join(all, "|") + `))` + tail)
	return l
}

// stateOf returns the state that words say.
func (l *lexicon) stateOf(words string) State {
	for i, re := range l.each {
		if re.MatchString(words) {
			if s := l.wordings[i].state; s != "" {
				return s
			}
			return plain(words)
		}
	}
	return ""
}

// plain returns words in small letters with single blanks.
func plain(words string) State {
	return State(strings.ToLower(strings.Join(strings.Fields(strings.NewReplacer("-", " ", "_", " ").Replace(words)), " ")))
}

const (
	name  = `(?-i:@?\p{Lu}[\p{L}\d_-]*)`
	names = `(?:\s+(?:by|from|of)\s+` + name + `(?:(?:,\s*|\s+and\s+|\s+or\s+|\s+)` + name + `)*)?`
	since = `(?:\s+(?:since|as\s+of)\s+(?:\d{4}-\d{2}-\d{2}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|last\s+week))?`
)

// The lexicons of pull requests and of tickets. Like other expressions, they are made when they are first used.
var (
	changeLexicon = sync.OnceValue(func() *lexicon { return newLexicon(changeWordings, names+since) })
	ticketLexicon = sync.OnceValue(func() *lexicon { return newLexicon(ticketWordings, names+since) })
)

// categories are what the usual words of trackers mean. A word that is not here means nothing for sure.
var categories = map[State]world.Category{
	"to do": world.Todo, "todo": world.Todo, "open": world.Todo, "backlog": world.Todo, "not started": world.Todo,
	"new": world.Todo, "reopened": world.Todo, "selected for development": world.Todo, "ready": world.Todo,
	"in progress": world.Doing, "doing": world.Doing, "in development": world.Doing, "in review": world.Doing,
	"review": world.Doing, "in testing": world.Doing, "testing": world.Doing, "in qa": world.Doing, "on hold": world.Doing,
	"blocked": world.Doing, "started": world.Doing, "waiting": world.Doing, "under review": world.Doing,
	"done": world.Done, "closed": world.Done, "resolved": world.Done, "fixed": world.Done, "completed": world.Done,
	"complete": world.Done, "finished": world.Done, "shipped": world.Done, "released": world.Done,
}

// settled reports whether a state is one that things end in.
func (s State) settled() bool { return s == Merged || categories[s] == world.Done }
