package cli

import (
	"fmt"
	"slices"
	"strings"

	"vaultgraph/vault"
	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/world"
)

var (
	changeName    = lazyregexp.New(`^(?:([A-Za-z0-9_./:-]*)#)?([1-9][0-9]{0,8})$`)
	changeAddress = lazyregexp.New(`^https?://([A-Za-z0-9.-]+(?::[0-9]+)?)/([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+)/(?:pull|issues)/([1-9][0-9]{0,8})(?:[/?#].*)?$`)
)

// change reads the name of a pull request: its address, owner/name#12, name#12, #12 or 12. The last three are bound to
// a repository here, or are an error: there is a #12 in many.
func (o *owed) change(name string) (owedThing, bool, error) {
	if m := changeAddress().FindStringSubmatch(name); m != nil {
		host, _, _ := strings.Cut(strings.ToLower(m[1]), ":")
		return o.byForm(world.Ref{Kind: world.RefChange, Key: m[3], Repo: world.RepoID{Host: host, Path: m[2]}}), true, nil
	}
	m := changeName().FindStringSubmatch(name)
	if m == nil {
		return owedThing{}, false, nil
	}
	if repo := world.ParseRepoID(m[1]); repo.Path != "" {
		return o.byForm(world.Ref{Kind: world.RefChange, Key: m[2], Repo: repo}), true, nil
	}
	repos, err := o.repositories(m[1], m[2])
	if err != nil {
		return owedThing{}, false, err
	}
	switch len(repos) {
	case 0:
		return owedThing{}, false, &notOwedError{
			message: "it is not said of which repository " + vault.Printable(name) + " is", hint: "give owner/name#" + m[2], candidates: o.candidates(),
		}
	case 1:
		return o.byForm(world.Ref{Kind: world.RefChange, Key: m[2], Repo: repos[0]}), true, nil
	}
	var names []string
	for _, repo := range repos {
		names = append(names, refName(world.Ref{Kind: world.RefChange, Key: m[2], Repo: repo}))
	}
	slices.Sort(names)
	return owedThing{}, false, &notOwedError{
		message: fmt.Sprintf("%s fits %s", vault.Printable(name), strings.Join(names, ", ")), hint: "give one of them", ambiguous: true, candidates: names,
	}
}

// repositories returns those that may be meant by a name, "" for any, before the number of a change: those of the last
// brief that named such a change; else that of the working directory, and by a name also those of notes.
func (o *owed) repositories(name, number string) ([]world.RepoID, error) {
	var fit []world.RepoID
	add := func(id world.RepoID) {
		known := slices.ContainsFunc(fit, id.Same)
		if base := id.Path[strings.LastIndexByte(id.Path, '/')+1:]; id.Path != "" && !known && (name == "" || strings.EqualFold(base, name)) {
			fit = append(fit, id)
		}
	}
	for _, refs := range o.told {
		for _, r := range refs {
			if r.Kind == world.RefChange && r.Key == number {
				add(r.Repo)
			}
		}
		if len(fit) > 0 {
			return fit, nil
		}
	}
	if len(o.here) > 0 {
		add(o.here[0])
	}
	if name == "" || len(fit) > 0 {
		return fit, nil
	}
	services, err := o.w.view.OfTypes(o.ctx, "service", "tool")
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(services))
	for i := range services {
		paths[i] = services[i].Path
	}
	notes, err := o.w.view.Summaries(o.ctx, paths)
	for _, n := range notes {
		if n != nil {
			add(world.ParseRepoID(n.Frontmatter.String("repo")))
		}
	}
	return fit, err
}
