package loopback

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"vaultgraph/vault/lazyregexp"
)

// A jqlQuery is a query of the part of JQL that is understood here: clauses joined by AND, OR and parentheses, and an
// order by updated. The clauses are
//
//	assignee = currentUser()    reporter = currentUser()    watcher = currentUser()
//	sprint in openSprints()     updated >= -14d             key in (A-1, B-2)
type jqlQuery struct {
	holds func(*jiraSite, *Issue) bool
	keys  []string // all that key clauses name
}

var (
	jqlToken   = lazyregexp.New(`\s*(\(|\)|,|>=|=|-?[0-9]+[a-z]|[A-Za-z]+\(\)|[A-Za-z][A-Za-z0-9_]*(?:-[0-9]+)?)`)
	jqlOrderBy = lazyregexp.New(`(?i)\s+ORDER\s+BY\s+updated(\s+DESC)?\s*$`)
)

// parseJQL reads a query; an error says where it is not understood.
func parseJQL(text string) (*jqlQuery, error) {
	p := &jqlParser{query: &jqlQuery{}}
	text = jqlOrderBy().ReplaceAllString(text, "")
	for at := 0; at < len(text); {
		m := jqlToken().FindStringSubmatchIndex(text[at:])
		if m == nil || m[0] != 0 {
			return nil, fmt.Errorf("%q is not understood", text[at:])
		}
		p.tokens = append(p.tokens, text[at+m[2]:at+m[3]])
		at += m[1]
	}
	holds, err := p.or()
	if err == nil && p.at < len(p.tokens) {
		err = p.unexpected()
	}
	p.query.holds = holds
	return p.query, err
}

type jqlClause = func(*jiraSite, *Issue) bool

type jqlParser struct {
	tokens []string
	at     int
	query  *jqlQuery
}

func (p *jqlParser) or() (jqlClause, error) {
	return p.joined("OR", p.and, func(a, b jqlClause) jqlClause {
		return func(j *jiraSite, i *Issue) bool { return a(j, i) || b(j, i) }
	})
}

func (p *jqlParser) and() (jqlClause, error) {
	return p.joined("AND", p.term, func(a, b jqlClause) jqlClause {
		return func(j *jiraSite, i *Issue) bool { return a(j, i) && b(j, i) }
	})
}

func (p *jqlParser) joined(word string, part func() (jqlClause, error), join func(a, b jqlClause) jqlClause) (jqlClause, error) {
	all, err := part()
	for err == nil && p.accept(word) {
		var next jqlClause
		next, err = part()
		all = join(all, next)
	}
	return all, err
}

func (p *jqlParser) term() (jqlClause, error) {
	if p.accept("(") {
		inner, err := p.or()
		if err == nil && !p.accept(")") {
			err = p.unexpected()
		}
		return inner, err
	}
	switch {
	case p.accept("assignee", "=", "currentUser()"):
		return func(j *jiraSite, i *Issue) bool { return i.Assignee == j.Me }, nil
	case p.accept("reporter", "=", "currentUser()"):
		return func(j *jiraSite, i *Issue) bool { return i.Reporter == j.Me }, nil
	case p.accept("watcher", "=", "currentUser()"):
		return func(j *jiraSite, i *Issue) bool { return slices.Contains(i.Watchers, j.Me) }, nil
	case p.accept("sprint", "in", "openSprints()"):
		return func(_ *jiraSite, i *Issue) bool { return i.Sprint != nil && i.Sprint.state() == "active" }, nil
	case p.accept("updated", ">="):
		return p.since()
	case p.accept("key", "in", "("):
		return p.keyList()
	}
	return nil, p.unexpected()
}

// since reads how long ago: -14d, -90m, -6h, -2w.
func (p *jqlParser) since() (jqlClause, error) {
	if p.at == len(p.tokens) {
		return nil, p.unexpected()
	}
	token := p.tokens[p.at]
	unit := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}[token[len(token)-1]]
	n, err := strconv.Atoi(token[:len(token)-1])
	if err != nil || unit == 0 || n >= 0 {
		return nil, p.unexpected()
	}
	p.at++
	return func(j *jiraSite, i *Issue) bool { return !i.Updated.Before(j.now().Add(time.Duration(n) * unit)) }, nil
}

func (p *jqlParser) keyList() (jqlClause, error) {
	var keys []string
	for p.at < len(p.tokens) && strings.Contains(p.tokens[p.at], "-") {
		keys = append(keys, p.tokens[p.at])
		p.at++
		if p.accept(")") {
			p.query.keys = append(p.query.keys, keys...)
			return func(j *jiraSite, i *Issue) bool {
				return slices.ContainsFunc(keys, func(key string) bool { return j.find(key) == i })
			}, nil
		}
		if !p.accept(",") {
			break
		}
	}
	return nil, p.unexpected()
}

// accept goes past the words where they come next, in any case.
func (p *jqlParser) accept(words ...string) bool {
	if len(p.tokens)-p.at < len(words) {
		return false
	}
	for n, word := range words {
		if !strings.EqualFold(p.tokens[p.at+n], word) {
			return false
		}
	}
	p.at += len(words)
	return true
}

func (p *jqlParser) unexpected() error {
	found := "the end"
	if p.at < len(p.tokens) {
		found = p.tokens[p.at]
	}
	return fmt.Errorf("%s is not expected here", found)
}
