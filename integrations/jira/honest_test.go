package jira_test

import (
	"net/http"
	"testing"

	"vaultgraph/examples/corpus"
	"vaultgraph/examples/loopback"
	"vaultgraph/examples/loopback/honest"
)

func description(t *testing.T) *honest.Jira {
	t.Helper()
	j, err := honest.LoadJira(corpus.Path(t, "data", "api", "jira"))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// checkHonest holds every exchange against Atlassian's description: the request, the keys of its query, and the answer.
func checkHonest(t *testing.T, exchanges []loopback.Exchange) {
	t.Helper()
	if len(exchanges) == 0 {
		t.Error("nothing was asked")
	}
	described := description(t)
	for _, x := range exchanges {
		if err := described.CheckAnswer(x); err != nil {
			t.Errorf("%s\nis not as described: %v", x.Body, err)
		}
	}
}

// TestHonestRefuses makes sure that what holds the exchanges against the description can refuse.
func TestHonestRefuses(t *testing.T) {
	described := description(t)
	header := http.Header{"Content-Type": {"application/json"}}
	for name, x := range map[string]loopback.Exchange{
		"a path that is not there":    {Method: "GET", URL: "/rest/api/2/search?jql=x", Answer: []byte(`{}`)},
		"a query key":                 {Method: "GET", URL: "/rest/api/2/search/jql?startAt=0", Answer: []byte(`{}`)},
		"a key of the question":       {Method: "POST", URL: "/rest/api/2/search/jql", Body: []byte(`{"startAt":0}`), Answer: []byte(`{}`)},
		"the type of a value":         {Method: "POST", URL: "/rest/api/2/search/jql", Body: []byte(`{"jql":"a = b","expand":["names"]}`), Answer: []byte(`{}`)},
		"a key of the answer":         {Method: "GET", URL: "/rest/api/2/search/jql?jql=x", Answer: []byte(`{"total":1}`)},
		"a time in the answer":        {Method: "GET", URL: "/rest/api/2/serverInfo", Answer: []byte(`{"serverTime":"yesterday"}`)},
		"an order that is not listed": {Method: "GET", URL: "/rest/api/2/issue/A-1/comment?orderBy=author", Answer: []byte(`{}`)},
		"an empty answer":             {Method: "GET", URL: "/rest/api/2/serverInfo"},
	} {
		x.Header, x.AnswerHeader, x.Status = header, header, http.StatusOK
		if described.CheckAnswer(x) == nil {
			t.Errorf("%s: accepted, want refused", name)
		}
	}
}
