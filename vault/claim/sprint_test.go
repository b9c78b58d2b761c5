package claim_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"vaultgraph/vault"
	"vaultgraph/vault/claim"
	"vaultgraph/vault/world"
)

var sam = world.Me{IDs: []string{"sam"}}

func inSprint(key, status string, category world.Category, who, title string) world.Ticket {
	return world.Ticket{Key: key, Status: status, Category: category, Title: title, Assignee: world.Person{ID: who}, Sprint: "Sprint 24",
		History: []world.Move{{At: saturday, From: "To Do", To: status}}}
}

// keep brings the notes of sprints up to date: the states that are there, then the lines that are missing.
func (d *desk) keep(me world.Me, parts ...world.Part) []vault.Result {
	d.t.Helper()
	d.refresh(parts...)
	v, err := vault.Open(d.dir)
	if err != nil {
		d.t.Fatal(err)
	}
	defer v.Close()
	view, err := v.View(d.t.Context(), vault.ViewOptions{})
	if err != nil {
		d.t.Fatal(err)
	}
	facts, err := claim.SprintFacts(d.t.Context(), v, view, me, parts...)
	if err != nil {
		d.t.Fatal(err)
	}
	results, err := d.w.Apply(d.t.Context(), facts...)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, r := range results {
		if r.Err != nil {
			d.t.Errorf("%s: %v", r.Fact.Note, r.Err)
		}
	}
	return results
}

func TestSprintNote(t *testing.T) {
	const head = "---\ntype: sprint\nstatus: active\n---\n\n# Sprint 24\n\nGoal: a contact block.\n\n## Connections\n\n- [[TICKET-3051]] — in review: missing block\n"
	const tail = "- [[sprint-23]] — follows: took over three tickets\n"
	d := newDesk(t, map[string]string{
		"sprints/sprint-24.md": head + tail, "sprints/sprint-23.md": "---\nstatus: done\n---\n",
		"tickets/TICKET-3051.md": "", "tickets/TICKET-3060.md": "",
	})
	part := answer(nil, inSprint("TICKET-3051", "Ready for QA", world.Doing, "sam", ""), inSprint("TICKET-3060", "In Progress", world.Doing, "sam", `Where "the address" is [[kept]]`),
		inSprint("TICKET-3099", "To Do", world.Todo, "sam", "No note yet"), inSprint("TICKET-3001", "To Do", world.Todo, "john", "Not mine"))
	part.Tickets[0].History = []world.Move{{At: saturday.AddDate(0, 0, -1), To: "In Review"}, {At: saturday, From: "In Review", To: "Ready for QA"}}
	d.keep(sam, part)
	want := strings.Replace(head, "in review: missing block", "ready for qa: missing block (ready for qa since 2026-11-28)", 1) + tail +
		"- [[TICKET-3060]] — in progress: \"Where 'the address' is \\[\\[kept]]\"\n- [[TICKET-3099]] — to do: \"No note yet\"\n"
	if got := d.read("sprints/sprint-24.md"); got != want {
		t.Errorf("the note is\n%s\nwant\n%s", got, want)
	}
	if results := d.keep(sam, part); len(results) != 0 || d.read("sprints/sprint-24.md") != want {
		t.Errorf("the second run: %+v", results)
	}
	// It moves on, by a status that is no usual word.
	part.Tickets[0] = inSprint("TICKET-3051", "Done", world.Done, "sam", "")
	part.Tickets[0].History = []world.Move{{At: saturday, From: "In Review", To: "Ready for QA"}, {At: saturday.AddDate(0, 0, 1), From: "Ready for QA", To: "Done"}}
	d.keep(sam, part)
	want = strings.Replace(want, "ready for qa: missing block (ready for qa since 2026-11-28)", "done: missing block (done since 2026-11-29)", 1)
	if got := d.read("sprints/sprint-24.md"); got != want {
		t.Errorf("moved on, the note is\n%s\nwant\n%s", got, want)
	}
	if _, err := d.w.Undo(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	d.keep(sam, part)
	if got := d.read("sprints/sprint-24.md"); strings.Contains(got, "done: missing") {
		t.Errorf("what was taken back is there again:\n%s", got)
	}
}

func TestSprintLineTakenAway(t *testing.T) {
	d := newDesk(t, map[string]string{"tickets/TICKET-1.md": ""})
	d.keep(sam, answer(nil, inSprint("TICKET-1", "To Do", world.Todo, "sam", "One")))
	made := d.read("sprints/Sprint 24.md")
	if !strings.Contains(made, "type: sprint") || !strings.Contains(made, "- [[TICKET-1]] — to do: \"One\"") {
		t.Fatalf("the new note is\n%s", made)
	}
	if _, err := d.w.Undo(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	moved := inSprint("TICKET-1", "In Progress", world.Doing, "sam", "One")
	if results := d.keep(sam, answer(nil, moved)); len(results) != 0 {
		t.Errorf("a line that was taken away is made again: %+v", results)
	}
}

// TestSprintNames: whoever names sprints chooses neither a folder nor another note to write to.
func TestSprintNames(t *testing.T) {
	for sprint, want := range map[string]string{
		"whois-lookup":             "sprints/sprint whois-lookup.md",
		"whois-lookup?":            "sprints/sprint whois-lookup.md",
		"services/whois-lookup.md": "sprints/services-whois-lookup.md",
		"/etc/passwd":              "sprints/-etc-passwd.md",
		"../../evil":               "sprints/-..-evil.md",
		`..\evil`:                  "sprints/-evil.md",
		".obsidian/evil":           "sprints/obsidian-evil.md",
		"CON":                      "sprints/sprint CON.md",
		"[[x]] | # a\n^b %% c":     "sprints/x a b c.md",
	} {
		d := newDesk(t, map[string]string{
			"services/whois-lookup.md": "# whois-lookup\n", "sprints/sprint-24.md": "---\ntype: sprint\n---\n", "tickets/TICKET-1.md": "",
		})
		before := d.all()
		ticket := inSprint("TICKET-1", "To Do", world.Todo, "sam", "One")
		ticket.Sprint = sprint
		d.keep(sam, answer(nil, ticket))
		after := d.all()
		if !strings.Contains(after[want], "[[TICKET-1]] — to do") || strings.Contains(after[want], "[[x]]") {
			t.Errorf("%q: %s is %q; there are %q", sprint, want, after[want], slices.Sorted(maps.Keys(after)))
		}
		delete(after, want)
		if !maps.Equal(before, after) {
			t.Errorf("%q: more than its own note changed: %q", sprint, after)
		}
		if again := d.keep(sam, answer(nil, ticket)); len(again) != 0 {
			t.Errorf("%q: written again: %+v", sprint, again)
		}
	}
}
