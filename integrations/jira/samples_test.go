package jira

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"vaultgraph/examples/corpus"
	"vaultgraph/vault/world"
)

func sample(t *testing.T, elem ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(corpus.Path(t, append([]string{"data", "api", "jira"}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// replay starts a site that answers each path with a recorded text, and returns a source that asks it.
func replay(t *testing.T, answers map[string]string) *Source {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, ok := answers[strings.TrimPrefix(r.URL.Path, "/rest/api/2/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, answer)
	}))
	t.Cleanup(srv.Close)
	u, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{URL: u, Token: "x", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRecordedCloud(t *testing.T) {
	s := replay(t, map[string]string{
		"myself": string(sample(t, "examples", "get_myself.json")), "serverInfo": string(sample(t, "samples", "jiracli_serverinfo.json")),
		"field": string(sample(t, "samples", "jiracli_fields.json")), "search/jql": string(sample(t, "samples", "jiracli_search.json")),
	})
	part, err := s.Scan(t.Context(), world.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if len(part.Tickets) != 3 || part.Me.IDs[0] != "5b10a2844c20165700ede21g" || s.Site().Kind != Cloud || !s.Site().NoSprints {
		t.Fatalf("got %d tickets, me %v, site %+v", len(part.Tickets), part.Me, s.Site())
	}
	last := part.Tickets[2]
	want := time.Date(2020, 12, 3, 13, 5, 20, 974e6, time.UTC)
	if last.Key != "TEST-3" || last.Status != "Done" || last.Resolution != "Done" || last.Type != "Task" || last.Assignee.Name != "Person A" || !last.Updated.Equal(want) {
		t.Errorf("TEST-3: got %+v", last)
	}
	if last.Category != "" {
		t.Errorf("category: got %q, want unknown: the answer has none", last.Category)
	}
}

func TestRecordedDataCenter(t *testing.T) {
	page := string(sample(t, "server", "gojira_search_page.json"))
	s := replay(t, map[string]string{
		"myself": `{"name":"fred","key":"fred","displayName":"Fred"}`, "serverInfo": `{"version":"9.12.4"}`,
		"field": `[]`, "search": strings.NewReplacer(`"total": 6`, `"total": 2`, `"startAt": 1`, `"startAt": 0`).Replace(page), // the other pages were not recorded
	})
	part, err := s.Scan(t.Context(), world.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if len(part.Tickets) != 2 || part.Tickets[0].Title != "testing" || part.Tickets[0].Type != "Sub-task" {
		t.Errorf("got %+v", part.Tickets)
	}
}

func TestRecordedIssues(t *testing.T) {
	for _, file := range [][]string{
		{"examples", "get_issue_issueIdOrKey.json"}, {"samples", "jiracli_issue.json"}, {"samples", "jiracli_issue-1.json"},
		{"server", "gojira_issue_with_comments.json"}, {"server", "gojira_issue_changelog.json"},
	} {
		data := sample(t, file...)
		var i struct {
			Key string `json:"key"`
		}
		if err := json.Unmarshal(data, &i); err != nil {
			t.Fatal(err)
		}
		s := replay(t, map[string]string{
			"myself": `{"name":"fred"}`, "serverInfo": `{"deploymentType":"Server"}`, "field": `[]`, "search": `{"total":0,"issues":[]}`, "issue/" + i.Key: string(data),
		})
		part, err := s.Lookup(t.Context(), []world.Ref{{Kind: world.RefTicket, Key: i.Key}})
		if err != nil || len(part.Tickets) != 1 {
			t.Errorf("%v: got %d tickets, error %v", file, len(part.Tickets), err)
			continue
		}
		got := part.Tickets[0]
		switch file[1] {
		case "gojira_issue_with_comments.json":
			if len(got.Comments) == 0 || got.Comments[0].Text == "" || got.Comments[0].Author.ID == "" || got.Comments[0].At.IsZero() {
				t.Errorf("%v: comments %+v", file, got.Comments)
			}
		case "get_issue_issueIdOrKey.json":
			if got.Description != "Main order flow broken" || len(got.Comments) != 0 { // a bare list, which no server sends
				t.Errorf("%v: description %q, comments %+v", file, got.Description, got.Comments)
			}
		case "jiracli_issue.json":
			if got.Description != "Test description" {
				t.Errorf("%v: description %q", file, got.Description)
			}
		case "gojira_issue_changelog.json":
			if len(got.History) != 0 {
				t.Errorf("%v: a change of rank is a move: %+v", file, got.History)
			}
		}
	}
}

func TestRecordedPagesDecode(t *testing.T) {
	var comments commentPage
	if err := json.Unmarshal(sample(t, "examples", "get_issue_issueIdOrKey_comment.json"), &comments); err != nil || len(comments.Comments) != 1 || comments.Total != 1 {
		t.Errorf("comments: %+v, %v", comments, err)
	}
	var changes changelogPage
	if err := json.Unmarshal(sample(t, "examples", "get_issue_issueIdOrKey_changelog.json"), &changes); err != nil || len(changes.Values) == 0 || changes.Values[0].Created.IsZero() {
		t.Errorf("changes: %+v, %v", changes, err)
	}
	for _, name := range []string{"get_search_jql.json", "post_search_jql.json", "post_issue_bulkfetch.json"} {
		var page searchPage
		if err := json.Unmarshal(sample(t, "examples", name), &page); err != nil || len(page.Issues) == 0 || page.Issues[0].Key == "" {
			t.Errorf("%s: %d issues, %v", name, len(page.Issues), err)
		}
	}
	var info serverInfo
	if err := json.Unmarshal(sample(t, "examples", "get_serverInfo.json"), &info); err != nil || info.kind() != Cloud || info.ServerTime.IsZero() {
		t.Errorf("serverInfo: %+v, %v", info, err)
	}
	var fields []field
	if err := json.Unmarshal(sample(t, "examples", "get_field.json"), &fields); err != nil || len(fields) != 2 {
		t.Errorf("fields: %+v, %v", fields, err)
	}
	var sprints struct{ Values json.RawMessage }
	if err := json.Unmarshal(sample(t, "samples", "jiracli_sprints.json"), &sprints); err != nil {
		t.Fatal(err)
	}
	if got, ok := openSprint(sprints.Values); !ok || got.Name != "Sprint 5" || got.ID != "5" || got.End.IsZero() {
		t.Errorf("sprint: %+v", got)
	}
}

func TestRecordedDocument(t *testing.T) {
	got, mentions := body{sample(t, "samples", "jiracli_adf_document.json")}.text(testPeople)
	for _, want := range []string{
		"H1\n\nH2\n\n1. Some text\n2. Some more text\n\n> Blockquote text\n\n", "\n\nPanel paragraph\n\n@Person A\n\n",
		"\n\n`Prefix: Inline Code Block`\n\n", "\n\nLink (https://ankit.pl)\n\n",
		"- Prefix: Unordered list item 1\n  - Next\n    - Another\n      - New level\n- Unordered list item 2",
		"Table row 1 column 1 | Table row 1 column 2 | Table row 1 column 3\nTable row 2",
		"```\npackage main\n\nimport (\n\t\"fmt\"\n)\n\nfunc main() {\n\tfmt.Println(\"Hello, World!\")\n}\n```\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the text lacks %q", want)
		}
	}
	if ids(mentions) != "5fb82376aca10c006949f35b" {
		t.Errorf("mentions: got %q", ids(mentions))
	}
	if t.Failed() {
		t.Log(got)
	}
}
