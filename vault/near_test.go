package vault

import (
	"math/rand/v2"
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

// TestEditsLikePlain counts with a whole table, and compares what is not above most.
func TestEditsLikePlain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() []byte {
		w := make([]byte, random.IntN(9))
		for i := range w {
			w[i] = "abc"[random.IntN(3)]
		}
		return w
	}
	for range 20000 {
		a, b := word(), word()
		want := plainEdits(a, b)
		for most := range 5 {
			if got := editsOf(a, b, most); min(got, most+1) != min(want, most+1) {
				t.Fatalf("from %s to %s it takes %d edits, got %d with at most %d", a, b, want, got, most)
			}
		}
	}
}

func plainEdits(a, b []byte) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			switch {
			case i == 0 || j == 0:
				table[i][j] = i + j
			case a[i-1] == b[j-1]:
				table[i][j] = table[i-1][j-1]
			default:
				table[i][j] = 1 + min(table[i-1][j], table[i][j-1], table[i-1][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				table[i][j] = min(table[i][j], table[i-2][j-2]+1)
			}
		}
	}
	return table[len(a)][len(b)]
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
