package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vaultgraph/examples/loopback"
	"vaultgraph/examples/scenarios"
)

// overtaken is a world in which one pull request was merged on Saturday, with four notes that call it open, each in
// its own way. In the first step GitHub is down.
const overtaken = `
-- scenario.json --
{"steps": [{"at": "2026-11-30T08:30:00+01:00", "github_fault": "500"}, {"at": "2026-11-30T08:40:00+01:00"}]}
-- repos.json --
[{"dir": "api-server", "user": "Sam <sam@acme.example>", "remotes": {"origin": "git@github.com:acme/api-server.git"},
  "fetched": "2026-11-30T08:00:00+01:00",
  "commits": [{"name": "base", "at": "2026-11-20T10:00:00+01:00", "message": "Start", "files": {"main.go": "package main\n"}}],
  "refs": [{"name": "main", "upstream": "origin/main"}, {"name": "refs/remotes/origin/main", "at": "base"}]}]
-- github.json --
{"pull_requests": [
  {"repo": "acme/api-server", "number": 368, "title": "Null where contacts are missing", "author": "sam", "state": "MERGED", "decision": "APPROVED", "checks": "SUCCESS",
   "head": "sam/missing", "created": "2026-11-26T10:00:00+01:00", "committed": "2026-11-26T10:00:00+01:00",
   "updated": "2026-11-28T11:12:00+01:00", "merged": "2026-11-28T11:12:00+01:00", "closed": "2026-11-28T11:12:00+01:00"}]}
`

// overtakenNotes are the four notes, and behind each what stands there and what has to stand there instead. Their line
// ends, marks, indentation and ends of file are of every kind.
var overtakenNotes = []struct {
	path, text string
	changes    []string // old and new, in pairs
}{
	{"services/api-server.md",
		"---\ntype: service\nrepo: acme/api-server   # ours\n---\n\n# api-server\n\nAnswers.  PR #368 is still in review.\n\n\tcode: PR #368 is in review\n",
		[]string{"#368 is still in review.\n", "#368 merged 2026-11-28. (acme/api-server#368)\n"}},
	{"tickets/TICKET-3051.md",
		"---\r\ntype: ticket\r\nstatus: waiting\r\n---\r\n\r\n# TICKET-3051\r\n\r\n*   acme/api-server#368 (answers null) needs a review by Lena.\r\n\r\n\r\n",
		[]string{"needs a review by Lena.", "merged 2026-11-28."}},
	{"sessions/2026-11-26-null.md",
		"---\ntype: session\n---\n\n## Open Threads\n\n- [ ] acme/api-server#368 needs a review by Lena\n- [ ] ask about acme/api-server#370",
		[]string{"[ ] acme/api-server#368 needs a review by Lena", "[x] acme/api-server#368 merged 2026-11-28"}},
	{"decisions/null-for-missing.md",
		"\ufeff---\ntype: decision\n---\n\n## Key Decisions\n\n* 2026-11-26: answer null — because clients broke (acme/api-server#368 is open)\n\nOn 2026-11-27 acme/api-server#368 was in review.\n",
		[]string{"#368 is open)", "#368 merged 2026-11-28)"}},
}

func setOvertaken(t *testing.T) (st *stage, down, up *scenarios.Step) {
	t.Helper()
	s, err := scenarios.Parse("overtaken", []byte(overtaken))
	if err != nil {
		t.Fatal(err)
	}
	down, up = &s.Steps[0], &s.Steps[1]
	for _, n := range overtakenNotes {
		down.Notes[n.path] = n.text
	}
	st = newStage(t, s)
	st.serve(down, st.build(down))
	return st, down, up
}

// tree returns the notes of the vault by their paths; what .vault holds is left out.
func (st *stage) tree() map[string]string {
	st.t.Helper()
	notes := map[string]string{}
	err := filepath.WalkDir(st.vault, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(st.vault, file)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		if name := filepath.ToSlash(rel); !strings.HasPrefix(name, ".vault/") {
			notes[name] = string(text)
		}
		return err
	})
	if err != nil {
		st.t.Fatal(err)
	}
	return notes
}

// holds compares the notes of the vault with the four ones, as they were or as they are to be.
func (st *stage) holds(when string, corrected bool) {
	st.t.Helper()
	got := st.tree()
	if len(got) != len(overtakenNotes) {
		st.t.Errorf("%s: %d notes, want %d", when, len(got), len(overtakenNotes))
	}
	for _, n := range overtakenNotes {
		want := n.text
		if corrected {
			want = strings.NewReplacer(n.changes...).Replace(want)
		}
		if got[n.path] != want {
			st.t.Errorf("%s: %s is\n%q\nwant\n%q", when, n.path, got[n.path], want)
		}
	}
}

// TestOneMergeCorrectsEveryNote: where the forge is down nothing changes, and that is said; where it answers, all
// notes are corrected at once, each with its evidence, and the other bytes are as before; a second run writes nothing;
// undo takes it all back.
func TestOneMergeCorrectsEveryNote(t *testing.T) {
	for _, verb := range []string{"refresh", "brief"} {
		t.Run(verb, func(t *testing.T) {
			st, down, up := setOvertaken(t)
			code := 0
			if verb == "refresh" { // which has nothing else to do
				code = 3
			}
			st.exits(code, down, "", verb)
			st.holds("with the forge down", false)
			if out := st.run(down, "", "brief"); !bytes.Contains(out, []byte("not checked")) {
				t.Errorf("with the forge down, the brief does not say what it has not checked:\n%s", out)
			}

			st.serve(up, nil)
			if out := st.run(up, "", "refresh", "--dry-run"); bytes.Count(out, []byte("acme/api-server#368")) < len(overtakenNotes) {
				t.Errorf("the dry run does not give the evidence of each:\n%s", out)
			}
			st.holds("after a dry run", false)

			out := st.run(up, "", verb)
			if !bytes.Contains(out, []byte("#368 merged")) {
				t.Errorf("%s says\n%s", verb, out)
			}
			st.holds("after "+verb, true)
			writes := st.writes(up)
			if len(writes) != len(overtakenNotes) {
				t.Errorf("%d writes in the log, want %d", len(writes), len(overtakenNotes))
			}

			for _, again := range []string{"refresh", "brief"} {
				st.run(up, "", again)
			}
			st.holds("after a second run", true)
			if again := st.writes(up); len(again) != len(writes) {
				t.Errorf("a second run wrote: %q", again)
			}

			for range writes {
				st.run(up, "", "undo")
			}
			st.holds("after undo", false)
			st.run(up, "", verb)
			st.holds("after one more run: what a person took back stays", false)
			st.check()
		})
	}
}

// writes returns the ids of what the log has as written and not taken back.
func (st *stage) writes(step *scenarios.Step) (ids []string) {
	st.t.Helper()
	var log struct {
		Writes []struct{ ID, State string }
	}
	if out := st.run(step, "", "log", "--format", "json"); json.Unmarshal(out, &log) != nil {
		st.t.Fatalf("the log is no JSON: %s", out)
	}
	for _, w := range log.Writes {
		if w.State == "done" {
			ids = append(ids, w.ID)
		}
	}
	return ids
}

// TestBriefDocument holds the JSON of a brief against the keys and words that programs rely on.
func TestBriefDocument(t *testing.T) {
	st, down, up := setOvertaken(t)
	st.serve(up, nil)
	keys := func(what string, doc map[string]any, want ...string) {
		for _, key := range want {
			if _, ok := doc[key]; !ok {
				t.Errorf("%s has no %q: %v", what, key, doc)
			}
		}
	}
	read := func(step *scenarios.Step) map[string]any {
		var doc map[string]any
		if out := st.run(step, "", "brief", "--since", "2026-11-27", "--format", "json"); json.Unmarshal(out, &doc) != nil {
			t.Fatalf("no JSON: %s", out)
		}
		keys("the brief", doc, "schema", "as_of", "since", "lines", "sources", "fixed", "capture")
		return doc
	}
	list := func(doc map[string]any, key string) (all []map[string]any) {
		for _, x := range doc[key].([]any) {
			all = append(all, x.(map[string]any))
		}
		return all
	}
	doc := read(up)
	for _, line := range list(doc, "lines") {
		keys("a line", line, "kind", "turn", "text", "refs", "source", "as_of")
		for _, ref := range list(line, "refs") {
			keys("a ref", ref, "kind", "key", "url", "repo")
		}
	}
	if fixed := list(doc, "fixed"); len(fixed) != len(overtakenNotes) {
		t.Errorf("%d corrections in the document, want %d", len(fixed), len(overtakenNotes))
	}
	for _, fixed := range list(doc, "fixed") {
		keys("a correction", fixed, "note", "line", "was", "is", "evidence")
		if !strings.Contains(fixed["evidence"].(string), "acme/api-server#368 merged 2026-11-28") {
			t.Errorf("the evidence is %q", fixed["evidence"])
		}
	}
	for _, source := range list(doc, "sources") {
		keys("a source", source, "name", "status", "as_of", "error", "took_ms")
	}
	st.serve(down, nil)
	for _, source := range list(read(down), "sources") {
		if source["name"] == "GitHub" && (source["status"] != "failed" || source["error"] == nil || source["as_of"] == nil) {
			t.Errorf("with the forge down, its entry is %v: want the error and the age of the last answer", source)
		}
	}
}

// TestSprintNoteIsSaid: what a brief writes and has no line for is said beside it, once.
func TestSprintNoteIsSaid(t *testing.T) {
	s, err := scenarios.Parse("sprint", []byte(`
-- vault/tickets/TICKET-3060.md --
-- jira.json --
{"issues": [{"key": "TICKET-3060", "summary": "Endpoint config", "status": "To Do", "category": "new", "assignee": "sam",
  "reporter": "sam", "updated": "2026-11-20T10:00:00+01:00", "sprint": {"id": 24, "name": "Sprint 24"}}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	step := &s.Steps[0]
	st := newStage(t, s)
	st.serve(step, st.build(step))
	st.run(step, "", "brief")
	if said := st.said.String(); !strings.Contains(said, "sprints/Sprint 24.md: lists 1 ticket of yours more") {
		t.Errorf("the brief says on stderr: %s", said)
	}
	if note := st.tree()["sprints/Sprint 24.md"]; !strings.Contains(note, `- [[TICKET-3060]] — to do: "Endpoint config"`) {
		t.Errorf("the note of the sprint is %q", note)
	}
	st.run(step, "", "brief")
	if said := st.said.String(); strings.Contains(said, "sprints/") {
		t.Errorf("the second brief says on stderr: %s", said)
	}
}

// TestRefreshSaysWhatItDidNotCheck: where no source answers, refresh says what it has not checked, and why, in text and
// in JSON, and fails; where one did not answer and another one did, it says so too, and does not fail.
func TestRefreshSaysWhatItDidNotCheck(t *testing.T) {
	st, down, up := setOvertaken(t)
	const refused = "not checked: 4 claims: GitHub: "
	if out := st.exits(3, down, "", "refresh"); !bytes.HasPrefix(out, []byte(refused)) {
		t.Errorf("with the forge down, refresh says\n%s", out)
	}
	type doc struct {
		Claims    int
		Unchecked []struct {
			Source *string
			Claims int
			Reason string
		}
	}
	read := func(out []byte) (d doc) {
		t.Helper()
		if err := json.Unmarshal(out, &d); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return d
	}
	if d := read(st.exits(3, down, "", "refresh", "--format", "json")); d.Claims != 5 || len(d.Unchecked) != 2 || d.Unchecked[0].Claims != 4 ||
		d.Unchecked[1].Source != nil || d.Unchecked[1].Claims != 1 || d.Unchecked[0].Source == nil || *d.Unchecked[0].Source != "GitHub" || !strings.Contains(d.Unchecked[0].Reason, "500") {
		t.Errorf("with the forge down, refresh says in JSON %+v", d)
	}
	down.GitHubFault = loopback.FaultUnauthorized
	st.serve(down, nil)
	if out := st.exits(4, down, "", "refresh"); !bytes.HasPrefix(out, []byte(refused)) {
		t.Errorf("with a token that is refused, refresh says\n%s", out)
	}
	st.serve(up, nil)
	out := st.run(up, "", "refresh")
	if !bytes.Contains(out, []byte("#368 merged")) || !bytes.Contains(out, []byte("\nnot checked: 1 claim: there is no Jira in the config\n")) {
		t.Errorf("without a tracker, refresh says\n%s", out)
	}
}
