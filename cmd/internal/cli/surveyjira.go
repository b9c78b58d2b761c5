package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"vaultgraph/integrations/jira"
	"vaultgraph/vault"
	"vaultgraph/vault/scan"
)

// A jiraSite is one site of the config.
type jiraSite struct {
	*jira.Source
	shelf *siteShelf
}

// surveyJira adds the sites of the config. One token in the environment cannot belong to several sites, so with more
// than one each has a variable of its own: JIRA_API_TOKEN_ and its host in capitals.
func (c *call) surveyJira(s *survey, sites []vault.JiraServer) error {
	for _, site := range sites {
		names := jira.TokenVariables()
		if len(sites) > 1 {
			names = []string{names[0] + "_" + variableOf(site.URL.Hostname())}
		}
		token := ""
		for _, name := range names {
			if token = c.Getenv(name); token != "" {
				break
			}
		}
		key := strings.Join([]string{site.URL.String(), site.Email, fingerprint(token)}, " ")
		shelf := &siteShelf{dir: c.worldCache(), key: key}
		source, err := jira.New(jira.Options{
			URL: site.URL, API: site.API, Email: site.Email, Token: token, Projects: site.Projects,
			Site: shelf.read(), Base: c.transport(), Named: len(sites) > 1, Now: c.Now,
		})
		if err != nil {
			return err
		}
		job := scan.Job{Source: source, Key: key}
		if token == "" {
			job.Off = "no token: set " + names[0]
		}
		s.jira = append(s.jira, &jiraSite{source, shelf})
		s.jobs = append(s.jobs, job)
	}
	return nil
}

// variableOf returns a host as a part of the name of an environment variable.
func variableOf(host string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToUpper(host))
}

// fingerprint tells secrets apart without saying them.
func fingerprint(secret string) string {
	if secret == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:8])
}
