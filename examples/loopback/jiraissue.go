package loopback

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

func (j *jiraSite) issue(w http.ResponseWriter, r *http.Request) {
	i, ok := j.asked(w, r)
	if !ok {
		return
	}
	fields := strings.Split(r.FormValue("fields"), ",")
	jiraAnswer(w, j.issues(r, []*Issue{i}, fields, strings.Split(r.FormValue("expand"), ","))[0])
}

func (j *jiraSite) asked(w http.ResponseWriter, r *http.Request) (*Issue, bool) {
	i := j.find(r.PathValue("key"))
	if i == nil {
		jiraError(w, http.StatusNotFound, "Issue does not exist or you do not have permission to see it.")
	}
	return i, i != nil
}

// comments lists the comments of an issue, oldest first, or newest first where -created is asked for.
func (j *jiraSite) comments(w http.ResponseWriter, r *http.Request) {
	i, ok := j.asked(w, r)
	if !ok {
		return
	}
	all := slices.Clone(i.Comments)
	switch r.FormValue("orderBy") {
	case "-created":
		slices.Reverse(all)
	case "", "created", "+created":
	default:
		jiraError(w, http.StatusBadRequest, "The orderBy parameter is invalid.")
		return
	}
	page, start, size := window(r, all)
	jiraAnswer(w, map[string]any{"startAt": start, "maxResults": size, "total": len(all), "comments": j.commentList(r, i, page)})
}

// changelog lists the changes of an issue, oldest first.
func (j *jiraSite) changelog(w http.ResponseWriter, r *http.Request) {
	i, ok := j.asked(w, r)
	if !ok {
		return
	}
	all := j.histories(r, i)
	page, start, size := window(r, all)
	jiraAnswer(w, map[string]any{
		"startAt": start, "maxResults": size, "total": len(all), "isLast": start+len(page) >= len(all), "values": page,
	})
}

// window returns the part of a list that a request asks for by startAt and maxResults.
func window[T any](r *http.Request, all []T) (page []T, start, size int) {
	start, _ = strconv.Atoi(r.FormValue("startAt"))
	start = min(max(start, 0), len(all))
	size, err := strconv.Atoi(r.FormValue("maxResults"))
	if err != nil || size <= 0 || size > 100 {
		size = 100
	}
	return all[start:min(start+size, len(all))], start, size
}

// issues renders issues with the fields that are named.
func (j *jiraSite) issues(r *http.Request, list []*Issue, fields, expand []string) []any {
	out := []any{}
	for _, i := range list {
		all := j.allFields(r, i)
		named := map[string]any{}
		for _, f := range fields {
			if v, ok := all[f]; ok {
				named[f] = v
			}
		}
		issue := map[string]any{"id": j.id(i), "key": i.Key, "self": "http://" + r.Host + "/rest/api/2/issue/" + j.id(i), "fields": named}
		if slices.Contains(expand, "changelog") {
			issue["changelog"] = j.changes(r, i)
		}
		out = append(out, issue)
	}
	return out
}

func (j *jiraSite) id(i *Issue) string {
	return strconv.Itoa(10000 + slices.IndexFunc(j.Issues, func(o Issue) bool { return o.Key == i.Key }))
}

func (j *jiraSite) allFields(r *http.Request, i *Issue) map[string]any {
	kind := i.Type
	if kind == "" {
		kind = "Task"
	}
	comments := i.Comments
	if j.kind() == cloud {
		comments = comments[:min(len(comments), inSearch)]
	}
	all := map[string]any{
		"summary": i.Summary, "issuetype": map[string]any{"name": kind, "subtask": false}, "description": i.Description, "resolution": nil,
		"status":   map[string]any{"name": i.Status, "statusCategory": map[string]any{"key": i.Category, "name": i.Category}},
		"assignee": j.user(r, i.Assignee), "reporter": j.user(r, i.Reporter),
		"created": jiraStamp(i.Created), "updated": jiraStamp(i.Updated),
		"comment":       map[string]any{"startAt": 0, "maxResults": len(comments), "total": len(i.Comments), "comments": j.commentList(r, i, comments)},
		j.sprintField(): j.sprints(i),
	}
	if i.Resolution != "" {
		all["resolution"] = map[string]any{"name": i.Resolution}
	}
	return all
}

func (j *jiraSite) commentList(r *http.Request, i *Issue, comments []IssueComment) []any {
	out := []any{}
	for _, c := range comments {
		author := j.user(r, c.Author)
		id := c.ID
		if id == "" {
			id = fmt.Sprintf("%s%d", j.id(i), c.At.Unix())
		}
		out = append(out, map[string]any{
			"id": id, "author": author, "updateAuthor": author, "body": c.Body, "created": jiraStamp(c.At), "updated": jiraStamp(c.At),
		})
	}
	return out
}

// changes is the changelog in an answer of search: the newest twenty, newest first, on Cloud; all of them, oldest
// first, on Data Center.
func (j *jiraSite) changes(r *http.Request, i *Issue) map[string]any {
	all := j.histories(r, i)
	some := slices.Clone(all)
	if j.kind() == cloud {
		slices.Reverse(some)
		some = some[:min(len(some), inSearch)]
	}
	return map[string]any{"startAt": 0, "maxResults": len(some), "total": len(all), "histories": some}
}

func (j *jiraSite) histories(r *http.Request, i *Issue) []any {
	out := []any{}
	for n, m := range i.History {
		out = append(out, map[string]any{
			"id": fmt.Sprintf("%s%03d", j.id(i), n), "author": j.user(r, m.Author), "created": jiraStamp(m.At),
			"items": []any{map[string]any{"field": "status", "fieldtype": "jira", "fromString": m.From, "toString": m.To}},
		})
	}
	return out
}

// sprints is the value of the field for sprints: objects on Cloud, objects as Java writes them on Data Center.
func (j *jiraSite) sprints(i *Issue) any {
	s := i.Sprint
	if s == nil {
		return nil
	}
	if j.kind() == cloud {
		sprint := map[string]any{"id": s.ID, "name": s.Name, "state": s.state(), "boardId": 1, "goal": ""}
		for key, at := range map[string]time.Time{"startDate": s.Start, "endDate": s.End} {
			if !at.IsZero() {
				sprint[key] = at.UTC().Format("2006-01-02T15:04:05.000Z")
			}
		}
		return []any{sprint}
	}
	return []any{fmt.Sprintf("com.atlassian.greenhopper.service.sprint.Sprint@1f[id=%d,rapidViewId=1,state=%s,name=%s,startDate=%s,endDate=%s,completeDate=<null>,sequence=%d]",
		s.ID, strings.ToUpper(s.state()), s.Name, javaStamp(s.Start), javaStamp(s.End), s.ID)}
}

func (s *Sprint) state() string {
	if s.State == "" {
		return "active"
	}
	return s.State
}

func javaStamp(t time.Time) string {
	if t.IsZero() {
		return "<null>"
	}
	return t.Format("2006-01-02T15:04:05.000-07:00")
}

func jiraStamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.Format(jiraTime)
}

// user returns the user with an id, nil where there is none.
func (j *jiraSite) user(r *http.Request, id string) map[string]any {
	at := slices.IndexFunc(j.Users, func(u User) bool { return u.ID == id })
	if at < 0 {
		return nil
	}
	u := j.Users[at]
	out := map[string]any{"displayName": u.Name, "active": true}
	if u.Email != "" {
		out["emailAddress"] = u.Email
	}
	if j.kind() == server {
		out["name"], out["key"] = u.ID, "JIRAUSER"+strconv.Itoa(10000+at)
		out["self"] = "http://" + r.Host + "/rest/api/2/user?username=" + u.ID
		return out
	}
	out["accountId"], out["accountType"] = u.ID, "atlassian"
	if u.App {
		out["accountType"] = "app"
	}
	out["self"] = "http://" + r.Host + "/rest/api/2/user?accountId=" + u.ID
	return out
}
