package note_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"vaultgraph/examples/corpus"
	"vaultgraph/vault/note"
)

// A capture is what Obsidian recorded of one note in its metadata cache. Offsets there count UTF-16 units.
type capture struct {
	FilePath             string
	FileContents         string
	GetAllTags           []string
	ParseFrontMatterTags []string
	CachedMetadata       struct {
		Links, Embeds, FrontmatterLinks []struct {
			Key, Link, Original, DisplayText string
			Position                         position
		}
		Tags []struct {
			Tag      string
			Position position
		}
		Headings []struct {
			Heading  string
			Level    int
			Position position
		}
		Blocks map[string]struct {
			ID       string
			Position position
		}
	}
}

type position struct {
	Start, End struct{ Line, Col, Offset int }
}

// element is one thing found in a note, in the terms of both sides.
type element struct {
	What, Text   string
	Line         int
	Start, End   int // bytes
	Level        int
	Display, Key string
}

func TestCaptures(t *testing.T) {
	dir := corpus.Path(t, "conformance", "captures")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no captures in %s: %v", dir, err)
	}
	count := map[string]int{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var c capture
			if err := json.Unmarshal(data, &c); err != nil {
				t.Fatal(err)
			}
			n := note.Parse([]byte(c.FileContents))
			want := wanted(c)
			for _, e := range want {
				count[e.What]++
			}
			if diff := cmp.Diff(want, found(n)); diff != "" {
				t.Errorf("%s (-Obsidian +ours):\n%s", c.FilePath, diff)
			}
			if diff := cmp.Diff(c.GetAllTags, allTags(n)); diff != "" {
				t.Errorf("%s: all tags (-Obsidian +ours):\n%s", c.FilePath, diff)
			}
		})
	}
	t.Logf("%d captures; compared with Obsidian's records: %v", len(files), count)
}

func wanted(c capture) []element {
	at := byteOffsets(c.FileContents)
	var out []element
	m := c.CachedMetadata
	for _, l := range m.Links {
		out = append(out, element{What: "link", Text: l.Link, Line: l.Position.Start.Line + 1,
			Start: at[l.Position.Start.Offset], End: at[l.Position.End.Offset], Display: l.DisplayText})
	}
	for _, l := range m.Embeds {
		out = append(out, element{What: "embed", Text: l.Link, Line: l.Position.Start.Line + 1,
			Start: at[l.Position.Start.Offset], End: at[l.Position.End.Offset], Display: l.DisplayText})
	}
	for _, l := range m.FrontmatterLinks {
		out = append(out, element{What: "property link", Text: l.Link, Key: l.Key, Display: l.DisplayText})
	}
	for _, g := range m.Tags {
		out = append(out, element{What: "tag", Text: g.Tag, Line: g.Position.Start.Line + 1,
			Start: at[g.Position.Start.Offset], End: at[g.Position.End.Offset]})
	}
	for _, h := range m.Headings {
		out = append(out, element{What: "heading", Text: h.Heading, Level: h.Level, Line: h.Position.Start.Line + 1,
			Start: at[h.Position.Start.Offset], End: at[h.Position.End.Offset]})
	}
	for _, b := range m.Blocks {
		out = append(out, element{What: "block", Text: b.ID, Line: b.Position.Start.Line + 1,
			Start: at[b.Position.Start.Offset], End: at[b.Position.End.Offset]})
	}
	return sorted(out)
}

func found(n *note.Note) []element {
	var out []element
	for _, l := range n.Links {
		e := element{What: "link", Text: l.Target + l.Subpath, Line: l.Line, Start: l.Span.Start, End: l.Span.End,
			Display: display(l), Key: l.Key}
		switch {
		case l.Kind == note.LinkProperty:
			e.What, e.Start, e.End = "property link", 0, 0
		case l.Embed:
			e.What = "embed"
		}
		out = append(out, e)
	}
	for _, g := range n.Tags {
		out = append(out, element{What: "tag", Text: "#" + g.Name, Line: g.Line, Start: g.Span.Start, End: g.Span.End})
	}
	for _, h := range n.Headings {
		out = append(out, element{What: "heading", Text: h.Text, Level: h.Level, Line: h.Line, Start: h.Span.Start, End: h.Span.End})
	}
	for _, b := range n.Blocks {
		out = append(out, element{What: "block", Text: b.ID, Line: b.Line, Start: b.Span.Start, End: b.Span.End})
	}
	return sorted(out)
}

// display is the text that Obsidian shows for a link.
func display(l note.Link) string {
	if l.HasAlias {
		return l.Alias
	}
	text := strings.TrimPrefix(l.Target+l.Subpath, "#")
	return strings.ReplaceAll(text, "#", " > ")
}

func sorted(e []element) []element {
	slices.SortFunc(e, func(a, b element) int {
		return strings.Compare(a.What+a.Key+a.Text, b.What+b.Key+b.Text)*1_000_000 + a.Start - b.Start
	})
	return e
}

func allTags(n *note.Note) []string {
	out := []string{}
	for _, t := range n.Frontmatter.Tags {
		out = append(out, "#"+t)
	}
	for _, t := range n.Tags {
		out = append(out, "#"+t.Name)
	}
	return out
}

// byteOffsets maps offsets in UTF-16 units to offsets in bytes.
func byteOffsets(s string) []int {
	var at []int
	for i, r := range s {
		for range utf16.RuneLen(r) {
			at = append(at, i)
		}
	}
	return append(at, len(s))
}
