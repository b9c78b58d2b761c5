package world

import "time"

// A DeployStatus is how a deploy went; "" is unknown.
type DeployStatus string

// How a deploy can go.
const (
	DeployStarted    DeployStatus = "started"
	DeploySucceeded  DeployStatus = "succeeded"
	DeployFailed     DeployStatus = "failed"
	DeployRolledBack DeployStatus = "rolled_back"
)

// A Deploy put one version of a service on one environment.
type Deploy struct {
	ID      string       `json:"id,omitempty"`
	Source  string       `json:"source,omitempty"` // the name of the source that told it
	Service string       `json:"service,omitempty"`
	Env     string       `json:"env,omitempty"`
	Repo    RepoID       `json:"repo,omitzero"`
	Version string       `json:"version,omitempty"` // as people call it: a tag, a branch, a number
	SHA     string       `json:"sha,omitempty"`
	URL     string       `json:"url,omitempty"`
	Status  DeployStatus `json:"status,omitempty"`
	// Actor is who started it: the person behind a program's account, where the source tells. A program remains Bot.
	Actor Person    `json:"actor,omitzero"`
	At    time.Time `json:"at,omitzero"` // when it was finished, else started
}

// Ref returns the reference to d.
func (d *Deploy) Ref() Ref { return Ref{Kind: RefDeploy, Key: d.ID, Repo: d.Repo, URL: d.URL} }
