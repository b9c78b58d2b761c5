package brief

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// A place is one service on one environment.
type place struct {
	service, env string
	key          string
	deploys      []told[world.Deploy] // oldest first
}

// judgeDeploys tells, for each environment of each service, what others put there since: only the last of it, since
// that is what runs there now. What I put there myself is no news, unless it failed or was taken back.
func (c *composer) judgeDeploys() {
	c.deployed, c.released = map[string]world.Deploy{}, map[string]bool{}
	before := len(c.entries)
	for _, p := range c.places() {
		if d := c.lastOfMine(&p, time.Time{}); d != nil {
			c.deployed[p.key] = *d
		}
		c.judgePlace(&p)
	}
	told := c.entries[before:]
	slices.SortStableFunc(told, compareEntries)
	for i := range told { // once is enough
		if i > 0 && told[i].turn == told[i-1].turn {
			told[i].text = strings.Replace(told[i].text, afterSession, "", 1)
		}
	}
}

const afterSession = ", after your last session"

func (c *composer) places() []place {
	var places []place
	at := map[string]int{}
	for _, t := range c.deploys {
		d := t.it
		service := cmp.Or(d.Service, repoName(d.Repo))
		if d.At.IsZero() || service == "" {
			continue
		}
		key := scan.DeployKey(fold(service), fold(d.Env))
		i, ok := at[key]
		if !ok {
			i = len(places)
			at[key], places = i, append(places, place{service: service, env: d.Env, key: key})
		}
		places[i].deploys = append(places[i].deploys, t)
	}
	for i := range places {
		slices.SortStableFunc(places[i].deploys, func(a, b told[world.Deploy]) int { return a.it.At.Compare(b.it.At) })
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.key, b.key) })
	return places
}

func (c *composer) judgePlace(p *place) {
	t := p.deploys[len(p.deploys)-1]
	d := t.it
	who, own := c.deployer(d)
	bad := d.Status == world.DeployFailed || d.Status == world.DeployRolledBack
	if !d.At.After(c.newsFrom(t.by)) || own && !bad {
		return
	}
	e := entry{
		kind: KindDeploy, turn: Nobody, level: news, rank: rankDeployed, near: c.nearnessOf(d.Repo), at: d.At, head: "Deploys: ",
		separator: "; ", refs: []world.Ref{d.Ref()}, labels: []string{""}, source: t.by,
	}
	if d.ID != "" {
		e.command = "vault done " + vault.ShellWord(d.ID)
	}
	service, env := plain(p.service, maxName), plain(p.env, maxName)
	e.text = fmt.Sprintf("%s: %s", env, service)
	if env == "" {
		e.text = service
	}
	if version := plain(d.Version, maxBranch); version != "" {
		if c.goesBack(p) {
			e.text += " back to"
		}
		e.text += " " + version
	} else if d.SHA != "" {
		e.text += " " + shortHash(d.SHA)
	}
	e.text += " by " + who + ended(d.Status) + ", " + c.short(d.At)
	if !c.first && !c.in.Asked && d.At.After(c.since) {
		e.text += afterSession
	}
	if mine := c.stillThere(p, d); mine != "" && !bad {
		e.text += "; " + mine
	}
	c.released[d.SHA] = true
	if own {
		e.turn, e.level, e.rank = Me, waited, rankDeploy
		e.todo = todo{"look at", fmt.Sprintf("the deploy of %s to %s", service, env)}
	}
	c.add(e)
}

func ended(s world.DeployStatus) string {
	switch s {
	case world.DeployFailed:
		return " failed"
	case world.DeployRolledBack:
		return " rolled back"
	case world.DeployStarted:
		return " started"
	}
	return ""
}

// deployer says who is behind a deploy, and whether that is me. Behind a program's account is the author of the
// commit.
func (c *composer) deployer(d *world.Deploy) (who string, own bool) {
	if c.me.Is(d.Actor) {
		return "you", true
	}
	if !d.Actor.Bot && d.Actor.Known() {
		return callOf(d.Actor), false
	}
	author := c.authorOf(d.Repo, d.SHA)
	switch {
	case !author.Known() && !d.Actor.Known():
		return "somebody", false
	case !author.Known() || author.Bot:
		return "CI", false
	case c.me.Is(author):
		return "CI for you", true
	}
	return "CI for " + callOf(author), false
}

func (c *composer) authorOf(repo world.RepoID, sha string) world.Person {
	if sha == "" {
		return world.Person{}
	}
	for _, t := range c.repos {
		for i := range t.it.Commits {
			if t.it.Commits[i].Hash == sha {
				return t.it.Commits[i].Author
			}
		}
	}
	if c.in.AuthorOf == nil {
		return world.Person{}
	}
	return c.in.AuthorOf(repo, sha)
}

// lastOfMine returns what I last put on an environment before a time; a zero time is no bound.
func (c *composer) lastOfMine(p *place, before time.Time) *world.Deploy {
	for _, t := range slices.Backward(p.deploys) {
		d := t.it
		if !before.IsZero() && !d.At.Before(before) || d.SHA == "" || d.Status != world.DeploySucceeded {
			continue
		}
		if _, own := c.deployer(d); own {
			return d
		}
	}
	return nil
}

// stillThere says whether what I last put on an environment is part of what runs there now. Where git cannot tell,
// nothing is said.
func (c *composer) stillThere(p *place, d *world.Deploy) string {
	own := c.seenDeploy(p.key)
	if last := c.lastOfMine(p, d.At); last != nil {
		own = last.SHA
	}
	if own == "" || d.SHA == "" || own == d.SHA || d.Status == world.DeployStarted || c.in.Ancestor == nil {
		return ""
	}
	there, known := c.in.Ancestor(d.Repo, own, d.SHA)
	switch {
	case !known:
		return ""
	case there:
		return "your " + shortHash(own) + " is still on it"
	}
	return "your " + shortHash(own) + " is no longer on it"
}

// goesBack reports whether the last deploy put an older commit back: it is part of what ran there before.
func (c *composer) goesBack(p *place) bool {
	n := len(p.deploys)
	if c.in.Ancestor == nil || n < 2 {
		return false
	}
	now, before := p.deploys[n-1].it, p.deploys[n-2].it
	if now.Status != world.DeploySucceeded || before.Status != world.DeploySucceeded || now.SHA == "" || now.SHA == before.SHA {
		return false
	}
	yes, known := c.in.Ancestor(now.Repo, now.SHA, before.SHA)
	return yes && known
}

// shortHash returns the first seven characters of a hash, as git does; of what is none, nothing that could mislead.
func shortHash(hash string) string {
	hash = plain(hash, maxName)
	if len(hash) > 7 && strings.Trim(hash, "0123456789abcdef") == "" {
		return hash[:7]
	}
	return hash
}
