package brief

import (
	"slices"
	"time"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// window returns from when on what happened is news for a person who last was here at since, which is zero for the
// first time; capped says that this is later than since.
func window(now, since time.Time) (from time.Time, capped bool) {
	switch {
	case since.IsZero():
		return now.Add(-scan.FirstWindow), false
	case since.Before(now.Add(-scan.MaxWindow)):
		return now.Add(-scan.MaxWindow), true
	}
	return since, false
}

// A composer makes one brief.
type composer struct {
	calendar
	in     *Input
	me     world.Me
	since  time.Time
	first  bool // nothing is known of an earlier brief or session
	capped bool

	changes []told[world.Change]
	tickets []told[world.Ticket]
	deploys []told[world.Deploy]
	repos   []told[world.Repo]

	aliases  map[string]string // what a repository is called in the end, by the names that it has or had
	shared   map[string]bool   // short labels that several changes have
	callings callings
	entries  []entry
	released map[string]bool   // the commits of the deploys that are told
	refs     map[string]string // for Brief.Note, as the next two
	refsOf   string
	deployed map[string]world.Deploy
}

// told is something, and the answer that told it.
type told[T any] struct {
	it *T
	by *scan.Answer
}

// Compose makes the brief. The order of its lines is that of the package comment.
func Compose(in Input) *Brief {
	c := newComposer(&in)
	c.judgeChanges()
	c.judgeTickets()
	c.judgeDeploys()
	c.judgeRepos()
	c.judgeThreads()
	c.entries = slices.DeleteFunc(c.entries, func(e entry) bool { return c.dismissed(&e) || c.leftOut(&e) })
	b := &Brief{AsOf: in.Now, Since: c.since, Sources: in.Answers, Fixed: in.Fixed, Capture: in.Capture}
	c.lines(b)
	b.excerpt = in.Excerpt != nil
	b.refs, b.refsOf, b.deployed = c.refs, c.refsOf, c.deployed
	return b
}

func newComposer(in *Input) *composer {
	c := &composer{calendar: newCalendar(in.Now, in.Zone), in: in, me: in.Me}
	since := in.Since
	if last := in.Memory.Last; since.IsZero() && last != nil && last.Here {
		since = last.At // the note of a session is as good as a brief's own memory
	}
	c.first = since.IsZero()
	c.since, c.capped = window(in.Now, since)
	c.gather()
	return c
}

// gather lists what the answers hold, each thing once: of two answers that tell the same, the newer one counts.
func (c *composer) gather() {
	order := make([]*scan.Answer, 0, len(c.in.Answers))
	for i := range c.in.Answers {
		a := &c.in.Answers[i]
		c.me = c.me.With(a.Part.Me)
		order = append(order, a)
	}
	slices.SortStableFunc(order, func(a, b *scan.Answer) int { return b.AsOf.Compare(a.AsOf) })
	c.aliases = aliasesOf(order)
	known := map[string]bool{}
	once := func(key string) bool {
		again := known[key]
		known[key] = true
		return !again
	}
	for _, a := range order {
		for i := range a.Part.Changes {
			if ch := &a.Part.Changes[i]; once("change " + c.changeKey(ch.Repo, ch.Number)) {
				c.changes = append(c.changes, told[world.Change]{ch, a})
			}
		}
		for i := range a.Part.Tickets {
			if t := &a.Part.Tickets[i]; once("ticket " + fold(t.Key)) {
				c.tickets = append(c.tickets, told[world.Ticket]{t, a})
			}
		}
		for i := range a.Part.Deploys {
			if d := &a.Part.Deploys[i]; d.ID == "" || once("deploy "+a.Name+" "+d.Source+" "+c.repoKey(d.Repo)+" "+d.ID) {
				c.deploys = append(c.deploys, told[world.Deploy]{d, a})
			}
		}
		for i := range a.Part.Repos {
			if r := &a.Part.Repos[i]; r.Dir != "" && once("repo "+r.Dir) && !c.isVault(r) {
				c.repos = append(c.repos, told[world.Repo]{r, a})
			}
		}
	}
	c.shared = c.sharedLabels()
	c.callings = c.callingsOf()
}

// newsFrom returns from when on what an answer says is news. Where the source was silent at an earlier brief, that is
// before the brief: nobody has told it.
func (c *composer) newsFrom(a *scan.Answer) time.Time {
	if a.Since.IsZero() || c.in.Since.IsZero() && !c.first {
		return c.since
	}
	return a.Since
}

func (c *composer) add(e entry) { c.entries = append(c.entries, e) }
