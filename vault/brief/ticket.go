package brief

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// judgeTickets finds what is to be said of tickets: questions to me, moves by others, tickets that are new to me, and
// what is left of a sprint that ends.
func (c *composer) judgeTickets() {
	for _, t := range c.tickets {
		c.judgeQuestions(t)
		if c.me.Is(t.it.Assignee) {
			c.judgeMove(t)
			c.judgeNewTicket(t)
		}
	}
	c.judgeSprint()
}

func (c *composer) ticketEntry(t told[world.Ticket]) entry {
	key := plain(t.it.Key, maxName)
	return entry{
		kind: KindTicket, near: c.nearnessOfTicket(t.it), refs: []world.Ref{t.it.Ref()}, labels: []string{key},
		source: t.by, command: "vault done " + key,
	}
}

// nearnessOfTicket takes a ticket for one of this repository where the service's note links to it, or a branch or
// change of this repository names it. All others are as near as a neighbour: a ticket has no repository.
func (c *composer) nearnessOfTicket(t *world.Ticket) nearness {
	if slices.ContainsFunc(c.in.Memory.Tickets, func(key string) bool { return strings.EqualFold(key, t.Key) }) {
		return here
	}
	for _, ch := range c.changes {
		if c.nearnessOf(ch.it.Repo) == here && (namesKey(ch.it.Title, t.Key) || namesKey(ch.it.Head, t.Key)) {
			return here
		}
	}
	for _, r := range c.repos {
		if c.nearnessOfClone(r.it) != here {
			continue
		}
		for _, w := range r.it.Worktrees {
			if namesKey(w.Branch, t.Key) {
				return here
			}
		}
	}
	return neighbour
}

// namesKey reports whether text holds a ticket's key and not a longer one.
func namesKey(text, key string) bool {
	text, key = strings.ToUpper(text), strings.ToUpper(key)
	for key != "" {
		i := strings.Index(text, key)
		if i < 0 {
			return false
		}
		before, after := text[:i], text[i+len(key):]
		if !endsInWord(before) && (after == "" || after[0] < '0' || after[0] > '9') {
			return true
		}
		text = after
	}
	return false
}

func endsInWord(s string) bool {
	if s == "" {
		return false
	}
	b := s[len(s)-1]
	return b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

// judgeQuestions finds who wants an answer from me on a ticket. A move of mine, as a comment of mine, answers what was
// said before.
func (c *composer) judgeQuestions(t told[world.Ticket]) {
	l := listener{
		responsible: c.me.Is(t.it.Assignee), done: t.it.Category == world.Done, reporter: t.it.Reporter,
		since: c.answeredAt(t.it),
	}
	asks := c.questionsIn(t.it.Comments, l)
	if len(asks) == 0 {
		return
	}
	e := c.ticketEntry(t)
	e.turn, e.level, e.rank = Me, waited, rankAsked
	maybe := !slices.ContainsFunc(asks, func(q question) bool { return !q.maybe })
	if maybe {
		e.level, e.rank = mine, rankMaybe
	}
	e.group = "ask " + t.it.Key
	key := e.labels[0]
	var texts, names []string
	for i, by := range byPerson(asks) {
		if i == maxAskers {
			texts = append(texts, fmt.Sprintf("%d more", len(byPerson(asks))-i))
			break
		}
		texts = append(texts, c.asked(by))
		names = append(names, callOf(by[0].by))
	}
	e.at = asks[len(asks)-1].at
	e.head = sourceName(t.by) + ": "
	e.text = key + ": " + strings.Join(texts, "; ")
	e.short = fmt.Sprintf("%s (%s, %s)", key, list(names), c.short(e.at))
	e.todo = todo{"answer " + list(names) + " on", key}
	if maybe {
		e.todo.verb = "see what " + list(names) + " wants on"
	}
	c.add(e)
}

// What one line of questions holds.
const (
	maxAskers       = 3
	maxOfOnePerson  = 2
	questionsOfMany = 90 // characters of a question that is not alone
)

// byPerson puts the questions of one person together, in the order of their first.
func byPerson(asks []question) [][]question {
	var out [][]question
	for _, q := range asks {
		i := slices.IndexFunc(out, func(have []question) bool { return have[0].by.Same(q.by) })
		if i < 0 {
			out = append(out, []question{q})
		} else {
			out[i] = append(out[i], q)
		}
	}
	return out
}

// asked words what one person asked: the newest questions, at most two.
func (c *composer) asked(qs []question) string {
	newest := qs[max(0, len(qs)-maxOfOnePerson):]
	most := maxQuestion
	if len(newest) > 1 {
		most = questionsOfMany
	}
	var quotes []string
	for _, q := range newest {
		if q.text != "" {
			quotes = append(quotes, said(q.text, most))
		}
	}
	text := fmt.Sprintf("%s commented %s", callOf(qs[0].by), c.moment(newest[len(newest)-1].at))
	if len(quotes) == 0 {
		return text
	}
	return text + ": " + strings.Join(quotes, " and ")
}

// answeredAt is when I last moved a ticket, or dismissed it.
func (c *composer) answeredAt(t *world.Ticket) time.Time {
	var at time.Time
	for _, m := range t.History {
		if c.me.Is(m.Author) {
			at = latest(at, m.At)
		}
	}
	if c.in.Dismissed != nil {
		if on, ok := c.in.Dismissed(t.Key); ok {
			at = latest(at, on)
		}
	}
	return at
}

// judgeMove tells where others have moved a ticket of mine since: the last move, where I was not the one to move it
// last. What programs do follows from what people did, and is told there.
func (c *composer) judgeMove(t told[world.Ticket]) {
	if len(t.it.History) == 0 {
		return
	}
	m := t.it.History[len(t.it.History)-1]
	if m.Author.Bot || !m.Author.Known() || c.me.Is(m.Author) || !m.At.After(c.newsFrom(t.by)) {
		return
	}
	e := c.ticketEntry(t)
	e.turn, e.level, e.rank, e.at = Nobody, news, rankMoved, m.At
	e.head = sourceName(t.by) + ": "
	e.text = fmt.Sprintf("%s moved to %s by %s %s", e.labels[0], plain(m.To, maxName), callOf(m.Author), c.moment(m.At))
	c.add(e)
}

// judgeNewTicket tells a ticket that somebody made for me.
func (c *composer) judgeNewTicket(t told[world.Ticket]) {
	ticket := t.it
	if !ticket.Created.After(c.newsFrom(t.by)) || ticket.Reporter.Bot || !ticket.Reporter.Known() || c.me.Is(ticket.Reporter) ||
		ticket.Category == world.Done {
		return
	}
	e := c.ticketEntry(t)
	e.turn, e.level, e.rank, e.at = Nobody, news, rankNewTicket, ticket.Created
	e.head = sourceName(t.by) + ": "
	e.text = fmt.Sprintf("%s is new for you (%s by %s)", e.labels[0], said(ticket.Title, maxTitle), callOf(ticket.Reporter))
	c.add(e)
}

// sprintNear is how long before its end a sprint is worth a line.
const sprintNear = 48 * time.Hour

// judgeSprint names what is not done of a sprint that ends soon.
func (c *composer) judgeSprint() {
	for _, t := range c.tickets {
		ticket := t.it
		left := ticket.SprintEnd.Sub(c.in.Now)
		if ticket.SprintEnd.IsZero() || left < 0 || left > sprintNear || ticket.Category == world.Done || !c.me.Is(ticket.Assignee) {
			continue
		}
		e := c.ticketEntry(t)
		e.turn, e.level, e.rank = Me, mine, rankSprint
		e.group = "sprint " + ticket.SprintID
		e.head = fmt.Sprintf("%s ends %s: ", plain(ticket.Sprint, maxName), c.moment(ticket.SprintEnd))
		e.text = fmt.Sprintf("%s (%s)", e.labels[0], plain(ticket.Status, maxName))
		e.at = ticket.SprintEnd.Add(-sprintNear) // since when it is worth a line
		e.todo = todo{"get on with", e.labels[0]}
		c.add(e)
	}
}
