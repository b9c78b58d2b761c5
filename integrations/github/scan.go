package github

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// The searches of a scan. Several qualifiers are joined by AND in the old and the new syntax of GitHub's search;
// is:pr must be there for fine-grained tokens.
func searches(me string, since time.Time) map[string]string {
	t := since.UTC().Format(time.RFC3339)
	return map[string]string{
		"mine":   "is:pr is:open author:" + me + " archived:false sort:updated-desc",
		"review": "is:pr is:open review-requested:" + me + " archived:false sort:updated-desc",
		"merged": "is:pr is:merged author:" + me + " merged:>=" + t + " sort:updated-desc",
		"closed": "is:pr is:closed is:unmerged author:" + me + " closed:>=" + t + " sort:updated-desc",
	}
}

// searchNames says what a search is for, in the order of the answer.
var searchNames = []struct{ alias, name string }{
	{"mine", "open pull requests of mine"},
	{"review", "pull requests that wait for my review"},
	{"merged", "merged pull requests of mine"},
	{"closed", "closed pull requests of mine"},
}

// maxRepos bounds the repositories whose present names one scan asks for.
const maxRepos = 50

// A found is the answer to one search.
type found struct {
	IssueCount int         `json:"issueCount"`
	Nodes      []*pullNode `json:"nodes"`
}

func (s *Source) scanGraphQL(ctx context.Context, c *connection, q world.Query) (world.Part, error) {
	repos := s.myRepos()
	variables := repoVariables(repos)
	for alias, search := range searches("@me", s.since(q)) {
		variables[alias] = search
	}
	answer, err := s.ask(ctx, c, func(without lack) string { return briefQuery(without, len(repos)) }, variables)
	if err != nil {
		return world.Part{}, err
	}
	part := world.Part{AsOf: answer.at}
	var viewer struct{ Login, Name string }
	if !answer.data.read("viewer", &viewer) || viewer.Login == "" {
		return world.Part{}, answerFailure(http.StatusOK, "the answer does not say whose token it is")
	}
	part.Me.Logins = []string{viewer.Login}
	if viewer.Name != "" {
		part.Me.Names = []string{viewer.Name}
	}
	for _, search := range searchNames {
		s.addFound(&part, search.alias, search.name, answer)
	}
	tellErrors(&part, answer.errors, repos)
	nameFormer(part.Changes, s.renames(repos, answer.data))
	return part, nil
}

// addFound adds the pull requests of one search to part. One that two searches found is there once.
func (s *Source) addFound(part *world.Part, alias, name string, answer queryAnswer) {
	var f found
	if !answer.data.read(alias, &f) {
		part.Partial = true
		part.Warnings = append(part.Warnings, "GitHub did not answer for "+name)
		return
	}
	shown := 0
	for i, n := range f.Nodes {
		if n == nil || n.Number == 0 || n.Repository == nil {
			continue // refused, which the errors of the answer tell
		}
		shown++
		lost := func(field string) bool {
			return slices.ContainsFunc(answer.errors, func(e queryError) bool {
				return len(e.Path) > 3 && e.under(alias, "nodes", i) && e.holds(field)
			})
		}
		if alias == "mine" || alias == "review" {
			addChange(part, n.change(s.address, lost), alias == "review")
		} else {
			addChange(part, n.state(s.address, lost), false)
		}
	}
	if f.IssueCount > len(f.Nodes) {
		tellMore(part, shown, f.IssueCount, name)
	}
}

// tellMore says that part holds only some of what was found.
func tellMore(part *world.Part, shown, total int, name string) {
	part.Partial = true
	part.Warnings = append(part.Warnings, fmt.Sprintf("only %d of %d %s were read, those of late", shown, total, name))
}

func addChange(part *world.Part, c world.Change, waits bool) {
	i := slices.IndexFunc(part.Changes, func(have world.Change) bool {
		return have.Number == c.Number && have.Repo == c.Repo
	})
	if i < 0 {
		c.WaitsForMe = waits
		part.Changes = append(part.Changes, c)
		return
	}
	part.Changes[i].WaitsForMe = part.Changes[i].WaitsForMe || waits
}

// tellErrors makes warnings of the errors beside an answer. What does not exist is no error of the answer.
func tellErrors(part *world.Part, errs []queryError, repos []world.RepoID) {
	tell := func(warning string) {
		part.Partial = true
		if !slices.Contains(part.Warnings, warning) {
			part.Warnings = append(part.Warnings, warning)
		}
	}
	for _, e := range errs {
		of := "the organisation of some repositories"
		for i, r := range repos {
			if e.under(repoAlias(i)) && len(e.Path) > 0 {
				of, _, _ = strings.Cut(r.Path, "/")
			}
		}
		switch {
		case e.Type == "NOT_FOUND":
		case e.Extensions.SAML:
			tell(of + " wants single sign-on: authorize the token for it")
		case e.Type == "FORBIDDEN", e.Type == "INSUFFICIENT_SCOPES":
			tell("the token may not read all that was asked for: see vault doctor for its scopes")
		default:
			tell("GitHub left out a part of the answer")
		}
	}
}
