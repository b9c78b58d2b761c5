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

	"vaultgraph/vault/lazyregexp"
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

// newRoutes returns the addresses that are known.
func newRoutes() []route {
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
	repositoriesPath = lazyregexp.New(`^/repositories/(\d+)(/.*)?$`)
	reposPath        = lazyregexp.New(repoPattern)
)

func (g *gitHub) serveREST(w http.ResponseWriter, r *http.Request, path string, authorized bool) {
	prefix := strings.TrimSuffix(r.URL.Path, path)
	base := "http://" + r.Host + prefix
	c := &restCall{query: r.URL.Query(), base: base, path: path, authorized: authorized}
	if m := repositoriesPath().FindStringSubmatch(path); m != nil {
		for _, name := range g.repos() {
			if strconv.FormatInt(number("repo"+name), 10) == m[1] {
				path = "/repos/" + name + m[2]
			}
		}
	}
	if m := reposPath().FindStringSubmatch(path); m != nil {
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
	for _, route := range g.routes {
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
		if m := reposPath().FindStringSubmatch(path); m != nil {
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
