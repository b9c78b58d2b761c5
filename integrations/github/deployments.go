package github

import (
	"context"
	"fmt"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// maxDeployments bounds the deployments of one environment, or of a repository whose environments are not named.
const maxDeployments = 20

// A place is where deployments are asked for: a repository, and one environment of it; "" is all.
type place struct {
	watched Watched
	env     string
}

// places names each environment apart, so that the newest deployment of each is found however old it is.
func places(watched []Watched) []place {
	var out []place
	for _, w := range watched {
		if len(w.Environments) == 0 {
			out = append(out, place{w, ""})
		}
		for _, env := range w.Environments {
			out = append(out, place{w, env})
		}
	}
	return out
}

// deploymentsQuery asks for the newest deployments of each place. GitHub's own order is oldest first.
func deploymentsQuery(places []place) string {
	var b strings.Builder
	b.WriteString("query Deployments(")
	for i, p := range places {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$o%d: String!, $n%d: String!", i, i)
		if p.env != "" {
			fmt.Fprintf(&b, ", $e%d: [String!]", i)
		}
	}
	b.WriteString(") {\n")
	for i, p := range places {
		environments := ""
		if p.env != "" {
			environments = fmt.Sprintf(", environments: $e%d", i)
		}
		fmt.Fprintf(&b, "  repo%d: repository(owner: $o%d, name: $n%d) {\n    nameWithOwner\n"+
			"    deployments(first: %d%s, orderBy: {field: CREATED_AT, direction: DESC}) { totalCount nodes { ...deployment } }\n  }\n",
			i, i, i, maxDeployments, environments)
	}
	b.WriteString(`}
fragment deployment on Deployment {
  id environment commitOid createdAt
  ref { name }
  creator { ...actor }
  statuses(first: 10) { totalCount nodes { state createdAt creator { ...actor } logUrl environmentUrl } }
}
fragment actor on Actor { __typename login }
`)
	return b.String()
}

type deploymentNode struct {
	ID          string    `json:"id"` // the number is too large for GraphQL's Int by now
	Environment string    `json:"environment"`
	CommitOid   string    `json:"commitOid"`
	CreatedAt   time.Time `json:"createdAt"`
	Ref         *struct {
		Name string `json:"name"`
	} `json:"ref"`
	Creator  *actor `json:"creator"`
	Statuses struct {
		TotalCount int           `json:"totalCount"`
		Nodes      []*statusNode `json:"nodes"`
	} `json:"statuses"`
}

type statusNode struct {
	State          string    `json:"state"`
	CreatedAt      time.Time `json:"createdAt"`
	Creator        *actor    `json:"creator"`
	LogURL         string    `json:"logUrl"`
	EnvironmentURL string    `json:"environmentUrl"`
}

// deployments asks for the deployments of the watched repositories.
func (s *Source) deployments(ctx context.Context, c *connection, watched []Watched, since time.Time) (world.Part, error) {
	asked := places(watched)
	if c.credential.token != "" {
		part, err := s.deploymentsGraphQL(ctx, c, asked, since)
		if !refusesGraphQL(err) {
			return part, err
		}
	}
	return s.deploymentsREST(ctx, c, asked, since)
}

func (s *Source) deploymentsGraphQL(ctx context.Context, c *connection, asked []place, since time.Time) (world.Part, error) {
	var repos []world.RepoID
	for _, p := range asked {
		repos = append(repos, p.watched.Repo)
	}
	variables := repoVariables(repos)
	for i, p := range asked {
		if p.env != "" {
			variables[fmt.Sprintf("e%d", i)] = []string{p.env}
		}
	}
	answer, err := s.ask(ctx, c, func(lack) string { return deploymentsQuery(asked) }, variables)
	if err != nil {
		return world.Part{}, err
	}
	part := world.Part{AsOf: answer.at}
	for i, p := range asked {
		var repo struct {
			repoName
			Deployments struct {
				TotalCount int               `json:"totalCount"`
				Nodes      []*deploymentNode `json:"nodes"`
			} `json:"deployments"`
		}
		if !answer.data.read(repoAlias(i), &repo) {
			tellAbsent(&part, p.watched)
			continue
		}
		var oldest time.Time
		for _, n := range repo.Deployments.Nodes {
			if n != nil {
				part.Deploys = append(part.Deploys, s.deploy(p.watched, repo.NameWithOwner, n))
				oldest = n.CreatedAt
			}
		}
		tellCut(&part, p, repo.Deployments.TotalCount > len(repo.Deployments.Nodes), oldest, since)
	}
	tellErrors(&part, answer.errors, repos)
	return part, nil
}

// tellCut warns where a list was cut before it reached back to since.
func tellCut(part *world.Part, p place, cut bool, oldest, since time.Time) {
	if cut && oldest.After(since) {
		part.Partial = true
		part.Warnings = append(part.Warnings, strings.TrimSpace(p.watched.Repo.Path+" "+p.env)+": only the newest deployments were read")
	}
}

func (s *Source) deploy(w Watched, repo string, n *deploymentNode) world.Deploy {
	d := world.Deploy{
		ID: n.ID, Service: w.service(), Env: n.Environment, Repo: s.address.repo(repo),
		SHA: n.CommitOid, Actor: n.Creator.person(), At: n.CreatedAt,
	}
	if n.Ref != nil {
		d.Version = n.Ref.Name
	}
	readStatuses(&d, n)
	return d
}

// readStatuses finds how a deployment went and when, from its statuses, newest first. GitHub makes older successful
// deployments inactive when a newer one succeeds: that is no failure, and not when they were finished. So the newest
// status that ended the deployment counts.
func readStatuses(d *world.Deploy, n *deploymentNode) {
	if n.Statuses.TotalCount == 0 && len(n.Statuses.Nodes) == 0 {
		d.Status = world.DeployStarted
		return
	}
	inactive := false
	for _, st := range n.Statuses.Nodes {
		if st == nil {
			continue
		}
		if d.URL == "" {
			d.URL = firstOf(st.LogURL, st.EnvironmentURL)
		}
		switch st.State {
		case "INACTIVE":
			inactive = true
			continue
		case "SUCCESS":
			d.Status, d.At = world.DeploySucceeded, st.CreatedAt
		case "FAILURE", "ERROR":
			d.Status, d.At = world.DeployFailed, st.CreatedAt
		case "IN_PROGRESS", "QUEUED", "PENDING", "WAITING":
			if inactive {
				continue // superseded before it was finished, or its end is not told
			}
			d.Status = world.DeployStarted
		}
		break
	}
	if d.Actor.Bot {
		d.Actor = personBehind(d.Actor, n.Statuses.Nodes)
	}
}

// personBehind returns the person who moved a deployment on that a program has made, and the program where nobody did.
func personBehind(program world.Person, statuses []*statusNode) world.Person {
	for _, st := range statuses {
		if st == nil || st.State == "INACTIVE" {
			continue
		}
		if p := st.Creator.person(); p.Login != "" && !p.Bot {
			return p
		}
	}
	return program
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
