package claim

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/world"
)

// Options say where claims are looked for and how.
type Options struct {
	// Cache is the folder below which what was read is kept, see vault.CacheDir; "" keeps nothing.
	Cache string
	// Prefixes are the prefixes of ticket keys, such as TICKET. Without any, they are those of the vault's notes of
	// tickets. Other keys, such as UTF-8, are none.
	Prefixes []string
}

// Found are the claims of a vault.
type Found struct {
	// Claims are those whose pull request or ticket is known, in the order of notes and lines.
	Claims []Claim
	// Partial tells that there was no time to read all notes. What was read is kept, and the next call goes on.
	Partial bool
}

// Find returns what the notes of a vault claim. A note that has not changed since it was read last is not read again.
// Where the time of ctx is up before all are read, it returns what there is, without an error.
func Find(ctx context.Context, v *vault.Vault, view *vault.View, opt Options) (*Found, error) {
	r, err := Read(ctx, v, view, opt)
	if err != nil {
		return nil, err
	}
	return r.All(ctx), nil
}

// Readings are what the notes of a vault say, as far as it matters for claims.
type Readings struct {
	view     *vault.View
	config   *vault.Config
	store    *store
	prefixes []string
	partial  bool
}

// Read reads the notes that have changed since they were read last, as Find does, and does not look yet for what they
// claim.
func Read(ctx context.Context, v *vault.Vault, view *vault.View, opt Options) (*Readings, error) {
	r := &Readings{view: view, config: v.Config, store: openStore(v, opt.Cache), prefixes: opt.Prefixes}
	var err error
	r.partial, err = r.store.update(ctx, v, view)
	return r, err
}

// All returns all claims.
func (r *Readings) All(ctx context.Context) *Found {
	return r.find(ctx, func(rec *record) bool { return rec.flags&claiming != 0 })
}

// About returns the claims that the answers of sources can be evidence for or against, and maybe others. It leaves out
// the claims of tickets' notes about tickets that are in no answer, which are most of those in a large vault.
func (r *Readings) About(ctx context.Context, parts ...world.Part) *Found {
	answered := gather(parts)
	return r.find(ctx, func(rec *record) bool { return rec.isAbout(answered.byKey) })
}

func (r *Readings) find(ctx context.Context, wanted func(*record) bool) *Found {
	f := finder{ctx: ctx, view: r.view, config: r.config, store: r.store, prefixes: map[string]bool{}}
	f.learn(r.prefixes)
	found := &Found{Partial: r.partial}
	for dir, folder := range r.store.folders {
		for rec := range folder.records() {
			if wanted(&rec) {
				found.Claims = append(found.Claims, f.claims(path.Join(dir, rec.name), &rec)...)
			}
		}
	}
	slices.SortStableFunc(found.Claims, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Note, b.Note), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return found
}

// Refs returns what the claims are about, each once: first what is said to be under way, and then what is said to be
// over, which seldom changes.
func Refs(claims []Claim) []world.Ref {
	var refs []world.Ref
	seen := map[world.Ref]bool{}
	for _, over := range []bool{false, true} {
		for i := range claims {
			ref := claims[i].Ref
			ref.URL = ""
			if claims[i].Over() == over && !seen[ref] {
				seen[ref] = true
				refs = append(refs, ref)
			}
		}
	}
	return refs
}

// Over reports whether the claim is that something is merged, closed or done.
func (c *Claim) Over() bool { return c.State.settled() }

// A finder says what the claims of notes are about.
type finder struct {
	ctx      context.Context
	view     *vault.View
	config   *vault.Config
	store    *store
	prefixes map[string]bool
}

var dailyNote = lazyregexp.New(`^\d{4}-\d{2}-\d{2}$`)

// typeOf returns the type of a note.
func (f *finder) typeOf(p string, r *reading) string { return cmp.Or(r.Type, f.config.TypeOf(p)) }

// ticketOf returns the key of the ticket that a note stands for, "" for none.
func (f *finder) ticketOf(p string, r *reading) string {
	if r.Keyed || r.Key != "" && f.typeOf(p, r) == "ticket" {
		return r.Key
	}
	return ""
}

// learn finds out which prefixes tickets have.
func (f *finder) learn(given []string) {
	for _, p := range given {
		f.prefixes[strings.ToUpper(p)] = true
	}
	if len(given) > 0 {
		return
	}
	for dir, folder := range f.store.folders {
		for rec := range folder.records() {
			r := reading{Type: rec.noteType, Key: rec.key, Keyed: rec.flags&keyed != 0}
			if key := f.ticketOf(path.Join(dir, rec.name), &r); key != "" {
				f.prefixes[prefixOf(key)] = true
			}
		}
	}
}

func prefixOf(key string) string { return key[:strings.LastIndexByte(key, '-')] }

// claims returns the claims of one note whose things are known.
func (f *finder) claims(p string, rec *record) []Claim {
	r := rec.reading()
	name := strings.TrimSuffix(path.Base(p), path.Ext(p))
	noteType := f.typeOf(p, r)
	if len(r.Claims) == 0 || dailyNote().MatchString(name) && noteType == "" || logs().MatchString(name) || f.isTemplate(p) {
		return nil
	}
	var claims []Claim
	for _, c := range r.Claims {
		c.Note, c.modified = p, time.Unix(0, rec.modified)
		switch {
		case c.Form == FormStatus:
			if key := f.ticketOf(p, r); key != "" {
				c.Ref = world.Ref{Kind: world.RefTicket, Key: key}
				if r.Change != nil && r.Change.Repo.Path != "" {
					c.by = *r.Change
				}
			} else if r.Change != nil && changeLexicon().stateOf(c.Said) != "" {
				c.Ref, c.State = *r.Change, changeLexicon().stateOf(c.Said)
			}
		case noteType == "sprint" && categories[plain(r.Status)] == world.Done: // it tells how things were then
			continue
		case c.Link != "":
			c.Ref = f.linked(c.Link)
		}
		if f.complete(p, r, &c) {
			claims = append(claims, c)
		}
	}
	return claims
}

func (f *finder) isTemplate(p string) bool {
	return strings.HasPrefix(vault.Fold(p), vault.Fold(f.config.Templates)+"/") || strings.Contains("/"+vault.Fold(p), "/templates/")
}

// complete finds the repository of a pull request, and reports whether the thing is known.
func (f *finder) complete(p string, r *reading, c *Claim) bool {
	switch c.Ref.Kind {
	case world.RefTicket:
		return f.prefixes[prefixOf(c.Ref.Key)]
	case world.RefChange:
		if c.Ref.Repo.Path == "" {
			c.Ref.Repo = f.repo(p, r, c)
		}
		return c.Ref.Repo.Path != ""
	}
	return false
}

// linked returns what the note that a link leads to stands for.
func (f *finder) linked(target string) world.Ref {
	p, r := f.follow(target)
	switch {
	case r == nil:
	case f.ticketOf(p, r) != "":
		return world.Ref{Kind: world.RefTicket, Key: f.ticketOf(p, r)}
	}
	return world.Ref{}
}

// follow returns the note that a link leads to.
func (f *finder) follow(target string) (string, *reading) {
	e, fits, err := f.view.Exactly(f.ctx, target)
	if err != nil || fits != 1 {
		return "", nil
	}
	rec, ok := f.store.get(e.Path)
	if !ok {
		return "", nil
	}
	return e.Path, rec.reading()
}

// repo returns the repository of a bare number, the zero value where there are none or several that it could be.
func (f *finder) repo(p string, r *reading, c *Claim) world.RepoID {
	full := r.Full
	if r.Change != nil && r.Change.Repo.Path != "" {
		full = append(slices.Clone(full), *r.Change)
	}
	var named repos
	for _, ref := range full {
		if ref.Key == c.Ref.Key {
			named.add(ref.Repo)
		}
	}
	if c.Block != nil {
		if _, t := f.follow(c.Block.Target); t != nil && t.Change != nil && t.Change.Key == c.Ref.Key {
			named.add(t.Change.Repo)
		}
	}
	if len(named) > 0 {
		return named.only()
	}
	var near repos
	if own := repoOf(r.Repo); own.Path != "" {
		near.add(own)
	}
	if c.Block != nil && c.Block.Target != "" {
		near.add(f.repoOfNote(c.Block.Target))
	}
	for _, targets := range [][]string{nil, r.Of, r.Links} {
		for _, t := range targets {
			near.add(f.repoOfNote(t))
		}
		if len(near) > 0 {
			return near.only()
		}
	}
	return world.RepoID{}
}

func (f *finder) repoOfNote(target string) world.RepoID {
	if _, r := f.follow(target); r != nil {
		return repoOf(r.Repo)
	}
	return world.RepoID{}
}

// repos are repositories, each once.
type repos []world.RepoID

func (rs *repos) add(r world.RepoID) {
	if r.Path != "" && !slices.ContainsFunc(*rs, func(have world.RepoID) bool { return have.Same(r) }) {
		*rs = append(*rs, r)
	}
}

// only returns the one repository that there is.
func (rs repos) only() world.RepoID {
	if len(rs) == 1 {
		return rs[0]
	}
	return world.RepoID{}
}
