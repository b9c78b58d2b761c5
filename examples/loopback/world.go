package loopback

import (
	"encoding/json"
	"time"
)

// A World is what the servers know at one moment.
type World struct {
	// Now is the time by the clock of the servers; zero is that of this machine.
	Now    time.Time `json:"now,omitzero"`
	GitHub *GitHub   `json:"github,omitempty"`
	Jira   *Jira     `json:"jira,omitempty"`
}

// GitHub is what one GitHub server knows. Logins that end in [bot] are programs.
type GitHub struct {
	// Fault is how the server fails, see Faults; "" is not at all.
	Fault        Fault         `json:"fault,omitempty"`
	Token        string        `json:"token,omitempty"` // the one that is accepted; "" accepts any
	Login        string        `json:"login"`           // whose token it is
	Name         string        `json:"name,omitempty"`
	Teams        []string      `json:"teams,omitempty"`   // owner/slug, those of Login
	Renamed      Renamed       `json:"renamed,omitempty"` // old owner/name to new owner/name
	PullRequests []PullRequest `json:"pull_requests,omitempty"`
	Deployments  []Deployment  `json:"deployments,omitempty"`
	Runs         []Run         `json:"runs,omitempty"`
	// Forbidden are the owners whose organisation wants single sign-on: partial answers.
	Forbidden []string `json:"forbidden,omitempty"`
	// Scopes are those of the token, which is a classic one; read:org and repo where empty.
	Scopes []string `json:"scopes,omitempty"`
	// Lacks are fields of GraphQL that this server, an older one, does not know; NoGraphQL has none of it.
	Lacks     []string `json:"lacks,omitempty"`
	NoGraphQL bool     `json:"no_graphql,omitempty"`
}

// Renamed maps old names of repositories to new ones.
type Renamed map[string]string

// A PullRequest is one pull request, in GitHub's own words.
type PullRequest struct {
	Repo   string `json:"repo"` // owner/name
	Number int    `json:"number"`
	Title  string `json:"title"`
	Author string `json:"author"`
	State  string `json:"state,omitempty"` // OPEN (where empty), MERGED, CLOSED
	Draft  bool   `json:"draft,omitempty"`
	// Decision is APPROVED, CHANGES_REQUESTED, REVIEW_REQUIRED, or "" for null.
	Decision  string `json:"decision,omitempty"`
	Mergeable string `json:"mergeable,omitempty"` // MERGEABLE (where empty), CONFLICTING, UNKNOWN
	Queued    bool   `json:"queued,omitempty"`
	// Checks is the rollup: SUCCESS, FAILURE, PENDING, ERROR, EXPECTED, or "" for none.
	Checks  string `json:"checks,omitempty"`
	Head    string `json:"head,omitempty"` // branch
	HeadSHA string `json:"head_sha,omitempty"`
	Base    string `json:"base,omitempty"` // main where empty

	Created     time.Time `json:"created,omitzero"`
	Updated     time.Time `json:"updated,omitzero"`
	Merged      time.Time `json:"merged,omitzero"`
	Closed      time.Time `json:"closed,omitzero"`
	Committed   time.Time `json:"committed,omitzero"` // of the head
	ForcePushed time.Time `json:"force_pushed,omitzero"`
	MergeSHA    string    `json:"merge_sha,omitempty"`

	Reviews    []Review  `json:"reviews,omitempty"`
	Threads    []Thread  `json:"threads,omitempty"`
	Comments   []Comment `json:"comments,omitempty"`
	Asked      []string  `json:"asked,omitempty"`       // logins
	AskedTeams []string  `json:"asked_teams,omitempty"` // owner/slug
}

// A Review is one review of a pull request.
type Review struct {
	Author string    `json:"author"`
	State  string    `json:"state"` // APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED, PENDING
	At     time.Time `json:"at"`
	SHA    string    `json:"sha,omitempty"`
	Body   string    `json:"body,omitempty"`
}

// A Thread is a discussion of some lines.
type Thread struct {
	Resolved bool      `json:"resolved,omitempty"`
	Outdated bool      `json:"outdated,omitempty"`
	Comments []Comment `json:"comments"`
}

// A Comment is one comment on a pull request.
type Comment struct {
	Author string    `json:"author"`
	At     time.Time `json:"at"`
	Body   string    `json:"body"`
}

// A Deployment is one deployment of a commit.
type Deployment struct {
	ID       int64         `json:"id"`
	Repo     string        `json:"repo"`
	Env      string        `json:"env"`
	Ref      string        `json:"ref"`
	SHA      string        `json:"sha"`
	Creator  string        `json:"creator"`
	At       time.Time     `json:"at"`
	Statuses []DeployState `json:"statuses,omitempty"` // oldest first
}

// A DeployState is one state that a deployment was in, in the words of GraphQL: SUCCESS, FAILURE, ERROR, INACTIVE,
// IN_PROGRESS, QUEUED, PENDING, WAITING.
type DeployState struct {
	State   string    `json:"state"`
	At      time.Time `json:"at"`
	Creator string    `json:"creator,omitempty"`
	URL     string    `json:"url,omitempty"`
}

// A Run is one run of a workflow.
type Run struct {
	ID         int64     `json:"id"`
	Repo       string    `json:"repo"`
	Workflow   string    `json:"workflow"` // .github/workflows/deploy.yml
	Name       string    `json:"name"`
	Branch     string    `json:"branch,omitempty"`
	SHA        string    `json:"sha"`
	Actor      string    `json:"actor"`
	Triggering string    `json:"triggering,omitempty"` // who started this attempt; Actor where empty
	Status     string    `json:"status,omitempty"`     // completed where empty
	Conclusion string    `json:"conclusion,omitempty"`
	Attempt    int       `json:"attempt,omitempty"`
	Created    time.Time `json:"created"`
	Started    time.Time `json:"started,omitzero"`
	Updated    time.Time `json:"updated,omitzero"`
}

// Jira is what one Jira server knows.
type Jira struct {
	Fault Fault  `json:"fault,omitempty"`
	Kind  string `json:"kind,omitempty"`  // Cloud where empty, or Server
	Token string `json:"token,omitempty"` // the one that is accepted; "" accepts any
	Me    string `json:"me"`              // id of the user whose token it is
	Users []User `json:"users"`
	// Issues are all issues that the user may see.
	Issues []Issue `json:"issues,omitempty"`
	// Page is the most issues of one answer; 50 where 0.
	Page int `json:"page,omitempty"`
}

// A User is one user.
type User struct {
	ID    string `json:"id"` // accountId, or the name on a Server
	Name  string `json:"name"`
	Email string `json:"email,omitempty"`
	App   bool   `json:"app,omitempty"` // accountType app
}

// An Issue is one issue.
type Issue struct {
	Key         string          `json:"key"`
	Formerly    []string        `json:"formerly,omitempty"` // keys before it was moved
	Summary     string          `json:"summary"`
	Type        string          `json:"type,omitempty"` // Task where empty
	Status      string          `json:"status"`
	Category    string          `json:"category"` // new, indeterminate, done
	Resolution  string          `json:"resolution,omitempty"`
	Assignee    string          `json:"assignee,omitempty"` // ids of users
	Reporter    string          `json:"reporter,omitempty"`
	Watchers    []string        `json:"watchers,omitempty"`
	Created     time.Time       `json:"created,omitzero"`
	Updated     time.Time       `json:"updated,omitzero"`
	Sprint      *Sprint         `json:"sprint,omitempty"`
	Description json.RawMessage `json:"description,omitempty"` // a document of ADF, or a string of wiki markup
	Comments    []IssueComment  `json:"comments,omitempty"`    // oldest first
	History     []Move          `json:"history,omitempty"`     // oldest first
}

// A Sprint is one sprint.
type Sprint struct {
	ID    int       `json:"id"`
	Name  string    `json:"name"`
	State string    `json:"state,omitempty"` // active where empty
	Start time.Time `json:"start,omitzero"`
	End   time.Time `json:"end,omitzero"`
}

// An IssueComment is one comment on an issue.
type IssueComment struct {
	ID     string          `json:"id,omitempty"`
	Author string          `json:"author"`
	At     time.Time       `json:"at"`
	Body   json.RawMessage `json:"body"` // a document of ADF, or a string of wiki markup
}

// A Move is a change of an issue's status.
type Move struct {
	Author string    `json:"author"`
	At     time.Time `json:"at"`
	From   string    `json:"from"`
	To     string    `json:"to"`
}
