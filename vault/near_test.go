package vault

import (
	"strings"
	"testing"
)

func TestEdits(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		most int
		want int
	}{
		{"", "", 3, 0}, {"abc", "abc", 3, 0}, {"abc", "", 3, 3}, {"abc", "abd", 3, 1}, {"abc", "acb", 3, 1},
		{"abcd", "bcda", 3, 2}, {"kitten", "sitting", 3, 3}, {"übér", "uber", 3, 2}, {"ab", "ba", 0, 1},
		{"gateway", "gatewya", 1, 1}, {"aaaa", "bbbb", 2, 3}, {strings.Repeat("a", 80), strings.Repeat("b", 83), 3, 4},
		{"決済サービス", "決済サーピス", 3, 1},
	} {
		got := edits(tt.a, tt.b, tt.most)
		if min(got, tt.most+1) != tt.want {
			t.Errorf("edits(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestNearNames(t *testing.T) {
	var names []nearName
	for _, n := range []string{"billing", "biling-api", "search", "searching", "research", "gtd"} {
		names = append(names, newNearName(n, n+".md"))
	}
	names = append(names, newNearName("searhc", "billing.md")) // an alias
	for _, tt := range []struct {
		name   string
		within bool
		want   string
	}{
		{"serach", false, "search.md billing.md"},
		{"searhc", false, "billing.md search.md"},
		{"billing-api", true, "biling-api.md billing.md"},
		{"search", true, "search.md billing.md research.md searching.md"},
		{"ztd", false, ""},
		{"x", true, ""},
		{"", true, ""},
	} {
		if got := strings.Join(nearNames(tt.name, names, 5, tt.within), " "); got != tt.want {
			t.Errorf("near to %s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
