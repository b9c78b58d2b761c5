package loopback

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The bodies of REST have every field that GitHub's description of the interface requires.

// api returns an address of this server.
func (c *restCall) api(format string, arguments ...any) string {
	return c.base + fmt.Sprintf(format, arguments...)
}

func (g *gitHub) userBody(c *restCall, login string) map[string]any {
	if login == "" {
		return nil
	}
	kind, page := "User", "https://github.com/"+login
	if bare, bot := strings.CutSuffix(login, "[bot]"); bot {
		kind, page = "Bot", "https://github.com/apps/"+bare
	}
	self := c.api("/users/%s", strings.NewReplacer("[", "%5B", "]", "%5D").Replace(login))
	return map[string]any{
		"login": login, "id": number("user" + login), "node_id": nodeID("U", login), "type": kind, "site_admin": false,
		"gravatar_id": "", "avatar_url": "https://avatars.githubusercontent.com/u/" + fmt.Sprint(number("user"+login)),
		"url": self, "html_url": page, "events_url": self + "/events{/privacy}", "followers_url": self + "/followers",
		"following_url": self + "/following{/other_user}", "gists_url": self + "/gists{/gist_id}", "organizations_url": self + "/orgs",
		"received_events_url": self + "/received_events", "repos_url": self + "/repos", "starred_url": self + "/starred{/owner}{/repo}",
		"subscriptions_url": self + "/subscriptions",
	}
}

// user is userBody with an explicit null for nobody.
func (g *gitHub) user(c *restCall, login string) any {
	if body := g.userBody(c, login); body != nil {
		return body
	}
	return nil
}

func (g *gitHub) privateUser() map[string]any {
	c := &restCall{base: "https://api.github.com"}
	body := g.userBody(c, g.login())
	joined := timeText(g.now().AddDate(-5, 0, 0))
	maps.Copy(body, map[string]any{
		"user_view_type": "private", "name": or(g.data().Name, g.login()), "bio": nil, "blog": nil, "company": nil, "email": nil, "hireable": nil,
		"location": nil, "followers": 0, "following": 0, "public_gists": 0, "public_repos": 0, "created_at": joined, "updated_at": joined,
		"collaborators": 0, "disk_usage": 0, "owned_private_repos": 0, "private_gists": 0, "total_private_repos": 0, "two_factor_authentication": true,
	})
	return body
}

// repoLinks are the names of a repository's addresses, with what follows its own.
var repoLinks = map[string]string{
	"archive_url": "/{archive_format}{/ref}", "assignees_url": "/assignees{/user}", "blobs_url": "/git/blobs{/sha}",
	"branches_url": "/branches{/branch}", "collaborators_url": "/collaborators{/collaborator}", "comments_url": "/comments{/number}",
	"commits_url": "/commits{/sha}", "compare_url": "/compare/{base}...{head}", "contents_url": "/contents/{+path}",
	"contributors_url": "/contributors", "deployments_url": "/deployments", "downloads_url": "/downloads", "events_url": "/events",
	"forks_url": "/forks", "git_commits_url": "/git/commits{/sha}", "git_refs_url": "/git/refs{/sha}", "git_tags_url": "/git/tags{/sha}",
	"hooks_url": "/hooks", "issue_comment_url": "/issues/comments{/number}", "issue_events_url": "/issues/events{/number}",
	"issues_url": "/issues{/number}", "keys_url": "/keys{/key_id}", "labels_url": "/labels{/name}", "languages_url": "/languages",
	"merges_url": "/merges", "milestones_url": "/milestones{/number}", "notifications_url": "/notifications{?since,all,participating}",
	"pulls_url": "/pulls{/number}", "releases_url": "/releases{/id}", "stargazers_url": "/stargazers", "statuses_url": "/statuses/{sha}",
	"subscribers_url": "/subscribers", "subscription_url": "/subscription", "tags_url": "/tags", "teams_url": "/teams", "trees_url": "/git/trees{/sha}",
}

func (g *gitHub) repoBody(c *restCall, repo string) map[string]any {
	owner, name, _ := strings.Cut(repo, "/")
	self, page := c.api("/repos/%s", repo), "https://github.com/"+repo
	made := timeText(g.now().AddDate(-2, 0, 0))
	body := map[string]any{
		"id": number("repo" + repo), "node_id": nodeID("R", repo), "name": name, "full_name": repo, "owner": g.userBody(c, owner),
		"private": true, "html_url": page, "description": nil, "fork": false, "url": self,
		"clone_url": page + ".git", "git_url": "git://github.com/" + repo + ".git", "ssh_url": "git@github.com:" + repo + ".git", "svn_url": page,
		"default_branch": "main", "forks": 0, "forks_count": 0, "has_downloads": true, "has_issues": true, "has_projects": false, "has_wiki": false,
		"has_pages": false, "homepage": nil, "language": nil, "archived": false, "disabled": false, "mirror_url": nil, "open_issues": 0,
		"open_issues_count": 0, "license": nil, "pushed_at": made, "size": 1, "stargazers_count": 0, "watchers": 0, "watchers_count": 0,
		"created_at": made, "updated_at": made,
	}
	for key, rest := range repoLinks {
		body[key] = self + rest
	}
	return body
}

func (g *gitHub) searchItem(c *restCall, p *PullRequest) map[string]any {
	self := c.api("/repos/%s/issues/%d", p.Repo, p.Number)
	state := "open"
	if p.state() != "OPEN" {
		state = "closed"
	}
	return map[string]any{
		"id": number(p.key()), "node_id": nodeID("PR", p.key()), "number": p.Number, "title": p.Title, "state": state, "locked": false,
		"draft": p.Draft, "user": g.user(c, p.Author), "assignee": nil, "milestone": nil, "labels": []any{}, "comments": len(p.Comments), "score": 1,
		"author_association": "MEMBER", "created_at": timeText(p.created(g.now())), "updated_at": timeText(p.updated(g.now())),
		"closed_at": timeText(p.closed()), "repository_url": c.api("/repos/%s", p.Repo), "url": self, "html_url": p.url(),
		"comments_url": self + "/comments", "events_url": self + "/events", "labels_url": self + "/labels{/name}",
		"pull_request": map[string]any{
			"url": c.api("/repos/%s/pulls/%d", p.Repo, p.Number), "html_url": p.url(), "diff_url": p.url() + ".diff", "patch_url": p.url() + ".patch",
			"merged_at": timeText(p.Merged),
		},
	}
}

func (g *gitHub) pullBody(c *restCall, p *PullRequest) map[string]any {
	self, issue := c.api("/repos/%s/pulls/%d", p.Repo, p.Number), c.api("/repos/%s/issues/%d", p.Repo, p.Number)
	side := func(ref, sha string) map[string]any {
		return map[string]any{"label": ownerOf(p.Repo) + ":" + ref, "ref": ref, "sha": sha, "user": g.user(c, ownerOf(p.Repo)), "repo": g.repoBody(c, p.Repo)}
	}
	reviewers, teams := []any{}, []any{}
	for _, login := range p.Asked {
		reviewers = append(reviewers, g.userBody(c, login))
	}
	for _, team := range p.AskedTeams {
		teams = append(teams, teamBody(c, team))
	}
	var mergeSHA, mergedBy, mergeable any
	state, mergeState := "open", "clean"
	if p.state() != "OPEN" {
		state = "closed"
	}
	if at := p.mergeSHA(); at != "" {
		mergeSHA, mergedBy = at, g.user(c, p.Author)
	}
	switch p.Mergeable {
	case "CONFLICTING":
		mergeable, mergeState = false, "dirty"
	case "UNKNOWN":
		mergeState = "unknown"
	default:
		mergeable = true
	}
	links := map[string]any{}
	for name, address := range map[string]string{
		"self": self, "html": p.url(), "issue": issue, "comments": issue + "/comments", "review_comments": self + "/comments",
		"review_comment": c.api("/repos/%s/pulls/comments{/number}", p.Repo), "commits": self + "/commits", "statuses": c.api("/repos/%s/statuses/%s", p.Repo, p.headSHA()),
	} {
		links[name] = map[string]any{"href": address}
	}
	return map[string]any{
		"id": number(p.key()), "node_id": nodeID("PR", p.key()), "number": p.Number, "title": p.Title, "state": state, "locked": false, "draft": p.Draft,
		"user": g.user(c, p.Author), "body": nil, "assignee": nil, "labels": []any{}, "milestone": nil, "author_association": "MEMBER", "auto_merge": nil,
		"created_at": timeText(p.created(g.now())), "updated_at": timeText(p.updated(g.now())), "closed_at": timeText(p.closed()), "merged_at": timeText(p.Merged),
		"merged": p.state() == "MERGED", "merge_commit_sha": mergeSHA, "merged_by": mergedBy, "mergeable": mergeable, "mergeable_state": mergeState,
		"requested_reviewers": reviewers, "requested_teams": teams, "head": side(p.head(), p.headSHA()), "base": side(p.base(), sha("", p.Repo+p.base())),
		"additions": 1, "deletions": 1, "changed_files": 1, "commits": 1, "comments": len(p.Comments), "review_comments": 0, "maintainer_can_modify": false,
		"url": self, "html_url": p.url(), "diff_url": p.url() + ".diff", "patch_url": p.url() + ".patch", "issue_url": issue, "comments_url": issue + "/comments",
		"commits_url": self + "/commits", "review_comments_url": self + "/comments", "review_comment_url": c.api("/repos/%s/pulls/comments{/number}", p.Repo),
		"statuses_url": c.api("/repos/%s/statuses/%s", p.Repo, p.headSHA()), "_links": links,
	}
}

func teamBody(c *restCall, team string) map[string]any {
	owner, slug, _ := strings.Cut(team, "/")
	self := c.api("/organizations/%d/team/%d", number("user"+owner), number("team"+team))
	return map[string]any{
		"id": number("team" + team), "node_id": nodeID("T", team), "name": slug, "slug": slug, "description": nil, "permission": "push", "privacy": "closed",
		"type": "organization", "parent": nil, "url": self, "html_url": "https://github.com/orgs/" + owner + "/teams/" + slug,
		"members_url": self + "/members{/member}", "repositories_url": self + "/repos",
	}
}

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
