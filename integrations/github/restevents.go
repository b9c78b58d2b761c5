package github

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	gh "github.com/google/go-github/v62/github"

	"vaultgraph/vault/world"
)

// maxComments is how many comments of a pull request are kept, the newest.
const maxComments = 10

// timeline returns the events of a pull request, oldest first: reviews, comments, commits and forced pushes are all
// in it.
func (s *Source) timeline(ctx context.Context, c *connection, owner, name string, number int) ([]*gh.Timeline, error) {
	address := fmt.Sprintf("repos/%s/%s/issues/%d/timeline?per_page=%d", owner, name, number, perPage)
	pages, cut, err := list[[]*gh.Timeline](ctx, c, address, maxPages)
	if err != nil {
		return nil, err
	}
	if cut {
		return nil, answerFailure(http.StatusOK, "a pull request has more events than anybody reads")
	}
	return slices.Concat(pages...), nil
}

// readTimeline adds to c what its events tell.
func readTimeline(c *world.Change, events []*gh.Timeline) {
	for _, e := range events {
		switch e.GetEvent() {
		case "committed":
			if e.GetSHA() == c.HeadSHA {
				c.Pushed = later(c.Pushed, e.GetCommitter().GetDate().Time)
			}
		case "head_ref_force_pushed":
			c.Pushed = later(c.Pushed, e.GetCreatedAt().Time)
		case "commented":
			text := plain(e.GetBody())
			c.Comments = append(c.Comments, world.Comment{
				ID: strconv.FormatInt(e.GetID(), 10), Author: person(e.GetUser()), At: e.GetCreatedAt().Time, Text: text, Mentions: mentions(text),
			})
		case "reviewed":
			r := world.Review{
				Author: person(e.GetUser()), Judgement: judgements[strings.ToUpper(e.GetState())], At: e.GetSubmittedAt().Time,
				SHA: e.GetCommitID(), Text: plain(e.GetBody()),
			}
			if worthTelling(r) {
				c.Reviews = append(c.Reviews, r)
			}
		}
	}
	c.Comments = c.Comments[max(0, len(c.Comments)-maxComments):]
	sortReviews(c.Reviews)
	c.Approvals = approvals(c.Reviews)
	if changesAsked(c) {
		c.Decision = world.ChangesRequested
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// changesAsked reports whether the last judgement of somebody, whose review is not asked for again, asks for changes.
// That much of the decision shows without knowing how many approvals a branch wants.
func changesAsked(c *world.Change) bool {
	last := map[string]world.Judgement{}
	for _, r := range c.Reviews {
		if r.Judgement != world.JudgedComment {
			last[r.Author.Login] = r.Judgement
		}
	}
	for login, judgement := range last {
		again := slices.ContainsFunc(c.Asked, func(p world.Person) bool { return p.Same(world.Person{Login: login}) })
		if judgement == world.JudgedChanges && !again {
			return true
		}
	}
	return false
}

// checks returns what the checks of a commit come to: GitHub has them in two places, of which each may be empty.
func (s *Source) checks(ctx context.Context, c *connection, owner, name, sha string) (world.Checks, error) {
	if sha == "" {
		return "", nil
	}
	runs, resp, err := c.rest.Checks.ListCheckRunsForRef(ctx, owner, name, sha, &gh.ListCheckRunsOptions{
		Filter: gh.String("latest"), ListOptions: gh.ListOptions{PerPage: perPage},
	})
	if err != nil {
		return "", c.restFailure(err)
	}
	status, _, err := c.rest.Repositories.GetCombinedStatus(ctx, owner, name, sha, &gh.ListOptions{PerPage: perPage})
	if err != nil {
		return "", c.restFailure(err)
	}
	result := world.ChecksNone
	if status.GetTotalCount() > 0 {
		result = statusChecks[status.GetState()]
	}
	for _, run := range runs.CheckRuns {
		result = worse(result, checkRun(run))
	}
	if resp.NextPage != 0 && result == world.ChecksPass {
		return "", nil // the rest may have failed
	}
	return result, nil
}

var statusChecks = map[string]world.Checks{
	"success": world.ChecksPass, "failure": world.ChecksFail, "error": world.ChecksFail, "pending": world.ChecksPending,
}

// checkRun returns what one run says, as GitHub's own sum counts it.
func checkRun(run *gh.CheckRun) world.Checks {
	if run.GetStatus() != "completed" {
		return world.ChecksPending
	}
	switch run.GetConclusion() {
	case "success", "neutral", "skipped":
		return world.ChecksPass
	case "":
		return ""
	}
	return world.ChecksFail
}

// worse returns what two results come to: a failure decides, then a wait, then what is unknown.
func worse(a, b world.Checks) world.Checks {
	for _, decides := range []world.Checks{world.ChecksFail, world.ChecksPending, "", world.ChecksPass} {
		if a == decides || b == decides {
			return decides
		}
	}
	return world.ChecksNone
}
