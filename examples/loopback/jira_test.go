package loopback

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestJQL(t *testing.T) {
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	site := &jiraSite{now: func() time.Time { return now }, Jira: &Jira{Me: "mara", Issues: []Issue{
		{Key: "AB-1", Assignee: "mara", Updated: now, Sprint: &Sprint{Name: "One"}},
		{Key: "AB-2", Reporter: "mara", Updated: now.Add(-15 * 24 * time.Hour), Formerly: []string{"OLD-2"}},
		{Key: "AB-3", Watchers: []string{"mara"}, Updated: now.Add(-13 * 24 * time.Hour), Sprint: &Sprint{Name: "Two", State: "closed"}},
	}}}
	for jql, want := range map[string]string{
		"assignee = currentUser()": "AB-1",
		"assignee = currentUser() AND sprint in openSprints() ORDER BY updated DESC": "AB-1",
		"assignee = currentUser() OR reporter = currentUser() AND updated >= -14d":   "AB-1", // AND binds tighter
		"(assignee = currentUser() or watcher = currentUser()) and updated >= -2w":   "AB-1 AB-3",
		"updated >= -90m":         "AB-1",
		"key in (AB-3, OLD-2)":    "AB-2 AB-3",
		"sprint in openSprints()": "AB-1",
	} {
		query, err := parseJQL(jql)
		if err != nil {
			t.Errorf("%s: %v", jql, err)
			continue
		}
		var got []string
		for n := range site.Issues {
			if query.holds(site, &site.Issues[n]) {
				got = append(got, site.Issues[n].Key)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: got %s, want %s", jql, s, want)
		}
	}
	for _, jql := range []string{
		"", "ORDER BY updated", "assignee = mara", "assignee = currentUser() AND", "(assignee = currentUser()", "assignee = currentUser())",
		"updated >= -14", "updated >= 14d", "updated >=", "key in ()", "key in (AB-1", "key in (AB-1,)", "key in (AB-1 AB-2)", "status = Done", "a ; b",
		"assignee = currentUser() ORDER BY created",
	} {
		if _, err := parseJQL(jql); err == nil {
			t.Errorf("%q is understood, want refused", jql)
		}
	}
}

func TestJiraRefusesAsRealOnesDo(t *testing.T) {
	world := func(kind string) http.Handler {
		return (&World{Jira: &Jira{Kind: kind, Token: "right", Me: "mara", Users: []User{{ID: "mara", Name: "Mara"}}, Issues: []Issue{{Key: "AB-1", Assignee: "mara"}}}}).JiraHandler()
	}
	const mine = `{"jql":"assignee = currentUser()"}`
	for _, tt := range []struct {
		name, kind, method, path, body, token string
		status                                int
		has                                   string
	}{
		{"the old search on Cloud", "Cloud", "POST", "search", mine, "right", 410, "removed"},
		{"the new search on Data Center", "Server", "POST", "search/jql", mine, "right", 404, ""},
		{"a key that nobody has", "Server", "POST", "search", `{"jql":"key in (AB-1, AB-9)"}`, "right", 400, "AB-9"},
		{"passed over on demand", "Server", "POST", "search", `{"jql":"key in (AB-1, AB-9)","validateQuery":false}`, "right", 200, `"AB-1"`},
		{"an unknown key of a question", "Cloud", "POST", "search/jql", `{"jql":"assignee = currentUser()","startAt":0}`, "right", 400, "startAt"},
		{"no fields but those named", "Cloud", "POST", "search/jql", mine, "right", 200, `"fields":{}`},
		{"a wrong token on Cloud", "Cloud", "POST", "search/jql", mine, "wrong", 200, `"issues":[]`},
		{"a stranger on Cloud", "Cloud", "GET", "myself", "", "wrong", 401, ""},
		{"a wrong token on Data Center", "Server", "POST", "search", mine, "wrong", 401, ""},
		{"an issue that is not there", "Cloud", "GET", "issue/AB-7", "", "right", 404, "does not exist"},
		{"a forged page token", "Cloud", "POST", "search/jql", `{"jql":"assignee = currentUser()","nextPageToken":"x"}`, "right", 400, "token"},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(tt.method, "/rest/api/2/"+tt.path, strings.NewReader(tt.body))
		r.Header.Set("Authorization", "Bearer "+tt.token)
		world(tt.kind).ServeHTTP(w, r)
		body, _ := io.ReadAll(w.Body)
		if w.Code != tt.status || !strings.Contains(string(body), tt.has) {
			t.Errorf("%s: got %d %s, want %d with %q", tt.name, w.Code, body, tt.status, tt.has)
		}
	}
}
