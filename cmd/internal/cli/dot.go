package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"vaultgraph/vault"
)

// writeDOT writes the graph for Graphviz. Links that lead nowhere are left out, since they have no node.
func writeDOT(ctx context.Context, w io.Writer, s *vault.Snapshot) error {
	fmt.Fprint(w, "digraph vault {\n  node [shape=box];\n")
	for i := range s.Entries {
		e := &s.Entries[i]
		fmt.Fprintf(w, "  %s [label=%s", dotQuote(e.Path), dotQuote(e.Title))
		if e.Type != "" {
			fmt.Fprintf(w, ", class=%s", dotQuote(e.Type))
		}
		fmt.Fprint(w, "];\n")
	}
	for i := range s.Entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, l := range s.Entries[i].Links {
			if l.To == "" {
				continue
			}
			fmt.Fprintf(w, "  %s -> %s", dotQuote(l.From), dotQuote(l.To))
			if l.Relation != "" || l.Annotation != "" {
				fmt.Fprintf(w, " [label=%s, tooltip=%s]", dotQuote(l.Relation), dotQuote(l.Annotation))
			}
			fmt.Fprint(w, ";\n")
		}
	}
	_, err := fmt.Fprint(w, "}\n")
	return err
}

// dotQuote returns s as a quoted string of DOT, in which a label shows every character as it is.
func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(vault.Printable(s)) + `"`
}
