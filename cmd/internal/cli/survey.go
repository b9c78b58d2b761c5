package cli

import (
	"context"
	"net/http"
	"slices"

	"vaultgraph/integrations/git"
	"vaultgraph/integrations/github"
	"vaultgraph/vault"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// A survey is what there is to be asked about the world from where the person is.
type survey struct {
	git    *git.Git
	found  []git.Checkout
	github []*github.Source
	jira   []*jiraSite
	jobs   []scan.Job
	// tellers are those of the jobs that tell of deploys.
	tellers []scan.Job
	me      world.Me
}

// here returns the repository that the working directory lies in, nil for none.
func (s *survey) here() *git.Checkout {
	for i := range s.found {
		if s.found[i].Here {
			return &s.found[i]
		}
	}
	return nil
}

// isLocal reports whether the source of a name is read on this machine.
func (s *survey) isLocal(name string) bool {
	return slices.ContainsFunc(s.jobs, func(j scan.Job) bool { return j.Local && j.Source.Name() == name })
}

// repos returns the repositories on forges that the person works in.
func (s *survey) repos() []world.RepoID {
	var ids []world.RepoID
	for _, found := range s.found {
		ids = append(ids, found.IDs...)
	}
	return ids
}

// survey finds out what the user's config and the place name. It asks no network. vaultDir is the vault's folder, ""
// for none: what is not committed there is no work.
func (c *call) survey(ctx context.Context, sources *vault.Sources, vaultDir string) (*survey, error) {
	s := &survey{git: git.New(git.Options{Env: c.environ(), Cache: c.worldCache(), Now: c.Now}), me: sources.Me}
	found, problems := s.git.Discover(ctx, git.Find{
		WorkDir: c.WorkDir, Home: c.Home, Repos: sources.Repos, Exclude: sources.Exclude,
	})
	for _, line := range problems {
		c.notice("%s", line)
	}
	s.found = found
	for _, f := range found {
		s.me = s.me.With(f.Me)
	}
	if len(found) > 0 {
		s.jobs = append(s.jobs, scan.Job{Source: s.git.Source(found, vaultDir), Local: true})
	}
	if err := c.surveyGitHub(ctx, s, sources); err != nil {
		return nil, err
	}
	if err := c.surveyJira(s, sources.Jira); err != nil {
		return nil, err
	}
	return s, c.surveyDeploys(s, sources.Deploys)
}

// transport returns what sends requests. Its idle connections end with the process.
func (c *call) transport() http.RoundTripper {
	if c.Transport != nil {
		return c.Transport
	}
	return http.DefaultTransport
}
