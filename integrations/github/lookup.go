package github

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"vaultgraph/vault/world"
)

// maxLookup bounds the pull requests of one request.
const maxLookup = 50

// A lookup is one repository with the numbers that are asked for in it.
type lookup struct {
	repo    world.RepoID
	numbers []int
}

// Lookup asks for the present state of pull requests. Refs of other kinds, or of another host, are left out, and so is
// what GitHub does not know or does not show: nothing follows from its absence. A change whose repository has another
// name by now says in Formerly under which it was asked for. An error is a *world.Failure; where only a later request
// fails, the answer is Partial.
func (s *Source) Lookup(ctx context.Context, refs []world.Ref) (world.Part, error) {
	batches := batch(s.asked(refs))
	if len(batches) == 0 {
		return world.Part{AsOf: s.now()}, nil
	}
	c, err := s.connect(ctx)
	if err != nil {
		return world.Part{}, err
	}
	look, part, err := s.lookupFirst(ctx, c, batches[0])
	if err != nil {
		return world.Part{}, err
	}
	for _, asked := range batches[1:] {
		some, err := look(ctx, c, asked)
		if err != nil {
			tellUnasked(&part, err)
			break
		}
		part.Changes = append(part.Changes, some.Changes...)
		part.Warnings = append(part.Warnings, some.Warnings...)
		part.Partial = part.Partial || some.Partial
	}
	return part, nil
}

// A looker asks for one batch.
type looker func(ctx context.Context, c *connection, asked []lookup) (world.Part, error)

// lookupFirst asks for the first batch, and returns how to ask for the others.
func (s *Source) lookupFirst(ctx context.Context, c *connection, asked []lookup) (looker, world.Part, error) {
	if c.credential.token == "" {
		part, err := s.lookupREST(ctx, c, asked)
		return s.lookupREST, part, err
	}
	part, err := s.lookupGraphQL(ctx, c, asked)
	if !refusesGraphQL(err) {
		return s.lookupGraphQL, part, err
	}
	part, errREST := s.lookupREST(ctx, c, asked)
	if errREST != nil || len(part.Changes) == 0 { // nothing at all: the server is not what it is taken for
		return nil, world.Part{}, err
	}
	return s.lookupREST, part, nil
}

// tellUnasked says that an error has kept some pull requests from being looked up.
func tellUnasked(part *world.Part, err error) {
	part.Partial = true
	part.Warnings = append(part.Warnings, "not all pull requests were looked up: "+err.Error())
}

// asked sorts refs by repository, in the order in which they come.
func (s *Source) asked(refs []world.Ref) []lookup {
	var out []lookup
	for _, ref := range refs {
		number, err := strconv.Atoi(ref.Key)
		if _, _, ok := splitRepo(ref.Repo.Path); !ok || err != nil || number <= 0 || ref.Kind != world.RefChange || !s.isMine(ref.Repo) {
			continue
		}
		i := slices.IndexFunc(out, func(l lookup) bool { return l.repo == ref.Repo })
		if i < 0 {
			i = len(out)
			out = append(out, lookup{repo: ref.Repo})
		}
		if !slices.Contains(out[i].numbers, number) {
			out[i].numbers = append(out[i].numbers, number)
		}
	}
	return out
}

// batch cuts what is asked into pieces of at most maxLookup numbers.
func batch(asked []lookup) [][]lookup {
	var out [][]lookup
	room := 0
	for _, l := range asked {
		for len(l.numbers) > 0 {
			if room == 0 {
				out, room = append(out, nil), maxLookup
			}
			n := min(room, len(l.numbers))
			last := len(out) - 1
			out[last] = append(out[last], lookup{l.repo, l.numbers[:n]})
			l.numbers, room = l.numbers[n:], room-n
		}
	}
	return out
}

func (s *Source) lookupGraphQL(ctx context.Context, c *connection, asked []lookup) (world.Part, error) {
	var repos []world.RepoID
	var numbers [][]int
	for _, l := range asked {
		repos, numbers = append(repos, l.repo), append(numbers, l.numbers)
	}
	answer, err := s.ask(ctx, c, func(lack) string { return lookupQuery(numbers) }, repoVariables(repos))
	if err != nil {
		return world.Part{}, err
	}
	part := world.Part{AsOf: answer.at}
	for i, l := range asked {
		var repo fields
		if !answer.data.read(repoAlias(i), &repo) {
			continue
		}
		for _, number := range l.numbers {
			alias := fmt.Sprintf("pull%d", number)
			n := &pullNode{}
			if !repo.read(alias, n) || n.Number != number || n.Repository == nil {
				continue
			}
			lost := func(field string) bool {
				return slices.ContainsFunc(answer.errors, func(e queryError) bool {
					return len(e.Path) > 2 && e.under(repoAlias(i), alias) && e.holds(field)
				})
			}
			change := n.state(s.address, lost)
			if change.Repo != l.repo {
				change.Formerly = []world.RepoID{l.repo}
			}
			part.Changes = append(part.Changes, change)
		}
	}
	tellErrors(&part, answer.errors, repos)
	return part, nil
}

// lookupREST is a lookup without GraphQL: one request a pull request. What is missing or forbidden is left out.
func (s *Source) lookupREST(ctx context.Context, c *connection, asked []lookup) (world.Part, error) {
	part := world.Part{AsOf: s.now()}
	for _, l := range asked {
		owner, name, _ := splitRepo(l.repo.Path)
		for _, number := range l.numbers {
			pull, _, err := c.rest.PullRequests.Get(ctx, owner, name, number)
			if err != nil {
				f := c.restFailure(err)
				if f.Kind == world.FailNotFound || f.Kind == world.FailForbidden || f.Kind == world.FailGone {
					continue
				}
				if len(part.Changes) == 0 {
					return world.Part{}, f
				}
				tellUnasked(&part, f)
				return part, nil
			}
			change := s.pull(pull)
			if change.Repo != l.repo {
				change.Formerly = []world.RepoID{l.repo}
			}
			part.Changes = append(part.Changes, change)
		}
	}
	return part, nil
}
