package loopback

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// signOn is what GitHub answers in the place of what single sign-on protects.
var signOn = refused{"FORBIDDEN", "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.", true}

// root is what a query selects from.
func (g *gitHub) root() *object {
	viewer := g.actor(g.login())
	viewer.fields["name"] = g.data().Name
	viewer.fields["email"] = ""
	return &object{typename: "Query", fields: map[string]any{
		"viewer": viewer,
		"rateLimit": &object{typename: "RateLimit", fields: map[string]any{
			"limit": ratePerHour, "cost": 1, "remaining": ratePerHour - 1, "used": 1, "nodeCount": 1, "resetAt": timeText(g.now().Add(time.Hour)),
		}},
		"search":     resolver(g.resolveSearch),
		"repository": resolver(g.resolveRepository),
	}}
}

func (g *gitHub) resolveSearch(arguments map[string]any) (any, error) {
	query, _ := arguments["query"].(string)
	if arguments["type"] != "ISSUE" {
		return nil, &invalidQuery{"", fmt.Sprintf("the search for %v is not known", arguments["type"])}
	}
	found, err := g.search(query, true)
	if err != nil {
		return nil, &invalidQuery{"", err.Error()}
	}
	var nodes []any
	for _, p := range found {
		if g.isForbidden(p.Repo) {
			nodes = append(nodes, signOn)
		} else {
			nodes = append(nodes, g.pullObject(p))
		}
	}
	delete(arguments, "query")
	delete(arguments, "type")
	return connection("SearchResultItemConnection", nodes, map[string]any{"issueCount": len(found)})(arguments)
}

func (g *gitHub) resolveRepository(arguments map[string]any) (any, error) {
	asked := fmt.Sprintf("%v/%v", arguments["owner"], arguments["name"])
	repo, ok := g.present(asked)
	switch {
	case !ok:
		return refused{"NOT_FOUND", fmt.Sprintf("Could not resolve to a Repository with the name '%s'.", asked), false}, nil
	case g.isForbidden(repo):
		return signOn, nil
	}
	return g.repoObject(repo), nil
}

func (g *gitHub) repoObject(repo string) *object {
	return &object{typename: "Repository", also: []string{"Node"}, fields: map[string]any{
		"id": nodeID("R", repo), "nameWithOwner": repo, "url": "https://github.com/" + repo, "isArchived": false,
		"pullRequest": resolver(func(arguments map[string]any) (any, error) {
			n, _ := arguments["number"].(float64)
			if p := g.pull(repo, int(n)); p != nil {
				return g.pullObject(p), nil
			}
			return refused{"NOT_FOUND", fmt.Sprintf("Could not resolve to a PullRequest with the number of %d.", int(n)), false}, nil
		}),
		"deployments": resolver(func(arguments map[string]any) (any, error) { return g.deployments(repo, arguments) }),
	}}
}

// actor returns a user or program. GraphQL has programs without the ending [bot].
func (g *gitHub) actor(login string) *object {
	if login == "" {
		return nil // the account is gone
	}
	bare, bot := strings.CutSuffix(login, "[bot]")
	typename, kind := "User", "U"
	if bot {
		typename, kind = "Bot", "BOT"
	}
	return &object{typename: typename, also: []string{"Actor", "Node"}, fields: map[string]any{
		"id": nodeID(kind, login), "login": bare, "url": "https://github.com/" + bare,
	}}
}

func (g *gitHub) pullObject(p *PullRequest) *object {
	now := g.now()
	var mergeCommit *object
	if at := p.mergeSHA(); at != "" {
		mergeCommit = commitObject(at, p.closed(), "")
	}
	var asked []any
	for _, login := range p.Asked {
		asked = append(asked, &object{typename: "ReviewRequest", fields: map[string]any{"requestedReviewer": g.actor(login)}})
	}
	for _, team := range p.AskedTeams {
		_, slug, _ := strings.Cut(team, "/")
		asked = append(asked, &object{typename: "ReviewRequest", fields: map[string]any{"requestedReviewer": &object{
			typename: "Team", fields: map[string]any{"slug": slug, "combinedSlug": team, "name": slug},
		}}})
	}
	var decision any
	if p.Decision != "" {
		decision = p.Decision
	}
	return &object{typename: "PullRequest", also: []string{"Node", "Comment"}, fields: map[string]any{
		"id": nodeID("PR", p.key()), "number": p.Number, "title": p.Title, "url": p.url(), "state": p.state(), "isDraft": p.Draft,
		"repository": g.repoObject(p.Repo), "author": g.actor(p.Author), "reviewDecision": decision,
		"mergeable": or(p.Mergeable, "MERGEABLE"), "mergeStateStatus": "UNKNOWN", "isInMergeQueue": p.Queued,
		"headRefName": p.head(), "headRefOid": p.headSHA(), "baseRefName": p.base(),
		"createdAt": timeText(p.created(now)), "updatedAt": timeText(p.updated(now)), "mergedAt": timeText(p.Merged),
		"closedAt": timeText(p.closed()), "mergeCommit": mergeCommit,
		"reviewRequests":           connection("ReviewRequestConnection", asked, nil),
		"reviews":                  connection("PullRequestReviewConnection", g.reviews(p, p.sent()), nil),
		"latestOpinionatedReviews": connection("PullRequestReviewConnection", g.reviews(p, p.judged()), nil),
		"reviewThreads":            connection("PullRequestReviewThreadConnection", g.threads(p), nil),
		"comments":                 connection("IssueCommentConnection", g.comments(p, "IssueComment", "issuecomment-", p.Comments), nil),
		"commits": connection("PullRequestCommitConnection", []any{&object{typename: "PullRequestCommit", fields: map[string]any{
			"commit": commitObject(p.headSHA(), p.committed(now), p.Checks),
		}}}, nil),
		"timelineItems": resolver(func(arguments map[string]any) (any, error) { return timelineItems(p, arguments) }),
	}}
}

func commitObject(oid string, at time.Time, checks string) *object {
	var rollup *object
	if checks != "" {
		rollup = &object{typename: "StatusCheckRollup", fields: map[string]any{"state": checks}}
	}
	return &object{typename: "Commit", also: []string{"Node", "GitObject"}, fields: map[string]any{
		"oid": oid, "committedDate": timeText(at), "statusCheckRollup": rollup,
	}}
}

func (g *gitHub) reviews(p *PullRequest, reviews []Review) []any {
	var out []any
	for _, r := range reviews {
		out = append(out, &object{typename: "PullRequestReview", also: []string{"Node", "Comment"}, fields: map[string]any{
			"id": nodeID("PRR", p.key()+r.Author+r.At.String()), "state": r.State, "submittedAt": timeText(r.At), "createdAt": timeText(r.At),
			"body": r.Body, "author": g.actor(r.Author), "commit": commitObject(or(r.SHA, p.headSHA()), r.At, ""),
		}})
	}
	return out
}

func (g *gitHub) threads(p *PullRequest) []any {
	var out []any
	for i, t := range p.Threads {
		said := g.comments(p, "PullRequestReviewComment", fmt.Sprintf("discussion_r%d", i), t.Comments)
		out = append(out, &object{typename: "PullRequestReviewThread", also: []string{"Node"}, fields: map[string]any{
			"id": nodeID("PRRT", fmt.Sprint(p.key(), i)), "isResolved": t.Resolved, "isOutdated": t.Outdated,
			"comments": connection("PullRequestReviewCommentConnection", said, nil),
		}})
	}
	return out
}

func (g *gitHub) comments(p *PullRequest, typename, anchor string, comments []Comment) []any {
	var out []any
	for i, c := range comments {
		out = append(out, &object{typename: typename, also: []string{"Node", "Comment"}, fields: map[string]any{
			"id": nodeID("IC", fmt.Sprint(p.key(), anchor, i)), "body": c.Body, "createdAt": timeText(c.At), "author": g.actor(c.Author),
			"url": fmt.Sprintf("%s#%s%d", p.url(), anchor, number(fmt.Sprint(p.key(), anchor, i))),
		}})
	}
	return out
}

// timelineItems knows forced pushes only.
func timelineItems(p *PullRequest, arguments map[string]any) (any, error) {
	types, _ := arguments["itemTypes"].([]any)
	var events []any
	for _, t := range types {
		if t != "HEAD_REF_FORCE_PUSHED_EVENT" {
			return nil, &invalidQuery{"", fmt.Sprintf("events of the type %v are not known", t)}
		}
	}
	if !p.ForcePushed.IsZero() {
		events = append(events, &object{typename: "HeadRefForcePushedEvent", fields: map[string]any{"createdAt": timeText(p.ForcePushed)}})
	}
	delete(arguments, "itemTypes")
	return connection("PullRequestTimelineItemsConnection", events, nil)(arguments)
}

// deployments lists those of a repository, by the order that is asked for: oldest first where none is.
func (g *gitHub) deployments(repo string, arguments map[string]any) (any, error) {
	environments, _ := arguments["environments"].([]any)
	var list []*Deployment
	for i := range g.data().Deployments {
		d := &g.data().Deployments[i]
		if d.Repo == repo && (len(environments) == 0 || slices.Contains(environments, any(d.Env))) {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(a, b *Deployment) int { return a.At.Compare(b.At) })
	if order, ok := arguments["orderBy"].(map[string]any); ok {
		if order["field"] != "CREATED_AT" {
			return nil, &invalidQuery{"", fmt.Sprintf("the order %v is not known", order["field"])}
		}
		if order["direction"] == "DESC" {
			slices.Reverse(list)
		}
	}
	var nodes []any
	for _, d := range list {
		nodes = append(nodes, g.deploymentObject(d))
	}
	return connection("DeploymentConnection", nodes, nil)(arguments)
}

func (g *gitHub) deploymentObject(d *Deployment) *object {
	var statuses []any // newest first
	for i, st := range d.Statuses {
		var url any
		if st.URL != "" {
			url = st.URL
		}
		statuses = append(statuses, &object{typename: "DeploymentStatus", also: []string{"Node"}, fields: map[string]any{
			"id": nodeID("DES", fmt.Sprint(d.ID, i)), "state": st.State, "createdAt": timeText(st.At),
			"creator": g.actor(or(st.Creator, d.Creator)), "logUrl": url, "environmentUrl": nil, "environment": d.Env,
		}})
	}
	slices.Reverse(statuses)
	var latest, ref any
	state := "PENDING"
	if len(statuses) > 0 {
		latest, state = statuses[0], d.Statuses[len(d.Statuses)-1].State
	}
	if d.Ref != "" {
		ref = &object{typename: "Ref", also: []string{"Node"}, fields: map[string]any{"name": d.Ref}}
	}
	return &object{typename: "Deployment", also: []string{"Node"}, fields: map[string]any{
		"id": nodeID("DE", fmt.Sprint(d.ID)), "databaseId": d.ID, "environment": d.Env, "commitOid": sha(d.SHA, fmt.Sprint(d.ID)),
		"createdAt": timeText(d.At), "creator": g.actor(d.Creator), "ref": ref, "state": state, "latestStatus": latest,
		"statuses": connection("DeploymentStatusConnection", statuses, nil),
	}}
}
