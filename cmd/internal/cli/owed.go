package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"vaultgraph/integrations/git"
	"vaultgraph/vault"
	"vaultgraph/vault/brief"
	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// An owed knows what a person may mean who says that something needs no more attention: threads of the notes, what
// the last briefs named, and what is around the working directory.
type owed struct {
	ctx    context.Context
	w      *writing
	ledger *vault.Ledger
	zone   *time.Location
	seen   *scan.Seen // nil where nothing of it can be kept
	// told is what the last brief of this repository and the last one of all repositories named, the newer one first.
	told [][]world.Ref
	here []world.RepoID // the repository of the working directory, as its remotes name it
}

// An owedThing is what one name means: an open thread, or what is to be dismissed.
type owedThing struct {
	// thread is the id of the thread, "" for none; note the vault path of its note where the ledger does not know it.
	thread, note string
	// ref is what is to be dismissed, in the form in which briefs look for it.
	ref string
	// untold tells that there was a brief, and that it did not name ref.
	untold bool
}

// A notOwedError says that a name does not lead to one thing that is owed.
type notOwedError struct {
	message, hint string
	ambiguous     bool
	candidates    []string
}

// Error returns the message without the hint.
func (e *notOwedError) Error() string { return e.message }

// owed reads what there is to know.
func (c *call) owed(ctx context.Context, w *writing) (*owed, error) {
	ledger, err := w.Ledger()
	if err != nil {
		return nil, err
	}
	o := &owed{ctx: ctx, w: w, ledger: ledger, zone: c.zone()}
	key := ""
	if c.Environ != nil {
		if p, ok := git.New(git.Options{Env: c.environ(), Now: c.Now}).Here(ctx, c.WorkDir); ok {
			o.here, key = p.IDs, scan.RepoKey(&world.Repo{Dir: p.Dir, IDs: p.IDs})
		}
	}
	if state := vault.StateDir(c.environment()); state != "" {
		o.seen = scan.ReadSeen(state)
		briefs := []*scan.SeenRepo{o.seen.Repos[key], o.seen.Repos[morningKey]}
		briefs = slices.DeleteFunc(briefs, func(r *scan.SeenRepo) bool { return r == nil })
		slices.SortStableFunc(briefs, func(a, b *scan.SeenRepo) int { return b.Briefed.Compare(a.Briefed) })
		for _, r := range briefs {
			o.told = append(o.told, r.Named)
		}
	}
	return o, nil
}

// find returns what name means. The error is a *notOwedError, or that the notes cannot be read.
func (o *owed) find(name string) (owedThing, error) {
	name = strings.TrimSpace(name)
	id := strings.TrimPrefix(name, "^")
	switch kind, known := o.ledger.Fact(id); {
	case known && kind == vault.FactThread:
		return owedThing{thread: id}, nil
	case known:
		return owedThing{}, &notOwedError{
			message: fmt.Sprintf("%s is a %s, and nothing to be done", id, kind), hint: "`vault undo " + id + "` takes it out of its note",
		}
	}
	if ref, ok := o.toldAs(name); ok {
		return owedThing{ref: refName(ref)}, nil
	}
	for _, look := range []func(string) (owedThing, bool, error){o.change, o.ticket, o.thread, o.ticketNote} {
		if what, ok, err := look(name); ok || err != nil {
			return what, err
		}
	}
	return owedThing{}, o.unknown(name)
}

// toldAs finds what a brief named exactly so: its key, its address or, for a pull request, its full name.
func (o *owed) toldAs(name string) (world.Ref, bool) {
	for _, refs := range o.told {
		for _, r := range refs {
			same := strings.EqualFold(name, refName(r)) || r.URL != "" && strings.TrimSuffix(name, "/") == strings.TrimSuffix(r.URL, "/")
			if same && r.Kind != world.RefCommit {
				return r, true
			}
		}
	}
	return world.Ref{}, false
}

// dismissed reports whether the dismissal of a thing stands, and the person has been told nothing of it since: to
// dismiss it once more would only hide news that nobody has read.
func (o *owed) dismissed(ref string) bool {
	on, ok := o.ledger.Dismissed(ref)
	named := func(r world.Ref) bool { return strings.EqualFold(refName(r), ref) }
	return ok && o.seen != nil && !o.seen.NamedSince(on, named)
}

// refName returns what a dismissal calls a reference.
func refName(r world.Ref) string {
	if r.Kind == world.RefChange {
		return r.Repo.String() + "#" + r.Key
	}
	return r.Key
}

// byForm returns a thing of which nothing is known here but its form, unless a brief has named it.
func (o *owed) byForm(r world.Ref) owedThing {
	said := false
	for _, refs := range o.told {
		for _, have := range refs {
			if have.Kind == r.Kind && strings.EqualFold(have.Key, r.Key) && (r.Kind != world.RefChange || have.Repo.Same(r.Repo)) {
				return owedThing{ref: refName(have)}
			}
		}
		said = said || len(refs) > 0
	}
	return owedThing{ref: refName(r), untold: said}
}

var (
	ticketAddress = lazyregexp.New(`^https?://[^/\s]+/(?:[^\s]*/)?browse/([A-Za-z][A-Za-z0-9_]+-[0-9]+)(?:[/?#].*)?$`)
	blockName     = lazyregexp.New(`^[A-Za-z0-9-]+$`)
)

// ticket reads the key of a ticket, or its address.
func (o *owed) ticket(name string) (owedThing, bool, error) {
	if m := ticketAddress().FindStringSubmatch(name); m != nil {
		name = strings.ToUpper(m[1])
	}
	if !world.IsTicketKey(name) {
		return owedThing{}, false, nil
	}
	return o.byForm(world.Ref{Kind: world.RefTicket, Key: name}), true, nil
}

// thread finds an open thread that a person wrote: the ledger knows none of these.
func (o *owed) thread(name string) (owedThing, bool, error) {
	id := strings.TrimPrefix(name, "^")
	if !blockName().MatchString(id) {
		return owedThing{}, false, nil
	}
	m, err := brief.ReadMemory(o.ctx, o.w.view, "", o.zone)
	if i := slices.IndexFunc(m.Threads, func(t brief.Thread) bool { return t.ID == id }); err == nil && i >= 0 {
		return owedThing{thread: id, note: m.Threads[i].Note}, true, nil
	}
	return owedThing{}, false, err
}

// ticketNote finds a ticket by the name or an alias of its note.
func (o *owed) ticketNote(name string) (owedThing, bool, error) {
	e, fits, err := o.w.view.Exactly(o.ctx, name)
	if err != nil || fits != 1 || e.Type != "ticket" {
		return owedThing{}, false, err
	}
	for _, key := range append([]string{baseOf(e.Path)}, e.Aliases...) {
		if key = strings.ToUpper(key); world.IsTicketKey(key) {
			return owedThing{ref: key}, true, nil
		}
	}
	return owedThing{}, false, nil
}

func baseOf(path string) string {
	return strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".md")
}

// candidates are what the last brief named of what can be dismissed.
func (o *owed) candidates() []string {
	var names []string
	for _, refs := range o.told {
		for _, r := range refs {
			if name := refName(r); (r.Kind == world.RefChange || r.Kind == world.RefTicket) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

func (o *owed) unknown(name string) error {
	const most = 8
	known := o.candidates()
	err := &notOwedError{
		message:    fmt.Sprintf("nothing that is owed is called %q", vault.Printable(name)),
		hint:       "give the id of an open thread, a ticket's key, owner/name#12 or its address",
		candidates: known,
	}
	if near := vault.Nearest(name, known); near != "" {
		err.hint = "did you mean " + near + "?"
	} else if len(known) > 0 {
		err.hint += "; the last brief named " + strings.Join(known[:min(most, len(known))], ", ")
	}
	return err
}
