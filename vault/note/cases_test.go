package note_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/vault/note"
)

var update = flag.Bool("update", false, "write what was found into the case files; read the difference before keeping it")

// The case files are the specification of this package in examples. A file holds numbered cases:
//
//	1: what the case shows
//	//- - - - - - - - -//
//	the note
//	//- - - - - - - - -//
//	what must be found, one thing a line, as dump writes it
//	//= = = = = = = = = = = = = = = = = = = = = = = =//
//
// What cannot be seen in a note stands in braces: {CR}, {TAB}, {SP}, {NBSP}, {NUL}, {BOM}; {EOF} at its end drops the
// last line break. To run one case: go test -run 'TestCases/wikilink/3:'.
const (
	caseMark = "//- - - - - - - - -//\n"
	caseEnd  = "//= = = = = = = = = = = = = = = = = = = = = = = =//\n"
)

var invisible = strings.NewReplacer("{CR}", "\r", "{TAB}", "\t", "{SP}", " ", "{NBSP}", "\u00a0", "{NUL}", "\x00",
	"{BOM}", "\ufeff", "{LS}", "\u2028", "{EOF}\n", "")

func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no case files: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) { runCases(t, file, name == "canvas") })
	}
}

func runCases(t *testing.T, file string, canvas bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parse := note.Parse
	if canvas {
		parse = note.ParseCanvas
	}
	var renewed strings.Builder
	for i, c := range strings.SplitAfter(strings.TrimSuffix(string(data), "\n")+"\n", caseEnd) {
		if strings.TrimSpace(c) == "" {
			continue
		}
		parts := strings.Split(strings.TrimSuffix(c, caseEnd), caseMark)
		if len(parts) != 3 {
			t.Fatalf("case %d has %d parts, not a title, a note and what is found", i+1, len(parts))
		}
		_, title, _ := strings.Cut(strings.TrimSpace(parts[0]), ": ")
		n := parse([]byte(invisible.Replace(parts[1])))
		got := dump(n)
		fmt.Fprintf(&renewed, "%d: %s\n%s%s%s%s%s", i+1, title, caseMark, parts[1], caseMark, got, caseEnd)
		t.Run(fmt.Sprintf("%d:%s", i+1, title), func(t *testing.T) {
			checkRanges(t, n)
			checkLinkTexts(t, n)
			if diff := cmp.Diff(strings.Split(parts[2], "\n"), strings.Split(got, "\n")); diff != "" && !*update {
				t.Errorf("of this note\n%s\nthe finding differs (-want +got):\n%s", parts[1], diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(file, []byte(renewed.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// dump writes what was found in a note, one thing a line: what it is, its line, the text of its span, and what else
// is known of it. Only what is not empty is written.
func dump(n *note.Note) string {
	var d dumper
	d.src = n.Source
	if f := n.Frontmatter; f.State != note.Absent {
		d.add("frontmatter", "%v", f.State)
		d.field("error", f.Err)
		for _, p := range f.Properties {
			d.add("property", "%d %s = %s", p.Line, text(p.Key), value(p.Value))
			d.field("span", string(n.Source[p.Span.Start:p.Span.End]))
		}
		d.list("tags", f.Tags)
		d.list("aliases", f.Aliases)
	}
	for _, l := range n.Links {
		d.link(l)
	}
	for _, h := range n.Headings {
		d.add("heading", "%d h%d %s", h.Line, h.Level, text(h.Text))
		d.span(h.Span, "")
	}
	for _, b := range n.Blocks {
		d.add("block", "%d %s", b.Line, b.ID)
		d.span(b.Span, "")
	}
	for _, g := range n.Tags {
		d.add("tag", "%d %s", g.Line, g.Name)
	}
	for _, f := range n.Fields {
		d.add("field", "%d %s = %s", f.Line, text(f.Key), text(f.Value))
		d.span(f.Span, "")
	}
	for _, p := range n.Problems {
		d.add(p.Severity.String(), "%d %s", p.Line, p.Message)
	}
	return d.String()
}

type dumper struct {
	strings.Builder
	src []byte
}

func (d *dumper) add(what, format string, args ...any) {
	if d.Len() > 0 {
		d.WriteByte('\n')
	}
	fmt.Fprintf(d, what+" "+format, args...)
}

func (d *dumper) String() string {
	if d.Len() == 0 {
		return "nothing\n"
	}
	return d.Builder.String() + "\n"
}

func (d *dumper) field(name, s string) {
	if s != "" {
		fmt.Fprintf(d, " %s=%s", name, text(s))
	}
}

func (d *dumper) list(name string, items []string) {
	if len(items) > 0 {
		d.add(name, "%q", items)
	}
}

func (d *dumper) span(s note.Span, unless string) {
	if got := string(d.src[s.Start:s.End]); got != unless {
		d.field("span", got)
	}
}

func (d *dumper) link(l note.Link) {
	d.add(l.Kind.String(), "")
	if l.Line > 0 {
		fmt.Fprintf(d, "%d ", l.Line)
	}
	d.WriteString(strconv.Quote(l.Target))
	d.field("sub", l.Subpath)
	if l.HasAlias {
		fmt.Fprintf(d, " alias=%s", text(l.Alias))
	}
	if l.Embed {
		d.WriteString(" embed")
	}
	d.field("key", l.Key)
	d.field("span", string(d.src[l.Span.Start:l.Span.End]))
	if got := string(d.src[l.TargetSpan.Start:l.TargetSpan.End]); got != l.Target {
		fmt.Fprintf(d, " target=%q", got)
	}
	d.field("relation", l.Relation)
	d.field("annotation", l.Annotation)
	d.field("section", l.Section)
	if l.Connection {
		d.field("item", string(d.src[l.Item.Start:l.Item.End]))
	}
}

// text writes a string as it is where that is plain to read, else in quotes.
func text(s string) string {
	if quoted := strconv.Quote(s); s == "" || strings.ContainsAny(s, " =\"") || quoted != `"`+s+`"` {
		return quoted
	}
	return s
}

func value(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = value(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any, nil:
		return fmt.Sprint(v) // maps print in the order of their keys
	default:
		return fmt.Sprintf("%v (%[1]T)", v)
	}
}

// checkLinkTexts fails when the text that a link's span covers does not read as that link by itself.
func checkLinkTexts(t *testing.T, n *note.Note) {
	t.Helper()
	for _, l := range n.Links {
		if l.Kind != note.LinkWiki && l.Kind != note.LinkMarkdown {
			continue
		}
		src := n.Source[l.Span.Start:l.Span.End]
		if l.Kind == note.LinkMarkdown && (bytes.IndexByte(src, '\n') >= 0 || !bytes.HasSuffix(src, []byte(")"))) {
			continue // by reference, or over lines of a quote or list
		}
		alone := note.Parse(append([]byte("x "), src...)) // "x ": by itself, "[a]: b" would be a definition
		if len(alone.Links) == 0 {
			t.Errorf("%q was a link, and is none alone", src)
			continue
		}
		got := alone.Links[0]
		type essence struct {
			Target, Subpath, Alias string
			HasAlias, Embed        bool
			TargetAt, TargetLen    int
		}
		of := func(l note.Link) essence {
			return essence{l.Target, l.Subpath, l.Alias, l.HasAlias, l.Embed, l.TargetSpan.Start - l.Span.Start, l.TargetSpan.Len()}
		}
		if diff := cmp.Diff(of(l), of(got)); diff != "" {
			t.Errorf("%q reads differently alone (-in the note +alone):\n%s", src, diff)
		}
	}
}
