package claim_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/claim"
	"vaultgraph/vault/world"
)

// said is a note of one line about acme/api-server, and what is right of it.
var said = []struct {
	name, line string
	part       world.Part
	want       string // the line afterwards
}{
	{"merged", "PR #368 is in review.", answer([]world.Change{merged}), "PR #368 merged 2026-11-28. (acme/api-server#368)"},
	{"closed", "acme/api-server#368 is open.", answer([]world.Change{{Repo: api, Number: 368, State: world.Closed, Closed: saturday}}),
		"acme/api-server#368 closed without merging 2026-11-28."},
	{"closed is said of merged ones too", "PR #368 is closed.", answer([]world.Change{merged}), "PR #368 is closed."},
	{"open, and it is", "PR #368 is in review.", answer([]world.Change{{Repo: api, Number: 368, State: world.Open}}), "PR #368 is in review."},
	{"merged, and it is open", "acme/api-server#368 is merged.", later(answer([]world.Change{{Repo: api, Number: 368, State: world.Open, Updated: saturday}})),
		"acme/api-server#368 open as of 2026-11-28."},
	{"merged, by an answer of before the note", "acme/api-server#368 is merged.", answer([]world.Change{{Repo: api, Number: 368, State: world.Open, Updated: saturday}}),
		"acme/api-server#368 is merged."},
	{"approved", "acme/api-server#368 needs a review by Lena.", answer([]world.Change{{Repo: api, Number: 368, State: world.Open, Decision: world.Approved,
		Reviews: []world.Review{{Judgement: world.JudgedApproved, At: saturday}}}}), "acme/api-server#368 approved 2026-11-28."},
	{"approved, and somebody else is asked", "acme/api-server#368 needs a review by Lena.", answer([]world.Change{{Repo: api, Number: 368, State: world.Open, Decision: world.Approved,
		Reviews: []world.Review{{Judgement: world.JudgedApproved, At: saturday}}, Asked: []world.Person{{Login: "lena"}}}}), "acme/api-server#368 needs a review by Lena."},
	{"the state is not told", "PR #368 is in review.", answer([]world.Change{{Repo: api, Number: 368, Merged: saturday}}), "PR #368 is in review."},
	{"another number", "PR #368 is in review.", answer([]world.Change{{Repo: api, Number: 36, State: world.Merged, Merged: saturday}}), "PR #368 is in review."},
	{"another repository", "PR #368 is in review.", answer([]world.Change{{Repo: world.RepoID{Host: "github.com", Path: "acme/web"}, Number: 368, State: world.Merged, Merged: saturday}}),
		"PR #368 is in review."},
	{"a renamed repository", "PR #368 is in review.", answer([]world.Change{{Repo: world.RepoID{Host: "github.com", Path: "acme/api2"}, Formerly: []world.RepoID{api},
		Number: 368, State: world.Merged, Merged: saturday}}), "PR #368 merged 2026-11-28. (acme/api2#368)"},
	{"two hosts", "acme/api-server#368 is open.", answer([]world.Change{merged, {Repo: world.RepoID{Host: "git.example", Path: "acme/api-server"}, Number: 368, State: world.Open}}),
		"acme/api-server#368 is open."},
	{"one host of two", "https://git.example/acme/api-server/pull/368 is open.", answer([]world.Change{merged, {Repo: world.RepoID{Host: "git.example", Path: "acme/api-server"}, Number: 368, State: world.Open}}),
		"https://git.example/acme/api-server/pull/368 is open."},

	{"a ticket is done", "TICKET-3051 is still In Review.", answer(nil, done), "TICKET-3051 is Done since 2026-11-28."},
	{"a ticket is done, and a pull request that names it is none of its business", "TICKET-3051 is in review.",
		answer([]world.Change{{Repo: api, Number: 368, Title: "Fixes TICKET-3051", State: world.Merged, Merged: saturday}}), "TICKET-3051 is in review."},
	{"another word of the same meaning", "TICKET-3051 is closed.", answer(nil, done), "TICKET-3051 is closed."},
	{"open is whatever is not done", "TICKET-3060 is open.", answer(nil, world.Ticket{Key: "TICKET-3060", Status: "In Progress", Category: world.Doing, Updated: saturday}), "TICKET-3060 is open."},
	{"in progress, where the tracker knows no review", "TICKET-3060 is in review.", answer(nil, world.Ticket{Key: "TICKET-3060", Status: "In Progress", Category: world.Doing, Updated: saturday}), "TICKET-3060 is in review."},
	{"in progress, where the tracker does", "TICKET-3060 is in review.", answer(nil, world.Ticket{Key: "TICKET-3060", Status: "In Progress", Category: world.Doing, History: []world.Move{
		{At: saturday.AddDate(0, 0, -1), To: "In Review"}, {At: saturday, From: "In Review", To: "In Progress"}}}), "TICKET-3060 is in progress since 2026-11-28."},
	{"a tracker without history", "TICKET-3060 is in progress.", answer(nil, world.Ticket{Key: "TICKET-3060", Status: "Done", Category: world.Done, Updated: saturday}), "TICKET-3060 is done as of 2026-11-28."},
	{"a status of unknown meaning", "TICKET-3060 is in progress.", answer(nil, world.Ticket{Key: "TICKET-3060", Status: "Parked", Updated: saturday}), "TICKET-3060 is in progress."},
	{"a moved ticket", "TICKET-3051 is in review.", answer(nil, world.Ticket{Key: "OPS-7", Formerly: []string{"TICKET-3051"}, Status: "Done", Category: world.Done, Updated: saturday}),
		"TICKET-3051 is done as of 2026-11-28. (OPS-7)"},
	{"corrected before, and moved on", "TICKET-3051 is in progress since 2026-11-20.", answer(nil, done), "TICKET-3051 is done since 2026-11-28."},
	{"reopened", "TICKET-3051 is done since 2026-11-20.", later(answer(nil, world.Ticket{Key: "TICKET-3051", Status: "To Do", Category: world.Todo, History: []world.Move{{At: saturday, To: "To Do"}}})),
		"TICKET-3051 is to do since 2026-11-28."},
	{"reopened, by an answer of before the note", "TICKET-3051 is done.", answer(nil, world.Ticket{Key: "TICKET-3051", Status: "To Do", Category: world.Todo, Updated: saturday}), "TICKET-3051 is done."},
	{"a hostile status", "TICKET-3051 is in review.", answer(nil, world.Ticket{Key: "TICKET-3051", Status: "Done [[x]]\n# y", Category: world.Done, Updated: saturday}), "TICKET-3051 is in review."},
}

// later makes an answer newer than any note of the test.
func later(p world.Part) world.Part {
	p.AsOf = time.Now().Add(time.Hour)
	return p
}

func TestCheck(t *testing.T) {
	for _, tt := range said {
		t.Run(tt.name, func(t *testing.T) {
			head := "---\nrepo: acme/api-server\n---\n\nBefore.\n\n- "
			d := newDesk(t, map[string]string{
				"note.md":                head + tt.line + "\n\nBehind.\n",
				"tickets/TICKET-3051.md": "", "tickets/OPS-1.md": "", // for their prefixes
			})
			d.refresh(tt.part)
			if got := d.read("note.md"); got != head+tt.want+"\n\nBehind.\n" {
				t.Errorf("the note is\n%s\nwant the line\n- %s", got, tt.want)
			}
		})
	}
}

func TestStatusProperty(t *testing.T) {
	for _, tt := range []struct{ name, path, before, after string }{
		{"by key", "a.md", "key: TICKET-3051\nstatus: in review\n", "key: TICKET-3051\nstatus: done\nverified: 2026-11-28\n"},
		{"by name and folder", "tickets/TICKET-3051.md", "status: In Review\n", "status: Done\nverified: 2026-11-28\n"},
		{"by alias and type", "a.md", "type: ticket\naliases: [TICKET-3051]\nstatus: 'todo'\n", "type: ticket\naliases: [TICKET-3051]\nstatus: 'done'\nverified: 2026-11-28\n"},
		{"by a name alone", "notes/TICKET-3051.md", "status: in review\n", "status: in review\n"},
		{"confirmed in other words", "tickets/TICKET-3051.md", "status: closed\n", "status: closed\n"},
		{"words of the person's own", "tickets/TICKET-3051.md", "status: somewhere else\n", "status: somewhere else\n"},
		{"verified later", "tickets/TICKET-3051.md", "status: in review\nverified: 2026-11-29\n", "status: in review\nverified: 2026-11-29\n"},
		{"of a pull request", "a.md", "pr: acme/api-server#368\nstatus: open\n", "pr: acme/api-server#368\nstatus: merged\nverified: 2026-11-28\n"},
		{"of a pull request by address", "a.md", "change: https://github.com/acme/api-server/pull/368\nstatus: in review\n",
			"change: https://github.com/acme/api-server/pull/368\nstatus: merged\nverified: 2026-11-28\n"},
		{"of a decision that names one", "a.md", "type: decision\npr: acme/api-server#368\nstatus: accepted\n", "type: decision\npr: acme/api-server#368\nstatus: accepted\n"},
		{"of a ticket that names one", "tickets/TICKET-9.md", "pr: acme/api-server#368\nstatus: in review\n", "pr: acme/api-server#368\nstatus: in review\n"},
		{"of a ticket with a list", "tickets/TICKET-3051.md", "status: [in review]\n", "status: [in review]\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{tt.path: "---\n" + tt.before + "---\n"})
			d.refresh(answer([]world.Change{merged}, done))
			if got := d.read(tt.path); got != "---\n"+tt.after+"---\n" {
				t.Errorf("the note is\n%s", got)
			}
		})
	}
}

func TestRepositoryOfNumber(t *testing.T) {
	services := map[string]string{
		"services/api.md": "---\nrepo: acme/api\n---\n", "services/web.md": "---\nrepo: git@github.com:acme/web.git\n---\n",
		"tickets/TICKET-1.md": "---\npr: acme/web#9\n---\n",
	}
	for _, tt := range []struct{ name, text, want string }{
		{"of the note itself", "---\nrepo: https://github.com/acme/tool\n---\nPR #9 is open.", "github.com/acme/tool#9 open"},
		{"of the service", "---\nservice: \"[[api]]\"\n---\nPR #9 is open.", "acme/api#9 open"},
		{"of the only one linked", "PR #9 is open.\n\n## Connections\n\n- [[api]] — affects: it", "acme/api#9 open"},
		{"of one of two", "PR #9 is open.\n\n## Connections\n\n- [[api]] — affects: it\n- [[web]] — affects: it", ""},
		{"of the bullet", "## Connections\n\n- [[api]] — affects: PR #9 is open\n- [[web]] — affects: it", "acme/api#9 open"},
		{"of the bullet or the note", "---\nrepo: acme/tool\n---\n## Connections\n\n- [[api]] — affects: PR #9 is open", ""},
		{"of the bullet's ticket", "---\nrepo: acme/tool\n---\n## Connections\n\n- [[TICKET-1]] — ticket: PR #9 is open", "acme/web#9 open"},
		{"named elsewhere", "---\nrepo: acme/tool\n---\nacme/api#9 answers null.\n\nPR #9 is open.", "acme/api#9 open"},
		{"named twice", "acme/api#9 and acme/web#9.\n\nPR #9 is open.", ""},
		{"of nothing", "PR #9 is open.", ""},
	} {
		texts := map[string]string{"note.md": tt.text}
		for p, text := range services {
			texts[p] = text
		}
		if got := list(find(t, notes(t, texts), claim.Options{})); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestPutBackByHand(t *testing.T) {
	text := "PR #368 is in review.\n"
	d := newDesk(t, map[string]string{"note.md": "---\nrepo: acme/api-server\n---\n" + text})
	before := d.read("note.md")
	d.refresh(answer([]world.Change{merged}))
	if d.read("note.md") == before {
		t.Fatal("nothing was corrected")
	}
	later := time.Now().Add(time.Hour) // a person takes longer than an editor that saves what it holds
	for _, hand := range []string{before, before + "More.\n"} {
		file := filepath.Join(d.dir, "note.md")
		if err := os.WriteFile(file, []byte(hand), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, later, later); err != nil {
			t.Fatal(err)
		}
		d.refresh(answer([]world.Change{merged}))
		if strings.HasPrefix(hand, before+"More") != strings.Contains(d.read("note.md"), "merged") {
			t.Errorf("put back by a person as %q, the note is\n%s", hand, d.read("note.md"))
		}
	}
}

// TestNotesNotAsked are notes that tell how things were.
func TestNotesNotAsked(t *testing.T) {
	line := "acme/api-server#368 is in review.\n"
	for p, text := range map[string]string{
		"2026-11-26.md":           line,
		"log.md":                  line,
		".vault/templates/x.md":   line,
		"templates/service.md":    line,
		"sprints/sprint-23.md":    "---\ntype: sprint\nstatus: done\n---\n\n" + line,
		"a.md":                    "## History\n\n" + line,
		"attachments/picture.png": line,
	} {
		if got := find(t, notes(t, map[string]string{p: text}), claim.Options{}); len(got) != 0 {
			t.Errorf("%s claims %s", p, list(got))
		}
	}
	if got := find(t, notes(t, map[string]string{"b.md": line}), claim.Options{}); len(got) != 1 {
		t.Errorf("the control claims %s", list(got))
	}
}

func TestPrefixes(t *testing.T) {
	dir := notes(t, map[string]string{"a.md": "OPS-7 is done. TICKET-1 is done.", "tickets/TICKET-1.md": "---\ntype: ticket\n---\n"})
	if got := list(find(t, dir, claim.Options{})); got != "TICKET-1 done" {
		t.Errorf("without settings: %q", got)
	}
	if got := list(find(t, dir, claim.Options{Prefixes: []string{"ops"}})); got != "OPS-7 done" {
		t.Errorf("with a prefix: %q", got)
	}
}

func TestRefs(t *testing.T) {
	claims := find(t, notes(t, map[string]string{
		"a.md": "acme/api#1 is merged.\n\nacme/api#2 is open.\n\nacme/api#2 is in review.",
	}), claim.Options{})
	refs := claim.Refs(claims)
	if len(refs) != 2 || refs[0].Key != "2" || refs[1].Key != "1" {
		t.Errorf("%+v: what is under way comes first, and each thing once", refs)
	}
}

func TestDemoVault(t *testing.T) {
	v, err := vault.Open(filepath.Join("..", "..", "examples", "vault"))
	if err != nil {
		t.Fatal(err)
	}
	v.Close()
	got := list(find(t, v.Dir, claim.Options{}))
	for _, want := range []string{"TICKET-3051 in review", "acme/api-server#370 needs review", "acme/gcl-integration#12 needs review", "TICKET-2957 done"} {
		if !strings.Contains(got, want) {
			t.Errorf("the demo vault does not claim %q: %s", want, got)
		}
	}
}
