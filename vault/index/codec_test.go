package index

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vaultgraph/examples/corpus"
	"vaultgraph/vault/note"
)

func roundTrip(t *testing.T, n *note.Note) {
	t.Helper()
	n.Source = nil
	got, err := decode(encode(n), AllParts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(n, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("not the same note (-before +after):\n%s", diff)
	}
}

func TestCodecKeepsEverything(t *testing.T) {
	roundTrip(t, note.Parse([]byte(`---
title: T
n: -7
big: 9007199254740993
f: 1.5
list: [a, 1, {b: [true, null]}]
empty: []
none:
up: "[[x|y]]"
tags: [a, b]
aliases: z
---
# H ^id

## Connections

- [[a#b|c]] — dependency: d [k:: v] #tag
![x](y.png) [[#h]]
`)))
	roundTrip(t, note.Parse([]byte("---\na: [\n---\n")))
	roundTrip(t, note.Parse(nil))
	roundTrip(t, note.ParseCanvas([]byte(`{"nodes":[{"type":"file","file":"a.md","subpath":"#b"}]}`)))
}

// TestCodecLeavesOut unpacks single parts: they are the same, and the others are not there.
func TestCodecLeavesOut(t *testing.T) {
	full := note.Parse([]byte("---\nup: \"[[a]]\"\ntags: [t]\naliases: [b]\n---\n# H\n\ntext [[x#y|z]] #tag ^id\n\nk:: v\n"))
	full.Source = nil
	packed := encode(full)
	for _, parts := range []Parts{Body, Properties, Links, Outline, Marks, Links | Marks} {
		want := *full
		if !parts.have(Properties) {
			want.Frontmatter.Properties = nil
		}
		if !parts.have(Links) {
			want.Links = nil
		}
		if !parts.have(Outline) {
			want.Headings, want.Blocks = nil, nil
		}
		if !parts.have(Marks) {
			want.Tags, want.Fields = nil, nil
		}
		got, err := decode(packed, parts)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("parts %b (-want +got):\n%s", parts, diff)
		}
	}
}

func TestCodecOnRealNotes(t *testing.T) {
	notes := 0
	err := filepath.WalkDir(corpus.Path(t, "data", "vaults", "cubrid-wiki"), func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".md") {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		notes++
		roundTrip(t, note.Parse(src))
		return nil
	})
	if err != nil || notes == 0 {
		t.Fatalf("%d notes, %v", notes, err)
	}
}

func FuzzDecode(f *testing.F) {
	packed := encode(note.Parse([]byte("---\na: [1, {b: c}]\n---\n# x\n[[y]] #z\n")))
	f.Add(packed[:len(packed)-crc32.Size])
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := decode(binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)), AllParts)
		if err != nil {
			return
		}
		if again, err := decode(encode(n), AllParts); err != nil || !cmp.Equal(n, again, cmp.Comparer(sameFloat)) {
			t.Fatalf("what decode accepts does not survive encode: %v", err)
		}
	})
}

// sameFloat takes two numbers that are none for equal: bytes can spell NaN though no note does.
func sameFloat(a, b float64) bool { return a == b || a != a && b != b }
