package loopback

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

func plainList(page []any, _ int) any {
	if page == nil {
		return []any{}
	}
	return page
}

// counted is the form of a list below a name, with its total.
func counted(name string) func([]any, int) any {
	return func(page []any, total int) any {
		return map[string]any{"total_count": total, name: plainList(page, total)}
	}
}

func notFound() restAnswer { return restAnswer{status: http.StatusNotFound, message: "Not Found"} }

func (g *gitHub) login() string { return or(g.data().Login, "octocat") }

func (g *gitHub) restUser(c *restCall) restAnswer {
	if !c.authorized {
		return restAnswer{status: http.StatusUnauthorized, message: "Requires authentication"}
	}
	return restAnswer{body: g.privateUser()}
}

func (g *gitHub) restRateLimit(*restCall) restAnswer {
	rate := map[string]any{"limit": ratePerHour, "remaining": ratePerHour - 1, "used": 1, "reset": g.now().Add(time.Hour).Unix()}
	return restAnswer{fresh: true, body: map[string]any{"rate": rate, "resources": map[string]any{"core": rate, "search": rate, "graphql": rate}}}
}

func (g *gitHub) restSearch(c *restCall) restAnswer {
	query := c.query.Get("q")
	if sort := c.query.Get("sort"); sort != "" {
		query += " sort:" + sort + "-" + or(c.query.Get("order"), "desc")
	}
	found, err := g.search(query, c.authorized)
	if err != nil {
		return restAnswer{status: http.StatusUnprocessableEntity, message: "Validation Failed: " + err.Error()}
	}
	var items []any
	for _, p := range found {
		if !g.isForbidden(p.Repo) {
			items = append(items, g.searchItem(c, p))
		}
	}
	return restAnswer{fresh: true, list: items, wrap: func(page []any, total int) any {
		return map[string]any{"total_count": total, "incomplete_results": false, "items": plainList(page, total), "search_type": "lexical"}
	}}
}

// asked returns the pull request that the address names.
func (g *gitHub) asked(c *restCall) *PullRequest {
	n, _ := strconv.Atoi(c.ids[1])
	return g.pull(c.repo, n)
}

func (g *gitHub) restPull(c *restCall) restAnswer {
	p := g.asked(c)
	if p == nil {
		return notFound()
	}
	return restAnswer{body: g.pullBody(c, p)}
}

func (g *gitHub) restReviews(c *restCall) restAnswer {
	p := g.asked(c)
	if p == nil {
		return notFound()
	}
	var list []any
	for i, r := range p.sent() {
		list = append(list, g.reviewBody(c, p, i, r))
	}
	return restAnswer{list: list, wrap: plainList}
}

func (g *gitHub) restTimeline(c *restCall) restAnswer {
	p := g.asked(c)
	if p == nil {
		return notFound()
	}
	return restAnswer{list: g.timelineBody(c, p), wrap: plainList}
}

// byHead returns the pull request with this head.
func (g *gitHub) byHead(c *restCall) *PullRequest {
	for i := range g.data().PullRequests {
		if p := &g.data().PullRequests[i]; p.Repo == c.repo && p.headSHA() == c.ids[1] {
			return p
		}
	}
	return nil
}

func (g *gitHub) restCheckRuns(c *restCall) restAnswer {
	var list []any
	if p := g.byHead(c); p != nil && p.Checks != "" {
		list = append(list, g.checkRun(c, p))
	}
	return restAnswer{list: list, wrap: counted("check_runs")}
}

func (g *gitHub) restStatus(c *restCall) restAnswer {
	return restAnswer{body: map[string]any{
		"state": "pending", "statuses": []any{}, "sha": c.ids[1], "total_count": 0, "repository": g.repoBody(c, c.repo),
		"commit_url": c.api("/repos/%s/commits/%s", c.repo, c.ids[1]), "url": c.api("/repos/%s/commits/%s/status", c.repo, c.ids[1]),
	}}
}

func (g *gitHub) restDeployments(c *restCall) restAnswer {
	var list []*Deployment
	for i := range g.data().Deployments {
		d := &g.data().Deployments[i]
		if env := c.query.Get("environment"); d.Repo == c.repo && (env == "" || env == d.Env) {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(a, b *Deployment) int { return b.At.Compare(a.At) })
	var bodies []any
	for _, d := range list {
		bodies = append(bodies, g.deploymentBody(c, d))
	}
	return restAnswer{list: bodies, wrap: plainList}
}

func (g *gitHub) restDeployStatuses(c *restCall) restAnswer {
	for i := range g.data().Deployments {
		d := &g.data().Deployments[i]
		if strconv.FormatInt(d.ID, 10) != c.ids[1] || d.Repo != c.repo {
			continue
		}
		var list []any
		for n, st := range d.Statuses {
			list = append(list, g.deployStatusBody(c, d, n, st))
		}
		slices.Reverse(list)
		return restAnswer{list: list, wrap: plainList}
	}
	return notFound()
}

func (g *gitHub) restRuns(c *restCall) restAnswer {
	since := time.Time{}
	if created := c.query.Get("created"); created != "" {
		at, err := time.Parse(time.RFC3339, strings.TrimPrefix(created, ">="))
		if err != nil || !strings.HasPrefix(created, ">=") {
			return restAnswer{status: http.StatusUnprocessableEntity, message: "the range of created is not known"}
		}
		since = at
	}
	var list []*Run
	for i := range g.data().Runs {
		run := &g.data().Runs[i]
		status := c.query.Get("status")
		if run.Repo == c.repo && !run.Created.Before(since) && (status == "" || status == run.Conclusion || status == run.status()) {
			list = append(list, run)
		}
	}
	slices.SortStableFunc(list, func(a, b *Run) int { return b.Created.Compare(a.Created) })
	var bodies []any
	for _, run := range list {
		bodies = append(bodies, g.runBody(c, run))
	}
	return restAnswer{list: bodies, wrap: counted("workflow_runs")}
}
