package loopback

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// The defaults of a pull request, which every answer about it shares.

func (p *PullRequest) key() string   { return fmt.Sprintf("%s#%d", p.Repo, p.Number) }
func (p *PullRequest) state() string { return or(p.State, "OPEN") }
func (p *PullRequest) url() string {
	return fmt.Sprintf("https://github.com/%s/pull/%d", p.Repo, p.Number)
}
func (p *PullRequest) base() string { return or(p.Base, "main") }
func (p *PullRequest) head() string { return or(p.Head, fmt.Sprintf("branch-%d", p.Number)) }
func (p *PullRequest) headSHA() string {
	return sha(p.HeadSHA, p.key())
}

func (p *PullRequest) created(now time.Time) time.Time {
	return firstTime(p.Created, p.Committed, p.Updated, p.Merged, p.Closed, now)
}

func (p *PullRequest) updated(now time.Time) time.Time {
	return firstTime(p.Updated, p.Merged, p.Closed, p.created(now))
}

// closed is when it was merged, or closed without that.
func (p *PullRequest) closed() time.Time { return firstTime(p.Closed, p.Merged) }

func (p *PullRequest) committed(now time.Time) time.Time {
	return firstTime(p.Committed, p.created(now))
}

func (p *PullRequest) mergeSHA() string {
	if p.state() != "MERGED" {
		return ""
	}
	return sha(p.MergeSHA, "merge of "+p.key())
}

// sent are the reviews that others see.
func (p *PullRequest) sent() []Review {
	return slices.DeleteFunc(slices.Clone(p.Reviews), func(r Review) bool { return r.State == "PENDING" })
}

// judged are the last judgements of each reviewer, oldest first.
func (p *PullRequest) judged() []Review {
	var out []Review
	for _, r := range p.sent() {
		if r.State == "COMMENTED" {
			continue
		}
		out = append(slices.DeleteFunc(out, func(have Review) bool { return have.Author == r.Author }), r)
	}
	return out
}

// ownerOf returns the owner in owner/name.
func ownerOf(repo string) string {
	owner, _, _ := strings.Cut(repo, "/")
	return owner
}

// isForbidden reports whether the organisation of a repository wants single sign-on.
func (g *gitHub) isForbidden(repo string) bool {
	return slices.ContainsFunc(g.data().Forbidden, func(owner string) bool { return strings.EqualFold(owner, ownerOf(repo)) })
}

// present returns the present name of a repository; ok is false where there is none of this name.
func (g *gitHub) present(repo string) (name string, ok bool) {
	for former, now := range g.data().Renamed {
		if strings.EqualFold(former, repo) {
			return now, true
		}
	}
	for _, name := range g.repos() {
		if strings.EqualFold(name, repo) {
			return name, true
		}
	}
	return "", false
}

// repos are the repositories that there are: those in which something is.
func (g *gitHub) repos() []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for i := range g.data().PullRequests {
		add(g.data().PullRequests[i].Repo)
	}
	for _, d := range g.data().Deployments {
		add(d.Repo)
	}
	for _, r := range g.data().Runs {
		add(r.Repo)
	}
	for _, name := range g.data().Renamed {
		add(name)
	}
	return out
}

// pull returns a pull request of a repository by its number; nil where there is none.
func (g *gitHub) pull(repo string, number int) *PullRequest {
	for i := range g.data().PullRequests {
		if p := &g.data().PullRequests[i]; p.Repo == repo && p.Number == number {
			return p
		}
	}
	return nil
}
