package github

import (
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// The types below are the answers to the queries of query.go. A pointer is nil, and a list null, where GitHub had
// nothing or refused; which of the two, the errors of the answer tell.

type actor struct {
	Type  string `json:"__typename"`
	Login string `json:"login"`
}

// person returns who a is. A program has the ending [bot] in REST and in commits, so it gets it here too.
func (a *actor) person() world.Person {
	if a == nil {
		return world.Person{} // the account is gone
	}
	if a.Type == "Bot" && !strings.HasSuffix(a.Login, botEnding) {
		return world.Person{Login: a.Login + botEnding, Bot: true}
	}
	return world.Person{Login: a.Login, Bot: strings.HasSuffix(a.Login, botEnding)}
}

const botEnding = "[bot]"

type nodes[T any] struct {
	Nodes []T `json:"nodes"`
}

type pullNode struct {
	Number         int       `json:"number"`
	Title          string    `json:"title"`
	URL            string    `json:"url"`
	State          string    `json:"state"`
	IsDraft        bool      `json:"isDraft"`
	ReviewDecision string    `json:"reviewDecision"`
	Repository     *repoName `json:"repository"`
	Author         *actor    `json:"author"`
	HeadRefName    string    `json:"headRefName"`
	HeadRefOid     string    `json:"headRefOid"`
	BaseRefName    string    `json:"baseRefName"`
	CreatedAt      time.Time `json:"createdAt"`
	UpdatedAt      time.Time `json:"updatedAt"`
	MergedAt       time.Time `json:"mergedAt"`
	ClosedAt       time.Time `json:"closedAt"`
	MergeCommit    *oid      `json:"mergeCommit"`

	Mergeable      string `json:"mergeable"`
	IsInMergeQueue bool   `json:"isInMergeQueue"`
	ReviewRequests nodes[*struct {
		Reviewer *struct {
			actor
			Slug         string `json:"slug"`
			CombinedSlug string `json:"combinedSlug"`
		} `json:"requestedReviewer"`
	}] `json:"reviewRequests"`
	Reviews       nodes[*reviewNode] `json:"reviews"`
	LatestReviews nodes[*reviewNode] `json:"latestOpinionatedReviews"`
	ReviewThreads nodes[*struct {
		IsResolved bool                `json:"isResolved"`
		IsOutdated bool                `json:"isOutdated"`
		Comments   nodes[*commentNode] `json:"comments"`
	}] `json:"reviewThreads"`
	Comments nodes[*commentNode] `json:"comments"`
	Commits  nodes[*struct {
		Commit struct {
			oid
			CommittedDate     time.Time `json:"committedDate"`
			StatusCheckRollup *struct {
				State string `json:"state"`
			} `json:"statusCheckRollup"`
		} `json:"commit"`
	}] `json:"commits"`
	TimelineItems nodes[*struct {
		CreatedAt time.Time `json:"createdAt"`
	}] `json:"timelineItems"`
}

type repoName struct {
	NameWithOwner string `json:"nameWithOwner"`
}

type oid struct {
	Oid string `json:"oid"`
}

type reviewNode struct {
	State       string    `json:"state"`
	SubmittedAt time.Time `json:"submittedAt"`
	Body        string    `json:"body"`
	Author      *actor    `json:"author"`
	Commit      *oid      `json:"commit"`
}

type commentNode struct {
	ID        string    `json:"id"`
	Body      string    `json:"body"`
	URL       string    `json:"url"`
	CreatedAt time.Time `json:"createdAt"`
	Author    *actor    `json:"author"`
}
