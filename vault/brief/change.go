package brief

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// A verdict says whose turn it is on a change of mine, and why.
type verdict struct {
	turn  Turn
	level level
	rank  int
	says  string
	todo  string    // the verb
	at    time.Time // since when
}

// judgeChanges finds what is to be said of changes: of mine whose turn it is or what became of them, of those of
// others whether they wait for me.
func (c *composer) judgeChanges() {
	for _, t := range c.changes {
		switch {
		case c.me.Is(t.it.Author):
			c.judgeMine(t)
		case t.it.State == world.Open:
			c.judgeReview(t)
		}
	}
}

func (c *composer) judgeMine(t told[world.Change]) {
	ch := t.it
	e := entry{
		kind: KindPR, near: c.nearnessOf(ch.Repo), refs: []world.Ref{ch.Ref()}, labels: []string{c.label(ch)},
		source: t.by, event: c.lastEvent(ch), command: "vault done " + ch.Repo.String() + "#" + strconv.Itoa(ch.Number),
	}
	switch ch.State {
	case world.Merged, world.Closed:
		c.judgeSettled(t, e)
		return
	case world.Open:
	default: // the forge did not say whether it is open: nothing is said of it
		return
	}
	v := c.turnOn(ch)
	e.turn, e.level, e.rank, e.at = v.turn, v.level, v.rank, v.at
	e.text = c.item(ch, v.says)
	switch v.turn {
	case Me:
		e.head = "Your PRs: "
	case Nobody:
		e.head = "PRs at rest: "
	default:
		e.head = "Open PRs: "
	}
	if v.todo != "" {
		e.todo = todo{v.todo, c.label(ch)}
	}
	c.add(e)
}

// judgeSettled tells once that a change of mine was merged or closed. A correction that names it has told it already.
func (c *composer) judgeSettled(t told[world.Change], e entry) {
	ch := t.it
	e.turn, e.level, e.at = Nobody, news, ch.Merged
	e.rank, e.head = rankMerged, "Merged: "
	if ch.State == world.Closed {
		e.rank, e.head, e.at = rankClosed, "Closed without a merge: ", ch.Closed
	}
	if !e.at.After(c.newsFrom(t.by)) || c.correctedBy(ch) {
		return
	}
	e.text = c.item(ch, c.day(e.at))
	c.add(e)
}

// item names a change of mine with its title, which is my own, and what is to be said of it.
func (c *composer) item(ch *world.Change, says string) string {
	title := plain(ch.Title, maxTitle)
	if title != "" {
		title += ", "
	}
	return fmt.Sprintf("%s (%s%s)", c.label(ch), title, says)
}

// turnOn says whose turn it is on an open change of mine, from the order of events. The first rule that fits holds:
// a queue takes care of itself; what people asked of me comes before what the forge says; a draft waits for nobody;
// and what stands in the way of a merge comes before who could do it.
func (c *composer) turnOn(ch *world.Change) verdict {
	if ch.Queued {
		return verdict{Nobody, news, rankResting, "in the merge queue", "", ch.Updated}
	}
	judged := c.judgements(ch)
	if v, ok := c.changesWanted(ch, judged); ok {
		return v
	}
	if v, ok := c.discussed(ch, judged); ok {
		return v
	}
	if ch.Draft {
		return verdict{Nobody, news, rankResting, "draft", "", ch.Updated}
	}
	approval, ready := approvalOf(ch, judged)
	lead := ""
	if approval != "" {
		lead = approval + ", "
	}
	switch {
	case ch.Conflicting:
		return verdict{Me, finish, rankMend, lead + "conflicts with " + baseOf(ch), "solve the conflicts of", ch.Updated}
	case ch.Checks == world.ChecksFail:
		return verdict{Me, finish, rankMend, lead + "checks fail", "mend the checks of", ch.Updated}
	}
	if v, ok := c.waitsForReview(ch, judged, approval); ok {
		return v
	}
	return mergeable(ch, approval, ready)
}

func baseOf(ch *world.Change) string {
	if ch.Base == "" {
		return "its base"
	}
	return plain(ch.Base, maxBranch)
}

// mergeable says what is left to do where no review is awaited.
func mergeable(ch *world.Change, approval string, ready bool) verdict {
	switch {
	case ch.Checks == world.ChecksPending:
		return verdict{Nobody, news, rankResting, approval + ", checks are running", "", ch.Updated}
	case ch.Checks == "":
		return verdict{Unknown, mine, rankUnsure, approval + ", checks not known", "look at", ch.Updated}
	}
	green := ""
	if ch.Checks == world.ChecksPass {
		green = ", green"
	}
	if !ready { // without the forge's decision nobody knows how many approvals it wants
		return verdict{Unknown, mine, rankUnsure, approval + green, "look at", ch.Updated}
	}
	return verdict{Me, finish, rankMerge, approval + green + ": merge it", "merge", ch.Updated}
}

// waitsForReview finds that others have to review: changes that were made and not looked at again, or a review that
// the forge requires or I asked for.
func (c *composer) waitsForReview(ch *world.Change, judged []world.Review, approval string) (verdict, bool) {
	waits := func(says string) (verdict, bool) {
		return verdict{Them, theirs, rankAwaited, says, "chase reviews on", latest(ch.Pushed, ch.Created)}, true
	}
	var again []string
	words := "answered"
	for _, r := range judged {
		if r.Judgement == world.JudgedChanges {
			again = append(again, callOf(r.Author))
			if ch.Pushed.After(r.At) {
				words = "changes pushed"
			}
		}
	}
	if len(again) > 0 && ch.Decision != world.Approved {
		return waits(words + ", waits for " + list(again))
	}
	lead := ""
	if approval != "" {
		lead = approval + ", "
	}
	asked := len(ch.Asked)+len(ch.AskedTeams) > 0
	switch ch.Decision {
	case world.Approved:
		return verdict{}, false
	case world.ChangesRequested: // by a review that is not among those told
		return verdict{Me, waited, rankChanges, "changes requested", "work on", ch.Updated}, true
	case world.ReviewRequired:
		return waits(lead + "needs review")
	case world.NotRequired:
		if asked && approval == noReview {
			return waits("needs review")
		}
		return verdict{}, false
	}
	switch {
	case len(judged) > 0 && strings.Contains(approval, "older commit"), asked && approval == "":
		return waits(lead + "needs review")
	case approval == "":
		return verdict{Unknown, mine, rankUnsure, "open, nobody is asked for a review", "look at", ch.Updated}, true
	}
	return verdict{}, false
}

// noReview is how a change is called that needs no review and has none.
const noReview = "no review required"

// approvalOf says how far a change is approved, and whether the forge lets it be merged as far as reviews go. An
// approval of another commit than the head is called that. Without a decision of the forge approvals are counted.
func approvalOf(ch *world.Change, judged []world.Review) (says string, ready bool) {
	current, older := 0, ""
	for _, r := range judged {
		switch {
		case r.Judgement != world.JudgedApproved:
		case r.SHA != "" && ch.HeadSHA != "" && r.SHA != ch.HeadSHA:
			older = callOf(r.Author)
		default:
			current++
		}
	}
	counted := ""
	switch current = max(current, boundedApprovals(ch, older)); {
	case current > 0:
		counted = count(current, "approval")
	case older != "":
		counted = older + " approved an older commit"
	}
	switch ch.Decision {
	case world.Approved:
		if current == 0 && older != "" {
			return "approved on an older commit", true
		}
		return "approved", true
	case world.NotRequired:
		if counted == "" {
			return noReview, true
		}
		return counted, true
	}
	return counted, false
}

// boundedApprovals is the forge adapter's own count, which does not tell of which commit they are.
func boundedApprovals(ch *world.Change, older string) int {
	if older != "" {
		return 0
	}
	return ch.Approvals
}

func latest(times ...time.Time) time.Time {
	var last time.Time
	for _, t := range times {
		if t.After(last) {
			last = t
		}
	}
	return last
}
