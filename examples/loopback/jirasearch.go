package loopback

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// pageToken marks the place of the next page in a token of Cloud.
const pageToken = "CAEaAggD-"

// searchJQL is the search of Cloud. It sends only the fields that are named.
func (j *jiraSite) searchJQL(w http.ResponseWriter, r *http.Request) {
	var q struct {
		JQL           string   `json:"jql"`
		Fields        []string `json:"fields"`
		Expand        string   `json:"expand"`
		MaxResults    int      `json:"maxResults"`
		NextPageToken string   `json:"nextPageToken"`
	}
	if !understand(w, r, &q) {
		return
	}
	at := 0
	if q.NextPageToken != "" {
		place, found := strings.CutPrefix(q.NextPageToken, pageToken)
		var err error
		if at, err = strconv.Atoi(place); !found || err != nil {
			jiraError(w, http.StatusBadRequest, "The page token is invalid.")
			return
		}
	}
	found, ok := j.matching(w, q.JQL, true)
	if !ok {
		return
	}
	page := j.page(found, at, q.MaxResults)
	answer := map[string]any{"isLast": true, "issues": j.issues(r, page, q.Fields, strings.Split(q.Expand, ","))}
	if next := at + len(page); next < len(found) {
		answer["isLast"], answer["nextPageToken"] = false, pageToken+strconv.Itoa(next)
	}
	jiraAnswer(w, answer)
}

// search is the search of Data Center.
func (j *jiraSite) search(w http.ResponseWriter, r *http.Request) {
	var q struct {
		JQL           string   `json:"jql"`
		Fields        []string `json:"fields"`
		Expand        []string `json:"expand"`
		MaxResults    int      `json:"maxResults"`
		StartAt       int      `json:"startAt"`
		ValidateQuery *bool    `json:"validateQuery"`
	}
	if !understand(w, r, &q) {
		return
	}
	found, ok := j.matching(w, q.JQL, q.ValidateQuery == nil || *q.ValidateQuery)
	if !ok {
		return
	}
	page := j.page(found, q.StartAt, q.MaxResults)
	jiraAnswer(w, map[string]any{
		"expand": "schema,names", "startAt": q.StartAt, "maxResults": j.pageSize(q.MaxResults), "total": len(found),
		"issues": j.issues(r, page, q.Fields, q.Expand),
	})
}

// bulkfetch answers with the issues that there are, and passes over the others.
func (j *jiraSite) bulkfetch(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Keys   []string `json:"issueIdsOrKeys"`
		Fields []string `json:"fields"`
		Expand []string `json:"expand"`
	}
	if !understand(w, r, &q) {
		return
	}
	if len(q.Keys) == 0 || len(q.Keys) > 100 {
		jiraError(w, http.StatusBadRequest, "The number of issues must be between 1 and 100.")
		return
	}
	var found []*Issue
	for _, key := range q.Keys {
		if i := j.find(key); i != nil && !slices.Contains(found, i) {
			found = append(found, i)
		}
	}
	jiraAnswer(w, map[string]any{"issueErrors": []any{}, "issues": j.issues(r, found, q.Fields, q.Expand)})
}

// matching returns the issues that jql asks for, newest change first.
func (j *jiraSite) matching(w http.ResponseWriter, jql string, strict bool) ([]*Issue, bool) {
	query, err := parseJQL(jql)
	if err != nil {
		jiraError(w, http.StatusBadRequest, "Error in the JQL Query: "+err.Error())
		return nil, false
	}
	for _, key := range query.keys {
		if strict && j.find(key) == nil {
			jiraError(w, http.StatusBadRequest, fmt.Sprintf("An issue with key '%s' does not exist for field 'key'.", key))
			return nil, false
		}
	}
	var found []*Issue
	for n := range j.Issues {
		if i := &j.Issues[n]; query.holds(j, i) {
			found = append(found, i)
		}
	}
	slices.SortStableFunc(found, func(a, b *Issue) int { return b.Updated.Compare(a.Updated) })
	return found, true
}

func (j *jiraSite) page(found []*Issue, at, most int) []*Issue {
	at = min(max(at, 0), len(found))
	return found[at:min(at+j.pageSize(most), len(found))]
}

// pageSize is how many issues a page has where most are asked for.
func (j *jiraSite) pageSize(most int) int {
	size := j.Page
	if size == 0 {
		size = 50
	}
	if most > 0 {
		size = min(size, most)
	}
	return size
}
