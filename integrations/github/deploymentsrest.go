package github

import (
	"context"
	"strings"
	"time"

	gh "github.com/google/go-github/v62/github"

	"vaultgraph/vault/world"
)

// maxRESTStatuses bounds the deployments of a place whose statuses are asked for one by one.
const maxRESTStatuses = 5

// deploymentsREST is deploymentsGraphQL without GraphQL: a request more for the statuses of each deployment, which only
// the newest are worth.
func (s *Source) deploymentsREST(ctx context.Context, c *connection, asked []place, since time.Time) (world.Part, error) {
	part := world.Part{AsOf: s.now()}
	for _, p := range asked {
		owner, name, _ := splitRepo(p.watched.Repo.Path)
		list, resp, err := c.rest.Repositories.ListDeployments(ctx, owner, name, &gh.DeploymentsListOptions{
			Environment: p.env, ListOptions: gh.ListOptions{PerPage: maxDeployments},
		})
		if err != nil {
			f := c.restFailure(err)
			if isNotFound(f) && len(asked) > 1 {
				tellAbsent(&part, p.watched)
				continue
			}
			return world.Part{}, f
		}
		var oldest time.Time
		for i, item := range list {
			n := restDeployment(item)
			oldest = n.CreatedAt
			if i < maxRESTStatuses {
				if err := readRESTStatuses(ctx, c, owner, name, item.GetID(), n); err != nil {
					return world.Part{}, err
				}
			}
			d := s.deploy(p.watched, p.watched.Repo.Path, n)
			if i >= maxRESTStatuses {
				d.Status = "" // not asked for
			}
			part.Deploys = append(part.Deploys, d)
		}
		tellCut(&part, p, resp.NextPage != 0 || len(list) > maxRESTStatuses, oldest, since)
	}
	return part, nil
}

func restActor(u *gh.User) *actor {
	if u == nil {
		return nil
	}
	return &actor{Type: u.GetType(), Login: u.GetLogin()}
}

func restDeployment(d *gh.Deployment) *deploymentNode {
	n := &deploymentNode{
		ID: d.GetNodeID(), Environment: d.GetEnvironment(), CommitOid: d.GetSHA(), CreatedAt: d.GetCreatedAt().Time, Creator: restActor(d.Creator),
	}
	if d.GetRef() != "" && d.GetRef() != d.GetSHA() {
		n.Ref = &struct {
			Name string `json:"name"`
		}{d.GetRef()}
	}
	return n
}

// readRESTStatuses adds to n its statuses, newest first, as both interfaces have them.
func readRESTStatuses(ctx context.Context, c *connection, owner, name string, id int64, n *deploymentNode) error {
	list, _, err := c.rest.Repositories.ListDeploymentStatuses(ctx, owner, name, id, &gh.ListOptions{PerPage: 10})
	if err != nil {
		return c.restFailure(err)
	}
	n.Statuses.TotalCount = len(list)
	for _, st := range list {
		n.Statuses.Nodes = append(n.Statuses.Nodes, &statusNode{
			State: strings.ToUpper(st.GetState()), CreatedAt: st.GetCreatedAt().Time, Creator: restActor(st.Creator),
			LogURL: firstOf(st.GetLogURL(), st.GetTargetURL()), EnvironmentURL: st.GetEnvironmentURL(),
		})
	}
	return nil
}
