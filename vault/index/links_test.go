package index

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var someLinks = []storedLink{
	{dst: 7, relation: 2, line: 3, annotation: "because", stem: 9},
	{line: 5, section: "Connections", stem: 1 << 31},
	{dst: 300, line: 6, section: "Connections"},
	{dst: 1, relation: 1, line: 70000, section: "History", annotation: strings.Repeat("long ", 300)},
}

func TestLinksComeBackAsPacked(t *testing.T) {
	for n := range len(someLinks) + 1 {
		got, err := unpackLinks(string(packLinks(someLinks[:n])))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(append([]storedLink(nil), someLinks[:n]...), got, cmp.AllowUnexported(storedLink{})); diff != "" {
			t.Errorf("%d links (-packed +unpacked):\n%s", n, diff)
		}
	}
}

func TestEntriesComeBackAsPacked(t *testing.T) {
	var many []entry
	for i := range int64(1000) {
		many = append(many, entry{3 * i, i % 4}, entry{3 * i, 5})
	}
	for _, want := range [][]entry{nil, {{1, 0}}, {{1, 2}, {1, 3}, {70000, 0}}, many} {
		got, err := unpackEntries(string(packEntries(want)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(entry{})); diff != "" {
			t.Errorf("%d entries (-packed +unpacked):\n%s", len(want), diff)
		}
	}
}

// TestCutShort cuts off the end of what was packed, or has it empty as a crash of the machine may leave it: that is seen.
func TestCutShort(t *testing.T) {
	unpack := map[string]func(string) error{
		string(packLinks(someLinks)):                     func(s string) error { _, err := unpackLinks(s); return err },
		string(packLinks(someLinks[:3])):                 func(s string) error { _, err := unpackLinks(s); return err },
		string(packEntries([]entry{{1, 2}, {70000, 3}})): func(s string) error { _, err := unpackEntries(s, nil); return err },
		string(packNames([]Name{{"a", ByPath}, {strings.Repeat("b", 900), ByTitle}})): func(s string) error {
			_, err := unpackNames(s)
			return err
		},
	}
	for packed, f := range unpack {
		for cut := range len(packed) {
			if err := f(packed[:cut]); !errors.Is(err, errCorrupt) {
				t.Fatalf("%d of %d bytes: got %v, want %v", cut, len(packed), err, errCorrupt)
			}
		}
		if len(packed) > sealAbove {
			lost := packed[:len(packed)/2] + strings.Repeat("\x00", len(packed)-len(packed)/2)
			if err := f(lost); !errors.Is(err, errCorrupt) {
				t.Fatalf("half of %d bytes lost: got %v, want %v", len(packed), err, errCorrupt)
			}
		}
	}
}

func FuzzUnpackLinks(f *testing.F) {
	f.Add(packLinks(someLinks[:3]))
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, b []byte) {
		links, err := unpackLinks(string(b))
		if err != nil {
			return
		}
		again, err := unpackLinks(string(packLinks(links)))
		if err != nil || !cmp.Equal(links, again, cmp.AllowUnexported(storedLink{})) {
			t.Fatalf("what unpackLinks accepts does not survive packLinks: %v", err)
		}
	})
}
