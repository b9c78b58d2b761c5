package brief

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"vaultgraph/vault/lazyregexp"
	"vaultgraph/vault/world"
)

// callings is how people may be spoken to.
type callings struct {
	mine   map[string]bool
	others map[string]bool
}

// callingsOf gathers the names of everybody whom the answers and the vault name. A name that is mine as well is mine.
func (c *composer) callingsOf() callings {
	names := callings{map[string]bool{}, map[string]bool{}}
	for _, n := range append(append([]string(nil), c.me.Names...), c.me.Logins...) {
		addNames(names.mine, n)
	}
	for _, n := range c.in.Memory.People {
		addNames(names.others, n)
	}
	for _, p := range c.people() {
		to := names.others
		switch {
		case p.Bot:
			continue
		case c.me.Is(p):
			to = names.mine
		}
		addNames(to, p.Name)
		addNames(to, p.Login)
	}
	for n := range names.mine {
		delete(names.others, n)
	}
	return names
}

// people returns everybody whom the answers name, many of them many times.
func (c *composer) people() []world.Person {
	var all []world.Person
	for _, t := range c.tickets {
		all = append(all, t.it.Assignee, t.it.Reporter)
		for _, m := range t.it.Comments {
			all = append(append(all, m.Author), m.Mentions...)
		}
		for _, m := range t.it.History {
			all = append(all, m.Author)
		}
	}
	for _, t := range c.changes {
		all = append(append(all, t.it.Author), t.it.Asked...)
		for _, m := range t.it.Comments {
			all = append(all, m.Author)
		}
		for _, r := range t.it.Reviews {
			all = append(all, r.Author)
		}
	}
	for _, t := range c.repos {
		for i := range t.it.Commits {
			all = append(all, t.it.Commits[i].Author)
		}
		for i := range t.it.Branches {
			all = append(all, t.it.Branches[i].Author)
		}
	}
	for _, t := range c.deploys {
		all = append(all, t.it.Actor)
	}
	return all
}

// addNames files a name, and the first word of one of several.
func addNames(to map[string]bool, name string) {
	name = fold(strings.TrimSpace(name))
	if name == "" {
		return
	}
	to[name] = true
	if first, _, ok := strings.Cut(name, " "); ok && len(first) > 1 {
		to[first] = true
	}
}

// An addressee is whom a sentence speaks to.
type addressee int

const (
	anybody addressee = iota
	toMe
	toOthers
	toStranger // somebody by a name that nobody is known to have: another person, or a nickname of mine
)

var (
	calledFirst = lazyregexp.New(`^@?([\p{L}\p{N}][\p{L}\p{N}._-]*(?: \p{Lu}[\p{L}\p{N}._-]*)?)\s*[,:;–—-]`)
	calledAt    = lazyregexp.New(`(?:^|[\s(,])@([\p{L}\p{N}][\p{L}\p{N}._-]*)`)
	calledLast  = lazyregexp.New(`,\s*@?([\p{L}\p{N}][\p{L}\p{N}._-]*(?: \p{Lu}[\p{L}\p{N}._-]*)?)\s*[?？؟!.]*$`)
	greeting    = lazyregexp.New(`^(?i:hi|hello|hey|dear|thanks|thank you)\s+`)

	// handleFirst is an account, mine or any other, that a sentence begins with.
	handleFirst = lazyregexp.New(`^@[A-Za-z0-9][A-Za-z0-9-]*(?:[\s,:]|$)`)
	// A word that a sentence begins with, or ends with behind a comma, is a name where the rest says you. The words with
	// which sentences begin otherwise are many, and nearly all of them are in notNames.
	strangerFirst = lazyregexp.New(`^(\p{Lu}\p{Ll}{2,}), .*\b[Yy]ou\b`)
	strangerLast  = lazyregexp.New(`\b[Yy]ou\b.*, (\p{Lu}\p{Ll}{2,})\?$`)
	notNames      = lazyregexp.New(`^(?:Actually|Additionally|Again|Agreed|All|Also|Alternatively|And|Anyone|Anyway|Awesome|Besides|But|Btw|Cool|Correct|` +
		`Curious|Done|Else|Everybody|Everyone|Exactly|Fair|Finally|Fine|First|Folks|From|Fyi|Good|Great|Guys|Hello|Here|Hey|Hmm|However|If|In|Indeed|` +
		`Instead|Interesting|Just|Last|Lastly|Later|Look|Maybe|Meanwhile|Moreover|Next|Nice|Nope|Nothing|Now|Okay|Once|Otherwise|People|Perfect|Perhaps|` +
		`Please|Probably|Question|Quick|Really|Right|Second|Similarly|Since|Sorry|Specifically|Still|Sure|Team|Thanks|That|Then|There|Therefore|These|Third|` +
		`This|Though|Thus|Today|Tomorrow|Too|True|Understood|Unfortunately|Well|What|When|Where|While|Why|With|Yeah|Yep|Yes|Yesterday|Yet|Production|` +
		`Staging|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$`)
)

// addresseeOf says whom a sentence speaks to by name: "Lena, can you look?", "@lena can you look?", "Can you look,
// Lena?". As a rule only names of people who are known count, so that "So, is it done?" speaks to nobody in particular;
// what looks like a name all the same makes a stranger of whom it speaks to.
func (n callings) addresseeOf(s string) addressee {
	s = greeting().ReplaceAllString(s, "")
	found := anybody
	see := func(name string) {
		name = fold(strings.TrimRight(name, "._-"))
		if !n.mine[name] && !n.others[name] {
			name, _, _ = strings.Cut(name, " ")
		}
		switch {
		case n.mine[name]:
			found = toMe
		case n.others[name] && found != toMe:
			found = toOthers
		}
	}
	for _, re := range []*regexp.Regexp{calledFirst(), calledLast()} {
		if m := re.FindStringSubmatch(s); m != nil {
			see(m[1])
		}
	}
	for _, m := range calledAt().FindAllStringSubmatch(s, -1) {
		see(m[1])
	}
	if found == anybody {
		return n.strangerIn(s)
	}
	return found
}

// strangerIn says whether a sentence speaks to somebody by a name of which nothing is known. One that is the beginning
// of a name of mine is mine: people shorten names.
func (n callings) strangerIn(s string) addressee {
	for _, re := range []*regexp.Regexp{strangerFirst(), strangerLast()} {
		m := re.FindStringSubmatch(s)
		if m == nil || notNames().MatchString(m[1]) {
			continue
		}
		for name := range n.mine {
			if utf8.RuneCountInString(name) > 2 && strings.HasPrefix(name, fold(m[1])) {
				return toMe
			}
		}
		return toStranger
	}
	return anybody
}
