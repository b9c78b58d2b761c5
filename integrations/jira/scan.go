package jira

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"vaultgraph/vault/world"
)

// The questions of a Scan. Cloud refuses a query without bounds. The times are relative, because Jira reads others in
// the zone of the user's profile.
const (
	sprintJQL = "assignee = currentUser() AND sprint in openSprints() ORDER BY updated DESC"
	replyJQL  = "(assignee = currentUser() OR reporter = currentUser() OR watcher = currentUser()) AND updated >= -14d ORDER BY updated DESC"
)

// replyPages is how many pages of tickets are read on which somebody may wait for an answer: the newest ones.
const replyPages = 4

// scanFields are the fields that are asked for beside the one of sprints: Cloud sends none that is not named.
var scanFields = []string{"summary", "status", "issuetype", "resolution", "assignee", "reporter", "created", "updated", "comment"}

// Scan returns this person's tickets of the open sprints, whatever their age, and the tickets of the last 14 days that
// they are assigned to, reported or watch. All come with their newest comments and with their moves; on Cloud with
// those of the newest hundred changes. The query is not looked at: what is owed may be older than its time, and who
// this person is, Jira knows better.
func (s *Source) Scan(ctx context.Context, _ world.Query) (world.Part, error) {
	me, fresh, err := s.me(ctx)
	if err != nil {
		return world.Part{}, err
	}
	if _, err := s.kind(ctx); err != nil {
		return world.Part{}, err
	}
	sprint, err := s.sprintField(ctx)
	if err != nil {
		return world.Part{}, err
	}
	part := world.Part{AsOf: s.now(), Me: identities(me)}
	issues, err := s.candidates(ctx, sprint, &part)
	if err != nil {
		return world.Part{}, err
	}
	if len(issues) == 0 && !fresh {
		// Nothing at all is also what a stranger gets: make sure that it is still me who asks.
		if _, err := s.myself(ctx); err != nil {
			return world.Part{}, err
		}
	}
	missed, err := s.complete(ctx, issues)
	if err != nil {
		return world.Part{}, err
	}
	warnOfMissed(&part, missed)
	part.Tickets = s.tickets(issues, sprint, me)
	s.learnProjects(part.Tickets)
	return part, nil
}

// candidates asks both questions of a Scan and returns the issues that either finds, each once.
func (s *Source) candidates(ctx context.Context, sprint string, part *world.Part) ([]*fullIssue, error) {
	fields := slices.Concat(scanFields, some(sprint))
	var inSprint, recent result
	tasks := []func(context.Context) error{func(ctx context.Context) (err error) {
		recent, err = s.search(ctx, question{jql: replyJQL, fields: fields, pages: replyPages})
		return err
	}}
	if sprint != "" {
		tasks = append(tasks, func(ctx context.Context) (err error) {
			inSprint, err = s.search(ctx, question{jql: sprintJQL, fields: fields, pages: maxPages})
			var f *world.Failure
			if errors.As(err, &f) && f.Status == http.StatusBadRequest {
				part.Partial, err = true, nil
				part.Warnings = append(part.Warnings, "it does not answer which sprints are open; tickets of the last 14 days only")
			}
			return err
		})
	}
	if err := together(ctx, len(tasks), tasks); err != nil {
		return nil, err
	}
	if !recent.at.IsZero() {
		part.AsOf = recent.at
	}
	part.Partial = part.Partial || inSprint.more || recent.more
	return merged(inSprint.issues, recent.issues), nil
}

// merged returns the issues of both lists in order, each once.
func merged(lists ...[]issue) []*fullIssue {
	var all []*fullIssue
	have := map[string]bool{}
	for _, list := range lists {
		for _, i := range list {
			if !have[i.Key] {
				have[i.Key] = true
				all = append(all, newFullIssue(i))
			}
		}
	}
	return all
}

func identities(me world.Person) world.Me {
	return world.Me{IDs: some(me.ID), Emails: some(me.Email), Names: some(me.Name)}
}

func warnOfMissed(part *world.Part, missed int) {
	if missed > 0 {
		part.Partial = true
		part.Warnings = append(part.Warnings, fmt.Sprintf("the comments of %d tickets could not be read", missed))
	}
}

// some returns s in a list, or no list for "".
func some(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
