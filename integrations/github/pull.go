package github

import (
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// state returns what stateFragment tells of p. lost tells of a field whether GitHub refused it.
func (p *pullNode) state(a address, lost func(field string) bool) world.Change {
	c := world.Change{
		Number: p.Number, Title: p.Title, URL: p.URL, Author: p.Author.person(), Draft: p.IsDraft,
		State: changeStates[p.State], Head: p.HeadRefName, HeadSHA: p.HeadRefOid, Base: p.BaseRefName,
		Created: p.CreatedAt, Updated: p.UpdatedAt, Merged: p.MergedAt, Closed: p.ClosedAt,
	}
	if p.Repository != nil {
		c.Repo = a.repo(p.Repository.NameWithOwner)
	}
	if p.MergeCommit != nil && c.State == world.Merged {
		c.MergeSHA = p.MergeCommit.Oid
	}
	if !lost("reviewDecision") {
		c.Decision = decisions[p.ReviewDecision]
	}
	return c
}

var changeStates = map[string]world.ChangeState{"OPEN": world.Open, "MERGED": world.Merged, "CLOSED": world.Closed}

// decisions has one for null too: GitHub decides nothing where the branch asks for no review.
var decisions = map[string]world.Decision{
	"APPROVED": world.Approved, "CHANGES_REQUESTED": world.ChangesRequested, "REVIEW_REQUIRED": world.ReviewRequired,
	"": world.NotRequired,
}

var judgements = map[string]world.Judgement{
	"APPROVED": world.JudgedApproved, "CHANGES_REQUESTED": world.JudgedChanges, "DISMISSED": world.JudgedDismissed,
	"COMMENTED": world.JudgedComment,
}

var rollups = map[string]world.Checks{
	"SUCCESS": world.ChecksPass, "FAILURE": world.ChecksFail, "ERROR": world.ChecksFail,
	"PENDING": world.ChecksPending, "EXPECTED": world.ChecksPending,
}

// change returns all that pullFragment tells of p.
func (p *pullNode) change(a address, lost func(field string) bool) world.Change {
	c := p.state(a, lost)
	c.Queued, c.Conflicting = p.IsInMergeQueue, p.Mergeable == "CONFLICTING"
	for _, r := range p.ReviewRequests.Nodes {
		switch {
		case r == nil || r.Reviewer == nil:
		case r.Reviewer.Type == "Team":
			if team := p.team(r.Reviewer.CombinedSlug, r.Reviewer.Slug); team != "" {
				c.AskedTeams = append(c.AskedTeams, team)
			}
		case r.Reviewer.Login != "":
			c.Asked = append(c.Asked, r.Reviewer.person())
		}
	}
	c.Reviews = p.reviews()
	c.Approvals = approvals(c.Reviews)
	for _, t := range p.ReviewThreads.Nodes {
		if t == nil {
			continue
		}
		thread := world.Thread{Resolved: t.IsResolved, Outdated: t.IsOutdated}
		if n := len(t.Comments.Nodes); n > 0 && t.Comments.Nodes[n-1] != nil {
			thread.Last = t.Comments.Nodes[n-1].comment()
		}
		c.Threads = append(c.Threads, thread)
	}
	for _, said := range p.Comments.Nodes {
		if said != nil {
			c.Comments = append(c.Comments, said.comment())
		}
	}
	p.head(&c, lost)
	return c
}

// team returns owner/slug, "" where a team has no name for this token. An older server does not tell the owner, which is
// that of the repository: a team belongs to the same organisation.
func (p *pullNode) team(combined, slug string) string {
	switch {
	case combined != "":
		return combined
	case slug == "" || p.Repository == nil:
		return slug
	}
	owner, _, _ := strings.Cut(p.Repository.NameWithOwner, "/")
	return owner + "/" + slug
}

// head reads what stands with the newest commit: its checks, and when the head was last changed.
func (p *pullNode) head(c *world.Change, lost func(field string) bool) {
	for _, n := range p.Commits.Nodes {
		if n == nil {
			continue
		}
		c.Pushed = n.Commit.CommittedDate
		switch {
		case n.Commit.StatusCheckRollup != nil:
			c.Checks = rollups[n.Commit.StatusCheckRollup.State]
		case !lost("statusCheckRollup") && !lost("commit"):
			c.Checks = world.ChecksNone
		}
	}
	for _, n := range p.TimelineItems.Nodes {
		if n != nil && n.CreatedAt.After(c.Pushed) {
			c.Pushed = n.CreatedAt
		}
	}
}

// reviews returns those with a judgement or a text, oldest first: the last ones, and each reviewer's last judgement
// where it lies further back.
func (p *pullNode) reviews() []world.Review {
	var out []world.Review
	for _, list := range [][]*reviewNode{p.Reviews.Nodes, p.LatestReviews.Nodes} {
		for _, n := range list {
			if n == nil {
				continue
			}
			r := world.Review{Author: n.Author.person(), Judgement: judgements[n.State], At: n.SubmittedAt, Text: plain(n.Body)}
			if n.Commit != nil {
				r.SHA = n.Commit.Oid
			}
			if worthTelling(r) && !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	sortReviews(out)
	return out
}

// worthTelling reports whether a review says something by itself. One that is only the frame of line comments does
// not, and one that is not sent yet (PENDING) has no judgement.
func worthTelling(r world.Review) bool {
	return r.Judgement != "" && (r.Judgement != world.JudgedComment || r.Text != "")
}

func sortReviews(reviews []world.Review) {
	slices.SortStableFunc(reviews, func(a, b world.Review) int { return a.At.Compare(b.At) })
}

// approvals counts the people whose last judgement is an approval. reviews are oldest first.
func approvals(reviews []world.Review) int {
	last := map[string]world.Judgement{}
	for _, r := range reviews {
		if r.Judgement != world.JudgedComment {
			last[strings.ToLower(r.Author.Login)] = r.Judgement
		}
	}
	n := 0
	for _, j := range last {
		if j == world.JudgedApproved {
			n++
		}
	}
	return n
}

func (n *commentNode) comment() world.Comment {
	text := plain(n.Body)
	return world.Comment{ID: n.ID, Author: n.Author.person(), At: n.CreatedAt, Text: text, Mentions: mentions(text), URL: n.URL}
}
