package graph_test

import (
	"testing"

	"vaultgraph/graph"
)

func TestRelationKey(t *testing.T) {
	for in, want := range map[string]string{
		"":                     "",
		"--_ ":                 "",
		"Depends_On":           "depends on",
		"depends-on":           "depends on",
		" depends \t on ":      "depends on",
		"key__decision-":       "key decision",
		"Größe":                "größe",
		"depends on":           "depends on",
		"a\u00a0b":             "a b",
		"Supersedes_-_Nothing": "supersedes nothing",
	} {
		if got := graph.RelationKey(in); got != want {
			t.Errorf("RelationKey(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestVocabularyKind(t *testing.T) {
	v := graph.NewVocabulary(
		graph.Term{Relation: "runs on", Inverse: "hosts", Kind: graph.Dependency},
		graph.Term{Relation: "owner", Inverse: "responsible for"},
		graph.Term{Relation: "Hard_Dependency", Inverse: "backs"},
		graph.Term{Relation: "incident", Kind: graph.Named},
	)
	for relation, want := range map[string]graph.Kind{
		"constraint":         graph.Constraint,
		"Hard constraints":   graph.Constraint,
		"key-decision":       graph.Decision,
		"Key Decisions":      graph.Decision,
		"decision about":     graph.Decision,
		"dependencies":       graph.Dependency,
		"dependent":          graph.Dependency,
		"DEPENDS_ON":         graph.Dependency,
		"deployment pattern": graph.Named,
		"decision log":       graph.Named,
		"":                   graph.Named,
		"runs-on":            graph.Dependency,
		"hosts":              graph.Dependency,
		"backs":              graph.Dependency,
		"responsible for":    graph.Named,
		"incident":           graph.Named,
		"incident of":        graph.Incident,
	} {
		if got := v.Kind(relation); got != want {
			t.Errorf("Kind(%q) = %v, want %v", relation, got, want)
		}
	}
}

func TestVocabularyInverse(t *testing.T) {
	v := graph.NewVocabulary(
		graph.Term{Relation: "depends on", Inverse: "feeds"},
		graph.Term{Relation: "Runs On", Inverse: "Hosts"},
		graph.Term{Relation: "mentions"},
	)
	for relation, want := range map[string]string{
		"dependency":    "dependent",
		"dependents":    "dependency",
		"Dependencies":  "dependent",
		"superseded-by": "supersedes",
		"related":       "related",
		"depends on":    "feeds",
		"feeds":         "depends on",
		"needed by":     "depends on", // the default still reads so
		"runs_on":       "Hosts",
		"hosts":         "Runs On",
		"mentions":      "",
		"":              "",
	} {
		got, ok := v.Inverse(relation)
		if got != want || ok != (want != "") {
			t.Errorf("Inverse(%q) = %q, %t; want %q", relation, got, ok, want)
		}
	}
}

func TestDefaultTermsReadFromBothEnds(t *testing.T) {
	v := graph.NewVocabulary()
	seen := map[string]bool{}
	for _, term := range graph.DefaultTerms() {
		words := []string{term.Relation, term.Inverse}
		if term.Relation == term.Inverse {
			words = words[:1]
		}
		for _, word := range words {
			if seen[word] || word != graph.RelationKey(word) {
				t.Errorf("%q is there twice, or is not its own key", word)
			}
			seen[word] = true
			if got := v.Kind(word); got != term.Kind {
				t.Errorf("Kind(%q) = %v, want %v", word, got, term.Kind)
			}
		}
		if got, _ := v.Inverse(term.Relation); got != term.Inverse {
			t.Errorf("Inverse(%q) = %q, want %q", term.Relation, got, term.Inverse)
		}
		if got, _ := v.Inverse(term.Inverse); got != term.Relation {
			t.Errorf("Inverse(%q) = %q, want %q", term.Inverse, got, term.Relation)
		}
	}
}

func TestVocabularyRead(t *testing.T) {
	v := graph.NewVocabulary()
	edge := graph.Edge{From: "a", To: "b", Relation: "Depends_On"}
	for from, want := range map[string]string{"a": "Depends_On", "b": "needed by", "c": ""} {
		if got := v.Read(edge, from); got != want {
			t.Errorf("Read from %s = %q, want %q", from, got, want)
		}
	}
	if got := v.Read(graph.Edge{From: "a", To: "b", Relation: "pattern"}, "b"); got != "" {
		t.Errorf("unknown inverse: got %q", got)
	}
	if got := v.Read(graph.Edge{From: "a", To: "a", Relation: "uses"}, "a"); got != "uses" {
		t.Errorf("self edge: got %q", got)
	}
}

func TestVocabularyEdgeKind(t *testing.T) {
	v := graph.NewVocabulary()
	for want, e := range map[graph.Kind]graph.Edge{
		graph.Decision:  {Relation: "key decision", Annotation: "x"},
		graph.Named:     {Relation: "x"},
		graph.Annotated: {Relation: "-", Annotation: "x"},
		graph.Bare:      {},
	} {
		if got := v.EdgeKind(e); got != want {
			t.Errorf("EdgeKind(%+v) = %v, want %v", e, got, want)
		}
	}
}
