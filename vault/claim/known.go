package claim

import (
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// known is what the sources have answered.
type known struct {
	changes []dated[world.Change]
	tickets []dated[world.Ticket]
	// byNumber and byKey find them: the same thing may be there several times.
	byNumber map[string][]int
	byKey    map[string][]int
}

// A dated thing is one with the time as of which its source told it.
type dated[T any] struct {
	thing *T
	asOf  time.Time
}

func gather(parts []world.Part) *known {
	k := &known{byNumber: map[string][]int{}, byKey: map[string][]int{}}
	for i := range parts {
		p := &parts[i]
		for j := range p.Changes {
			c := &p.Changes[j]
			k.byNumber[c.Ref().Key] = append(k.byNumber[c.Ref().Key], len(k.changes))
			k.changes = append(k.changes, dated[world.Change]{c, p.AsOf})
		}
		for j := range p.Tickets {
			t := &p.Tickets[j]
			for _, key := range append([]string{t.Key}, t.Formerly...) {
				key = strings.ToUpper(key)
				k.byKey[key] = append(k.byKey[key], len(k.tickets))
			}
			k.tickets = append(k.tickets, dated[world.Ticket]{t, p.AsOf})
		}
	}
	return k
}

// change returns the pull request that a reference names, by any name of its repository; the newest answer where
// there are several. Where two repositories of different hosts fit, there is none.
func (k *known) change(ref world.Ref) (found dated[world.Change], ok bool) {
	for _, i := range k.byNumber[ref.Key] {
		c := k.changes[i]
		names := append([]world.RepoID{c.thing.Repo}, c.thing.Formerly...)
		if c.thing.State == "" || !slices.ContainsFunc(names, func(r world.RepoID) bool { return r.Same(ref.Repo) }) {
			continue
		}
		if ok && !c.thing.Repo.Same(found.thing.Repo) {
			return dated[world.Change]{}, false
		}
		if !ok || c.asOf.After(found.asOf) {
			found, ok = c, true
		}
	}
	return found, ok
}

// ticket returns the ticket that a key names or has named; the newest answer where there are several.
func (k *known) ticket(key string) (found dated[world.Ticket], ok bool) {
	for _, i := range k.byKey[strings.ToUpper(key)] {
		t := k.tickets[i]
		if t.thing.Status == "" {
			continue
		}
		current := strings.EqualFold(t.thing.Key, key)
		if ok && strings.EqualFold(found.thing.Key, key) && !current { // a key that is in use again is that of its ticket
			continue
		}
		if !ok || t.asOf.After(found.asOf) || current && !strings.EqualFold(found.thing.Key, key) {
			found, ok = t, true
		}
	}
	return found, ok
}
