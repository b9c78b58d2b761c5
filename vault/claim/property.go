package claim

import (
	"path"
	"strconv"
	"strings"

	"vaultgraph/vault/note"
	"vaultgraph/vault/world"
)

// A reading is what matters of one note for claims, its own and those of others. It depends on the note's text alone.
type reading struct {
	Type   string     `json:"type,omitempty"`
	Status string     `json:"status,omitempty"`
	Key    string     `json:"key,omitempty"`   // of the ticket that the note stands for, if its type says so
	Keyed  bool       `json:"keyed,omitempty"` // the property key says so
	Repo   string     `json:"repo,omitempty"`
	Change *world.Ref `json:"change,omitempty"` // of the property pr or change
	Of     []string   `json:"of,omitempty"`     // links of the property service
	Links  []string   `json:"links,omitempty"`  // of Connections, where a claim may need them
	// Full are the pull requests that the note names with their repository.
	Full   []world.Ref `json:"full,omitempty"`
	Claims []Claim     `json:"claims,omitempty"`
}

// read reads one note. file is its path.
func read(file string, n *note.Note) reading {
	f := &n.Frontmatter
	r := reading{Type: strings.ToLower(strings.TrimSpace(f.String("type"))), Repo: strings.TrimSpace(f.String("repo"))}
	if key := strings.TrimSpace(f.String("key")); world.IsTicketKey(key) {
		r.Key, r.Keyed = key, true
	} else {
		for _, name := range append([]string{strings.TrimSuffix(path.Base(file), path.Ext(file))}, f.Aliases...) {
			if world.IsTicketKey(name) {
				r.Key = name
				break
			}
		}
	}
	r.Change = changeProperty(f)
	r.Claims = inText(n)
	if c, ok := inStatus(n); ok {
		r.Status = c.Said
		if r.Key != "" || r.Change != nil {
			r.Claims = append(r.Claims, c)
		}
	}
	for _, l := range n.Links {
		switch {
		case l.Kind == note.LinkProperty && (l.Key == "service" || strings.HasPrefix(l.Key, "service.")):
			r.Of = append(r.Of, l.Target)
		case l.Connection && needsRepo(r.Claims):
			r.Links = append(r.Links, l.Target)
		}
	}
	if needsRepo(r.Claims) {
		for _, m := range mentionsIn(string(n.Source[n.Body.Start:n.Body.End])) {
			if m.ref.Kind == world.RefChange && m.ref.Repo.Path != "" {
				r.Full = append(r.Full, m.ref)
			}
		}
	}
	return r
}

// changeProperty reads the property pr or change: owner/name#12, an address, or a number.
func changeProperty(f *note.Frontmatter) *world.Ref {
	for _, key := range []string{"pr", "change"} {
		p, _ := f.Get(key)
		switch v := p.Value.(type) {
		case int64:
			ref := change(world.RepoID{}, strconv.FormatInt(v, 10))
			return &ref
		case string:
			if ref, ok := changeOf(v); ok {
				return &ref
			}
		}
	}
	return nil
}

// inStatus returns the claim that the property status is.
func inStatus(n *note.Note) (Claim, bool) {
	p, ok := n.Frontmatter.Get("status")
	status, isText := p.Value.(string)
	if status = strings.TrimSpace(status); !ok || !isText || status == "" {
		return Claim{}, false
	}
	return Claim{Line: p.Line, Form: FormStatus, Said: status, State: plain(status), Span: p.Span}, true
}

// needsRepo says whether a claim is about a pull request whose repository it does not name.
func needsRepo(claims []Claim) bool {
	for i := range claims {
		if claims[i].Ref.Kind == world.RefChange && claims[i].Ref.Repo.Path == "" {
			return true
		}
	}
	return false
}
