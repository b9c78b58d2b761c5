package brief

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// callOf returns what to call a person in a line.
func callOf(p world.Person) string {
	if name := plain(p.Label(), maxName); name != "" {
		return name
	}
	return "somebody"
}

// list joins names: "a", "a and b", "a, b and c".
func list(names []string) string {
	names = slices.Compact(slices.Clone(names))
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// judgements returns the last judgement of each person who approved or asked for changes, in the order of the
// reviews. One that was dismissed counts no more; a mere comment does not take back a judgement. Programs do not
// count, and neither do I.
func (c *composer) judgements(ch *world.Change) []world.Review {
	var last []world.Review
	for _, r := range ch.Reviews {
		if r.Author.Bot || c.me.Is(r.Author) {
			continue
		}
		if r.Judgement != world.JudgedApproved && r.Judgement != world.JudgedChanges && r.Judgement != world.JudgedDismissed {
			continue
		}
		last = slices.DeleteFunc(last, func(have world.Review) bool { return have.Author.Same(r.Author) })
		if r.Judgement != world.JudgedDismissed {
			last = append(last, r)
		}
	}
	return last
}

// spokenAt is when I last said something on a change, in any form.
func (c *composer) spokenAt(ch *world.Change) time.Time {
	var at time.Time
	for _, m := range ch.Comments {
		if c.me.Is(m.Author) {
			at = latest(at, m.At)
		}
	}
	for _, t := range ch.Threads {
		if c.me.Is(t.Last.Author) {
			at = latest(at, t.Last.At)
		}
	}
	for _, r := range ch.Reviews {
		if c.me.Is(r.Author) {
			at = latest(at, r.At)
		}
	}
	return at
}

// changesWanted finds requested changes that nothing has answered: no push, no word of mine, and no new request for
// that person's review. The forge's own decision does not count: it stays until the next review.
func (c *composer) changesWanted(ch *world.Change, judged []world.Review) (verdict, bool) {
	answered := latest(ch.Pushed, c.spokenAt(ch))
	var by []string
	var at time.Time
	for _, r := range judged {
		askedAgain := slices.ContainsFunc(ch.Asked, r.Author.Same)
		if r.Judgement == world.JudgedChanges && !answered.After(r.At) && !askedAgain {
			by, at = append(by, callOf(r.Author)), latest(at, r.At)
		}
	}
	if len(by) == 0 {
		return verdict{}, false
	}
	says := "changes requested by " + list(by) + " " + c.moment(at)
	return verdict{Me, waited, rankChanges, says, "work on the review of", at}, true
}

// discussed finds a discussion of lines whose last word is not mine, or a question on the whole, that waits for me.
func (c *composer) discussed(ch *world.Change, judged []world.Review) (verdict, bool) {
	var open *world.Comment
	more := 0
	for i := range ch.Threads {
		t := &ch.Threads[i]
		if t.Resolved || t.Last.Author.Bot || !t.Last.Author.Known() || c.me.Is(t.Last.Author) || c.threadAnswered(ch, t, judged) {
			continue
		}
		if open == nil {
			open = &t.Last
		} else {
			more++
		}
	}
	if open != nil {
		by := callOf(open.Author)
		says := fmt.Sprintf("%s %s: %s", by, c.moment(open.At), said(open.Text, maxQuestion))
		if open.Text == "" {
			says = fmt.Sprintf("open discussion with %s since %s", by, c.moment(open.At))
		}
		if more > 0 {
			says += fmt.Sprintf(" and %d more", more)
		}
		return verdict{Me, waited, rankChanges, says, "answer " + by + " on", open.At}, true
	}
	asks := c.questionsIn(spoken(ch), listener{responsible: true, handles: true, since: latest(ch.Pushed, c.spokenAt(ch))})
	if len(asks) == 0 {
		return verdict{}, false
	}
	says := fmt.Sprintf("%s asked %s: %s", callOf(asks[0].by), c.moment(asks[0].at), said(asks[0].text, maxQuestion))
	return verdict{Me, waited, rankChanges, says, "answer " + callOf(asks[0].by) + " on", asks[0].at}, true
}

// spoken returns what was said on the whole of a change, in comments and in reviews that judge nothing, oldest first.
func spoken(ch *world.Change) []world.Comment {
	all := slices.Clone(ch.Comments)
	for _, r := range ch.Reviews {
		if r.Text != "" && r.Judgement != world.JudgedChanges {
			all = append(all, world.Comment{Author: r.Author, At: r.At, Text: r.Text})
		}
	}
	slices.SortStableFunc(all, func(a, b world.Comment) int { return a.At.Compare(b.At) })
	return all
}

// threadAnswered reports whether a push, or a word elsewhere, has answered a discussion. A push does where it changed
// the lines. Where the author also asked for changes, the answer to these is one to the discussion too.
func (c *composer) threadAnswered(ch *world.Change, t *world.Thread, judged []world.Review) bool {
	if t.Outdated && ch.Pushed.After(t.Last.At) {
		return true
	}
	for _, r := range judged {
		if r.Judgement == world.JudgedChanges && r.Author.Same(t.Last.Author) {
			return latest(ch.Pushed, c.spokenAt(ch)).After(t.Last.At)
		}
	}
	return false
}

// lastEvent is when a person other than me last said something on a change, or its commits or state changed.
func (c *composer) lastEvent(ch *world.Change) time.Time {
	at := latest(ch.Created, ch.Pushed, ch.Merged, ch.Closed)
	see := func(p world.Person, when time.Time) {
		if !p.Bot && !c.me.Is(p) {
			at = latest(at, when)
		}
	}
	for _, m := range ch.Comments {
		see(m.Author, m.At)
	}
	for _, r := range ch.Reviews {
		see(r.Author, r.At)
	}
	for _, t := range ch.Threads {
		see(t.Last.Author, t.Last.At)
	}
	return at
}
