package brief_test

import (
	"encoding/json"
	"slices"
	"strings"

	"vaultgraph/examples/loopback"
	"vaultgraph/vault/world"
)

// partOfGitHub is what a client makes of what the server knows.
func partOfGitHub(g *loopback.GitHub) world.Part {
	p := world.Part{Me: world.Me{Logins: []string{g.Login}, Names: []string{g.Name}}}
	for i := range g.PullRequests {
		p.Changes = append(p.Changes, changeOf(g, &g.PullRequests[i]))
	}
	for _, d := range g.Deployments {
		out := world.Deploy{ID: json.Number(itoa(d.ID)).String(), Repo: repoID(d.Repo), Env: d.Env, Version: d.Ref, SHA: d.SHA, Actor: login(d.Creator), At: d.At}
		for _, s := range d.Statuses {
			switch s.State {
			case "SUCCESS":
				out.Status, out.At = world.DeploySucceeded, s.At
			case "FAILURE", "ERROR":
				out.Status, out.At = world.DeployFailed, s.At
			case "INACTIVE":
			default:
				out.Status = world.DeployStarted
			}
		}
		p.Deploys = append(p.Deploys, out)
	}
	return p
}

func itoa(n int64) string { b, _ := json.Marshal(n); return string(b) }

func repoID(path string) world.RepoID { return world.RepoID{Host: "github.com", Path: path} }

func login(s string) world.Person {
	return world.Person{Login: s, Bot: strings.HasSuffix(s, "[bot]")}
}

func changeOf(g *loopback.GitHub, pr *loopback.PullRequest) world.Change {
	c := world.Change{
		Repo: repoID(pr.Repo), Number: pr.Number, Title: pr.Title, URL: "https://github.com/" + pr.Repo + "/pull/" + itoa(int64(pr.Number)),
		Author: login(pr.Author), State: world.ChangeState(strings.ToLower(pr.State)), Draft: pr.Draft, Queued: pr.Queued,
		Conflicting: pr.Mergeable == "CONFLICTING", Head: pr.Head, HeadSHA: pr.HeadSHA, Base: pr.Base, MergeSHA: pr.MergeSHA,
		Created: pr.Created, Updated: pr.Updated, Merged: pr.Merged, Closed: pr.Closed, Pushed: pr.Committed, AskedTeams: pr.AskedTeams,
		Decision: map[string]world.Decision{"APPROVED": world.Approved, "CHANGES_REQUESTED": world.ChangesRequested, "REVIEW_REQUIRED": world.ReviewRequired, "": world.NotRequired}[pr.Decision],
		Checks:   map[string]world.Checks{"SUCCESS": world.ChecksPass, "FAILURE": world.ChecksFail, "ERROR": world.ChecksFail, "PENDING": world.ChecksPending, "EXPECTED": world.ChecksPending, "": world.ChecksNone}[pr.Checks],
	}
	if c.State == "" {
		c.State = world.Open
	}
	if c.Base == "" {
		c.Base = "main"
	}
	if pr.ForcePushed.After(c.Pushed) {
		c.Pushed = pr.ForcePushed
	}
	for old, new := range g.Renamed {
		if new == pr.Repo {
			c.Formerly = append(c.Formerly, repoID(old))
		}
	}
	for _, r := range pr.Reviews {
		c.Reviews = append(c.Reviews, world.Review{Author: login(r.Author), At: r.At, SHA: r.SHA, Text: r.Body,
			Judgement: map[string]world.Judgement{"APPROVED": world.JudgedApproved, "CHANGES_REQUESTED": world.JudgedChanges, "DISMISSED": world.JudgedDismissed, "COMMENTED": world.JudgedComment}[r.State]})
	}
	comment := func(m loopback.Comment) world.Comment {
		return world.Comment{Author: login(m.Author), At: m.At, Text: m.Body}
	}
	for _, t := range pr.Threads {
		c.Threads = append(c.Threads, world.Thread{Resolved: t.Resolved, Outdated: t.Outdated, Last: comment(t.Comments[len(t.Comments)-1])})
	}
	for _, m := range pr.Comments {
		c.Comments = append(c.Comments, comment(m))
	}
	for _, a := range pr.Asked {
		c.Asked = append(c.Asked, login(a))
		c.WaitsForMe = c.WaitsForMe || a == g.Login
	}
	for _, t := range pr.AskedTeams {
		c.WaitsForMe = c.WaitsForMe || slices.Contains(g.Teams, t)
	}
	return c
}

// partOfJira is what a client makes of what the server knows.
func partOfJira(j *loopback.Jira) world.Part {
	people := map[string]world.Person{"": {}}
	for _, u := range j.Users {
		people[u.ID] = world.Person{ID: u.ID, Name: u.Name, Email: u.Email, Bot: u.App}
	}
	me := people[j.Me]
	p := world.Part{Me: world.Me{IDs: []string{me.ID}, Names: []string{me.Name}}}
	for _, is := range j.Issues {
		t := world.Ticket{
			Key: is.Key, URL: "https://acme.atlassian.net/browse/" + is.Key, Title: is.Summary, Status: is.Status, Resolution: is.Resolution,
			Category: map[string]world.Category{"new": world.Todo, "indeterminate": world.Doing, "done": world.Done}[is.Category],
			Assignee: people[is.Assignee], Reporter: people[is.Reporter], Created: is.Created, Updated: is.Updated, Formerly: is.Formerly,
		}
		if is.Sprint != nil {
			t.Sprint, t.SprintID, t.SprintEnd = is.Sprint.Name, itoa(int64(is.Sprint.ID)), is.Sprint.End
		}
		for _, m := range is.Comments {
			c := world.Comment{ID: m.ID, Author: people[m.Author], At: m.At}
			c.Text, c.Mentions = textOfBody(m.Body, people)
			t.Comments = append(t.Comments, c)
		}
		for _, m := range is.History {
			t.History = append(t.History, world.Move{Author: people[m.Author], At: m.At, From: m.From, To: m.To})
		}
		p.Tickets = append(p.Tickets, t)
	}
	return p
}

func textOfBody(raw json.RawMessage, people map[string]world.Person) (string, []world.Person) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, nil
	}
	var doc node
	_ = json.Unmarshal(raw, &doc)
	var mentions []world.Person
	return strings.TrimSpace(doc.text(people, &mentions)), mentions
}

type node struct {
	Type    string
	Text    string
	Attrs   struct{ ID, Text string }
	Content []node
}

func (n *node) text(people map[string]world.Person, mentions *[]world.Person) string {
	var b strings.Builder
	b.WriteString(n.Text)
	if n.Type == "mention" {
		*mentions = append(*mentions, people[n.Attrs.ID])
		b.WriteString(n.Attrs.Text)
	}
	for i := range n.Content {
		b.WriteString(n.Content[i].text(people, mentions))
	}
	switch n.Type {
	case "paragraph":
		return b.String() + "\n"
	case "codeBlock":
		return "```\n" + b.String() + "\n```\n"
	case "blockquote":
		return "> " + b.String()
	}
	return b.String()
}

func deploysOf(file []byte) world.Part {
	var p world.Part
	for line := range strings.Lines(string(file)) {
		var d struct {
			world.Deploy
			Ref string
		}
		if json.Unmarshal([]byte(line), &d) == nil {
			d.Version = d.Ref
			p.Deploys = append(p.Deploys, d.Deploy)
		}
	}
	return p
}
