package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"vaultgraph/vault"
)

// writeDOT writes the graph for Graphviz. Links that lead nowhere are left out, since they have no node.
func writeDOT(ctx context.Context, w io.Writer, v *vault.View) error {
	var nodes bytes.Buffer // as in writeExport
	fmt.Fprint(&nodes, "digraph vault {\n  node [shape=box];\n")
	err := v.Nodes(ctx, func(e *vault.Entry) error {
		fmt.Fprintf(&nodes, "  %s [label=%s", dotQuote(e.Path), dotQuote(e.Title))
		if e.Type != "" {
			fmt.Fprintf(&nodes, ", class=%s", dotQuote(e.Type))
		}
		fmt.Fprint(&nodes, "];\n")
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := nodes.WriteTo(w); err != nil {
		return err
	}
	err = v.Links(ctx, func(l *vault.Link) error {
		if l.To == "" {
			return nil
		}
		fmt.Fprintf(w, "  %s -> %s", dotQuote(l.From), dotQuote(l.To))
		if l.Relation != "" || l.Annotation != "" {
			fmt.Fprintf(w, " [label=%s, tooltip=%s]", dotQuote(l.Relation), dotQuote(l.Annotation))
		}
		_, err := fmt.Fprint(w, ";\n")
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(w, "}\n")
	return err
}

// dotQuote returns s as a quoted string of DOT, in which a label shows every character as it is.
func dotQuote(s string) string {
	s = vault.Printable(s)
	if strings.ContainsAny(s, `\"`) {
		s = strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`)
	}
	return `"` + s + `"`
}
