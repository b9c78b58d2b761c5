package claim_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/claim"
	"vaultgraph/vault/world"
)

var (
	api      = world.RepoID{Host: "github.com", Path: "acme/api-server"}
	saturday = time.Date(2026, 11, 28, 11, 12, 0, 0, time.FixedZone("", 3600))
	monday   = time.Date(2026, 11, 30, 8, 30, 0, 0, time.FixedZone("", 3600))
	merged   = world.Change{Repo: api, Number: 368, State: world.Merged, Merged: saturday, Closed: saturday, Updated: saturday}
	done     = world.Ticket{Key: "TICKET-3051", Status: "Done", Category: world.Done, Updated: saturday, History: []world.Move{
		{At: saturday.AddDate(0, 0, -2), From: "In Progress", To: "In Review"}, {At: saturday, From: "In Review", To: "Done"},
	}}
)

func answer(changes []world.Change, tickets ...world.Ticket) world.Part {
	return world.Part{AsOf: monday, Changes: changes, Tickets: tickets}
}

// A desk is an open vault and its writer.
type desk struct {
	t   *testing.T
	dir string
	w   *vault.Writer
}

func newDesk(t *testing.T, texts map[string]string) *desk {
	t.Helper()
	if _, ok := texts[".vault/config.yaml"]; !ok {
		texts[".vault/config.yaml"] = "types: {tickets: ticket, services: service, sessions: session, decisions: decision, sprints: sprint}\n"
	}
	d := &desk{t: t, dir: notes(t, texts)}
	state := t.TempDir()
	v, err := vault.Open(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	env := vault.Environment{Home: state, Getenv: func(key string) string {
		if key == "XDG_STATE_HOME" {
			return state
		}
		return ""
	}}
	d.w, err = vault.OpenWriter(v, vault.WriterOptions{Environment: env, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *desk) read(p string) string {
	d.t.Helper()
	b, err := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(p)))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(b)
}

// all returns the texts of the notes.
func (d *desk) all() map[string]string {
	d.t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(d.dir, func(file string, e os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(file, ".md") && !strings.Contains(file, ".vault") {
			rel, _ := filepath.Rel(d.dir, file)
			texts[filepath.ToSlash(rel)] = d.read(filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return texts
}

// refresh corrects what the parts overtake, and returns what was corrected.
func (d *desk) refresh(parts ...world.Part) []claim.Correction {
	d.t.Helper()
	corrections, _ := claim.Check(find(d.t, d.dir, claim.Options{}), parts...)
	made, results, err := claim.Apply(d.t.Context(), d.w, corrections)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, r := range results {
		if r.Err != nil {
			d.t.Errorf("%s: %v", r.Fact.Note, r.Err)
		}
	}
	return made
}

// overtaken is a vault in which one merged pull request is called open in four notes.
func overtaken() map[string]string {
	return map[string]string{
		"services/api-server.md": "---\ntype: service\nrepo: acme/api-server   # ours\nstatus: active\n---\n\n# api-server\n\n" +
			"Answers.  PR #368 is still in review. More words.\n\n## Connections\n\n- [[TICKET-3051]] — ticket: error 500; PR #368 in review ^keep\n",
		"tickets/TICKET-3051.md": "---\ntype: ticket\nkey: TICKET-3051\nstatus: \"in review\" # soon\npr: acme/api-server#368\n---\n\n# TICKET-3051\r\n\r\n" +
			"acme/api-server#368 (answers null) needs a review by Lena.\r\n",
		"sessions/2026-11-26-null.md": "---\ntype: session\nservice: \"[[api-server]]\"\n---\n\n## Summary\n\nWrote the fix (PR #368, in review); [[TICKET-3051]] is in review.\n\n" +
			"## Open Threads\n\n- [ ] acme/api-server#368 needs a review by Lena\n- [ ] acme/api-server#370 needs a review by Lena\n",
		"decisions/null-for-missing.md": "\ufeff---\ntype: decision\nstatus: accepted\n---\n\n## Key Decisions\n\n* 2026-11-26: answer null — because clients broke (acme/api-server#368 is open)\n\n" +
			"## Connections\n\n- [[api-server]] — affects: encoder\n",
		"sprints/sprint-24.md": "---\ntype: sprint\nstatus: active\n---\n\n## Connections\n\n- [[TICKET-3051]] — in review: missing block gave error 500\n",
	}
}

func TestMergedPullRequestCalledOpen(t *testing.T) {
	d := newDesk(t, overtaken())
	before := d.all()
	made := d.refresh(answer([]world.Change{merged, {Repo: api, Number: 370, State: world.Open, Decision: world.ReviewRequired, Updated: saturday}}, done))
	want := map[string][]string{
		"services/api-server.md": {
			"PR #368 is still in review. More", "PR #368 merged 2026-11-28. More words. (acme/api-server#368)",
			" words.\n", "\n",
			"PR #368 in review ^keep", "PR #368 merged 2026-11-28 (acme/api-server#368) ^keep",
		},
		"tickets/TICKET-3051.md": {
			"\"in review\" # soon\n", "\"done\" # soon\nverified: 2026-11-28\n",
			"needs a review by Lena.", "merged 2026-11-28.",
		},
		"sessions/2026-11-26-null.md": {
			"(PR #368, in review); [[TICKET-3051]] is in review.", "(PR #368, merged 2026-11-28); [[TICKET-3051]] is done since 2026-11-28. (acme/api-server#368)",
			"[ ] acme/api-server#368 needs a review by Lena", "[x] acme/api-server#368 merged 2026-11-28",
		},
		"decisions/null-for-missing.md": {"is open)", "merged 2026-11-28)"},
		"sprints/sprint-24.md":          {"in review: missing block gave error 500", "done: missing block gave error 500 (done since 2026-11-28)"},
	}
	after := d.all()
	for p, text := range before {
		for i := 0; i < len(want[p]); i += 2 {
			if !strings.Contains(text, want[p][i]) {
				t.Fatalf("%s does not hold %q", p, want[p][i])
			}
			text = strings.Replace(text, want[p][i], want[p][i+1], 1)
		}
		if after[p] != text {
			t.Errorf("%s is\n%s\nwant\n%s", p, after[p], text)
		}
	}
	if len(made) != 9 {
		t.Errorf("%d corrections", len(made))
	}
	for _, c := range made {
		if c.Evidence == "" || !c.At.Equal(saturday) || c.Was == "" || c.Is == "" || c.Claim.Line == 0 {
			t.Errorf("a correction without evidence: %+v", c)
		}
	}
	ticket := made[slices.IndexFunc(made, func(c claim.Correction) bool { return c.Claim.Form == claim.FormStatus })]
	if want := "acme/api-server#368 merged 2026-11-28; TICKET-3051 Done since 2026-11-28"; ticket.Evidence != want || ticket.Ref.Kind != world.RefChange {
		t.Errorf("the status rests on %q, %+v", ticket.Evidence, ticket.Ref)
	}
	if again := d.refresh(answer([]world.Change{merged}, done)); len(again) != 0 {
		t.Errorf("the second run corrects %+v", again)
	}
	for range 20 {
		if _, err := d.w.Undo(t.Context(), ""); err != nil {
			break
		}
	}
	for p, text := range d.all() {
		if text != before[p] {
			t.Errorf("taken back, %s is\n%s", p, text)
		}
	}
	if again := d.refresh(answer([]world.Change{merged}, done)); len(again) != 0 {
		t.Errorf("what a person took back is written again: %+v", again)
	}
}

func TestNoAnswerChangesNothing(t *testing.T) {
	d := newDesk(t, overtaken())
	before := d.all()
	claims := find(t, d.dir, claim.Options{})
	for _, parts := range [][]world.Part{nil, {}, {answer(nil)}, {answer([]world.Change{{Repo: api, Number: 368}}, world.Ticket{Key: "TICKET-3051"})}} {
		corrections, unchecked := claim.Check(claims, parts...)
		if len(corrections) != 0 || len(unchecked) != len(claims) {
			t.Errorf("%+v: %d corrections, %d of %d unchecked", parts, len(corrections), len(unchecked), len(claims))
		}
	}
	d.refresh(answer(nil))
	for p, text := range d.all() {
		if text != before[p] {
			t.Errorf("%s has changed", p)
		}
	}
}

func TestPlanWritesNothing(t *testing.T) {
	d := newDesk(t, overtaken())
	before := d.all()
	corrections, _ := claim.Check(find(t, d.dir, claim.Options{}), answer([]world.Change{merged}, done))
	made, results, diff, err := claim.Plan(t.Context(), d.w, corrections)
	if err != nil || len(made) != 9 || len(results) != 8 {
		t.Fatal(len(made), len(results), err)
	}
	for _, line := range []string{"-- [ ] acme/api-server#368 needs a review by Lena", "+- [x] acme/api-server#368 merged 2026-11-28", "+verified: 2026-11-28"} {
		if !strings.Contains(diff, line) {
			t.Errorf("the diff lacks %q:\n%s", line, diff)
		}
	}
	for p, text := range d.all() {
		if text != before[p] {
			t.Errorf("%s has changed", p)
		}
	}
}
