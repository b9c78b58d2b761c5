package vault_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

func TestFactID(t *testing.T) {
	f := vault.Fact{Kind: vault.FactDecision, Note: "services/whois-lookup.md", Text: "Route only WHOIS traffic, through the proxy."}
	same := []vault.Fact{
		{Kind: vault.FactDecision, Note: "whois-lookup", Text: "route only whois traffic through the proxy"},
		{Kind: vault.FactDecision, Note: "moved/Whois-Lookup.md", Text: " Route  only WHOIS-traffic through\nthe proxy ",
			Sources: []vault.Source{{Kind: vault.SourceTicket, Ref: "TICKET-1"}}, Because: "another reason"},
	}
	for _, s := range same {
		if vault.FactID(s) != vault.FactID(f) {
			t.Errorf("%+v has another id", s)
		}
	}
	for _, other := range []vault.Fact{
		{Kind: vault.FactRejected, Note: f.Note, Text: f.Text},
		{Kind: f.Kind, Note: "rdap-gateway", Text: f.Text},
		{Kind: f.Kind, Note: f.Note, Text: "route all traffic through the proxy"},
	} {
		if vault.FactID(other) == vault.FactID(f) {
			t.Errorf("%+v has the same id", other)
		}
	}
	edge := vault.Fact{Kind: vault.FactEdge, Note: "a", Target: "b", Relation: "depends_on", Annotation: "x"}
	again := vault.Fact{Kind: vault.FactEdge, Note: "a", Target: "b", Relation: "Depends on", Annotation: "other words"}
	if vault.FactID(edge) != vault.FactID(again) {
		t.Error("an edge is known by from, to and relation")
	}
}

func TestFactJSON(t *testing.T) {
	r := vault.Result{Fact: vault.Fact{ID: "x", Kind: vault.FactDecision, Text: "t", Sources: []vault.Source{
		{Kind: vault.SourceTicket, Ref: "T-1", At: time.Date(2026, 11, 30, 1, 2, 3, 0, time.UTC)},
	}}, Status: vault.StatusKnown}
	got, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"x","kind":"decision","note":null,"text":"t","because":null,"target":null,"relation":null,"annotation":null,` +
		`"supersedes":null,"sources":[{"kind":"ticket","ref":"T-1","at":"2026-11-30T01:02:03Z","by":null,"quote":null,"line":null}],` +
		`"status":"known","why":null,"line":null,"write":null,"redacted":false}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var back vault.Fact
	if err := json.Unmarshal(got, &back); err != nil || back.Text != "t" || !back.Sources[0].At.Equal(r.Fact.Sources[0].At) {
		t.Errorf("read back: %+v, %v", back, err)
	}
}

// hostileTexts are texts that want to be more than text.
var hostileTexts = []string{
	"[[ip-rotation-tool]]", "![[x]]", "[x](y.md)", "[x][y]", "[^1]", "^[note]", "<b>x</b>", "<!-- x", "--> x", "%% x", "x %%", "$$ x", "$a$ and $b$",
	"# x", "## Key Decisions", "- x", "* x", "+ x", "1. x", "2) x", "> x", "| a | b |", "```", "~~~", "``` x", "---", "***", "===",
	"x ^id", "^id", "#tag", "x #tag y", "(#tag)", "\\#tag", "key:: value", "[key:: value]", "(key:: [[x]])", "x :: y", ":::", "a\nb", "a\r\n# b", "a\n\n## C\n",
	"a\u2028# b", "a\u0085b", "a\x00b", "a\x1b[31mb", "a\u202eb", "---\nstatus: x\n---", "\\", "a\\", "\\[[x]]", "\\\\[[x]]", "`[[x]]`", "`[[x]] ``", "``", "`", "`%%`", "&lbrack;", "&#91;[x]]",
	"[ ] task", "[x] done", "x — because y", "x (superseded by [[#^y]])", `" (John, TICKET-1) and "`, "”quoted“", "https://example.com/#frag", "std::vector<int>", "C# and F#",
	"a]] b", "[[a|b]]", "[[a#b]]", "\ufffd\xff\xfe", "\u200b\u200d", "    code", "\tcode", strings.Repeat("long ", 400), strings.Repeat("[", 500), "a  \nb", "x\\\ny", "¶ § é 漢字 🙂",
}

// structure is what a note's text is made of.
type structure struct {
	headings, links, tags, blocks, fields, items int
	frontmatter                                  note.State
}

func structureOf(src []byte) structure {
	n := note.Parse(src)
	s := structure{len(n.Headings), len(n.Links), len(n.Tags), len(n.Blocks), len(n.Fields), 0, n.Frontmatter.State}
	for _, l := range n.Lists() {
		s.items += len(l.Items)
	}
	return s
}

const plainNote = "---\ntype: service\nstatus: open\n---\n# n\n\n## Constraints\n\n- one connection per query\n\n## Key Decisions\n\n- 2026-01-01: ask RDAP first\n\n## Connections\n\n- [[a]] — uses: b\n\ntext\n"

func TestHostileTexts(t *testing.T) {
	for _, f := range oneOfEach() {
		plain := structureOf(checkEdit(t, "plain", []byte(plainNote), "service", f))
		for _, text := range hostileTexts {
			hostile := f
			hostile.Because = text
			if f.Kind == vault.FactEdge {
				hostile.Annotation, hostile.Because = text, ""
			} else {
				hostile.Text = text
			}
			hostile.Sources = append([]vault.Source{}, f.Sources...)
			hostile.Sources[1].By, hostile.Sources[1].Quote = text, text
			splices, _, err := vault.EditNote([]byte(plainNote), "service", hostile, "session note", "zz-target")
			if err != nil {
				if strings.TrimFunc(text, func(r rune) bool { return r <= ' ' || r == '[' || r == '\u200b' || r == '\u200d' }) != "" {
					t.Errorf("%s: %q: %v", f.Kind, text, err)
				}
				continue
			}
			after := note.Edit([]byte(plainNote), splices...)
			if got := structureOf(after); got != plain {
				t.Errorf("%s: %q: the note is %+v, with a plain text %+v:\n%s", f.Kind, text, got, plain, after)
			}
		}
	}
}

// TestHostileRelation: a relation is some words, whatever it was given as.
func TestHostileRelation(t *testing.T) {
	for _, text := range hostileTexts {
		f := vault.Fact{Kind: vault.FactEdge, Note: "n", Target: "t", Relation: text, Annotation: "why"}
		splices, _, err := vault.EditNote([]byte(plainNote), "service", f, "t")
		if err != nil {
			continue // more than four words
		}
		n := note.Parse(note.Edit([]byte(plainNote), splices...))
		last := n.Links[len(n.Links)-1]
		if len(n.Links) != 2 || last.Target != "t" || last.Annotation != "why" || !last.Connection || len(n.Headings) != 4 {
			t.Errorf("%q: the edge is %+v", text, last)
		}
	}
}

// TestHostileState: a state is one text in one property, or is refused.
func TestHostileState(t *testing.T) {
	for _, text := range hostileTexts {
		f := vault.Fact{Kind: vault.FactState, Note: "n", Text: text, Sources: []vault.Source{{Kind: vault.SourceTicket, Ref: "T-1", At: noted}}}
		splices, _, err := vault.EditNote([]byte(plainNote), "service", f)
		if err != nil {
			continue
		}
		n := note.Parse(note.Edit([]byte(plainNote), splices...))
		if n.Frontmatter.State != note.OK || len(n.Frontmatter.Properties) != 3 && len(splices) > 0 && n.Frontmatter.String("status") != "open" {
			t.Errorf("%q: the properties are %+v", text, n.Frontmatter.Properties)
		}
	}
}

// FuzzEdit checks, for any note and any text, what checkEdit checks, and that the text adds nothing but its item.
func FuzzEdit(f *testing.F) {
	for _, src := range oddNotes() {
		f.Add([]byte(src), "route only WHOIS traffic", uint8(0))
	}
	for i, text := range hostileTexts {
		f.Add([]byte(plainNote), text, uint8(i))
	}
	if src, err := os.ReadFile("../examples/vault/services/whois-lookup.md"); err == nil {
		f.Add(src, "x", uint8(8))
	}
	f.Fuzz(func(t *testing.T, src []byte, text string, pick uint8) {
		if len(src) > 1<<14 || len(text) > 1<<12 || strings.HasPrefix(string(src), "\xff\xfe") || strings.HasPrefix(string(src), "\xfe\xff") {
			return
		}
		kinds := oneOfEach()
		fact := kinds[int(pick)%len(kinds)]
		fact.Because = text
		if fact.Kind != vault.FactEdge {
			fact.Text = text
		}
		if _, _, err := vault.EditNote(src, "service", fact, "session note", "zz-target"); err != nil {
			return // refused: an empty text, or a note without a place for it
		}
		before := structureOf(src)
		after := structureOf(checkEdit(t, "fuzz", src, "service", fact))
		if after.headings > before.headings+1 || after.links > before.links+3 || after.tags != before.tags || after.blocks > before.blocks+1 ||
			after.fields != before.fields || after.items > before.items+1 {
			t.Errorf("%s: the note was %+v and is %+v", fact.Kind, before, after)
		}
	})
}

// TestSourcesInParentheses: whatever a source is called, a line that has lost its id is known by its text.
func TestSourcesInParentheses(t *testing.T) {
	for _, name := range []string{
		"John (he)", "((John))", "John)", "(John", "a (b) (c)", "a (b (c) d)", ")(", "x) — because y (z", `"John"`, "]] (x", "…",
	} {
		f := vault.Fact{Kind: vault.FactDecision, Note: "n", Text: "one connection (a query)", Because: "servers (some) close", Sources: []vault.Source{
			{Kind: vault.SourceComment, By: name, Quote: "why (not) one?", Ref: name}, {Kind: vault.SourcePerson, Ref: name},
		}}
		splices, _, err := vault.EditNote(nil, "", f)
		if err != nil {
			t.Fatal(err)
		}
		line := string(note.Edit(nil, splices...))
		id := strings.LastIndex(line, " ^")
		again, _, err := vault.EditNote([]byte(line[:id]+"\n"), "", f)
		if err != nil || len(again) > 0 {
			t.Errorf("%q: %s is not known: %v, %v", name, line[:id], again, err)
		}
	}
}
