package vault

import (
	"context"
	"net/url"
	"path"
	"slices"
	"strings"

	"vaultgraph/vault/note"
)

// writerNames finds notes for one run of a Writer: by an exact path, name or alias, never by a guess. Without a View
// the vault is listed, and read only where a name may be an alias.
type writerNames struct {
	ctx   context.Context
	vault *Vault
	view  *View
	files []File
	list  Names
	snap  *Snapshot
	made  map[string]string // notes made in this run, by folded name
}

func (w *Writer) findNames(ctx context.Context) (*writerNames, error) {
	n := &writerNames{ctx: ctx, vault: w.vault, view: w.opt.View, made: map[string]string{}}
	switch {
	case n.view != nil && n.view.index != nil:
		n.list = &indexNames{ctx: ctx, names: n.view.index.Names()}
		return n, nil
	case n.view != nil:
		n.snap, n.list = n.view.snapshot, n.view.snapshot.Names()
		return n, nil
	}
	files, _, err := w.vault.Scan(ctx)
	if err != nil {
		return nil, err
	}
	n.files = files
	list := make([]string, len(files))
	for i, f := range files {
		list[i] = f.Path
	}
	n.list = NewNameTable(list)
	return n, nil
}

// exact returns the path of the note that name is the path, the name or an alias of. The error is a *NameError.
func (n *writerNames) exact(name string) (string, error) {
	key := strings.TrimSpace(Fold(name))
	for _, k := range spellings(strings.TrimPrefix(strings.TrimPrefix(key, "./"), "/")) {
		if p, ok := n.made[k]; ok {
			return p, nil
		}
	}
	e, err := n.find(name)
	if err != nil {
		return "", err
	}
	return e, nil
}

func (n *writerNames) find(name string) (string, error) {
	if n.view != nil && n.snap == nil {
		e, err := n.view.FindExact(n.ctx, name)
		if err != nil {
			return "", err
		}
		return e.Path, nil
	}
	if n.snap == nil {
		found := lookUp(name, findExactly(n)[:2])
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return "", &NameError{Name: name, Ambiguous: true, Candidates: slices.Sorted(slices.Values(found))}
		}
		snap, err := n.vault.Load(n.ctx)
		if err != nil {
			return "", err
		}
		n.snap = snap
	}
	e, err := n.snap.FindExact(name)
	if err != nil {
		return "", err
	}
	return e.Path, nil
}

// The methods of a finder, as far as paths and names go.

func (n *writerNames) table() Names                   { return n.list }
func (n *writerNames) called(string, bool) []string   { return nil }
func (n *writerNames) starting(string) []string       { return nil }
func (n *writerNames) resolve(from, to string) string { p, _, _ := Resolve(n.list, from, to); return p }

// remember makes a note known that this run makes.
func (n *writerNames) remember(p string) {
	key := Fold(p)
	for _, k := range []string{key, strings.TrimSuffix(key, ".md"), Fold(path.Base(p)), Fold(noteName(p))} {
		n.made[k] = p
	}
}

// target returns the links from the note from to the note to: the name alone where it is enough.
func (n *writerNames) target(from, to string) edgeTarget {
	t := edgeTarget{path: to, markdown: n.markdownLink(from, to)}
	full := strings.TrimSuffix(to, path.Ext(to))
	if strings.ContainsAny(full, "#|^[]\\") || strings.Contains(full, "%%") || full != oneLine(full, len(full)) {
		t.wiki = t.markdown // no wikilink can name it
		return t
	}
	name := path.Base(full)
	p, ok, rivals := Resolve(n.list, from, name)
	_, made := n.made[Fold(to)]
	if ok && p == to && len(rivals) == 0 || made && !ok {
		t.wiki = "[[" + name + "]]"
	} else {
		t.wiki = "[[" + full + "|" + name + "]]"
		if folder(to) == "" {
			t.wiki = "[[" + full + "]]"
		}
	}
	return t
}

// markdownLink returns a Markdown link with a path relative to the folder of from, as other readers need it too.
func (n *writerNames) markdownLink(from, to string) string {
	dest := to
	base := strings.Split(folder(from), "/")
	if folder(from) == "" {
		base = nil
	}
	parts := strings.Split(to, "/")
	for len(base) > 0 && len(parts) > 1 && base[0] == parts[0] {
		base, parts = base[1:], parts[1:]
	}
	dest = strings.Repeat("../", len(base)) + strings.Join(parts, "/")
	if !strings.HasPrefix(dest, "../") && n.resolve(from, dest) != to {
		dest = "./" + dest
	}
	var escaped []string
	for part := range strings.SplitSeq(dest, "/") {
		escaped = append(escaped, strings.NewReplacer("(", "%28", ")", "%29", "%%", "%25%25").Replace(url.PathEscape(part)))
	}
	return "[" + note.EscapeLabel(oneLine(noteName(to), maxRef)) + "](" + strings.Join(escaped, "/") + ")"
}

// link returns the link from a note to the one that a source names, if it names one exactly.
func (n *writerNames) link(from, ref string) (string, bool) {
	found := lookUp(ref, findExactly(n)[:2])
	p := ""
	switch made, ok := n.made[Fold(strings.TrimSuffix(ref, ".md"))]; {
	case ok:
		p = made
	case len(found) == 1:
		p = found[0]
	default:
		return "", false
	}
	if p == from {
		return "", false
	}
	return n.target(from, p).wiki, true
}
