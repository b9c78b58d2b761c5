package loopback

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// search finds pull requests as GitHub's search does, for the qualifiers that it knows; any other is an error.
func (g *gitHub) search(query string, authorized bool) ([]*PullRequest, error) {
	var tests []func(*PullRequest) bool
	order := ""
	pulls := false
	for word := range strings.FieldsSeq(query) {
		key, value, ok := strings.Cut(word, ":")
		if !ok {
			return nil, fmt.Errorf("the search for words, here %q, is not known", word)
		}
		if key == "sort" {
			order = value
			continue
		}
		pulls = pulls || word == "is:pr"
		test, err := g.qualifier(key, value, authorized)
		if err != nil {
			return nil, err
		}
		tests = append(tests, test)
	}
	if !pulls {
		return nil, fmt.Errorf("query must include 'is:issue' or 'is:pull-request'")
	}
	var found []*PullRequest
	for i := range g.data().PullRequests {
		p := &g.data().PullRequests[i]
		if !slices.ContainsFunc(tests, func(test func(*PullRequest) bool) bool { return !test(p) }) {
			found = append(found, p)
		}
	}
	return found, g.sort(found, order)
}

func (g *gitHub) sort(found []*PullRequest, order string) error {
	field, direction, _ := strings.Cut(order, "-")
	var by func(p *PullRequest) time.Time
	switch field {
	case "":
		return nil
	case "updated":
		by = func(p *PullRequest) time.Time { return p.updated(g.now()) }
	case "created":
		by = func(p *PullRequest) time.Time { return p.created(g.now()) }
	default:
		return fmt.Errorf("the order %q is not known", order)
	}
	slices.SortStableFunc(found, func(a, b *PullRequest) int {
		return cmp.Or(by(a).Compare(by(b)), cmp.Compare(a.key(), b.key()))
	})
	if direction != "asc" {
		slices.Reverse(found)
	}
	return nil
}

// qualifier returns the test that a qualifier is.
func (g *gitHub) qualifier(key, value string, authorized bool) (func(*PullRequest) bool, error) {
	if value == "@me" {
		if !authorized {
			return nil, fmt.Errorf("the search users are invalid: @me is nobody without a token")
		}
		value = g.data().Login
	}
	switch key {
	case "is":
		return isQualifier(value)
	case "archived":
		if value == "false" {
			return func(*PullRequest) bool { return true }, nil
		}
	case "author":
		return func(p *PullRequest) bool { return strings.EqualFold(p.Author, value) }, nil
	case "review-requested":
		return func(p *PullRequest) bool { return g.isAsked(p, value) }, nil
	case "merged", "closed":
		text, ok := strings.CutPrefix(value, ">=")
		since, err := time.Parse(time.RFC3339, text)
		if !ok || err != nil {
			break
		}
		return func(p *PullRequest) bool {
			at := p.closed()
			return (key == "closed" || p.state() == "MERGED") && !at.IsZero() && !at.Before(since)
		}, nil
	}
	return nil, fmt.Errorf("the qualifier %q is not known with the value %q", key, value)
}

func isQualifier(value string) (func(*PullRequest) bool, error) {
	state := func(states ...string) func(*PullRequest) bool {
		return func(p *PullRequest) bool { return slices.Contains(states, p.state()) }
	}
	switch value {
	case "pr":
		return func(*PullRequest) bool { return true }, nil
	case "open":
		return state("OPEN"), nil
	case "closed":
		return state("CLOSED", "MERGED"), nil
	case "merged":
		return state("MERGED"), nil
	case "unmerged":
		return state("OPEN", "CLOSED"), nil
	}
	return nil, fmt.Errorf("the qualifier is:%s is not known", value)
}

// isAsked reports whether the review of p is asked of a user, or of a team of the user whose token it is.
func (g *gitHub) isAsked(p *PullRequest, login string) bool {
	if slices.ContainsFunc(p.Asked, func(asked string) bool { return strings.EqualFold(asked, login) }) {
		return true
	}
	return strings.EqualFold(login, g.data().Login) &&
		slices.ContainsFunc(p.AskedTeams, func(team string) bool { return slices.Contains(g.data().Teams, team) })
}
