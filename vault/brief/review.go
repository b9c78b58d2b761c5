package brief

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"vaultgraph/vault/world"
)

// judgeReview finds whether an open change of somebody else's waits for me.
//
// A review that is asked of me by name is mine. One that is asked of a team of mine is mine where nobody else takes
// it, so it comes later. Where I asked for changes and the author has pushed or answered since, it is my turn as
// well: forges take me off their lists with my review and put me on again only if the author thinks of it. A draft is
// not ready for anybody.
func (c *composer) judgeReview(t told[world.Change]) {
	ch := t.it
	e := entry{
		kind: KindReview, turn: Me, near: c.nearnessOf(ch.Repo), head: "Reviews for you: ",
		refs: []world.Ref{ch.Ref()}, labels: []string{c.label(ch)}, source: t.by, event: c.lastEvent(ch),
		command: "vault done " + ch.Repo.String() + "#" + strconv.Itoa(ch.Number),
	}
	if asks := c.mentions(ch); len(asks) > 0 {
		by := callOf(asks[0].by)
		e.level, e.rank, e.at = waited, rankReview, asks[0].at
		e.text = fmt.Sprintf("%s (%s by %s; %s %s: %s)", c.label(ch), said(ch.Title, maxTitle), callOf(ch.Author), by,
			c.moment(asks[0].at), said(asks[0].text, maxQuestion))
		e.todo = todo{"answer " + by + " on", c.label(ch)}
		c.add(e)
		return
	}
	if ch.Draft {
		return
	}
	own, reviewed := c.ownReview(ch)
	changed := reviewed && latest(ch.Pushed, c.authorSpokeAt(ch)).After(own.At)
	named := slices.ContainsFunc(ch.Asked, c.me.Is)
	says := ""
	switch {
	case named, ch.WaitsForMe && len(ch.AskedTeams) == 0:
		e.level, e.rank = waited, rankReview
	case ch.WaitsForMe:
		e.level, e.rank, says = mine, rankTeam, ", asked of your team"
	case changed && own.Judgement == world.JudgedChanges:
		e.level, e.rank = waited, rankReview
	default:
		return
	}
	if changed {
		says += ", changed since your review"
	}
	if ch.Checks == world.ChecksFail {
		says += ", checks fail"
	}
	e.at = latest(ch.Created, own.At)
	if changed {
		e.at = latest(e.at, ch.Pushed)
	}
	e.text = fmt.Sprintf("%s (%s by %s%s)", c.label(ch), said(ch.Title, maxTitle), callOf(ch.Author), says)
	e.todo = todo{"review", c.label(ch)}
	c.add(e)
}

// ownReview returns my last judgement on a change, or where I made none my last review.
func (c *composer) ownReview(ch *world.Change) (last world.Review, found bool) {
	for _, r := range ch.Reviews {
		if c.me.Is(r.Author) && (r.Judgement != world.JudgedComment || last.Judgement == "" || last.Judgement == world.JudgedComment) {
			last, found = r, true
		}
	}
	return last, found
}

// authorSpokeAt is when the author of a change last said something on it.
func (c *composer) authorSpokeAt(ch *world.Change) time.Time {
	var at time.Time
	for _, m := range ch.Comments {
		if m.Author.Same(ch.Author) {
			at = latest(at, m.At)
		}
	}
	for _, t := range ch.Threads {
		if t.Last.Author.Same(ch.Author) {
			at = latest(at, t.Last.At)
		}
	}
	return at
}

// mentions returns what I am asked by a mention on a change that is not mine.
func (c *composer) mentions(ch *world.Change) []question {
	return c.questionsIn(spoken(ch), listener{since: c.spokenAt(ch)})
}
