package loopback

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// jiraTime is the form of times in Jira's answers.
const jiraTime = "2006-01-02T15:04:05.000-0700"

// inSearch is how many comments and changes an issue in an answer of Cloud has at most.
const inSearch = 20

// JiraHandler answers as the Jira site of w does, on the paths of REST version 2 and 3 that a reader of tickets asks:
// serverInfo, myself, field, the search of its kind, issues, comments, changes. It understands no more of JQL than jql.go
// says, and refuses what a real site would refuse, unknown keys of a question included. Texts are sent as the World
// has them, documents under version 2 too. A World without Jira answers 404.
func (w *World) JiraHandler() http.Handler {
	if w.Jira == nil {
		return http.NotFoundHandler()
	}
	j := &jiraSite{Jira: w.Jira, now: func() time.Time {
		if w.Now.IsZero() {
			return time.Now()
		}
		return w.Now
	}}
	routes := http.NewServeMux()
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /rest/api/{version}/serverInfo":            j.serverInfo,
		"GET /rest/api/{version}/myself":                j.myself,
		"GET /rest/api/{version}/field":                 j.fields,
		"POST /rest/api/{version}/search/jql":           j.on(cloud, j.searchJQL),
		"POST /rest/api/{version}/search":               j.on(server, j.search),
		"POST /rest/api/{version}/issue/bulkfetch":      j.on(cloud, j.bulkfetch),
		"GET /rest/api/{version}/issue/{key}":           j.issue,
		"GET /rest/api/{version}/issue/{key}/comment":   j.comments,
		"GET /rest/api/{version}/issue/{key}/changelog": j.on(cloud, j.changelog),
	} {
		routes.HandleFunc(pattern, handle)
	}
	faulty := w.Jira.Fault.Wrap(j.authenticate(routes))
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Date", j.now().UTC().Format(http.TimeFormat))
		faulty.ServeHTTP(out, r)
	})
}

const (
	cloud  = "Cloud"
	server = "Server"
)

// A jiraSite is a Jira that answers.
type jiraSite struct {
	*Jira

	now func() time.Time
}

func (j *jiraSite) kind() string {
	if j.Kind == "" {
		return cloud
	}
	return j.Kind
}

// on lets only a site of a kind answer. Cloud tells that its old search is gone; what the other kind never had is not
// found.
func (j *jiraSite) on(kind string, handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case j.kind() == kind:
			handle(w, r)
		case kind == server:
			jiraError(w, http.StatusGone, "The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.")
		default:
			jiraError(w, http.StatusNotFound, "null for uri: "+r.URL.Path)
		}
	}
}

// authenticate lets the one token in. Cloud answers others as strangers, Data Center refuses them.
func (j *jiraSite) authenticate(next http.Handler) http.Handler {
	stranger := map[string]Fault{cloud: FaultAnonymous, server: FaultUnauthorized}[j.kind()].Wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, token, basic := r.BasicAuth()
		if !basic {
			token = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		}
		if j.Token != "" && token != j.Token {
			stranger.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (j *jiraSite) serverInfo(w http.ResponseWriter, r *http.Request) {
	version := map[string]string{cloud: "1001.0.0-SNAPSHOT", server: "9.12.4"}[j.kind()]
	major, _, _ := strings.Cut(version, ".")
	number, _ := strconv.Atoi(major)
	jiraAnswer(w, map[string]any{
		"baseUrl": "http://" + r.Host, "version": version, "versionNumbers": []int{number, 0, 0}, "deploymentType": j.kind(),
		"buildNumber": 100204, "serverTime": j.now().Format(jiraTime), "serverTitle": "Jira",
	})
}

func (j *jiraSite) myself(w http.ResponseWriter, r *http.Request) {
	me := j.user(r, j.Me)
	if me == nil {
		jiraError(w, http.StatusInternalServerError, "the world names no user who is me")
		return
	}
	jiraAnswer(w, me)
}

func (j *jiraSite) fields(w http.ResponseWriter, _ *http.Request) {
	field := func(id, name string, custom bool, schema map[string]any) map[string]any {
		return map[string]any{
			"id": id, "key": id, "name": name, "custom": custom, "orderable": true, "navigable": true, "searchable": true,
			"clauseNames": []string{name}, "schema": schema,
		}
	}
	jiraAnswer(w, []any{
		field("summary", "Summary", false, map[string]any{"type": "string", "system": "summary"}),
		field("customfield_10016", "Story point estimate", true, map[string]any{
			"type": "number", "custom": "com.pyxis.greenhopper.jira:jsw-story-points", "customId": 10016,
		}),
		field(j.sprintField(), "Sprint", true, map[string]any{
			"type": "array", "items": "json", "custom": "com.pyxis.greenhopper.jira:gh-sprint", "customId": 10020,
		}),
	})
}

// sprintField is the field for sprints, whose id is another one at every site.
func (j *jiraSite) sprintField() string {
	return map[string]string{cloud: "customfield_10020", server: "customfield_10104"}[j.kind()]
}

// find returns the issue with a key, or that had it before.
func (j *jiraSite) find(key string) *Issue {
	for n := range j.Issues {
		if i := &j.Issues[n]; strings.EqualFold(i.Key, key) || slices.Contains(i.Formerly, strings.ToUpper(key)) {
			return i
		}
	}
	return nil
}

// understand decodes a question, and refuses keys that it does not know.
func understand(w http.ResponseWriter, r *http.Request, into any) bool {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		jiraError(w, http.StatusBadRequest, "Invalid request payload. Refer to the REST API documentation and try again. ("+err.Error()+")")
		return false
	}
	return true
}

func jiraAnswer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	_ = json.NewEncoder(w).Encode(v)
}

func jiraError(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"errorMessages": []string{message}, "errors": map[string]string{}})
}
