package vault

import (
	"slices"
	"testing"
)

func TestDiffFindings(t *testing.T) {
	at := func(line int, message string) Finding { return Finding{Path: "a.md", Line: line, Message: message} }
	x1, x2, x3, x9, y2 := at(1, "x"), at(2, "x"), at(3, "x"), at(9, "x"), at(2, "y")
	for _, test := range []struct {
		name                         string
		old, now, appeared, resolved []Finding
	}{
		{"none", nil, nil, nil, nil},
		{"the same", []Finding{x1, y2}, []Finding{x1, y2}, nil, nil},
		{"appeared", nil, []Finding{x1}, []Finding{x1}, nil},
		{"resolved", []Finding{x1}, nil, nil, []Finding{x1}},
		{"another", []Finding{x2}, []Finding{y2}, []Finding{y2}, []Finding{x2}},
		{"moved", []Finding{x1}, []Finding{x9}, nil, nil},
		{"one of several resolved", []Finding{x1, x2, x3}, []Finding{x1, x3}, nil, []Finding{x2}},
		{"one of several moved", []Finding{x1, x2}, []Finding{x1, x9}, nil, nil},
		{"one more", []Finding{x1, x3}, []Finding{x1, x2, x3}, []Finding{x2}, nil},
		{"twice on a line", []Finding{x1, x1}, []Finding{x1}, nil, []Finding{x1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			appeared, resolved := diffFindings(test.old, test.now)
			if !slices.Equal(appeared, test.appeared) || !slices.Equal(resolved, test.resolved) {
				t.Errorf("appeared %v, resolved %v", appeared, resolved)
			}
		})
	}
}
