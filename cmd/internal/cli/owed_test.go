package cli

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// TestOwedNames: a name for something owed leads to one thing, or is an error that says which were meant.
func TestOwedNames(t *testing.T) {
	change := func(repo, number string) world.Ref {
		return world.Ref{Kind: world.RefChange, Key: number, Repo: world.RepoID{Host: "github.com", Path: repo}}
	}
	o := newOwed(t, map[string]string{
		"sessions/2026-11-27-x.md":   "---\ntype: session\n---\n## Open Threads\n\n- [ ] ask John ^by-hand\n",
		"tickets/TICKET-7.md":        "---\ntype: ticket\naliases: [the limiter]\n---\n",
		"services/export-worker.md":  "---\ntype: service\nrepo: acme/export-worker\n---\n",
		"services/other/exporter.md": "---\ntype: service\nrepo: beta/exporter\n---\n",
		"tools/exporter.md":          "---\ntype: tool\nrepo: acme/exporter\n---\n",
	})
	o.here = []world.RepoID{{Host: "github.com", Path: "acme/whois-lookup"}}
	o.told = [][]world.Ref{
		{change("acme/api-server", "12"), change("acme/api-server", "30"), change("acme/whois-lookup", "30"),
			{Kind: world.RefTicket, Key: "TICKET-3060", URL: "https://acme.example/browse/TICKET-3060"},
			{Kind: world.RefDeploy, Key: "deploy/7"}, {Kind: world.RefRepo, Key: "api-server"}},
		{change("acme/old", "44"), change("acme/old", "12")},
	}
	for name, want := range map[string]owedThing{
		"TICKET-3060": {ref: "TICKET-3060"},
		"ticket-3060": {ref: "TICKET-3060"},
		"TICKET-9":    {ref: "TICKET-9", untold: true},
		"https://acme.example/browse/TICKET-3060":          {ref: "TICKET-3060"},
		"https://x.example/jira/browse/TICKET-9?focused=1": {ref: "TICKET-9", untold: true},
		"The Limiter":        {ref: "TICKET-7"},
		"deploy/7":           {ref: "deploy/7"},
		"api-server":         {ref: "api-server"},
		"^by-hand":           {thread: "by-hand", note: "sessions/2026-11-27-x.md"},
		"#12":                {ref: "acme/api-server#12"}, // as the newer brief called it
		"12":                 {ref: "acme/api-server#12"},
		"#44":                {ref: "acme/old#44"},
		"#99":                {ref: "acme/whois-lookup#99", untold: true}, // the working directory's
		"whois-lookup#30":    {ref: "acme/whois-lookup#30"},
		"export-worker#3":    {ref: "acme/export-worker#3", untold: true},
		"Acme/API-server#12": {ref: "acme/api-server#12"},
		"acme/never#1":       {ref: "acme/never#1", untold: true},
		"https://github.com/acme/api-server/pull/12/files": {ref: "acme/api-server#12"},
		"https://git.acme.example/acme/x/pull/5":           {ref: "git.acme.example/acme/x#5", untold: true},
	} {
		if got, err := o.find(name); err != nil || got != want {
			t.Errorf("%q is %+v, %v; want %+v", name, got, err, want)
		}
	}
	for name, ambiguous := range map[string]bool{
		"#30": true, "exporter#1": true, "nonsense": false, "nothing#1": false, "aaaaaaaaa1": false, "export-worker": false,
		"utf-8": false, "UTF-8": false, "https://example.com/": false, "#": false, "sessions/2026-11-27-x.md": false,
	} {
		what, err := o.find(name)
		var e *notOwedError
		if !errors.As(err, &e) || e.ambiguous != ambiguous || ambiguous && len(e.candidates) != 2 {
			t.Errorf("%q is %+v, %v; want an error, ambiguous %v", name, what, err, ambiguous)
		}
	}
	o.told, o.here = nil, nil
	if what, err := o.find("#12"); err == nil {
		t.Errorf("#12 of no repository is %+v", what)
	}
}

// newOwed returns one of a vault with the given notes.
func newOwed(t *testing.T, notes map[string]string) *owed {
	t.Helper()
	dir := t.TempDir()
	for name, text := range notes {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	view, err := v.View(t.Context(), vault.ViewOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { view.Close() })
	ledger, err := v.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	return &owed{ctx: t.Context(), w: &writing{Vault: v, view: view}, ledger: ledger, zone: time.UTC}
}
