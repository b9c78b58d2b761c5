package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"vaultgraph/vault"
)

type exportOptions struct{ format string }

func newExport(c *call) *cobra.Command {
	var opts exportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "the whole graph, for other programs",
		Long: "Writes the whole graph: every file as a node, every link as an edge, those that lead nowhere with null as\n" +
			"their end. Nodes are in the order of their paths, edges in that of the file and the place in it.",
		Example: "  vault export | jq '.edges[] | select(.to == null) | .target'\n" +
			"  vault export --format dot | dot -Tsvg > graph.svg",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runExport(cmd.Context(), c, opts)
		},
	}
	formats(cmd, &opts.format, "json", "dot")
	return cmd
}

func runExport(ctx context.Context, c *call, opts exportOptions) error {
	v, err := c.viewAndTell(ctx)
	if err != nil {
		return err
	}
	defer v.Close()
	c.lean()
	if opts.format == "dot" {
		return writeDOT(ctx, c.out, v.View)
	}
	return writeExport(ctx, c.out, v.View)
}

// writeExport writes the document of `export` without building it: a node or an edge a line. The nodes are kept back
// until all of them are known, so that an index which turns out to be damaged has written nothing.
func writeExport(ctx context.Context, w io.Writer, v *vault.View) error {
	var nodes bytes.Buffer
	list := newListWriter(&nodes)
	list.raw("{\"schema\":1,\n\"nodes\":[")
	err := v.Nodes(ctx, func(e *vault.Entry) error {
		list.item(newNodeDoc(e))
		return list.err
	})
	if err != nil {
		return err
	}
	list.raw("\n],\n\"edges\":[")
	if _, err := nodes.WriteTo(w); err != nil {
		return err
	}
	list = newListWriter(w)
	err = v.Links(ctx, func(l *vault.Link) error {
		list.edge(l)
		return list.err
	})
	if err != nil {
		return err
	}
	list.raw("\n]}\n")
	return list.err
}

// A listWriter writes the items of JSON lists, and nothing more after the first error.
type listWriter struct {
	w       io.Writer
	started bool         // whether the list has an item
	text    bytes.Buffer // of one item
	encoder *json.Encoder
	err     error
}

func newListWriter(w io.Writer) *listWriter {
	l := &listWriter{w: w}
	l.encoder = newEncoder(&l.text)
	return l
}

func (l *listWriter) raw(s string) {
	if l.err == nil {
		_, l.err = io.WriteString(l.w, s)
	}
}

// item writes v.
func (l *listWriter) item(v any) {
	l.begin()
	if l.err == nil {
		l.err = l.encoder.Encode(v)
	}
	l.text.Truncate(max(0, l.text.Len()-len("\n")))
	l.end()
}

// edge writes a link.
func (l *listWriter) edge(link *vault.Link) {
	l.begin()
	l.text.Write(appendEdge(l.text.AvailableBuffer(), link))
	l.end()
}

// begin starts an item.
func (l *listWriter) begin() {
	l.text.Reset()
	if l.started {
		l.text.WriteByte(',')
	}
	l.started = true
	l.text.WriteByte('\n')
}

// end writes the item.
func (l *listWriter) end() {
	if l.err == nil {
		_, l.err = l.w.Write(l.text.Bytes())
	}
}
