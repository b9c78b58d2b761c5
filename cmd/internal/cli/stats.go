package cli

import (
	"context"

	"github.com/spf13/cobra"

	"vaultgraph/graph"
	"vaultgraph/vault"
)

type statsOptions struct{ format string }

func newStats(c *call) *cobra.Command {
	var opts statsOptions
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "size and health of the graph",
		Long: "Counts the files and links of the vault: by type and relation, how many links lead somewhere and say why, what\n" +
			"nothing leads to, and which notes the others point to most.",
		Example:           "  vault stats --format json",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runStats(cmd.Context(), c, opts)
		},
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

func runStats(ctx context.Context, c *call, opts statsOptions) error {
	v, err := c.viewAndTell(ctx)
	if err != nil {
		return err
	}
	defer v.Close()
	c.lean()
	g, err := v.Graph(ctx)
	if err != nil {
		return err
	}
	d := newStatsDoc(g, v.Config)
	if opts.format == "json" {
		return c.printJSON(d)
	}
	c.writeStats(d)
	return nil
}

// A statsDoc is the answer of stats. Lists of counts have the highest first, then are in the order of names.
type statsDoc struct {
	Schema         int         `json:"schema"`
	Nodes          int         `json:"nodes"`
	Notes          int         `json:"notes"`
	Edges          int         `json:"edges"`
	Resolved       int         `json:"resolved"`
	Unresolved     int         `json:"unresolved"`
	Annotated      int         `json:"annotated"`
	ResolvedShare  *float64    `json:"resolved_share"`
	AnnotatedShare *float64    `json:"annotated_share"`
	LinksPerNote   *float64    `json:"links_per_note"`
	ByType         []countDoc  `json:"by_type"`
	ByRelation     []countDoc  `json:"by_relation"`
	ByKind         []countDoc  `json:"by_kind"`
	Orphans        int         `json:"orphans"`
	DeadEnds       int         `json:"dead_ends"`
	Isolated       int         `json:"isolated"`
	HubDegree      int         `json:"hub_degree"`
	Hubs           []hubDoc    `json:"hubs"`
	Components     int         `json:"components"`
	Largest        int         `json:"largest_component"`
	Central        []rankedDoc `json:"central"`
}

type countDoc struct {
	Name  *string `json:"name"`
	Count int     `json:"count"`
}

type hubDoc struct {
	Path   string `json:"path"`
	Degree int    `json:"degree"`
}

type rankedDoc struct {
	Path   string  `json:"path"`
	Title  string  `json:"title"`
	Degree int     `json:"degree"`
	Score  float64 `json:"score"`
}

// newStatsDoc counts a graph. Orphans and dead ends are counted among the notes, as list shows them.
func newStatsDoc(g *graph.Graph, config *vault.Config) *statsDoc {
	st := graph.Stats(g, config.Hub, config.Vocabulary())
	notes := 0
	for n := range g.AllNodes() {
		if vault.KindOf(n.ID) == vault.Note {
			notes++
		}
	}
	d := &statsDoc{
		Schema: 1, Nodes: st.Nodes, Notes: notes, Edges: st.Edges,
		Resolved: st.Resolved, Unresolved: st.Edges - st.Resolved, Annotated: st.Annotated,
		ResolvedShare: share(st.Resolved, st.Edges), AnnotatedShare: share(st.Annotated, st.Edges),
		LinksPerNote: share(st.Edges, notes),
		ByType:       countDocs(st.NodesByType), ByRelation: countDocs(st.EdgesByRelation), ByKind: countDocs(st.EdgesByKind),
		Orphans: notesAmong(st.NoIncoming), DeadEnds: notesAmong(st.DeadEnds), Isolated: notesAmong(st.Orphans),
		HubDegree: config.Hub, Hubs: []hubDoc{}, Components: st.Components, Largest: st.Largest, Central: []rankedDoc{},
	}
	for _, h := range st.Hubs {
		d.Hubs = append(d.Hubs, hubDoc{h.ID, h.Degree})
	}
	ranked := graph.Rank(g)
	for _, r := range ranked[:min(10, len(ranked))] {
		d.Central = append(d.Central, rankedDoc{r.ID, r.Title, r.Degree, r.Score})
	}
	return d
}

// share returns n/of, nil where that is nothing.
func share(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	return new(float64(n) / float64(of))
}

func countDocs(counts []graph.Count) []countDoc {
	docs := make([]countDoc, len(counts))
	for i, c := range counts {
		docs[i] = countDoc{orNull(c.Name), c.Count}
	}
	return docs
}

// notesAmong counts the notes among files.
func notesAmong(paths []string) int {
	n := 0
	for _, p := range paths {
		if vault.KindOf(p) == vault.Note {
			n++
		}
	}
	return n
}
