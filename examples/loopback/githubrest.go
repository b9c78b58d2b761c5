package loopback

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A restCall is one request of REST.
type restCall struct {
	query url.Values
	base  string // of this server: scheme and host
	path  string // as asked, for links
	repo  string // the present name, where the path has one
	ids   []string
	// authorized tells that a token came with it.
	authorized bool
}

// A restAnswer is a body, or an error where there is a message.
type restAnswer struct {
	status  int
	message string
	body    any
	// list is set where the body is a page, with all that there is.
	list []any
	// wrap makes the body of a page.
	wrap func(page []any, total int) any
	// fresh answers have no ETag.
	fresh bool
}

// A route is a form of addresses, and what is known of parameters there.
type route struct {
	pattern *regexp.Regexp
	allowed []string
	answer  func(g *gitHub, c *restCall) restAnswer
}

const repoPattern = `^/repos/([^/]+/[^/]+)`

func newRoute(pattern string, answer func(g *gitHub, c *restCall) restAnswer, allowed ...string) route {
	return route{regexp.MustCompile(pattern), append(allowed, "per_page", "page"), answer}
}

// routes are the addresses that are known.
func routes() []route {
	return []route{
		newRoute(`^/user$`, (*gitHub).restUser),
		newRoute(`^/rate_limit$`, (*gitHub).restRateLimit),
		newRoute(`^/search/issues$`, (*gitHub).restSearch, "q", "sort", "order"),
		newRoute(repoPattern+`/pulls/(\d+)$`, (*gitHub).restPull),
		newRoute(repoPattern+`/pulls/(\d+)/reviews$`, (*gitHub).restReviews),
		newRoute(repoPattern+`/issues/(\d+)/timeline$`, (*gitHub).restTimeline),
		newRoute(repoPattern+`/commits/([0-9a-f]+)/check-runs$`, (*gitHub).restCheckRuns, "filter", "status", "check_name"),
		newRoute(repoPattern+`/commits/([0-9a-f]+)/status$`, (*gitHub).restStatus),
		newRoute(repoPattern+`/deployments$`, (*gitHub).restDeployments, "environment", "sha", "ref", "task"),
		newRoute(repoPattern+`/deployments/(\d+)/statuses$`, (*gitHub).restDeployStatuses),
		newRoute(repoPattern+`/actions/runs$`, (*gitHub).restRuns, "created", "status", "exclude_pull_requests", "actor", "branch", "head_sha"),
	}
}

var (
	repositoriesPath = regexp.MustCompile(`^/repositories/(\d+)(/.*)?$`)
	reposPath        = regexp.MustCompile(repoPattern)
)

func (g *gitHub) serveREST(w http.ResponseWriter, r *http.Request, path string, authorized bool) {
	prefix := strings.TrimSuffix(r.URL.Path, path)
	base := "http://" + r.Host + prefix
	c := &restCall{query: r.URL.Query(), base: base, path: path, authorized: authorized}
	if m := repositoriesPath.FindStringSubmatch(path); m != nil {
		for _, name := range g.repos() {
			if strconv.FormatInt(number("repo"+name), 10) == m[1] {
				path = "/repos/" + name + m[2]
			}
		}
	}
	if m := reposPath.FindStringSubmatch(path); m != nil {
		repo, ok := g.present(m[1])
		switch {
		case !ok:
			writeError(w, http.StatusNotFound, "Not Found")
			return
		case g.isForbidden(repo):
			refusals[FaultSSO].serve(w, r)
			return
		case !strings.EqualFold(repo, m[1]):
			g.redirect(w, r, fmt.Sprintf("%s/repositories/%d%s", base, number("repo"+repo), strings.TrimPrefix(path, m[0])))
			return
		}
		c.repo = repo
	}
	for _, route := range routes() {
		m := route.pattern.FindStringSubmatch(path)
		if m == nil {
			continue
		}
		for key := range c.query {
			if !slices.Contains(route.allowed, key) {
				writeError(w, http.StatusUnprocessableEntity, "the parameter "+key+" is not known here")
				return
			}
		}
		c.ids = m[1:]
		g.send(w, r, c, route.answer(g, c))
		return
	}
	writeError(w, http.StatusNotFound, "Not Found")
}

// redirect answers as GitHub does for the former name of a repository.
func (g *gitHub) redirect(w http.ResponseWriter, r *http.Request, to string) {
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusMovedPermanently)
	_ = json.NewEncoder(w).Encode(map[string]string{
		"message": "Moved Permanently", "url": to, "documentation_url": "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects",
	})
}

// send writes an answer: a page of a list with its links, and an ETag, or 304 where the client has that already.
func (g *gitHub) send(w http.ResponseWriter, r *http.Request, c *restCall, a restAnswer) {
	if a.message != "" {
		writeError(w, a.status, a.message)
		return
	}
	if a.wrap != nil {
		page, ok := c.page(w, a.list)
		if !ok {
			writeError(w, http.StatusUnprocessableEntity, "page and per_page must be numbers of use")
			return
		}
		a.body = a.wrap(page, len(a.list))
	}
	body, err := json.Marshal(a.body)
	if err != nil {
		writeError(w, http.StatusInternalServerError, err.Error())
		return
	}
	if !a.fresh {
		sum := sha256.Sum256(body)
		etag := fmt.Sprintf("W/\"%x\"", sum)
		w.Header().Set("ETag", etag)
		w.Header().Set("Cache-Control", "private, max-age=60, s-maxage=60")
		if r.Header.Get("If-None-Match") == etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	_, _ = w.Write(body)
}

const defaultPerPage = 30

// page cuts the page that is asked for out of all, and sets the links to the others. They have the form that GitHub
// gives them, by the number of the repository.
func (c *restCall) page(w http.ResponseWriter, all []any) (page []any, ok bool) {
	size, n := defaultPerPage, 1
	for _, p := range []struct {
		key  string
		into *int
	}{{"per_page", &size}, {"page", &n}} {
		if text := c.query.Get(p.key); text != "" {
			value, err := strconv.Atoi(text)
			if err != nil || value < 1 {
				return nil, false
			}
			*p.into = value
		}
	}
	size = min(size, 100)
	last := max(1, (len(all)+size-1)/size)
	var links []string
	link := func(to int, rel string) {
		query := url.Values{}
		for key, values := range c.query {
			query[key] = values
		}
		query.Set("page", strconv.Itoa(to))
		path := c.path
		if m := reposPath.FindStringSubmatch(path); m != nil {
			path = fmt.Sprintf("/repositories/%d%s", number("repo"+c.repo), strings.TrimPrefix(path, m[0]))
		}
		links = append(links, fmt.Sprintf("<%s%s?%s>; rel=%q", c.base, path, query.Encode(), rel))
	}
	if n > 1 {
		link(n-1, "prev")
	}
	if n < last {
		link(n+1, "next")
		link(last, "last")
	}
	if n > 1 {
		link(1, "first")
	}
	if len(links) > 0 {
		w.Header().Set("Link", strings.Join(links, ", "))
	}
	from := min(len(all), (n-1)*size)
	return all[from:min(len(all), from+size)], true
}

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
