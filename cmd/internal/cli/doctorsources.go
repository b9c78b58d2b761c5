package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"vaultgraph/integrations/github"
	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// clockSlack is how far two clocks may be apart before what came after what can no longer be told.
const clockSlack = 2 * time.Minute

// examineGit looks at the git program and the repositories.
func (b *briefing) examineGit(ctx context.Context) []symptom {
	version, err := b.git.Version(ctx)
	if err != nil {
		return []symptom{{"git", wellProblem, err.Error(), "install git, or put it on PATH"}}
	}
	if len(b.found) == 0 {
		return []symptom{{"git", wellWarning, version + ", no repositories", "name them in the config under repos, or work in one"}}
	}
	var bad []symptom
	part, err := b.git.Source(b.found, b.vaultDir()).Scan(ctx, world.Query{Since: b.call.Now().Add(-time.Hour)})
	if err != nil {
		return []symptom{{"git", wellProblem, err.Error(), ""}}
	}
	for _, r := range part.Repos {
		if r.Problem != "" {
			hint := ""
			if r.Remedy != "" {
				hint = "where you trust it: " + r.Remedy
			}
			bad = append(bad, symptom{"git " + r.Name, wellWarning, r.Problem, hint})
		}
	}
	who := strings.Join(append(append([]string{}, b.me.Names...), b.me.Emails...), ", ")
	text := version + ", " + repositories(len(b.found))
	if who == "" {
		bad = append(bad, symptom{"git", wellWarning, "nobody knows who you are", "set user.name and user.email, or me: in the config"})
	} else {
		text += ", you are " + who
	}
	return append([]symptom{{Name: "git", Status: wellOK, Text: text}}, bad...)
}

// off returns why the source of that name is not asked, "" where it is.
func (b *briefing) off(name string) string {
	for _, job := range b.jobs {
		if job.Source.Name() == name {
			return job.Off
		}
	}
	return ""
}

func (b *briefing) examineGitHub(ctx context.Context, source *github.Source) []symptom {
	if off := b.off(source.Name()); off != "" {
		return []symptom{{Name: source.Name(), Status: wellWarning, Text: off}}
	}
	who, err := source.Check(ctx)
	if err != nil {
		return []symptom{{Name: source.Name(), Status: wellProblem, Text: err.Error()}}
	}
	text := fmt.Sprintf("you are %s, by %s; %d of %d requests left", who.Login, who.From, who.Remaining, who.Limit)
	if len(who.Scopes) > 0 {
		text += "; scopes " + strings.Join(who.Scopes, ", ")
	}
	return withClock(symptom{Name: source.Name(), Status: wellOK, Text: text}, who.Skew)
}

func (b *briefing) examineJira(ctx context.Context, site *jiraSite) []symptom {
	if off := b.off(site.Name()); off != "" {
		return []symptom{{Name: site.Name(), Status: wellWarning, Text: off}}
	}
	h, err := site.Check(ctx)
	if err != nil {
		return []symptom{{Name: site.Name(), Status: wellProblem, Text: err.Error()}}
	}
	text := fmt.Sprintf("you are %s, on Jira %s %s", h.Me.Label(), h.Kind, h.Version)
	skew := time.Duration(0)
	if h.SkewKnown {
		skew = h.Skew
	}
	return withClock(symptom{Name: site.Name(), Status: wellOK, Text: strings.TrimSpace(text)}, skew)
}

// withClock adds what is to be said of clocks that do not agree.
func withClock(s symptom, skew time.Duration) []symptom {
	if skew.Abs() < clockSlack {
		return []symptom{s}
	}
	return []symptom{s, {s.Name, wellWarning, fmt.Sprintf("its clock and this machine's are %s apart", skew.Abs().Round(time.Second)),
		"set the clock: what is news is decided by it"}}
}

// examineDeploys asks what tells of deploys, which has no question that is smaller than the real one.
func (b *briefing) examineDeploys(ctx context.Context) []symptom {
	var found []symptom
	for _, job := range b.tellers {
		found = append(found, b.examineDeploy(ctx, job))
	}
	return found
}

func (b *briefing) examineDeploy(ctx context.Context, job scan.Job) symptom {
	name := job.Source.Name()
	if job.Off != "" {
		return symptom{Name: name, Status: wellWarning, Text: job.Off}
	}
	part, err := job.Source.Scan(ctx, world.Query{Since: b.call.Now().Add(-scan.MaxWindow)})
	if err != nil {
		return symptom{Name: name, Status: wellProblem, Text: err.Error()}
	}
	if len(part.Warnings) > 0 {
		return symptom{Name: name, Status: wellWarning, Text: part.Warnings[0]}
	}
	return symptom{Name: name, Status: wellOK, Text: fmt.Sprintf("%s in the last %d days", number(len(part.Deploys), "deploy"), int(scan.MaxWindow.Hours())/24)}
}

// repositories counts repositories in words.
func repositories(n int) string {
	if n == 1 {
		return "1 repository"
	}
	return fmt.Sprintf("%d repositories", n)
}
