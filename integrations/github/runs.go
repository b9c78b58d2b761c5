package github

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"time"

	gh "github.com/google/go-github/v62/github"

	"vaultgraph/vault/world"
)

const (
	// rerunTime is how long after a run was made a new attempt at it is still found: the list knows only when a run
	// was made.
	rerunTime = 7 * 24 * time.Hour
	// maxRunPages bounds the pages of runs of one repository.
	maxRunPages = 3
)

// A workflowRun is a run with the path of its workflow's file, which go-github v62 leaves out.
type workflowRun struct {
	gh.WorkflowRun
	Path string `json:"path"`
}

// runs asks for the runs of the watched workflows: those made since shortly before since, and where none of them
// succeeded, the newest ones that did, however old.
func (s *Source) runs(ctx context.Context, c *connection, watched []Watched, since time.Time) (world.Part, error) {
	part := world.Part{AsOf: s.now()}
	for _, w := range watched {
		created := ">=" + since.Add(-rerunTime).UTC().Format(time.RFC3339)
		runs, cut, err := s.listRuns(ctx, c, w, url.Values{"created": {created}}, maxRunPages)
		if err == nil && !anySucceeded(runs) {
			var older []*workflowRun
			older, _, err = s.listRuns(ctx, c, w, url.Values{"status": {"success"}}, 1)
			runs = append(runs, older...)
		}
		if isNotFound(err) && len(watched) > 1 {
			tellAbsent(&part, w)
			continue
		}
		if err != nil {
			return world.Part{}, err
		}
		if cut {
			part.Partial = true
			part.Warnings = append(part.Warnings, fmt.Sprintf("%s: only the newest runs were read", w.Repo.Path))
		}
		for _, run := range runs {
			if d, ok := s.run(w, run); ok {
				part.Deploys = append(part.Deploys, d)
			}
		}
	}
	return part, nil
}

func anySucceeded(runs []*workflowRun) bool {
	for _, run := range runs {
		if run.GetConclusion() == "success" {
			return true
		}
	}
	return false
}

// listRuns returns the runs of w's workflow, newest first, as filter narrows them. cut tells that there are more pages.
func (s *Source) listRuns(ctx context.Context, c *connection, w Watched, filter url.Values, pages int) (runs []*workflowRun, cut bool, err error) {
	filter.Set("per_page", strconv.Itoa(perPage))
	filter.Set("exclude_pull_requests", "true")
	type runPage struct {
		Runs []*workflowRun `json:"workflow_runs"`
	}
	all, cut, err := list[runPage](ctx, c, "repos/"+w.Repo.Path+"/actions/runs?"+filter.Encode(), pages)
	for _, page := range all {
		for _, run := range page.Runs {
			if run != nil && w.matches(run.Path, run.GetName()) {
				runs = append(runs, run)
			}
		}
	}
	return runs, cut, err
}

// run returns the deploy that a run is; ok is false where it has put nothing anywhere: it was skipped, or left before
// it began.
func (s *Source) run(w Watched, run *workflowRun) (d world.Deploy, ok bool) {
	status, ok := runStatus(run)
	if !ok {
		return world.Deploy{}, false
	}
	d = world.Deploy{
		ID:      fmt.Sprintf("run-%s-%d", strconv.FormatInt(run.GetID(), 10), max(1, run.GetRunAttempt())),
		Service: w.service(), Repo: w.Repo, Version: run.GetHeadBranch(), SHA: run.GetHeadSHA(), URL: run.GetHTMLURL(),
		Status: status, Actor: person(run.TriggeringActor), At: run.GetRunStartedAt().Time,
	}
	if full := run.GetRepository().GetFullName(); full != "" {
		d.Repo = s.address.repo(full)
	}
	if len(w.Environments) == 1 {
		d.Env = w.Environments[0] // a run does not say where it deploys
	}
	if d.Actor.Login == "" {
		d.Actor = person(run.Actor)
	}
	if d.At.IsZero() {
		d.At = run.GetCreatedAt().Time
	}
	if status != world.DeployStarted && !run.GetUpdatedAt().IsZero() {
		d.At = run.GetUpdatedAt().Time
	}
	return d, true
}

func runStatus(run *workflowRun) (status world.DeployStatus, ok bool) {
	if run.GetStatus() != "completed" {
		return world.DeployStarted, true
	}
	switch run.GetConclusion() {
	case "success":
		return world.DeploySucceeded, true
	case "failure", "timed_out", "startup_failure":
		return world.DeployFailed, true
	case "skipped", "neutral", "action_required", "stale":
		return "", false
	}
	return "", true // cancelled: how far it had come is not known
}
