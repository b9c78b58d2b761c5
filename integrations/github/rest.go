package github

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	gh "github.com/google/go-github/v62/github"

	"vaultgraph/vault/world"
)

const (
	// maxRESTPulls bounds the open pull requests that are read one by one, at four requests each; as nobody, who has
	// 60 requests an hour, at most maxAnonymousPulls.
	maxRESTPulls      = 20
	maxAnonymousPulls = 6
)

// scanREST is Scan without GraphQL. It cannot tell whether reviews are required, nor which discussions are resolved:
// the decision stays unknown unless somebody asks for changes, and there are no threads.
func (s *Source) scanREST(ctx context.Context, c *connection, q world.Query) (world.Part, error) {
	me, part, err := s.whoami(ctx, c, q)
	if err != nil {
		return world.Part{}, err
	}
	open, settled, err := s.searchAll(ctx, c, &part, searches(me, s.since(q)))
	if err != nil {
		return world.Part{}, err
	}
	if part, err = s.readOpen(ctx, c, part, open); err != nil {
		return world.Part{}, err
	}
	for _, f := range settled {
		addChange(&part, s.settled(f.issue), false)
	}
	return part, nil
}

// A restFound is one pull request that a search has found.
type restFound struct {
	issue *gh.Issue
	waits bool // its review is asked of me
}

// searchAll sends the searches and returns the open pull requests that are worth reading, each once, and the others.
func (s *Source) searchAll(ctx context.Context, c *connection, part *world.Part, queries map[string]string) (open, settled []restFound, err error) {
	limit := maxRESTPulls
	if c.credential.token == "" {
		limit = maxAnonymousPulls
	}
	for _, search := range searchNames {
		issues, total, err := s.searchREST(ctx, c, queries[search.alias])
		if err != nil {
			return nil, nil, err
		}
		if search.alias == "mine" || search.alias == "review" {
			issues = issues[:min(len(issues), limit)]
		}
		for _, issue := range issues {
			f := restFound{issue, search.alias == "review"}
			i := slices.IndexFunc(open, func(have restFound) bool { return have.issue.GetURL() == issue.GetURL() })
			switch {
			case !issue.GetClosedAt().IsZero():
				settled = append(settled, f)
			case i >= 0:
				open[i].waits = open[i].waits || f.waits
			default:
				open = append(open, f)
			}
		}
		if total > len(issues) {
			tellMore(part, len(issues), total, search.name)
		}
	}
	return open, settled, nil
}

// whoami returns how the searches name me, and the part to begin with.
func (s *Source) whoami(ctx context.Context, c *connection, q world.Query) (string, world.Part, error) {
	if c.credential.token == "" {
		if len(q.Me.Logins) == 0 {
			return "", world.Part{}, &world.Failure{Kind: world.FailCredentials,
				Message: "no token, so nobody to ask for: set GH_TOKEN or run gh auth login"}
		}
		return q.Me.Logins[0], world.Part{AsOf: s.now()}, nil
	}
	user, resp, err := c.rest.Users.Get(ctx, "")
	if err != nil {
		return "", world.Part{}, c.restFailure(err)
	}
	part := world.Part{AsOf: s.asOf(resp), Me: world.Me{Logins: []string{user.GetLogin()}}}
	if user.GetName() != "" {
		part.Me.Names = []string{user.GetName()}
	}
	return "@me", part, nil
}

// asOf returns when an answer held.
func (s *Source) asOf(resp *gh.Response) time.Time {
	if at := dateOf(resp.Header); !at.IsZero() {
		return at
	}
	return s.now()
}

// searchREST returns the first page of a search and how much there is.
func (s *Source) searchREST(ctx context.Context, c *connection, query string) ([]*gh.Issue, int, error) {
	// REST wants the order apart from the query.
	query = strings.TrimSuffix(query, " sort:updated-desc")
	found, _, err := c.rest.Search.Issues(ctx, query, &gh.SearchOptions{
		Sort: "updated", Order: "desc", ListOptions: gh.ListOptions{PerPage: maxSettled},
	})
	if err != nil {
		return nil, 0, c.restFailure(err)
	}
	return found.Issues, found.GetTotal(), nil
}

// settled returns what the search tells of a pull request that is merged or closed.
func (s *Source) settled(issue *gh.Issue) world.Change {
	change := world.Change{
		Repo: s.address.repo(repoOfURL(issue.GetRepositoryURL())), Number: issue.GetNumber(), Title: issue.GetTitle(),
		URL: issue.GetHTMLURL(), Author: person(issue.User), State: world.Closed, Draft: issue.GetDraft(),
		Created: issue.GetCreatedAt().Time, Updated: issue.GetUpdatedAt().Time, Closed: issue.GetClosedAt().Time,
	}
	if links := issue.PullRequestLinks; links != nil && !links.GetMergedAt().IsZero() {
		change.State, change.Merged = world.Merged, links.GetMergedAt().Time
	}
	return change
}

// repoOfURL returns owner/name of an address .../repos/OWNER/NAME.
func repoOfURL(u string) string {
	parts := strings.Split(u, "/")
	if len(parts) < 2 {
		return ""
	}
	return strings.Join(parts[len(parts)-2:], "/")
}

// readOpen reads open pull requests, a few at a time. One that cannot be read is left out, with a warning, unless
// none can.
func (s *Source) readOpen(ctx context.Context, c *connection, part world.Part, open []restFound) (world.Part, error) {
	changes := make([]world.Change, len(open))
	errs := make([]error, len(open))
	var wg sync.WaitGroup
	for i, f := range open { // the transport bounds how many requests there are at a time
		wg.Go(func() {
			changes[i], errs[i] = s.readPull(ctx, c, repoOfURL(f.issue.GetRepositoryURL()), f.issue.GetNumber())
		})
	}
	wg.Wait()
	failed := 0
	for i, err := range errs {
		if err != nil {
			failed++
			continue
		}
		addChange(&part, changes[i], open[i].waits)
	}
	if failed > 0 && failed == len(open) {
		return world.Part{}, errs[0]
	}
	if failed > 0 {
		tellMore(&part, len(open)-failed, len(open), "open pull requests")
	}
	return part, nil
}

// readPull reads one open pull request: itself, its events, and the checks of its head in both of GitHub's forms.
func (s *Source) readPull(ctx context.Context, c *connection, repo string, number int) (world.Change, error) {
	owner, name, ok := splitRepo(repo)
	if !ok {
		return world.Change{}, answerFailure(http.StatusOK, "a pull request is in no repository")
	}
	pull, _, err := c.rest.PullRequests.Get(ctx, owner, name, number)
	if err != nil {
		return world.Change{}, c.restFailure(err)
	}
	change := s.pull(pull)
	events, err := s.timeline(ctx, c, owner, name, number)
	if err != nil {
		return world.Change{}, err
	}
	readTimeline(&change, events)
	change.Checks, err = s.checks(ctx, c, owner, name, change.HeadSHA)
	return change, err
}

// pull returns what a pull request tells by itself.
func (s *Source) pull(p *gh.PullRequest) world.Change {
	change := world.Change{
		Repo: s.address.repo(p.GetBase().GetRepo().GetFullName()), Number: p.GetNumber(), Title: p.GetTitle(), URL: p.GetHTMLURL(),
		Author: person(p.User), State: world.Open, Draft: p.GetDraft(), Conflicting: p.GetMergeableState() == "dirty",
		Head: p.GetHead().GetRef(), HeadSHA: p.GetHead().GetSHA(), Base: p.GetBase().GetRef(),
		Created: p.GetCreatedAt().Time, Updated: p.GetUpdatedAt().Time, Merged: p.GetMergedAt().Time, Closed: p.GetClosedAt().Time,
	}
	switch {
	case !change.Merged.IsZero():
		change.State, change.MergeSHA = world.Merged, p.GetMergeCommitSHA()
	case p.GetState() == "closed":
		change.State = world.Closed
	}
	for _, u := range p.RequestedReviewers {
		change.Asked = append(change.Asked, person(u))
	}
	owner, _, _ := strings.Cut(change.Repo.Path, "/")
	for _, t := range p.RequestedTeams {
		change.AskedTeams = append(change.AskedTeams, owner+"/"+t.GetSlug())
	}
	return change
}

func person(u *gh.User) world.Person {
	return world.Person{Login: u.GetLogin(), Bot: u.GetType() == "Bot" || strings.HasSuffix(u.GetLogin(), botEnding)}
}
