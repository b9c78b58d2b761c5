package vault_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vaultgraph/vault"
)

func TestResolve(t *testing.T) {
	tests := []struct {
		name   string
		files  string // blank-separated; ~ stands for a blank within a name
		from   string
		target string
		want   string // "" for unresolved
		rivals string
	}{
		{"itself", "x/a.md", "x/a.md", "", "x/a.md", ""},
		{"bare name", "a.md x/b.md", "a.md", "b", "x/b.md", ""},
		{"extension typed", "a.md x/b.md", "a.md", "b.md", "x/b.md", ""},
		{"extension in capitals", "a.md x/b.MD", "a.md", "b.Md", "x/b.MD", ""},
		{"absent", "a.md", "a.md", "b", "", ""},
		{"root before own folder", "svc/a.md svc/config.md config.md", "svc/a.md", "config", "config.md", ""},
		{"own folder before shorter", "services/search/a.md services/search/config.md x/config.md", "services/search/a.md", "config", "services/search/config.md", "x/config.md"},
		{"parent folder is no help", "platform/team/a.md platform/config.md x/config.md", "platform/team/a.md", "config", "x/config.md", "platform/config.md"},
		{"characters, not parts", "a.md p/q/config.md observability/config.md", "a.md", "config", "p/q/config.md", "observability/config.md"},
		{"equal length: first", "a.md y/c.md x/c.md", "a.md", "c", "x/c.md", "y/c.md"},
		{"characters, not bytes", "a.md äö/c.md abc/c.md", "a.md", "c", "äö/c.md", "abc/c.md"},
		{"qualified, exact first", "team/a.md b/config.md team/b/config.md", "team/a.md", "b/config", "b/config.md", ""},
		{"suffix", "a.md services/search/config.md services/billing/config.md", "a.md", "search/config", "services/search/config.md", ""},
		{"suffix at a boundary only", "a.md research/config.md", "a.md", "search/config", "", ""},
		{"suffix, own folder", "q/w/b/a.md q/w/b/c.md z/b/c.md", "q/w/b/a.md", "b/c", "q/w/b/c.md", "z/b/c.md"},
		{"root path", "svc/a.md svc/config.md config.md", "config.md", "/svc/config", "svc/config.md", ""},
		{"root path has no fallback", "a.md services/search/config.md", "a.md", "/search/config", "", ""},
		{"parent", "zone/api/a.md zone/db/schema.md db/schema.md", "zone/api/a.md", "../db/schema", "zone/db/schema.md", ""},
		{"beside only", "x/a.md y/schema.md", "x/a.md", "./schema", "", ""},
		{"beside, in the root", "a.md b.md", "a.md", "./b", "b.md", ""},
		{"above the root", "a.md b.md", "a.md", "../b", "", ""},
		{"above the root and back", "x/a.md x/b.md", "x/a.md", "../../x/b", "", ""},
		{"dots alone", "x/a.md x.md", "x/a.md", "..", "", ""},
		{"dot alone", "x/a.md x.md", "x/a.md", ".", "", ""},
		{"folder", "a.md runbooks/index.md", "a.md", "runbooks", "", ""},
		{"folder with its slash", "a.md runbooks.md", "a.md", "runbooks/", "", ""},
		{"attachment needs its extension", "a.md topology.png", "a.md", "topology", "", ""},
		{"attachment", "a.md img/topology.png", "a.md", "topology.png", "img/topology.png", ""},
		{"note before base", "a.md dashboard.md dashboard.base", "a.md", "dashboard", "dashboard.md", ""},
		{"dot is no extension", "a.md release~2.14.md", "a.md", "release 2.14", "release~2.14.md", ""},
		{"no extension at all", "a.md LICENSE", "a.md", "license", "LICENSE", ""},
		{"typed .md is the file", "a.md x.md x.md.md", "a.md", "x.md", "x.md", ""},
		{"note called x.md", "a.md x.md.md", "a.md", "x.md", "x.md.md", ""},
		{"case beyond ASCII", "a.md übersicht.md", "a.md", "ÜBERSICHT", "übersicht.md", ""},
		{"decomposed file", "a.md Cafe\u0301.md", "a.md", "caf\u00e9", "Cafe\u0301.md", ""},
		{"decomposed link", "a.md caf\u00e9.md", "a.md", "Cafe\u0301", "caf\u00e9.md", ""},
		{"no-break space in the link", "a.md on~call.md", "a.md", "on\u00a0call", "on~call.md", ""},
		{"no-break space in the file", "a.md on\u00a0call.md", "a.md", "on call", "on\u00a0call.md", ""},
		{"case-only pair: first", "a.md x/Foo.md x/foo.md", "a.md", "x/foo", "x/Foo.md", ""},
		{"not UTF-8", "a.md b\xff.md b\xfe.md", "a.md", "b\xff", "b\xff.md", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			blank := strings.NewReplacer("~", " ")
			paths := strings.Fields(strings.ReplaceAll(tt.files, "\u00a0", "\x01")) // Fields would split there
			for i := range paths {
				paths[i] = strings.ReplaceAll(blank.Replace(paths[i]), "\x01", "\u00a0")
			}
			slices.Sort(paths)
			to, ok, rivals := vault.Resolve(vault.NewNameTable(paths), tt.from, tt.target)
			if want := blank.Replace(tt.want); to != want || ok != (want != "") {
				t.Errorf("Resolve(%q) = %q, %v, want %q", tt.target, to, ok, want)
			}
			if got := strings.Join(rivals, " "); got != tt.rivals {
				t.Errorf("rivals %q, want %q", got, tt.rivals)
			}
		})
	}
}

func TestResolveManyRivals(t *testing.T) {
	var paths []string
	for i := range 100 {
		paths = append(paths, fmt.Sprintf("%03d/README.md", i))
	}
	names := vault.NewNameTable(paths)
	for _, from := range []string{"a.md", "050/a.md"} {
		if _, _, rivals := vault.Resolve(names, from, "readme"); len(rivals) != 20 {
			t.Errorf("from %s: %d rivals, want 20", from, len(rivals))
		}
	}
}

func TestFold(t *testing.T) {
	alike := [][2]string{
		{"Abc", "aBC"}, {"ÄÖ", "äö"}, {"e\u0301", "É"}, {"a\u00a0b", "A b"}, {"a\u202fb", "a b"},
		{"ΣΑΣ", "σας"}, {"\u212a", "k"}, {"STRAẞE", "straße"}, {"J\u030c", "\u01f0"}, {"Ж", "ж"},
	}
	for _, p := range alike {
		if vault.Fold(p[0]) != vault.Fold(p[1]) {
			t.Errorf("Fold(%q) = %q and Fold(%q) = %q differ", p[0], vault.Fold(p[0]), p[1], vault.Fold(p[1]))
		}
	}
	apart := [][2]string{{"straße", "strasse"}, {"a\xff", "a\xfe"}, {"a\xff", "a\ufffd"}, {"é", "e"}, {"i", "ı"}}
	for _, p := range apart {
		if vault.Fold(p[0]) == vault.Fold(p[1]) {
			t.Errorf("Fold(%q) == Fold(%q)", p[0], p[1])
		}
	}
	if n := testing.AllocsPerRun(10, func() { vault.Fold("services/api-gateway.md") }); n != 0 {
		t.Errorf("folding what is folded takes %v allocations", n)
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"Abc", "J\u030c", "\u0345", "İi\u0307", "a\xff", "ΐ", "\u1fd3", "ﬅ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := vault.Fold(s)
		if twice := vault.Fold(once); twice != once {
			t.Errorf("Fold(%q) = %q, folded again %q", s, once, twice)
		}
	})
}

func TestPrintable(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain ünïcode 決済", "plain ünïcode 決済"},
		{"a\nb\tc\r", `a\nb\tc\r`},
		{"\x1b[31mred", `\x1b[31mred`},
		{"\u009b31m", `\x9b31m`},
		{"a\u202eb\u2066c", `a\u202eb\u2066c`},
		{"a\u2028b", `a\u2028b`},
		{"zero\u200bwidth\ufeff", `zero\u200bwidth\ufeff`},
		{"soft\u00adhyphen", `soft\xadhyphen`},
		{"bad\xffbyte", `bad\xffbyte`},
		{"real \ufffd", "real \ufffd"},
		{"👩\u200d🔧", "👩\u200d🔧"},
		{"del\x7f", `del\x7f`},
	}
	for _, tt := range tests {
		if got := vault.Printable(tt.in); got != tt.want {
			t.Errorf("Printable(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}
