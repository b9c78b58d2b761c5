package loopback

import (
	"fmt"
	"slices"
	"strings"
)

func (g *gitHub) reviewBody(c *restCall, p *PullRequest, i int, r Review) map[string]any {
	id := number(fmt.Sprint(p.key(), "review", i))
	page, pull := fmt.Sprintf("%s#pullrequestreview-%d", p.url(), id), c.api("/repos/%s/pulls/%d", p.Repo, p.Number)
	return map[string]any{
		"id": id, "node_id": nodeID("PRR", fmt.Sprint(p.key(), i)), "user": g.user(c, r.Author), "body": r.Body, "state": r.State,
		"submitted_at": timeText(r.At), "commit_id": or(r.SHA, p.headSHA()), "html_url": page, "pull_request_url": pull, "author_association": "MEMBER",
		"_links": map[string]any{"html": map[string]any{"href": page}, "pull_request": map[string]any{"href": pull}},
	}
}

// timelineBody lists what happened on a pull request, oldest first.
func (g *gitHub) timelineBody(c *restCall, p *PullRequest) []any {
	var events []map[string]any
	committed := timeText(p.committed(g.now()))
	by := map[string]any{"name": p.Author, "email": p.Author + "@users.noreply.github.com", "date": committed}
	self := c.api("/repos/%s/git/commits/%s", p.Repo, p.headSHA())
	events = append(events, map[string]any{
		"event": "committed", "sha": p.headSHA(), "node_id": nodeID("C", p.headSHA()), "url": self, "html_url": "https://github.com/" + p.Repo + "/commit/" + p.headSHA(),
		"author": by, "committer": by, "message": p.Title, "parents": []any{}, "tree": map[string]any{"sha": sha("", "tree"+p.key()), "url": self},
		"verification": map[string]any{"verified": false, "reason": "unsigned", "signature": nil, "payload": nil, "verified_at": nil},
	})
	for i, r := range p.sent() {
		body := g.reviewBody(c, p, i, r)
		body["event"], body["state"] = "reviewed", strings.ToLower(r.State)
		events = append(events, body)
	}
	for i, said := range p.Comments {
		id := number(fmt.Sprint(p.key(), "comment", i))
		address := c.api("/repos/%s/issues/comments/%d", p.Repo, id)
		events = append(events, map[string]any{
			"event": "commented", "id": id, "node_id": nodeID("IC", fmt.Sprint(id)), "actor": g.user(c, said.Author), "user": g.user(c, said.Author),
			"body": said.Body, "created_at": timeText(said.At), "updated_at": timeText(said.At), "author_association": "MEMBER", "url": address,
			"html_url": fmt.Sprintf("%s#issuecomment-%d", p.url(), id), "issue_url": c.api("/repos/%s/issues/%d", p.Repo, p.Number),
		})
	}
	if !p.ForcePushed.IsZero() {
		id := number(p.key() + "force")
		events = append(events, map[string]any{
			"event": "head_ref_force_pushed", "id": id, "node_id": nodeID("HRFPE", p.key()), "url": c.api("/repos/%s/issues/events/%d", p.Repo, id),
			"actor": g.user(c, p.Author), "commit_id": p.headSHA(), "commit_url": self, "created_at": timeText(p.ForcePushed), "performed_via_github_app": nil,
		})
	}
	slices.SortStableFunc(events, func(a, b map[string]any) int { return strings.Compare(eventTime(a), eventTime(b)) })
	out := make([]any, len(events))
	for i, event := range events {
		out[i] = event
	}
	return out
}

func eventTime(event map[string]any) string {
	for _, key := range []string{"submitted_at", "created_at"} {
		if at, ok := event[key].(string); ok {
			return at
		}
	}
	committer, _ := event["committer"].(map[string]any)
	at, _ := committer["date"].(string)
	return at
}

// checkRun is the one run that a sum of checks stands for.
func (g *gitHub) checkRun(c *restCall, p *PullRequest) map[string]any {
	status, conclusion := "completed", any("success")
	switch p.Checks {
	case "FAILURE", "ERROR":
		conclusion = "failure"
	case "PENDING", "EXPECTED":
		status, conclusion = "in_progress", nil
	}
	at := timeText(p.committed(g.now()))
	var completed any
	if status == "completed" {
		completed = at
	}
	id := number("check" + p.key())
	return map[string]any{
		"id": id, "node_id": nodeID("CR", p.key()), "head_sha": p.headSHA(), "name": "ci", "url": c.api("/repos/%s/check-runs/%d", p.Repo, id),
		"html_url": fmt.Sprintf("https://github.com/%s/runs/%d", p.Repo, id), "details_url": nil, "status": status, "conclusion": conclusion,
		"started_at": at, "completed_at": completed, "external_id": "", "check_suite": map[string]any{"id": id}, "app": nil, "pull_requests": []any{},
		"output": map[string]any{"title": nil, "summary": nil, "text": nil, "annotations_count": 0, "annotations_url": c.api("/repos/%s/check-runs/%d/annotations", p.Repo, id)},
	}
}

func (g *gitHub) deploymentBody(c *restCall, d *Deployment) map[string]any {
	self := c.api("/repos/%s/deployments/%d", d.Repo, d.ID)
	commit := sha(d.SHA, fmt.Sprint(d.ID))
	return map[string]any{
		"id": d.ID, "node_id": nodeID("DE", fmt.Sprint(d.ID)), "sha": commit, "ref": or(d.Ref, commit), "task": "deploy", "environment": d.Env,
		"original_environment": d.Env, "creator": g.user(c, d.Creator), "payload": map[string]any{}, "description": nil, "url": self,
		"statuses_url": self + "/statuses", "repository_url": c.api("/repos/%s", d.Repo), "created_at": timeText(d.At), "updated_at": timeText(d.At),
	}
}

func (g *gitHub) deployStatusBody(c *restCall, d *Deployment, i int, st DeployState) map[string]any {
	deployment := c.api("/repos/%s/deployments/%d", d.Repo, d.ID)
	id := number(fmt.Sprint(d.ID, "status", i))
	return map[string]any{
		"id": id, "node_id": nodeID("DES", fmt.Sprint(id)), "state": strings.ToLower(st.State), "creator": g.user(c, or(st.Creator, d.Creator)),
		"description": "", "environment": d.Env, "target_url": st.URL, "log_url": st.URL, "deployment_url": deployment,
		"repository_url": c.api("/repos/%s", d.Repo), "url": fmt.Sprintf("%s/statuses/%d", deployment, id), "created_at": timeText(st.At), "updated_at": timeText(st.At),
	}
}

func (r *Run) status() string { return or(r.Status, "completed") }

func (g *gitHub) runBody(c *restCall, r *Run) map[string]any {
	self := c.api("/repos/%s/actions/runs/%d", r.Repo, r.ID)
	var conclusion, branch any
	if r.Conclusion != "" {
		conclusion = r.Conclusion
	}
	if r.Branch != "" {
		branch = r.Branch
	}
	workflow := number(r.Repo + r.Workflow)
	commit := sha(r.SHA, fmt.Sprint(r.ID))
	return map[string]any{
		"id": r.ID, "name": r.Name, "node_id": nodeID("WFR", fmt.Sprint(r.ID)), "head_branch": branch, "head_sha": commit, "path": r.Workflow,
		"run_number": 1, "run_attempt": max(1, r.Attempt), "display_title": r.Name, "event": "push", "status": r.status(), "conclusion": conclusion,
		"workflow_id": workflow, "url": self, "html_url": fmt.Sprintf("https://github.com/%s/actions/runs/%d", r.Repo, r.ID), "pull_requests": []any{},
		"created_at": timeText(r.Created), "updated_at": timeText(firstTime(r.Updated, r.Started, r.Created)), "run_started_at": timeText(firstTime(r.Started, r.Created)),
		"actor": g.user(c, r.Actor), "triggering_actor": g.user(c, or(r.Triggering, r.Actor)), "head_commit": nil,
		"repository": g.repoBody(c, r.Repo), "head_repository": g.repoBody(c, r.Repo), "jobs_url": self + "/jobs", "logs_url": self + "/logs",
		"check_suite_url": c.api("/repos/%s/check-suites/%d", r.Repo, r.ID), "artifacts_url": self + "/artifacts", "cancel_url": self + "/cancel",
		"rerun_url": self + "/rerun", "workflow_url": c.api("/repos/%s/actions/workflows/%d", r.Repo, workflow),
	}
}
