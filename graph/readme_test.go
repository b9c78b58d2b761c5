package graph_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vaultgraph/graph"
)

func TestReadmeListsDefaultTerms(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| relation | inverse | kind |\n|---|---|---|\n")
	if !ok {
		t.Fatal("README.md has no table of relations")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var want []string
	for _, term := range graph.DefaultTerms() {
		want = append(want, fmt.Sprintf("| %s | %s | %v |", term.Relation, term.Inverse, term.Kind))
	}
	if got := strings.Split(table, "\n"); !slices.Equal(got, want) {
		t.Errorf("the table of relations should be\n%s", strings.Join(want, "\n"))
	}
}
