package github

import (
	"fmt"
	"strings"
)

// How many pull requests of each kind one request asks for, newest activity first. What is beyond is said.
const (
	maxMine    = 30
	maxReview  = 20
	maxSettled = 30
)

// briefQuery is the one request of a scan. Its variables are $mine, $review, $merged and $closed, and an owner $oN and
// a name $nN for each of repos repositories.
func briefQuery(without lack, repos int) string {
	var b strings.Builder
	b.WriteString("query Brief($mine: String!, $review: String!, $merged: String!, $closed: String!")
	for i := range repos {
		fmt.Fprintf(&b, ", $o%d: String!, $n%d: String!", i, i)
	}
	b.WriteString(") {\n  viewer { login name }\n")
	for _, search := range []struct {
		alias, fragment string
		first           int
	}{
		{"mine", "pull", maxMine}, {"review", "pull", maxReview}, {"merged", "state", maxSettled}, {"closed", "state", maxSettled},
	} {
		fmt.Fprintf(&b, "  %s: search(type: ISSUE, query: $%s, first: %d) { issueCount nodes { ...%s } }\n",
			search.alias, search.alias, search.first, search.fragment)
	}
	for i := range repos {
		fmt.Fprintf(&b, "  repo%d: repository(owner: $o%d, name: $n%d) { nameWithOwner }\n", i, i, i)
	}
	b.WriteString("}\n" + pullFragment(without) + stateFragment + commentFragments)
	return b.String()
}

// stateFragment is what tells the state of a pull request that is settled, or that a note speaks of.
const stateFragment = `
fragment state on PullRequest {
  number title url state isDraft reviewDecision
  repository { nameWithOwner }
  author { ...actor }
  headRefName headRefOid baseRefName
  createdAt updatedAt mergedAt closedAt
  mergeCommit { oid }
}
`

// commentFragments are those of people and of what they say.
const commentFragments = `
fragment actor on Actor { __typename login }
fragment said on Comment { id body createdAt author { ...actor } }
`

// The parts of pullFragment that an older Enterprise Server may lack, and that which a token may not be enough for.
var (
	withoutFields = strings.NewReplacer(
		"isInMergeQueue", "",
		"latestOpinionatedReviews(first: 20) { nodes { ...review } }", "",
		"isOutdated", "",
		"... on Bot { login }", "",
		"combinedSlug", "slug",
	)
	withoutTeams = strings.NewReplacer("... on Team { combinedSlug }", "")
)

// pullFragment is what tells whose turn it is on an open pull request.
func pullFragment(without lack) string {
	text := `
fragment pull on PullRequest {
  ...state
  mergeable isInMergeQueue
  reviewRequests(first: 20) { nodes { requestedReviewer { __typename ... on User { login } ... on Bot { login } ... on Team { combinedSlug } } } }
  reviews(last: 30) { nodes { ...review } }
  latestOpinionatedReviews(first: 20) { nodes { ...review } }
  reviewThreads(last: 40) { nodes { isResolved isOutdated comments(last: 1) { nodes { ...said url } } } }
  comments(last: 10) { nodes { ...said url } }
  commits(last: 1) { nodes { commit { oid committedDate statusCheckRollup { state } } } }
  timelineItems(last: 1, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT]) { nodes { ... on HeadRefForcePushedEvent { createdAt } } }
}
fragment review on PullRequestReview { state submittedAt body author { ...actor } commit { oid } }
`
	if without.teams {
		text = withoutTeams.Replace(text)
	}
	if without.fields {
		text = withoutFields.Replace(text)
	}
	return text
}

// lookupQuery asks for the states of pull requests: asked[i] are the numbers in the i-th repository.
func lookupQuery(asked [][]int) string {
	var b strings.Builder
	b.WriteString("query Lookup(")
	for i := range asked {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$o%d: String!, $n%d: String!", i, i)
	}
	b.WriteString(") {\n")
	for i, numbers := range asked {
		fmt.Fprintf(&b, "  repo%d: repository(owner: $o%d, name: $n%d) {\n    nameWithOwner\n", i, i, i)
		for _, n := range numbers {
			fmt.Fprintf(&b, "    pull%d: pullRequest(number: %d) { ...state }\n", n, n)
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n" + stateFragment + "fragment actor on Actor { __typename login }\n")
	return b.String()
}
