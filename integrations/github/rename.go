package github

import (
	"fmt"
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// GitHub knows a repository by its former names until another one takes them. What it answers has the present name;
// what remotes and notes say may be any. So each change tells the names under which its repository was asked for.

// myRepos returns the repositories of the options that are on this server, each once.
func (s *Source) myRepos() []world.RepoID {
	var out []world.RepoID
	for _, r := range s.opt.Repos {
		if _, _, ok := splitRepo(r.Path); ok && s.isMine(r) && len(out) < maxRepos && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

func (s *Source) isMine(r world.RepoID) bool { return strings.EqualFold(r.Host, s.address.host) }

func repoAlias(i int) string { return fmt.Sprintf("repo%d", i) }

// repoVariables are the variables $oN and $nN of the queries.
func repoVariables(repos []world.RepoID) map[string]any {
	variables := map[string]any{}
	for i, r := range repos {
		owner, name, _ := splitRepo(r.Path)
		variables[fmt.Sprintf("o%d", i)], variables[fmt.Sprintf("n%d", i)] = owner, name
	}
	return variables
}

// renames returns, by present name, the other names that repositories were asked for under.
func (s *Source) renames(repos []world.RepoID, data fields) map[world.RepoID][]world.RepoID {
	former := map[world.RepoID][]world.RepoID{}
	for i, asked := range repos {
		var present repoName
		if data.read(repoAlias(i), &present) && present.NameWithOwner != "" && present.NameWithOwner != asked.Path {
			now := s.address.repo(present.NameWithOwner)
			former[now] = append(former[now], asked)
		}
	}
	return former
}

func nameFormer(changes []world.Change, former map[world.RepoID][]world.RepoID) {
	for i := range changes {
		changes[i].Formerly = former[changes[i].Repo]
	}
}
