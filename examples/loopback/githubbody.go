package loopback

import (
	"fmt"
	"maps"
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
