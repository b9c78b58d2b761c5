package github

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// A Watched is a repository whose deploys are of interest.
type Watched struct {
	Repo world.RepoID
	// Environments are those of interest; all where empty.
	Environments []string
	// Service is what is deployed; the repository's name where empty.
	Service string
	// Workflow tells which runs of workflows are deploys, for Source.Runs: the path of the workflow's file, or its
	// name, as a pattern of path.Match; a pattern without a slash is held against the file's name too.
	Workflow string
}

func (w Watched) service() string {
	if w.Service != "" {
		return w.Service
	}
	return path.Base(w.Repo.Path)
}

// A DeploySource tells the deploys of some repositories of one server.
type DeploySource struct {
	source  *Source
	name    string
	watched []Watched
	scan    func(ctx context.Context, c *connection, watched []Watched, since time.Time) (world.Part, error)
}

// Deployments returns the source of what GitHub knows as deployments.
func (s *Source) Deployments(watched ...Watched) *DeploySource {
	return &DeploySource{source: s, name: s.named("GitHub deployments"), watched: s.known(watched), scan: s.deployments}
}

// Runs returns the source of those runs of workflows that each Watched.Workflow names.
func (s *Source) Runs(watched ...Watched) *DeploySource {
	return &DeploySource{source: s, name: s.named("GitHub Actions"), watched: s.known(watched), scan: s.runs}
}

// known returns what is on this server. A repository without a host is.
func (s *Source) known(watched []Watched) []Watched {
	var out []Watched
	for _, w := range watched {
		if w.Repo.Host == "" {
			w.Repo.Host = s.address.host
		}
		if _, _, ok := splitRepo(w.Repo.Path); ok && s.isMine(w.Repo) {
			out = append(out, w)
		}
	}
	return out
}

// Name says what is asked: "GitHub deployments" or "GitHub Actions", with the host where that is not github.com.
func (d *DeploySource) Name() string { return d.name }

// Scan returns the deploys since q.Since, and of each service and environment the newest one however old, newest
// first. An error is a *world.Failure.
func (d *DeploySource) Scan(ctx context.Context, q world.Query) (world.Part, error) {
	if len(d.watched) == 0 {
		return world.Part{AsOf: d.source.now()}, nil
	}
	c, err := d.source.connect(ctx)
	if err != nil {
		return world.Part{}, err
	}
	since := d.source.since(q)
	part, err := d.scan(ctx, c, d.watched, since)
	if err != nil {
		return world.Part{}, err
	}
	for i := range part.Deploys {
		part.Deploys[i].Source = d.name
	}
	part.Deploys = worthKeeping(part.Deploys, since)
	return part, nil
}

// worthKeeping returns the deploys since a time, and of each service and environment the newest one and the newest that
// succeeded, which is what runs there, newest first.
func worthKeeping(deploys []world.Deploy, since time.Time) []world.Deploy {
	slices.SortStableFunc(deploys, func(a, b world.Deploy) int { return b.At.Compare(a.At) })
	type place struct{ service, env string }
	some, succeeded, ids := map[place]bool{}, map[place]bool{}, map[string]bool{}
	var out []world.Deploy
	for _, d := range deploys {
		at := place{d.Service, d.Env}
		good := d.Status == world.DeploySucceeded
		worth := !d.At.Before(since) || !some[at] || good && !succeeded[at]
		if worth && !ids[d.ID] {
			out = append(out, d)
		}
		some[at], ids[d.ID] = true, true
		succeeded[at] = succeeded[at] || good
	}
	return out
}

// tellAbsent warns of a repository that cannot be seen.
func tellAbsent(part *world.Part, w Watched) {
	part.Partial = true
	part.Warnings = append(part.Warnings, fmt.Sprintf("%s: no such repository, or not for this token", w.Repo.Path))
}

// matches reports whether a run of the workflow with this path and name is one of w's.
func (w Watched) matches(file, name string) bool {
	file, _, _ = strings.Cut(file, "@") // a reusable workflow has its ref behind it
	for _, candidate := range []string{file, name, path.Base(file)} {
		if ok, err := path.Match(w.Workflow, candidate); err == nil && ok && candidate != "" {
			return true
		}
	}
	return false
}
