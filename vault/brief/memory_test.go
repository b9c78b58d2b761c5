package brief_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/vault"
	"vaultgraph/vault/brief"
	"vaultgraph/vault/world"
)

// TestReadMemory reads one vault with an index and without.
func TestReadMemory(t *testing.T) {
	notes := map[string]string{
		".vault/config.yaml":         "",
		"services/whois-lookup.md":   "---\nrepo: acme/whois-lookup\n---\n# whois-lookup\n- [[api-server]] — downstream: shows it\n- [[TICKET-1]] — key decision: why\n",
		"services/api-server.md":     "---\nrepo: https://github.com/acme/api-server.git\n---\n# api-server\n",
		"services/billing.md":        "---\nrepo: acme/billing\n---\n# billing\n",
		"tools/pool.md":              "---\nrepo: acme/pool\n---\n# pool\n- [[whois-lookup]] — dependent: asks for addresses\n",
		"tickets/TICKET-1.md":        "# TICKET-1\n",
		"tickets/TICKET-2.md":        "# TICKET-2\n",
		"people/lena.md":             "# Lena Brandt\n",
		"sprints/sprint-23.md":       "---\nstatus: active\n---\n# Sprint 23\n",
		"sprints/sprint-24.md":       "---\nstatus: planned\n---\n# Sprint 24\n",
		"feedback/all.md":            "# Everywhere\n- one change per pull request\n",
		"feedback/whois.md":          "# Here\n[[whois-lookup]]\n",
		"feedback/there.md":          "# There\n[[billing]]\n",
		"feedback/tool.md":           "# Of a tool\n[[pool]]\n",
		"sessions/2026-11-28-one.md": "---\nservice: \"[[billing]]\"\n---\n# Billing\n\n## Summary\n\nElsewhere.\n\n## Open Threads\n\n- [ ] Look at [[TICKET-2]] again ^abc123\n",
		"sessions/2026-11-27-two.md": "---\nservice: \"[[whois-lookup]]\"\nended: 2026-11-27T17:05:00+01:00\n---\n# Two\n\n## Summary\n\nMerged **it**, see [the page](https://x.example)\nand [[api-server|the API]].\n\n- more\n\n" +
			"## Open Threads\n\n- [x] done\n- [ ] #12 and acme/api-server#13 (not UTF-8), https://github.com/acme/pool/pull/14\n  - [ ] nested\n\n```\n```\n",
		"sessions/2026-11-20-three.md": "---\nservice: \"[[whois-lookup]]\"\n---\n# Three\n\n## Summary\n\n- first \\[x\\]\n- second ^id9\n",
	}
	dir := t.TempDir()
	for name, text := range notes {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	zone := time.FixedZone("", 3600)
	two := time.Date(2026, 11, 27, 17, 5, 0, 0, zone)
	one := time.Date(2026, 11, 28, 0, 0, 0, 0, zone)
	pull := func(repo, key string) world.Ref {
		id := world.ParseRepoID(repo)
		id.Host = "github.com"
		return world.Ref{Kind: world.RefChange, Key: key, Repo: id}
	}
	own := pull("acme/whois-lookup", "12")
	own.Repo.Host = ""
	want := brief.Memory{
		Service: "services/whois-lookup.md", Sprint: "sprints/sprint-23.md",
		Last: &brief.Session{Note: "sessions/2026-11-27-two.md", Summary: "Merged it, see the page and the API.", At: two, Here: true},
		Threads: []brief.Thread{
			{ID: "abc123", Note: "sessions/2026-11-28-one.md", Line: 12, Text: "Look at TICKET-2 again", At: one, Refs: []world.Ref{{Kind: world.RefTicket, Key: "TICKET-2"}}},
			{Note: "sessions/2026-11-27-two.md", Line: 17, Text: "#12 and acme/api-server#13 (not UTF-8), https://github.com/acme/pool/pull/14", At: two, Here: true,
				Refs: []world.Ref{pull("acme/pool", "14"), own, pull("acme/api-server", "13")}},
			{Note: "sessions/2026-11-27-two.md", Line: 18, Text: "nested", At: two, Here: true},
		},
		Neighbours:  []world.RepoID{{Host: "github.com", Path: "acme/api-server"}, {Path: "acme/pool"}},
		Tickets:     []string{"TICKET-1"},
		Preferences: []string{"feedback/all.md", "feedback/whois.md"},
		People:      []string{"Lena Brandt", "lena"},
	}
	for _, cache := range []string{"", t.TempDir()} {
		v, err := vault.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		w, err := v.View(t.Context(), vault.ViewOptions{Cache: cache})
		if err != nil {
			t.Fatal(err)
		}
		got, err := brief.ReadMemory(t.Context(), w, "services/whois-lookup.md", zone)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with the cache %q (-want +got):\n%s", cache, diff)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLastSessionAmongMany: a vault with thousands of sessions is not read whole, and the last one is found all the
// same, by the date in its name or because it was changed last.
func TestLastSessionAmongMany(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "sessions"), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, ended, text string, changed time.Time) {
		file := filepath.Join(dir, "sessions", name)
		src := fmt.Sprintf("---\ntype: session\nended: %s\n---\n## Summary\n\n%s\n\n## Open Threads\n\n- [ ] thread of %s\n", ended, text, name)
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	old := monday.Add(-400 * day)
	for i := range 300 {
		write(fmt.Sprintf("session %03d.md", i), old.Add(time.Duration(i)*time.Hour).Format(time.RFC3339), "Old.", old)
	}
	write("a talk.md", monday.Add(-time.Hour).Format(time.RFC3339), "The last.", monday)
	v, err := vault.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w, err := v.View(t.Context(), vault.ViewOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := brief.ReadMemory(t.Context(), w, "", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if m.Last == nil || m.Last.Summary != "The last." {
		t.Errorf("the last session is %+v", m.Last)
	}
	if n := len(m.Threads); n < 2 || n > 150 || m.Threads[0].Note != "sessions/a talk.md" {
		t.Errorf("%d threads, the first of %s", n, m.Threads[0].Note)
	}
}
