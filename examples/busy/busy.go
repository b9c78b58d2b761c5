// Package busy makes a world in which much goes on, by rule and to any size: many repositories, one of them with a long
// history, and servers on which dozens of things wait for one person, in the longest words that somebody might use.
// Tests of sizes and measurements of time use it; what a brief has to say of a world is left to examples/scenarios.
package busy

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"vaultgraph/examples/loopback"
	"vaultgraph/examples/repos"
)

// Options say how much there is.
type Options struct {
	// Now is the present: everything has happened in the days before it.
	Now time.Time
	// Repos are the names of the repositories, all of the owner acme on github.com.
	Repos []string
	// Commits is the length of the history of the last repository; the others have a few dozen.
	Commits int
	// Words are the words of titles, comments and messages. Empty makes them short.
	Words string
}

// A World is what is there.
type World struct {
	// Scripts are the repositories, each in a folder of its name.
	Scripts []repos.Script
	// Served is what GitHub and Jira know. The person is sam, with any token.
	Served loopback.World
}

const (
	sam  = "Sam <sam@acme.example>"
	lena = "Lena <lena@acme.example>"
)

// everySeconds is the time between two commits of the long history: a few dozen a day.
const everySeconds = 1800

// Make makes the world.
func Make(opt Options) World {
	m := maker{opt}
	w := World{Served: loopback.World{GitHub: m.github(), Jira: m.jira()}}
	for i, name := range opt.Repos {
		commits := 40
		if i == len(opt.Repos)-1 {
			commits = max(commits, opt.Commits)
		}
		w.Scripts = append(w.Scripts, m.script(name, commits))
	}
	return w
}

// A maker makes the parts.
type maker struct{ Options }

// ago is a time before the present, in whole seconds.
func (m maker) ago(d time.Duration) time.Time { return m.Now.Add(-d).Truncate(time.Second) }

// script is a repository in which others have worked for days, and in which sam has a branch that is pushed, one that
// is not, and changes that are in no commit.
func (m maker) script(name string, commits int) repos.Script {
	first := m.ago(time.Duration(commits) * everySeconds * time.Second)
	return repos.Script{
		Dir: name, User: sam, Remotes: map[string]string{"origin": "https://github.com/acme/" + name + ".git"},
		Commits: []repos.Commit{
			{Name: "row", Branch: "main", Author: lena, At: first, Message: m.text("Work of a day"), Repeat: commits, EverySeconds: everySeconds},
			{Name: "pushed", Branch: "sam/pushed", From: "row", Author: sam, At: m.ago(50 * time.Hour), Message: m.text("Pushed"), Files: map[string]string{"pushed.txt": "1\n"}},
			{Name: "kept", Branch: "sam/kept", From: "row", Author: sam, At: m.ago(49 * time.Hour), Message: m.text("Not pushed"), Files: map[string]string{"kept.txt": "1\n"}},
		},
		Refs: []repos.Ref{
			{Name: "refs/remotes/origin/main", At: "row"}, {Name: "refs/remotes/origin/sam/pushed", At: "pushed"},
			{Name: "main", Upstream: "origin/main"}, {Name: "sam/pushed", Upstream: "origin/sam/pushed"},
		},
		Fetched: m.ago(time.Hour),
		Work:    repos.Work{Changed: map[string]string{"row/00.txt": "changed\n", "new.txt": "new\n"}},
	}
}

// text returns a text that begins with head and goes on in the words of the options.
func (m maker) text(head string) string {
	if m.Words == "" {
		return head
	}
	return head + ": " + m.Words
}

// repo returns the repository of thing i.
func (m maker) repo(i int) string { return "acme/" + m.Repos[i%len(m.Repos)] }

// github has 28 pull requests and 6 deployments: reviews asked of sam, reviews given to sam, work that waits, work that
// has landed, and what others put on environments.
func (m maker) github() *loopback.GitHub {
	g := &loopback.GitHub{Login: "sam", Name: "Sam"}
	for i := range 28 {
		begun := m.ago(time.Duration(20+i) * time.Hour)
		p := loopback.PullRequest{
			Repo: m.repo(i), Number: 400 + i, Title: m.text(fmt.Sprintf("Change %d", i)), Author: "sam", Head: fmt.Sprintf("sam/change-%d", i),
			Created: begun, Updated: begun.Add(time.Hour), Committed: begun, Checks: "SUCCESS", Decision: "REVIEW_REQUIRED",
		}
		at := begun.Add(time.Hour)
		switch i % 4 {
		case 0:
			p.Author, p.Head, p.Asked = "lena", fmt.Sprintf("lena/change-%d", i), []string{"sam"}
		case 1:
			p.Decision = "CHANGES_REQUESTED"
			p.Reviews = []loopback.Review{{Author: "lena", State: "CHANGES_REQUESTED", At: at, Body: m.text("Please rename it")}}
			p.Threads = []loopback.Thread{{Comments: []loopback.Comment{{Author: "lena", At: at, Body: m.text("Why is this here?")}}}}
		case 2:
			p.Decision = "APPROVED"
			p.Reviews = []loopback.Review{{Author: "lena", State: "APPROVED", At: at}}
		case 3:
			p.State, p.Decision, p.Merged, p.Closed = "MERGED", "APPROVED", at, at
		}
		g.PullRequests = append(g.PullRequests, p)
	}
	for i := range 6 {
		at := m.ago(time.Duration(3+i) * time.Hour)
		g.Deployments = append(g.Deployments, loopback.Deployment{
			ID: int64(900 + i), Repo: m.repo(0), Env: fmt.Sprintf("environment-%d", i), Ref: fmt.Sprintf("2.%d.0", i),
			SHA: strings.Repeat(fmt.Sprint(i+1), 40), Creator: "mara", At: at, Statuses: []loopback.DeployState{{State: "SUCCESS", At: at}},
		})
	}
	return g
}

// jira has 28 tickets of sam's: on half of them somebody has asked something, the others somebody has moved.
func (m maker) jira() *loopback.Jira {
	j := &loopback.Jira{Me: "sam", Users: []loopback.User{
		{ID: "sam", Name: "Sam", Email: "sam@acme.example"}, {ID: "john", Name: "John"}, {ID: "mara", Name: "Mara"},
	}}
	sprint := &loopback.Sprint{ID: 24, Name: "Sprint 24", Start: m.ago(5 * 24 * time.Hour), End: m.Now.Add(5 * 24 * time.Hour)}
	for i := range 28 {
		at := m.ago(time.Duration(2+i) * time.Hour)
		issue := loopback.Issue{
			Key: fmt.Sprintf("TICKET-%d", 3000+i), Summary: m.text(fmt.Sprintf("Task %d", i)), Status: "In Progress", Category: "indeterminate",
			Assignee: "sam", Reporter: "john", Created: m.ago(200 * time.Hour), Updated: at, Sprint: sprint,
		}
		if i%2 == 0 {
			body, _ := json.Marshal(m.text(fmt.Sprintf("Which port shall service %d listen on?", i))) // a string always can be
			issue.Comments = []loopback.IssueComment{{ID: fmt.Sprint(i + 1), Author: "john", At: at, Body: body}}
		} else {
			issue.Status = "Blocked"
			issue.History = []loopback.Move{{Author: "mara", At: at, From: "In Progress", To: "Blocked"}}
		}
		j.Issues = append(j.Issues, issue)
	}
	return j
}
