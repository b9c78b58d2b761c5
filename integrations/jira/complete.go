package jira

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"vaultgraph/vault/world"
)

const (
	newestComments = 20  // how many comments of a ticket are wanted at least
	newestChanges  = 100 // how many changes are looked through for moves where the answer of a search has not all
	inFlight       = 4   // how many single questions are put at once
)

// A fullIssue is an issue with those of its comments and changes that the search left out.
type fullIssue struct {
	issue

	comments []comment
	total    int // of comments
	changes  []history
	capped   bool // there are more changes than these
	formerly []string
}

func newFullIssue(i issue) *fullIssue {
	full := &fullIssue{issue: i}
	var page commentPage
	i.value("comment", &page)
	full.comments, full.total = page.Comments, page.Total
	if i.Changelog != nil {
		full.changes = i.Changelog.Histories
		full.capped = i.Changelog.Total > len(full.changes)
	}
	return full
}

// complete asks for the comments and changes that a search does not give: Cloud gives twenty of each, and not
// necessarily the newest. It returns how many issues refused that; they are left without any, for old comments taken
// for the newest would be worse than none.
func (s *Source) complete(ctx context.Context, issues []*fullIssue) (missed int, err error) {
	kind, err := s.kind(ctx)
	if err != nil {
		return 0, err
	}
	refused := make([]bool, len(issues))
	var tasks []func(context.Context) error
	for n, i := range issues {
		if i.total > len(i.comments) {
			tasks = append(tasks, func(ctx context.Context) error { return s.fetchComments(ctx, kind, i, &refused[n]) })
		}
		if i.capped {
			tasks = append(tasks, func(ctx context.Context) error { return s.fetchChanges(ctx, i) })
		}
	}
	if err := together(ctx, inFlight, tasks); err != nil {
		return 0, err
	}
	for _, r := range refused {
		if r {
			missed++
		}
	}
	return missed, nil
}

// fetchComments gets the newest comments of i. Cloud sorts them on demand; Data Center has them oldest first, so that
// the newest are on the last page.
func (s *Source) fetchComments(ctx context.Context, kind Kind, i *fullIssue, refused *bool) error {
	path := fmt.Sprintf("rest/api/2/issue/%s/comment?maxResults=%d", url.PathEscape(i.Key), newestComments)
	if kind == Cloud {
		path += "&orderBy=-created"
	} else {
		path += fmt.Sprintf("&startAt=%d", max(0, i.total-newestComments))
	}
	var page commentPage
	_, err := s.get(ctx, path, &page)
	if ofOneTicket(err) {
		i.comments, *refused = nil, true
		return nil
	}
	i.comments, *refused = page.Comments, len(page.Comments) == 0 && page.Total > 0
	return err
}

// fetchChanges gets the newest changes of i, which are the last ones. Where that is refused, what the search gave is
// true, if not all.
func (s *Source) fetchChanges(ctx context.Context, i *fullIssue) error {
	var page changelogPage
	start := max(0, i.Changelog.Total-newestChanges)
	_, err := s.get(ctx, fmt.Sprintf("rest/api/2/issue/%s/changelog?startAt=%d&maxResults=%d", url.PathEscape(i.Key), start, newestChanges), &page)
	if ofOneTicket(err) {
		return nil
	}
	if len(page.Values) > 0 {
		i.changes = page.Values
	}
	return err
}

// ofOneTicket reports whether err is the refusal of a question about one ticket, which says nothing of others.
func ofOneTicket(err error) bool {
	var f *world.Failure
	return errors.As(err, &f) && (f.Kind == world.FailNotFound || f.Kind == world.FailForbidden)
}
