package vault_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vaultgraph/vault"
)

// A bench is a vault on the disk with a Writer and a clock of its own.
type bench struct {
	t    *testing.T
	dir  string
	env  vault.Environment
	skip time.Duration // how far the clock is ahead
	w    *vault.Writer
}

// newBench makes a vault of files, a text for each path.
func newBench(t *testing.T, files map[string]string) *bench {
	t.Helper()
	b := &bench{t: t, dir: t.TempDir()}
	state := t.TempDir()
	b.env = vault.Environment{Home: state, WorkDir: b.dir, Getenv: func(key string) string {
		return map[string]string{"XDG_STATE_HOME": state}[key]
	}}
	for p, text := range files {
		b.write(p, text)
	}
	b.w = b.open()
	return b
}

// open returns another Writer of the same vault, as another process would have.
func (b *bench) open() *vault.Writer {
	b.t.Helper()
	v, err := vault.Open(b.dir)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { v.Close() })
	w, err := vault.OpenWriter(v, vault.WriterOptions{Environment: b.env, Now: func() time.Time { return time.Now().Add(b.skip) }})
	if err != nil {
		b.t.Fatal(err)
	}
	return w
}

func (b *bench) write(p, text string) {
	b.t.Helper()
	writeNote(b.t, b.dir, p, text)
}

func writeNote(t testing.TB, dir, p, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(p))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) read(p string) string {
	b.t.Helper()
	src, err := os.ReadFile(filepath.Join(b.dir, filepath.FromSlash(p)))
	if err != nil {
		b.t.Fatal(err)
	}
	return string(src)
}

// apply applies one fact, which must not fail.
func (b *bench) apply(f vault.Fact) vault.Result {
	b.t.Helper()
	results, err := b.w.Apply(b.t.Context(), f)
	if err != nil {
		b.t.Fatal(err)
	}
	return results[0]
}

func (b *bench) want(p, text string) {
	b.t.Helper()
	if got := b.read(p); got != text {
		b.t.Errorf("%s is\n%s\nwant\n%s", p, got, text)
	}
}

func (b *bench) undo(id string) {
	b.t.Helper()
	if _, err := b.w.Undo(b.t.Context(), id); err != nil {
		b.t.Fatal(err)
	}
}

// strays fails where a temporary file is left in the vault.
func (b *bench) strays() {
	b.t.Helper()
	err := filepath.WalkDir(b.dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), ".vault-") {
			b.t.Errorf("left behind: %s", p)
		}
		return err
	})
	if err != nil {
		b.t.Error(err)
	}
}

func from(ref string) []vault.Source {
	return []vault.Source{{Kind: vault.SourceTicket, Ref: ref, At: noted}}
}

func decision(text string, sources ...vault.Source) vault.Fact {
	if sources == nil {
		sources = from("TICKET-1")
	}
	return vault.Fact{Kind: vault.FactDecision, Note: "svc", Text: text, Because: "it broke", Sources: sources}
}

const svc = "---\ntype: service\n---\n\n# svc\n\n## Constraints\n\n## Connections\n\n<!-- hint -->\n"

// lineID returns the id at the end of the line that holds text.
func (b *bench) lineID(p, text string) string {
	b.t.Helper()
	for line := range strings.Lines(b.read(p)) {
		if strings.Contains(line, text) {
			_, id, _ := strings.Cut(strings.TrimSpace(line), " ^")
			return id
		}
	}
	b.t.Fatalf("%s has no line with %q:\n%s", p, text, b.read(p))
	return ""
}

func TestApplyDecision(t *testing.T) {
	b := newBench(t, map[string]string{"services/svc.md": svc, "tickets/TICKET-1.md": "# t\n", "sessions/2026-11-30 work.md": "# s\n"})
	r := b.apply(decision("route only WHOIS traffic through the proxy"))
	if r.Status != vault.StatusNew || r.Line != 11 || r.Write == "" || r.Fact.Note != "services/svc.md" {
		t.Errorf("the result is %+v", r)
	}
	line := "- 2026-11-30: route only WHOIS traffic through the proxy — because it broke ([[TICKET-1]]) ^" + r.Fact.ID + "\n"
	want := "---\ntype: service\n---\n\n# svc\n\n## Constraints\n\n## Key Decisions\n\n" + line + "\n## Connections\n\n<!-- hint -->\n"
	b.want("services/svc.md", want)

	again := b.apply(decision("Route only WHOIS traffic, through the proxy."))
	if again.Status != vault.StatusKnown || again.Write != "" || again.Line != 11 {
		t.Errorf("the second time the result is %+v", again)
	}
	b.want("services/svc.md", want)

	second := b.apply(decision("route only whois traffic through the proxy", vault.Source{Kind: vault.SourceSession, Ref: "2026-11-30 work", At: noted}))
	if second.Status != vault.StatusKnown || second.Write == "" {
		t.Errorf("from a second source the result is %+v", second)
	}
	b.want("services/svc.md", strings.Replace(want, "([[TICKET-1]])", "([[TICKET-1]], [[2026-11-30 work]])", 1))
	log, err := b.w.Log(t.Context(), 0)
	if err != nil || len(log) != 2 {
		t.Errorf("a repeat is no write: the log has %d, %v", len(log), err)
	}
}

func TestApplySupersedes(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	old := b.apply(decision("route all traffic through the proxy"))
	f := decision("route only WHOIS traffic through the proxy")
	f.Supersedes = old.Fact.ID
	r := b.apply(f)
	text := b.read("svc.md")
	if !strings.Contains(text, "route all traffic through the proxy — because it broke (TICKET-1) (superseded by [[#^"+r.Fact.ID+"]], 2026-11-30) ^"+old.Fact.ID+"\n") {
		t.Errorf("the old decision is not marked:\n%s", text)
	}
	b.undo("")
	if strings.Contains(b.read("svc.md"), "superseded") {
		t.Error("taken back, the old decision is still marked")
	}
	f.Text, f.Supersedes = "another", "nothing000"
	if r := b.apply(f); r.Err == nil {
		t.Errorf("an unknown id to supersede: %+v", r)
	}
}

func TestApplyQuotation(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc, "TICKET-3060.md": ""})
	quote := vault.Source{Kind: vault.SourceComment, Ref: "TICKET-3060", At: noted, By: "John", Quote: "Should we use [[SSM]] or \"env\" vars?\n# no"}
	b.apply(vault.Fact{Kind: vault.FactThread, Note: "svc", Text: quote.Quote, Sources: []vault.Source{quote}})
	id := b.lineID("svc.md", "Should we")
	if want := "- [ ] \"Should we use \\[\\[SSM]] or 'env' vars? \\# no\" (John, [[TICKET-3060]], 2026-11-30) ^" + id + "\n"; !strings.Contains(b.read("svc.md"), want) {
		t.Errorf("got\n%s\nwant a line\n%s", b.read("svc.md"), want)
	}
	b.apply(vault.Fact{Kind: vault.FactThread, Note: "svc", Text: quote.Quote, Sources: []vault.Source{
		{Kind: vault.SourceTicket, Ref: "TICKET-9", At: noted}}})
	if want := "(John, [[TICKET-3060]], 2026-11-30) (TICKET-9) ^" + id; !strings.Contains(b.read("svc.md"), want) {
		t.Errorf("what is added to a quotation is not said by John:\n%s", b.read("svc.md"))
	}
}

func TestApplyNames(t *testing.T) {
	b := newBench(t, map[string]string{"a/svc.md": "---\naliases: [Fleet]\n---\n# The Service\n", "b/svc.md": "", "c/other.md": ""})
	for _, tt := range []struct {
		name string
		err  error
	}{
		{"svc", vault.ErrAmbiguousNote}, {"The Service", vault.ErrUnknownNote}, {"oth", vault.ErrUnknownNote},
		{"../a/svc", vault.ErrUnknownNote}, {"", nil}, {"svc.canvas", vault.ErrUnknownNote},
	} {
		f := decision("x")
		f.Note = tt.name
		r := b.apply(f)
		if r.Status != vault.StatusRejected || r.Err == nil || tt.err != nil && !errors.Is(r.Err, tt.err) {
			t.Errorf("%q: %+v", tt.name, r)
		}
	}
	for _, name := range []string{"a/svc", "fleet", "A/SVC.md", "other"} {
		f := decision("for " + name)
		f.Note = name
		if r := b.apply(f); r.Status != vault.StatusNew {
			t.Errorf("%q: %+v", name, r)
		}
	}
	f := decision("said in a ticket")
	f.Note, f.NoteType = "TICKET-7", "ticket"
	if r := b.apply(f); r.Status != vault.StatusNew || r.Fact.Note != "tickets/TICKET-7.md" {
		t.Errorf("a missing note: %+v", r)
	}
	want := "---\ntype: ticket\nstatus:\n---\n\n# TICKET-7\n\n## Outcome\n\n## Key Decisions\n\n- 2026-11-30: said in a ticket — because it broke (TICKET-1) ^" +
		b.lineID("tickets/TICKET-7.md", "said") + "\n\n## Connections\n\n<!-- - [[note]] — relation: why the two belong together -->\n"
	b.want("tickets/TICKET-7.md", want)
	b.undo("")
	if _, err := os.Stat(filepath.Join(b.dir, "tickets/TICKET-7.md")); !os.IsNotExist(err) {
		t.Errorf("taken back, the note is still there: %v", err)
	}
	f.NoteType = "nonsense"
	f.Note = "x"
	if r := b.apply(f); !errors.Is(r.Err, vault.ErrUnknownType) {
		t.Errorf("an unknown type: %+v", r)
	}
}

func TestApplyHostileNames(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	outside := filepath.Join(filepath.Dir(b.dir), "outside")
	for _, name := range []string{
		"../outside/x", "/etc/passwd", "..", ".", ".hidden", "a/../../x", ".obsidian/x", ".vault/x", "a\nb", "a]]b", "a|b", "a#b", "a^b", "%%a%%", "a\x00b",
		"...", "CON", "nul.md", "COM1.txt", "a\\..\\b", strings.Repeat("x", 300), strings.Repeat("漢", 300), "x.", "x ", "-x", "# x", "[[x]]", "---", "a:b", "<x>", "~",
	} {
		f := decision("x")
		f.Note, f.NoteType = name, "service"
		r := b.apply(f)
		if r.Status == vault.StatusRejected {
			continue
		}
		p := r.Fact.Note
		if strings.ContainsAny(p, "#|^[]\\:\n\x00<>%*?\"") || strings.HasPrefix(p, ".") || strings.Contains(p, "/.") || len(filepath.Base(p)) > 210 {
			t.Errorf("%q became %q", name, p)
		}
		if _, err := os.Stat(filepath.Join(b.dir, filepath.FromSlash(p))); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := os.Stat(outside); !os.IsNotExist(err) {
		t.Errorf("something was written outside: %v", err)
	}
}

func TestApplySymlinks(t *testing.T) {
	b := newBench(t, map[string]string{"real/svc.md": svc, "note.md": svc})
	outside := t.TempDir()
	for _, link := range [][2]string{
		{filepath.Join(outside, "x.md"), "out.md"}, {filepath.Join(b.dir, "note.md"), "abs.md"}, {"note.md", "rel.md"}, {outside, "dir"}, {"real", "inner"},
	} {
		if err := os.Symlink(link[0], filepath.Join(b.dir, link[1])); err != nil {
			t.Skip("this system has no symbolic links for us:", err)
		}
	}
	if err := os.WriteFile(filepath.Join(outside, "x.md"), []byte(svc), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dir/x", "inner/svc", "dir/new", "inner/new"} {
		f := decision("x")
		f.Note, f.NoteType = name, "service"
		r := b.apply(f)
		if r.Status != vault.StatusRejected || r.Err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
	for _, name := range []string{"out", "abs", "rel"} { // links are no notes of the vault, so that a name of one is free
		f := decision("x")
		f.Note = name
		if r := b.apply(f); !errors.Is(r.Err, vault.ErrUnknownNote) {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if src, _ := os.ReadFile(filepath.Join(outside, "x.md")); string(src) != svc {
		t.Error("the note outside has changed")
	}
	b.want("note.md", svc)
	b.want("real/svc.md", svc)
	b.strays()
}

func TestApplySecrets(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	r := b.apply(vault.Fact{Kind: vault.FactDecision, Note: "svc", Text: "log in with " + secret, Because: "password=hunter2! works",
		Sources: []vault.Source{{Kind: vault.SourceComment, Ref: "TICKET-1", By: "John", Quote: "use " + secret, At: noted}}})
	if r.Status != vault.StatusNew || !r.Redacted {
		t.Errorf("the result is %+v", r)
	}
	err := filepath.WalkDir(filepath.Dir(b.dir), func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if src, _ := os.ReadFile(p); strings.Contains(string(src), secret) || strings.Contains(string(src), "hunter2") {
			t.Errorf("%s holds the secret", p)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestApplyState(t *testing.T) {
	b := newBench(t, map[string]string{"TICKET-1.md": "---\r\n# the state\r\nstatus: \"in progress\" # as of today\r\nx: 'y'\r\n---\r\ntext\r\n"})
	state := func(text string, day int) vault.Result {
		return b.apply(vault.Fact{Kind: vault.FactState, Note: "TICKET-1", Text: text,
			Sources: []vault.Source{{Kind: vault.SourceTicket, Ref: "TICKET-1", At: noted.AddDate(0, 0, day)}}})
	}
	state("In Review", 0)
	b.want("TICKET-1.md", "---\r\n# the state\r\nstatus: \"In Review\" # as of today\r\nverified: 2026-11-30\r\nx: 'y'\r\n---\r\ntext\r\n")
	if r := state("in review", 1); r.Status != vault.StatusKnown || r.Write != "" {
		t.Errorf("confirmed: %+v", r)
	}
	if r := state("in progress", -1); r.Status != vault.StatusRejected {
		t.Errorf("older than what the note says: %+v", r)
	}
	if r := state("in progress", 2); r.Status != vault.StatusNew {
		t.Errorf("back again: %+v", r)
	}
	b.write("TICKET-1.md", strings.Replace(b.read("TICKET-1.md"), "in progress", "parked", 1))
	if r := state("in progress", 2); r.Status != vault.StatusRejected {
		t.Errorf("a person has changed it: %+v", r)
	}
	if r := state("done", 3); r.Status != vault.StatusNew {
		t.Errorf("news: %+v", r)
	}

	invalid := "---\nstatus: a: b\n---\n# t\n"
	b.write("TICKET-2.md", invalid)
	r := b.apply(vault.Fact{Kind: vault.FactState, Note: "TICKET-2", Text: "done", Sources: from("TICKET-2")})
	if r.Status != vault.StatusNew || r.Why == "" || !strings.HasPrefix(b.read("TICKET-2.md"), invalid) ||
		!strings.Contains(b.read("TICKET-2.md"), "## Status\n\n- 2026-11-30: status: done") {
		t.Errorf("invalid frontmatter: %+v\n%s", r, b.read("TICKET-2.md"))
	}
}

func TestApplyLeavesToPeople(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	r := b.apply(decision("use SSM"))
	b.skip += time.Hour
	b.apply(decision("unrelated")) // settles the first
	reworded := strings.Replace(b.read("svc.md"), "use SSM", "use Parameter Store", 1)
	b.write("svc.md", reworded)
	if again := b.apply(decision("use SSM")); again.Status != vault.StatusKnown {
		t.Errorf("reworded, with its id: %+v", again)
	}
	b.want("svc.md", reworded)
	b.write("svc.md", svc)
	if again := b.apply(decision("use SSM")); again.Status != vault.StatusRejected || again.Err != nil {
		t.Errorf("deleted by a person: %+v", again)
	}
	b.want("svc.md", svc)
	f := decision("use SSM")
	f.Again = true
	if again := b.apply(f); again.Status != vault.StatusNew || again.Fact.ID != r.Fact.ID {
		t.Errorf("wanted again: %+v", again)
	}
}

func TestApplyByHandIsKnown(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": "## Key Decisions\n\n* 2026-03-24: Use SSM — because it is there ([[x]])\n"})
	if r := b.apply(decision("use SSM", vault.Source{Kind: vault.SourcePerson})); r.Status != vault.StatusKnown || r.Write != "" {
		t.Errorf("a line that says the same: %+v", r)
	}
	b.apply(decision("use SSM"))
	b.want("svc.md", "## Key Decisions\n\n* 2026-03-24: Use SSM — because it is there ([[x]], TICKET-1)\n")
}

func TestApplyEdges(t *testing.T) {
	text := "# svc\n\n## Connections\n\n* **[[a]]** – **uses:** daily\n"
	b := newBench(t, map[string]string{"svc.md": text, "a.md": "", "x/b.md": "", "y/b.md": "", "c d.md": ""})
	edge := func(target, relation, annotation string) vault.Result {
		return b.apply(vault.Fact{Kind: vault.FactEdge, Note: "svc", Target: target, Relation: relation, Annotation: annotation})
	}
	edge("x/b", "depends on", "pool of addresses: all")
	edge("c d", "", "why: not")
	b.want("svc.md", text+"* **[[x/b|b]]** – **depends on:** pool of addresses: all\n* [[c d]] – why\\: not\n")
	if r := edge("a", "Uses", "hourly"); r.Status != vault.StatusKnown {
		t.Errorf("the same from, to and relation: %+v", r)
	}
	for _, target := range []string{"b", "nobody", "svc"} {
		if r := edge(target, "uses", "x"); r.Status != vault.StatusRejected || r.Err == nil {
			t.Errorf("%s: %+v", target, r)
		}
	}
}

func TestPlan(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	results, diff, err := b.w.Plan(t.Context(), decision("use SSM"), decision("use SSM"), vault.Fact{Kind: "nonsense", Note: "svc", Text: "x"})
	if err != nil || results[0].Status != vault.StatusNew || results[1].Status != vault.StatusKnown || results[2].Err == nil {
		t.Errorf("%+v, %v", results, err)
	}
	want := "--- a/svc.md\n+++ b/svc.md\n@@ -6,6 +6,10 @@\n \n ## Constraints\n \n+## Key Decisions\n+\n+- 2026-11-30: use SSM — because it broke (TICKET-1) ^" +
		results[0].Fact.ID + "\n+\n ## Connections\n \n <!-- hint -->\n"
	if diff != want {
		t.Errorf("the diff is\n%s\nwant\n%s", diff, want)
	}
	b.want("svc.md", svc)
	if entries, err := os.ReadDir(b.dir); err != nil || len(entries) != 1 {
		t.Errorf("a plan has written: %v, %v", entries, err)
	}
}

func TestDone(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	r := b.apply(vault.Fact{Kind: vault.FactThread, Note: "svc", Text: "ask Priya"})
	open := b.read("svc.md")
	if d, err := b.w.CloseThread(t.Context(), "", r.Fact.ID); err != nil || d.Status != vault.StatusNew {
		t.Fatalf("%+v, %v", d, err)
	}
	b.want("svc.md", strings.Replace(open, "[ ] ask", "[x] ask", 1))
	if d, err := b.w.CloseThread(t.Context(), "svc.md", r.Fact.ID); err != nil || d.Status != vault.StatusKnown {
		t.Errorf("the second time: %+v, %v", d, err)
	}
	if again := b.apply(vault.Fact{Kind: vault.FactThread, Note: "svc", Text: "ask Priya"}); again.Status != vault.StatusKnown {
		t.Errorf("a closed thread is known: %+v", again)
	}
	b.undo("")
	b.want("svc.md", open)
}

// TestCloseThreadOfAPerson: a thread that a person wrote, which the ledger does not know, is closed in its note.
func TestCloseThreadOfAPerson(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": "# svc\n\n- [ ] ask Priya ^by-hand\n"})
	if d, err := b.w.CloseThread(t.Context(), "svc.md", "by-hand"); err != nil || d.Status != vault.StatusNew || d.Line != 3 {
		t.Errorf("%+v, %v", d, err)
	}
	b.want("svc.md", "# svc\n\n- [x] ask Priya ^by-hand\n")
	b.undo("")
	b.want("svc.md", "# svc\n\n- [ ] ask Priya ^by-hand\n")
}

// TestDismiss: what was dismissed can be taken back by its write, as the last one, or by its name, which takes back
// all dismissals of it, those of other machines too.
func TestDismiss(t *testing.T) {
	b := newBench(t, map[string]string{"svc.md": svc})
	dismissed := func() bool {
		t.Helper()
		v, err := vault.Open(b.dir)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		ledger, err := v.Ledger()
		if err != nil {
			t.Fatal(err)
		}
		at, ok := ledger.Dismissed("ticket-3060")
		if ok && time.Since(at) > time.Minute {
			t.Errorf("dismissed at %v", at)
		}
		return ok
	}
	dismiss := func() string {
		t.Helper()
		l, err := b.w.Dismiss(t.Context(), "TICKET-3060")
		if err != nil || l.Ref != "TICKET-3060" || !dismissed() {
			t.Fatalf("%+v, %v", l, err)
		}
		return l.ID
	}
	undo := func(id string) {
		t.Helper()
		if l, err := b.w.Undo(t.Context(), id); err != nil || l.Ref != "TICKET-3060" {
			t.Fatalf("undo %q: %+v, %v", id, l, err)
		}
	}
	b.apply(vault.Fact{Kind: vault.FactThread, Note: "svc", Text: "ask Priya"})
	written := b.read("svc.md")

	dismiss()
	undo("")
	if dismissed() {
		t.Error("it is dismissed, after its dismissal was taken back as the last write")
	}
	first := dismiss()
	dismiss()
	undo("")
	if !dismissed() {
		t.Error("of two dismissals one was taken back, and both are gone")
	}
	undo(first)
	if dismissed() {
		t.Error("it is dismissed, after both dismissals were taken back")
	}
	if _, err := b.w.Undo(t.Context(), first); !errors.Is(err, vault.ErrNothing) {
		t.Errorf("taken back twice: %v", err)
	}
	dismiss()
	dismiss()
	undo("ticket-3060")
	if dismissed() {
		t.Error("it is dismissed, after it was taken back by its name")
	}
	log, err := b.w.Log(t.Context(), 1)
	if err != nil || len(log) != 1 || log[0].Kind != "undo" || log[0].Ref != "TICKET-3060" {
		t.Errorf("the log: %+v, %v", log, err)
	}
	if _, err := b.w.Undo(t.Context(), log[0].ID); !errors.Is(err, vault.ErrNothing) {
		t.Errorf("an undo taken back: %v", err)
	}
	b.want("svc.md", written)

	other := `{"op":"dismissed","ref":"TICKET-3060","on":"` + time.Now().UTC().Format(time.RFC3339Nano) + `"}` + "\n"
	b.write(".vault/ledger.jsonl", b.read(".vault/ledger.jsonl")+other)
	if !dismissed() {
		t.Fatal("a dismissal of another machine does not count")
	}
	undo("TICKET-3060")
	if dismissed() {
		t.Error("a dismissal of another machine cannot be taken back")
	}
	b.undo("") // and what was written before can be
	if b.read("svc.md") == written {
		t.Error("the fact is still there")
	}
}

// TestApplyWithAView finds notes by the index, and gives the same answers.
func TestApplyWithAView(t *testing.T) {
	files := map[string]string{"services/svc.md": "---\naliases: [Fleet]\n---\n", "tools/a.md": "", "x/b.md": "", "y/b.md": ""}
	with, without := newBench(t, files), newBench(t, files)
	v, err := vault.Open(with.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	view, err := v.View(t.Context(), vault.ViewOptions{Cache: t.TempDir()})
	if err != nil || view.Unindexed != nil {
		t.Fatal(err, view.Unindexed)
	}
	defer view.Close()
	with.w, err = vault.OpenWriter(v, vault.WriterOptions{Environment: with.env, Now: time.Now, View: view})
	if err != nil {
		t.Fatal(err)
	}
	facts := []vault.Fact{
		{Kind: vault.FactEdge, Note: "fleet", Target: "tools/a", Relation: "uses", Annotation: "x"}, {Kind: vault.FactEdge, Note: "svc", Target: "y/b"},
		{Kind: vault.FactDecision, Note: "b", Text: "x"}, {Kind: vault.FactDecision, Note: "nobody", Text: "x"}, {Kind: vault.FactPreference, Text: "short answers"},
		{Kind: vault.FactDecision, Note: "svc", Text: "x", Sources: []vault.Source{{Kind: vault.SourceTicket, Ref: "a"}, {Kind: vault.SourceTicket, Ref: "b"}}},
	}
	a, errA := with.w.Apply(t.Context(), facts...)
	b, errB := without.w.Apply(t.Context(), facts...)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for i := range a {
		if a[i].Status != b[i].Status || a[i].Why != b[i].Why || a[i].Fact.ID != b[i].Fact.ID {
			t.Errorf("with a view %+v\nwithout %+v", a[i], b[i])
		}
	}
	for _, p := range []string{"services/svc.md", "feedback/preferences.md"} {
		with.want(p, without.read(p))
	}
}
