package cli

import (
	"fmt"
	"strings"

	"vaultgraph/integrations/deploys"
	"vaultgraph/integrations/github"
	"vaultgraph/vault"
	"vaultgraph/vault/scan"
)

// surveyDeploys adds what tells of deploys. What one server of GitHub tells is one source.
func (c *call) surveyDeploys(s *survey, tellers []vault.DeployTeller) error {
	deployments, runs := map[*github.Source][]github.Watched{}, map[*github.Source][]github.Watched{}
	for _, t := range tellers {
		switch {
		case t.File != "":
			s.addTeller(scan.Job{Source: deploys.File(t.File, t.Service, c.Now), Local: true})
		case len(t.Exec) > 0:
			source, err := deploys.Command(deploys.CommandOptions{
				Args: t.Exec, Dir: c.Home, Environ: c.environ(), Service: t.Service, Now: c.Now,
			})
			if err != nil {
				return fmt.Errorf("the config, deploys: %w", err)
			}
			s.addTeller(scan.Job{Source: source, Key: strings.Join(t.Exec, "\x00")})
		default:
			source := s.githubOf(t.GitHub.Host)
			if source == nil {
				c.notice("deploys: no server of GitHub is known for %s: name it in the config under github", t.GitHub)
				continue
			}
			watched := github.Watched{Repo: t.GitHub, Environments: t.Environments, Service: t.Service, Workflow: t.Workflow}
			if t.Workflow == "" {
				deployments[source] = append(deployments[source], watched)
			} else {
				runs[source] = append(runs[source], watched)
			}
		}
	}
	for _, source := range s.github {
		if w := deployments[source]; len(w) > 0 {
			s.addDeploys(source, source.Deployments(w...), w)
		}
		if w := runs[source]; len(w) > 0 {
			s.addDeploys(source, source.Runs(w...), w)
		}
	}
	return nil
}

// addTeller adds a source that tells of deploys.
func (s *survey) addTeller(job scan.Job) {
	s.jobs, s.tellers = append(s.jobs, job), append(s.tellers, job)
}

func (s *survey) githubOf(host string) *github.Source {
	for _, source := range s.github {
		if source.Host() == host {
			return source
		}
	}
	return nil
}

// addDeploys adds a source of deploys, which is asked as and when its server is.
func (s *survey) addDeploys(server *github.Source, source scan.Source, watched []github.Watched) {
	for _, job := range s.jobs {
		if job.Source == scan.Source(server) {
			var key strings.Builder
			key.WriteString(job.Key)
			for _, w := range watched {
				key.WriteString(" " + w.Repo.String() + " " + w.Workflow + " " + strings.Join(w.Environments, ","))
			}
			s.addTeller(scan.Job{Source: source, Key: key.String(), Off: job.Off})
			return
		}
	}
}
