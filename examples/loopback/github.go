package loopback

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ratePerHour is the limit that the server tells in its headers.
const ratePerHour = 5000

// A gitHub answers out of a world. The world is read anew for every request.
type gitHub struct {
	world  *World
	routes []route
}

// GitHubHandler answers as GitHub does out of w.GitHub: POST /graphql and those paths of REST that a client of pull
// requests and deploys needs, at the root as api.github.com has them, and below /api/graphql and /api/v3/ as an
// Enterprise Server has them. What it does not know it refuses in a way that is noticed: an unknown qualifier of a
// search, field of a query or parameter of an address is an error.
//
// The world may be changed between requests.
func (w *World) GitHubHandler() http.Handler {
	g := &gitHub{w, newRoutes()}
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Date", g.now().UTC().Format(http.TimeFormat))
		rw.Header().Set("Server", "github.com")
		g.data().Fault.Wrap(http.HandlerFunc(g.serve)).ServeHTTP(rw, r)
	})
}

func (g *gitHub) data() *GitHub {
	if g.world.GitHub == nil {
		return &GitHub{}
	}
	return g.world.GitHub
}

func (g *gitHub) now() time.Time {
	if g.world.Now.IsZero() {
		return time.Now().Truncate(time.Second)
	}
	return g.world.Now.Truncate(time.Second)
}

func (g *gitHub) serve(w http.ResponseWriter, r *http.Request) {
	g.setLimits(w.Header(), r.URL.Path)
	token, given := tokenOf(r)
	if given && g.data().Token != "" && token != g.data().Token {
		writeError(w, http.StatusUnauthorized, "Bad credentials")
		return
	}
	path := strings.TrimPrefix(r.URL.Path, "/api/v3")
	switch {
	case path == "/graphql", path == "/api/graphql":
		g.serveGraphQL(w, r, given)
	case r.Method != http.MethodGet:
		writeError(w, http.StatusNotFound, "Not Found")
	default:
		g.serveREST(w, r, path, given)
	}
}

// tokenOf returns the token of a request, in either form that GitHub takes.
func tokenOf(r *http.Request) (token string, given bool) {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return token, ok && (strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "token"))
}

func (g *gitHub) setLimits(h http.Header, path string) {
	resource := "core"
	switch {
	case strings.HasSuffix(path, "/graphql"):
		resource = "graphql"
	case strings.Contains(path, "/search/"):
		resource = "search"
	}
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("X-GitHub-Media-Type", "github.v3; format=json")
	h.Set("X-OAuth-Scopes", strings.Join(g.scopes(), ", "))
	h.Set("X-RateLimit-Limit", strconv.Itoa(ratePerHour))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(ratePerHour-1))
	h.Set("X-RateLimit-Used", "1")
	h.Set("X-RateLimit-Reset", strconv.FormatInt(g.now().Add(time.Hour).Unix(), 10))
	h.Set("X-RateLimit-Resource", resource)
	h.Set("Vary", "Accept, Authorization, Cookie, X-GitHub-OTP")
}

func (g *gitHub) scopes() []string {
	if len(g.data().Scopes) == 0 {
		return []string{"read:org", "repo"}
	}
	return g.data().Scopes
}

func writeError(w http.ResponseWriter, status int, message string) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{
		"message": message, "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(status),
	})
}

// serveGraphQL answers a query. An error of the query is an answer with status 200 and without data.
func (g *gitHub) serveGraphQL(w http.ResponseWriter, r *http.Request, authorized bool) {
	if r.Method != http.MethodPost || g.data().NoGraphQL {
		writeError(w, http.StatusNotFound, "Not Found")
		return
	}
	if !authorized {
		writeError(w, http.StatusUnauthorized, "This endpoint requires you to be authenticated.")
		return
	}
	var asked struct {
		Query     string         `json:"query"`
		Variables map[string]any `json:"variables"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		writeError(w, http.StatusBadRequest, "Problems parsing JSON")
		return
	}
	data, errs, err := g.query(asked.Query, asked.Variables)
	answer := map[string]any{}
	if err != nil {
		failed := graphError{Type: typeOf(err), Message: err.Error()}
		var invalid *invalidQuery
		if errors.As(err, &invalid) && invalid.code != "" {
			failed.Extensions = map[string]any{"code": invalid.code}
		}
		answer["errors"] = []graphError{failed}
	} else {
		answer["data"] = data
		if len(errs) > 0 {
			answer["errors"] = errs
		}
	}
	_ = json.NewEncoder(w).Encode(answer)
}

func (g *gitHub) query(text string, variables map[string]any) (map[string]any, []graphError, error) {
	doc, err := parseQuery(text)
	if err != nil {
		return nil, nil, err
	}
	for _, field := range g.data().Lacks {
		if doc.names(field) {
			return nil, nil, &invalidQuery{"undefinedField", fmt.Sprintf("Field '%s' doesn't exist on type 'PullRequest'", field)}
		}
	}
	for _, field := range []string{"slug", "combinedSlug"} { // of a team; no other type has them here
		if doc.names(field) && !slices.Contains(g.scopes(), "read:org") {
			return nil, nil, &scopeError{field}
		}
	}
	return execute(doc, variables, g.root())
}

// A scopeError refuses a whole query for one field.
type scopeError struct{ field string }

func (e *scopeError) Error() string {
	return "Your token has not been granted the required scopes to execute this query. The '" + e.field + "' field requires one of the following scopes: ['read:org', 'read:discussion']."
}

// typeOf returns the type that GitHub gives an error of a query, "" for most.
func typeOf(err error) string {
	var scope *scopeError
	if errors.As(err, &scope) {
		return "INSUFFICIENT_SCOPES"
	}
	return ""
}

// What the world does not say, but an answer must have, is derived from what it says, always in the same way.

// number returns a stable number for a name, as GitHub has for everything.
func number(name string) int64 {
	sum := sha256.Sum256([]byte(name))
	return int64(sum[0])<<24 | int64(sum[1])<<16 | int64(sum[2])<<8 | int64(sum[3]) + 1
}

// nodeID returns a stable id of GraphQL.
func nodeID(kind, name string) string { return fmt.Sprintf("%s_%d", kind, number(kind+name)) }

// sha returns the hash that the world gives, else a stable one.
func sha(given, name string) string {
	if given != "" {
		return given
	}
	sum := sha1.Sum([]byte(name))
	return hex.EncodeToString(sum[:])
}

func or(given, otherwise string) string {
	if given != "" {
		return given
	}
	return otherwise
}

// firstTime returns the first time that is known.
func firstTime(times ...time.Time) time.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}

// timeText writes a time as GitHub does; null for none.
func timeText(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339)
}
