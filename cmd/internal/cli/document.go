package cli

import (
	"vaultgraph/vault"
	"vaultgraph/vault/note"
)

// A nodeDoc is a file of the vault in JSON.
type nodeDoc struct {
	Path        string         `json:"path"`
	Title       string         `json:"title"`
	Type        *string        `json:"type"`
	Aliases     []string       `json:"aliases"`
	Tags        []string       `json:"tags"`
	Frontmatter string         `json:"frontmatter"`
	Properties  map[string]any `json:"properties"`
	Fields      []fieldDoc     `json:"fields"`
	Hidden      bool           `json:"hidden"`
}

// A fieldDoc is an inline field in JSON.
type fieldDoc struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Line  int    `json:"line"`
}

// An edgeDoc is a link in JSON.
type edgeDoc struct {
	From       string  `json:"from"`
	To         *string `json:"to"`
	Target     string  `json:"target"`
	Subpath    string  `json:"subpath"`
	Alias      *string `json:"alias"`
	Embed      bool    `json:"embed"`
	Kind       string  `json:"kind"`
	Line       *int    `json:"line"`
	Key        *string `json:"key"`
	Relation   *string `json:"relation"`
	Annotation *string `json:"annotation"`
	Section    *string `json:"section"`
}

func newNodeDoc(e *vault.Entry) nodeDoc {
	d := nodeDoc{
		Path: e.Path, Title: e.Title, Type: orNull(e.Type), Hidden: e.Hidden,
		Aliases: append([]string{}, e.Aliases...), Tags: append([]string{}, e.Tags...),
		Frontmatter: note.Absent.String(), Properties: map[string]any{}, Fields: []fieldDoc{},
	}
	if e.Note == nil {
		return d
	}
	d.Frontmatter = e.Note.Frontmatter.State.String()
	for _, p := range e.Note.Frontmatter.Properties {
		d.Properties[p.Key] = p.Value
	}
	for _, f := range e.Note.Fields {
		d.Fields = append(d.Fields, fieldDoc{f.Key, f.Value, f.Line})
	}
	return d
}

func newEdgeDoc(l *vault.Link) edgeDoc {
	d := edgeDoc{
		From: l.From, To: orNull(l.To), Target: l.Target, Subpath: l.Subpath, Embed: l.Embed, Kind: l.Kind.String(),
		Line: lineOrNull(l.Line), Key: orNull(l.Key),
		Relation: orNull(l.Relation), Annotation: orNull(l.Annotation), Section: orNull(l.Section),
	}
	if l.HasAlias {
		d.Alias = &l.Alias
	}
	return d
}

func edgeDocs(links []vault.Link) []edgeDoc {
	docs := make([]edgeDoc, len(links))
	for i := range links {
		docs[i] = newEdgeDoc(&links[i])
	}
	return docs
}
