package jira_test

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"vaultgraph/examples/loopback"
	"vaultgraph/integrations/jira"
)

// TestDemoWorld reads the world of the demo as the demo does.
func TestDemoWorld(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "examples", "world", "servers.json"))
	if err != nil {
		t.Fatal(err)
	}
	var w loopback.World
	if err := json.Unmarshal(data, &w); err != nil {
		t.Fatal(err)
	}
	rec := &loopback.Recorder{}
	srv := httptest.NewServer(rec.Wrap(w.JiraHandler()))
	defer srv.Close()
	part := scan(t, source(t, srv.URL, func(o *jira.Options) { o.Token = w.Jira.Token }))
	got := ticket(t, part, "TICKET-3060")
	if len(got.Comments) != 1 || got.Comments[0].Author.Name != "John" || got.Comments[0].Text != "should we use SSM or env vars for the endpoint?" || got.Sprint != "Sprint 24" {
		t.Errorf("TICKET-3060: got %+v", got)
	}
	if len(part.Tickets) != len(w.Jira.Issues) || part.Partial {
		t.Errorf("got %d tickets, partial %v; want all %d", len(part.Tickets), part.Partial, len(w.Jira.Issues))
	}
	checkHonest(t, rec.Exchanges())
}
