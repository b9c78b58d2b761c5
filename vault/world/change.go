package world

import "time"

// A ChangeState is the state of a change; "" is unknown.
type ChangeState string

// The states of a change.
const (
	Open   ChangeState = "open"
	Merged ChangeState = "merged"
	Closed ChangeState = "closed" // without having been merged
)

// A Decision is what the reviews of a change come to by the forge's rules; "" is unknown.
type Decision string

// The decisions. NotRequired means that the forge asks for no review.
const (
	Approved         Decision = "approved"
	ChangesRequested Decision = "changes"
	ReviewRequired   Decision = "required"
	NotRequired      Decision = "none"
)

// Checks is what the checks of a change's head come to; "" is unknown.
type Checks string

// The results of checks.
const (
	ChecksPass    Checks = "pass"
	ChecksFail    Checks = "fail"
	ChecksPending Checks = "pending"
	ChecksNone    Checks = "none" // there are none
)

// A Change is a pull request, merge request or the like.
type Change struct {
	Repo RepoID `json:"repo"`
	// Formerly are other names of the repository, such as those before it was renamed, under which it was asked for.
	Formerly []RepoID `json:"formerly,omitempty"`

	Number int         `json:"number"`
	Title  string      `json:"title,omitempty"`
	URL    string      `json:"url,omitempty"`
	Author Person      `json:"author,omitzero"`
	State  ChangeState `json:"state,omitempty"`
	Draft  bool        `json:"draft,omitempty"`
	Queued bool        `json:"queued,omitempty"` // waits in a merge queue
	// Conflicting is true where the forge said that it cannot be merged; false is no or unknown.
	Conflicting bool     `json:"conflicting,omitempty"`
	Decision    Decision `json:"decision,omitempty"`
	// Approvals counts the people whose last judgement is an approval, for forges that tell no decision.
	Approvals int    `json:"approvals,omitempty"`
	Checks    Checks `json:"checks,omitempty"`
	Head      string `json:"head,omitempty"` // branch
	HeadSHA   string `json:"head_sha,omitempty"`
	Base      string `json:"base,omitempty"`
	// MergeSHA is the commit that the merge made.
	MergeSHA string `json:"merge_sha,omitempty"`

	Created time.Time `json:"created,omitzero"`
	Updated time.Time `json:"updated,omitzero"`
	Merged  time.Time `json:"merged,omitzero"`
	Closed  time.Time `json:"closed,omitzero"`
	// Pushed is when the head was last changed: the later of the head's commit date and a forced push.
	Pushed time.Time `json:"pushed,omitzero"`
	// Reviews are those with a judgement or a text, oldest first.
	Reviews []Review `json:"reviews,omitempty"`
	// Threads are the discussions of single lines; Comments those of the whole, oldest first, at least the newest ten.
	Threads  []Thread  `json:"threads,omitempty"`
	Comments []Comment `json:"comments,omitempty"`
	// Asked and AskedTeams are those whose review is asked for now.
	Asked      []Person `json:"asked,omitempty"`
	AskedTeams []string `json:"asked_teams,omitempty"`
	// WaitsForMe is true where the forge counts it among those whose review is asked of me, or of a team of mine.
	WaitsForMe bool `json:"waits_for_me,omitempty"`
}

// Ref returns the reference to c.
func (c *Change) Ref() Ref {
	return Ref{Kind: RefChange, Key: itoa(c.Number), Repo: c.Repo, URL: c.URL}
}

// A Judgement is what a review says; "" is unknown.
type Judgement string

// The judgements.
const (
	JudgedApproved  Judgement = "approved"
	JudgedChanges   Judgement = "changes"
	JudgedDismissed Judgement = "dismissed"
	JudgedComment   Judgement = "comment"
)

// A Review is one review of a change.
type Review struct {
	Author    Person    `json:"author,omitzero"`
	Judgement Judgement `json:"judgement,omitempty"`
	At        time.Time `json:"at,omitzero"`
	SHA       string    `json:"sha,omitempty"` // of the head that was reviewed
	Text      string    `json:"text,omitempty"`
}

// A Thread is a discussion of some lines of a change.
type Thread struct {
	Resolved bool `json:"resolved,omitempty"`
	Outdated bool `json:"outdated,omitempty"` // the lines have changed since
	// Last is the last comment.
	Last Comment `json:"last,omitzero"`
}

// A Comment is what somebody said on a change or a ticket.
type Comment struct {
	ID     string    `json:"id,omitempty"`
	Author Person    `json:"author,omitzero"`
	At     time.Time `json:"at,omitzero"`
	// Text is plain: code blocks are fenced by ``` lines, quoted lines start with "> ", mentions read @name.
	Text string `json:"text,omitempty"`
	// Mentions are the people that the comment names by the source's own means.
	Mentions []Person `json:"mentions,omitempty"`
	URL      string   `json:"url,omitempty"`
}
