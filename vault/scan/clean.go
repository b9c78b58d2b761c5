package scan

import (
	"vaultgraph/vault"
	"vaultgraph/vault/world"
)

// clean takes secrets out of the texts of an answer, before it is stored or shown: people paste them into comments.
func clean(p *world.Part) {
	for i := range p.Warnings {
		redact(&p.Warnings[i])
	}
	for i := range p.Repos {
		cleanRepo(&p.Repos[i])
	}
	for i := range p.Changes {
		cleanChange(&p.Changes[i])
	}
	for i := range p.Tickets {
		t := &p.Tickets[i]
		redact(&t.Title, &t.Description, &t.URL)
		cleanComments(t.Comments)
	}
	for i := range p.Deploys {
		redact(&p.Deploys[i].URL, &p.Deploys[i].Version)
	}
}

func cleanRepo(r *world.Repo) {
	redact(&r.Problem, &r.Remedy)
	for _, commits := range [][]world.Commit{r.Commits, r.Unpushed} {
		for i := range commits {
			redact(&commits[i].Subject, &commits[i].Body)
		}
	}
}

func cleanChange(c *world.Change) {
	redact(&c.Title, &c.URL)
	for i := range c.Reviews {
		redact(&c.Reviews[i].Text)
	}
	for i := range c.Threads {
		redact(&c.Threads[i].Last.Text)
	}
	cleanComments(c.Comments)
}

func cleanComments(comments []world.Comment) {
	for i := range comments {
		redact(&comments[i].Text, &comments[i].URL)
	}
}

func redact(texts ...*string) {
	for _, t := range texts {
		*t = vault.Redact(*t)
	}
}
