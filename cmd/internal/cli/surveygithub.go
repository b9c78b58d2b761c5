package cli

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"vaultgraph/integrations/github"
	"vaultgraph/vault"
	"vaultgraph/vault/scan"
)

// surveyGitHub adds the servers of the config; with none, those that the remotes of the repositories name, as far as
// the person has told GitHub's own command line tool of them.
func (c *call) surveyGitHub(ctx context.Context, s *survey, sources *vault.Sources) error {
	servers := sources.GitHub
	finder := github.Finder{Getenv: c.Getenv, Home: c.Home, Run: github.Command}
	if len(servers) == 0 {
		var hosts []string
		for _, id := range s.repos() {
			if !slices.Contains(hosts, id.Host) && finder.Knows(id.Host) {
				hosts = append(hosts, id.Host)
			}
		}
		for _, d := range sources.Deploys {
			if host := d.GitHub.Host; host != "" && !slices.Contains(hosts, host) && finder.Knows(host) {
				hosts = append(hosts, host)
			}
		}
		for _, host := range hosts {
			servers = append(servers, vault.GitHubServer{URL: githubAPI(host)})
		}
	}
	for _, server := range servers {
		if err := c.addGitHub(ctx, s, finder, server); err != nil {
			return err
		}
	}
	return nil
}

// githubAPI returns where a forge that is a GitHub answers: api.github.com, api.SUBDOMAIN.ghe.com, or /api/v3/ on a
// server of one's own.
func githubAPI(host string) *url.URL {
	if host == "github.com" || strings.HasSuffix(host, ".ghe.com") {
		return &url.URL{Scheme: "https", Host: "api." + host, Path: "/"}
	}
	return &url.URL{Scheme: "https", Host: host, Path: "/api/v3/"}
}

func (c *call) addGitHub(ctx context.Context, s *survey, finder github.Finder, server vault.GitHubServer) error {
	opt := github.Options{
		API: server.URL.String(), Transport: c.transport(), CacheDir: vault.CacheDir(c.environment()), Now: c.Now, Repos: s.repos(),
	}
	if server.GraphQL != nil {
		opt.GraphQL = server.GraphQL.String()
	}
	var credential github.Credential
	opt.Token = func(context.Context) (github.Credential, error) { return credential, nil }
	source, err := github.New(opt)
	if err != nil {
		return err
	}
	off := ""
	if credential, err = finder.Find(ctx, source.Host()); err != nil {
		off = err.Error()
	} else if credential == (github.Credential{}) {
		off = noGitHubToken(source.Host())
	}
	s.github = append(s.github, source)
	s.jobs = append(s.jobs, scan.Job{Source: source, Key: opt.API + " " + credential.Fingerprint(), Off: off})
	return nil
}

// noGitHubToken says what to do where there is no token for a forge's host.
func noGitHubToken(host string) string {
	login := "gh auth login"
	if host != "github.com" {
		login += " --hostname " + host
	}
	return "no token: set " + github.TokenVariables(host)[0] + " or run " + login
}
