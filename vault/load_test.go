package vault_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

func TestLoad(t *testing.T) {
	s := load(t, files{
		"services/gate.md": "---\ntype: Service\ntitle: The Gate\naliases: [gw]\ntags: [infra, Edge]\nup:\n  - \"[[mara]]\"\n---\n# Heading\n#edge #new\n\n## Connections\n\n- [[mara]] — owner: built it\n- [[gone]]\n",
		"people/mara.md":   "intro\n\n# Mara\n",
		"map.canvas":       `{"nodes":[{"id":"1","type":"file","file":"people/mara.md"}],"edges":[]}`,
		"p.png":            "\x00",
		"nul.md":           "a\x00b [[mara]]",
	})
	gate, ok := s.Entry("services/gate.md")
	if !ok {
		t.Fatal("no services/gate.md")
	}
	if got := fmt.Sprint(gate.Title, "|", gate.Type, "|", gate.Aliases, gate.Tags); got != "The Gate|service|[gw] [infra Edge new]" {
		t.Errorf("gate: %s", got)
	}
	var links []string
	for _, e := range s.Entries {
		for _, l := range e.Links {
			links = append(links, fmt.Sprintf("%s:%d %s>%s %s", l.From, l.At, l.Kind, l.To, l.Annotation))
		}
	}
	same(t, "links", links, []string{
		"map.canvas:0 canvas>people/mara.md ",
		"nul.md:1 wikilink>people/mara.md ",
		"services/gate.md:7 frontmatter>people/mara.md ",
		"services/gate.md:14 wikilink>people/mara.md built it",
		"services/gate.md:15 wikilink> ",
	})
	for p, want := range map[string]string{"people/mara.md": "Mara person", "p.png": "p.png ", "map.canvas": "map.canvas "} {
		if e, _ := s.Entry(p); e.Title+" "+e.Type != want {
			t.Errorf("%s: %q, want %q", p, e.Title+" "+e.Type, want)
		}
	}
	g, err := s.Graph()
	if err != nil {
		t.Fatal(err)
	}
	if nodes, edges := g.Len(); nodes != 5 || edges != 5 {
		t.Errorf("graph of %d nodes and %d edges, want 5 and 5", nodes, edges)
	}
	if e := g.Out("services/gate.md")[1]; e.Relation != "owner" || e.Origin.Line != 14 || e.Origin.Section != "Connections" || e.Origin.Order != 1 {
		t.Errorf("edge %+v", e)
	}
}

func TestLoadSkips(t *testing.T) {
	dir := write(t, files{
		"a.md": "[[big]] [[u]] [[gone]]", "big.md": "", "gone.md": "", "u.md": "\xff\xfea\x00", "v.md": "\xfe\xff\x00a",
		"edge.md": "",
	})
	for name, size := range map[string]int64{"big.md": 200 << 20, "edge.md": vault.MaxNote + 1} {
		if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
			t.Fatal(err)
		}
	}
	v := open(t, dir)
	fs, findings, err := v.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "gone.md")); err != nil {
		t.Fatal(err)
	}
	s, err := v.Read(t.Context(), fs, findings)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "findings", lines(s.Findings), []string{
		"big.md:0: warning: too-large: skipped: 200 MiB is over the limit of 16 MiB",
		"edge.md:0: warning: too-large: skipped: 16.1 MiB is over the limit of 16 MiB",
		"gone.md:0: warning: vanished: no longer there",
		"u.md:0: warning: utf-16: is UTF-16: save it as UTF-8",
		"v.md:0: warning: utf-16: is UTF-16: save it as UTF-8",
	})
	if _, ok := s.Entry("gone.md"); ok {
		t.Error("gone.md is still there")
	}
	a, _ := s.Entry("a.md")
	for i, want := range []string{"big.md", "u.md", ""} {
		if a.Links[i].To != want {
			t.Errorf("[[%s]] leads to %q, want %q", a.Links[i].Target, a.Links[i].To, want)
		}
	}
	if big, _ := s.Entry("big.md"); big.Note != nil || big.Title != "big" {
		t.Errorf("big.md: %+v", big)
	}
}

func TestReadGrownFile(t *testing.T) {
	dir := write(t, files{"a.md": "a"})
	v := open(t, dir)
	fs, _, err := v.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "a.md"), strings.Repeat("x", 100_000)+"\n[[a]]\n")
	s, err := v.Read(t.Context(), fs, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Entries[0].Links) != 1 {
		t.Error("what the file grew by was not read")
	}
}

func TestUnreadableNote(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("nothing is unreadable to root")
	}
	dir := write(t, files{"a.md": "[[b]]", "b.md": ""})
	if err := os.Chmod(filepath.Join(dir, "b.md"), 0); err != nil {
		t.Fatal(err)
	}
	s, err := open(t, dir).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "findings", lines(s.Findings), []string{"b.md:0: error: unreadable: skipped: permission denied"})
}

func TestStrangeNames(t *testing.T) {
	dir := t.TempDir()
	names := []string{"new\nline.md", "esc\x1b.md", "bad\xff.md", "bad\xfe.md"}
	for _, n := range names {
		if err := os.WriteFile(filepath.Join(dir, n), []byte("[[a]]"), 0o666); err != nil {
			t.Skipf("this file system refuses such names: %v", err)
		}
	}
	s, err := open(t, dir).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Entries) != 4 {
		t.Errorf("%d files, want 4", len(s.Entries))
	}
	notices := 0
	for _, f := range s.Check() {
		if f.Code == vault.CodeName && f.Severity == note.Notice {
			notices++
		}
	}
	if notices != 4 {
		t.Errorf("%d notices about names, want 4", notices)
	}
	if _, err := s.Graph(); err != nil {
		t.Errorf("graph: %v", err)
	}
}

func TestReadNoteHasSource(t *testing.T) {
	v := open(t, write(t, files{"a.md": "text"}))
	n, err := v.ReadNote("a.md")
	if err != nil || string(n.Source) != "text" {
		t.Errorf("got %v, %v", n, err)
	}
}

func TestReadFileConfined(t *testing.T) {
	outside := write(t, files{"secret.md": "s"})
	dir := write(t, files{"a.md": ""})
	symlink(t, outside, filepath.Join(dir, "out"))
	v := open(t, dir)
	for _, p := range []string{"out/secret.md", "../x", filepath.Join(outside, "secret.md")} {
		if b, err := v.ReadFile(p); err == nil {
			t.Errorf("read %q from %s", b, p)
		}
	}
}
