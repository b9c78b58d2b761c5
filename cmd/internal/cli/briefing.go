package cli

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"vaultgraph/integrations/git"
	"vaultgraph/vault"
	"vaultgraph/vault/brief"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// A briefing is what it takes to tell a person how things stand here: the vault, where there is one, and, once it was
// surveyed, what can be asked about the world.
type briefing struct {
	*survey
	call    *call
	sources *vault.Sources
	// vault is nil for none; noVault then says why.
	vault   *vault.Vault
	noVault error
	// look opens the view of the vault, once; it is nil without a vault. Filling an index for the first time can take
	// longer than anybody waits.
	look func() (*vault.View, error)
	// looked tells that the view is open, and looking counts who uses it besides the verb itself.
	looked  atomic.Bool
	looking atomic.Int32
	// service returns the vault path of the note that the working directory leads to, "" for none.
	service func() string
	// partly tells that there was no time to read all notes for what they claim.
	partly bool
	// most is how many pull requests and tickets that notes speak of are asked for at most; 0 is all.
	most int
	// sparing asks for them only at sources that are being asked anyway: where a stored answer is fresh enough, the
	// process that got it has asked for them too.
	sparing bool
	// recall returns what the vault says for a brief.
	recall func() brief.Memory
}

// briefing opens what there is. Only a vault that the person listed or named counts: what a brief reads there becomes
// part of a session, and what it corrects is written.
func (c *call) briefing(ctx context.Context) (*briefing, error) {
	user, err := vault.ReadUserConfig(c.environment())
	if err != nil {
		return nil, err
	}
	sources, warnings, err := user.Sources()
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		c.notice("%v", w)
	}
	b := &briefing{call: c, sources: sources}
	b.vault, b.noVault = c.open(true)
	if b.noVault != nil && !errors.Is(b.noVault, vault.ErrNoVault) {
		return nil, b.noVault
	}
	if b.vault != nil {
		b.look = sync.OnceValues(func() (*vault.View, error) {
			view, err := b.vault.View(ctx, c.viewOptions())
			b.looked.Store(err == nil)
			return view, err
		})
	}
	b.service = sync.OnceValue(func() string { return b.findService(ctx) })
	b.recall = sync.OnceValue(func() brief.Memory { return b.memory(ctx) })
	return b, nil
}

// withoutVault says why there is no vault, and what to do about it.
func (b *briefing) withoutVault() (problem, hint string) {
	var none *vault.NoVaultError
	if errors.As(b.noVault, &none) {
		return none.Problem, none.Hint
	}
	return "there is no vault", "`vault init ~/notes` makes one"
}

// excluded reports whether the working directory is one that nobody is to be told about.
func (b *briefing) excluded() bool {
	find := git.Find{Exclude: b.sources.Exclude, Home: b.call.Home}
	return find.Excludes(b.call.WorkDir)
}

// findService returns the vault path of the note that the working directory leads to, "" for none.
func (b *briefing) findService(ctx context.Context) string {
	if b.look == nil {
		return ""
	}
	view, err := b.look()
	if err != nil {
		return ""
	}
	var path string
	if place, ok := b.place(); ok {
		path, err = serviceAt(ctx, view, place)
	} else {
		path, err = b.call.service(ctx, view)
	}
	if errors.Is(err, vault.ErrIndexDamaged) && view.Forget(ctx) == nil {
		b.call.notice("the index was damaged, and the note of this folder not found: it is made anew next time")
	}
	if err != nil {
		return ""
	}
	return path
}

// place returns where the working directory lies, where the survey has come by.
func (b *briefing) place() (git.Place, bool) {
	if b.survey == nil || b.here() == nil {
		return git.Place{}, false
	}
	return b.here().Place(b.call.WorkDir)
}

// Close releases the vault, and keeps what is known of sites. A view that is still being made or asked ends with the
// process. Any other is closed, so that what was written into the index is where the next process reads it cheaply.
func (b *briefing) Close() error {
	if b.survey != nil {
		for _, site := range b.jira {
			site.shelf.keep(site.Site())
		}
	}
	if b.vault == nil {
		return nil
	}
	var err error
	if b.looked.Load() && b.looking.Load() == 0 {
		if view, errLook := b.look(); errLook == nil {
			err = view.Close()
		}
	}
	return errors.Join(err, b.vault.Close())
}

// vaultDir returns the folder of the vault, "" for none.
func (b *briefing) vaultDir() string {
	if b.vault == nil {
		return ""
	}
	return b.vault.Dir
}

// key returns where what was seen here is kept.
func (b *briefing) key() string {
	here := b.here()
	if here == nil {
		return ""
	}
	return scan.RepoKey(&world.Repo{Dir: here.Dir, IDs: here.IDs})
}

// options say how the sources are asked.
func (b *briefing) options() scan.Options {
	return scan.Options{Cache: b.call.worldCache(), Now: b.call.Now, Me: b.me}
}

// request returns what brief.Run needs, but for how much is to be asked.
func (b *briefing) request() brief.Request {
	history := newHistory(b.git, b.found)
	r := brief.Request{
		Jobs: b.jobs, Scan: b.options(), State: vault.StateDir(b.call.environment()), Key: b.key(),
		Input: brief.Input{Zone: b.call.zone(), Here: brief.Here{}, Ancestor: history.ancestor, AuthorOf: history.author},
	}
	if here := b.here(); here != nil {
		r.Input.Here.Dir, r.Input.Here.IDs = here.Dir, here.IDs
	}
	if b.vault != nil {
		r.Input.Vault = b.vault.Dir
		r.Memory = func(context.Context) brief.Memory { return b.recall() }
		if ledger, err := b.vault.Ledger(); err == nil {
			r.Input.Dismissed = ledger.Dismissed
		}
	}
	return r
}

// memory returns what the vault says for a brief.
func (b *briefing) memory(ctx context.Context) brief.Memory {
	b.looking.Add(1)
	defer b.looking.Add(-1)
	view, err := b.look()
	if err != nil {
		return brief.Memory{}
	}
	m, err := brief.ReadMemory(ctx, view, b.service(), b.call.zone())
	if err != nil && ctx.Err() == nil {
		b.call.notice("reading the vault: %v", err)
	}
	return m
}

// zone returns the zone in which the person reads times.
func (c *call) zone() *time.Location { return c.Now().Location() }

// A history answers questions about commits from the repositories at hand.
type history struct {
	git  *git.Git
	dirs map[world.RepoID]string
	// time ends when there is no time left for further questions. It begins with the first.
	time func() context.Context
}

// historyTime is how long all questions about commits may take together: they are about a few words of a line.
const historyTime = time.Second

func newHistory(g *git.Git, found []git.Checkout) *history {
	h := &history{git: g, dirs: map[world.RepoID]string{}}
	h.time = sync.OnceValue(func() context.Context {
		ctx, cancel := context.WithTimeout(context.Background(), historyTime)
		context.AfterFunc(ctx, cancel)
		return ctx
	})
	for _, f := range found {
		for _, id := range f.IDs {
			h.dirs[id] = f.Dir
		}
	}
	return h
}

// ancestor reports whether the commit old is part of the history of the commit new, and whether that is known.
func (h *history) ancestor(repo world.RepoID, old, new string) (yes, known bool) {
	dir := h.dirs[repo]
	if dir == "" {
		return false, false
	}
	return h.git.Ancestor(h.time(), dir, old, new)
}

// author returns who wrote a commit, the zero value where that is not known.
func (h *history) author(repo world.RepoID, sha string) world.Person {
	dir := h.dirs[repo]
	if dir == "" {
		return world.Person{}
	}
	person, _ := h.git.CommitAuthor(h.time(), dir, sha)
	return person
}
