package jira

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"vaultgraph/vault/world"
)

// lookupSize is how many keys one question names: Cloud's /issue/bulkfetch takes no more.
const lookupSize = 100

// maxSingles is how many keys are asked for one by one where a list of them gave no answer for these.
const maxSingles = 40

// lookupFields are the fields that are asked for of single tickets.
var lookupFields = append([]string{"description"}, scanFields...)

// Lookup returns the tickets that refs name, as Scan does and with their descriptions, in no promised order. One that
// is not in the answer is unknown: Jira does not tell a deleted ticket from one that is not shown. One that was moved
// has its new key, and the asked one in Formerly. Where a ticket's comments cannot be had, the ticket comes without
// them and the answer is Partial. References to what is not this site's are passed over: those of other kinds, with an
// address elsewhere or with a prefix that is not among Options.Projects, and what is not of the form of a key.
func (s *Source) Lookup(ctx context.Context, refs []world.Ref) (world.Part, error) {
	keys := s.keysOf(refs)
	part := world.Part{AsOf: s.now()}
	if len(keys) == 0 {
		return part, nil
	}
	me, _, err := s.me(ctx)
	if err != nil {
		return world.Part{}, err
	}
	part.Me = identities(me)
	sprint, err := s.sprintField(ctx)
	if err != nil {
		return world.Part{}, err
	}
	issues, complete, err := s.named(ctx, keys, slices.Concat(lookupFields, some(sprint)))
	if err != nil {
		return world.Part{}, err
	}
	part.Partial = !complete
	missed, err := s.complete(ctx, issues)
	if err != nil {
		// What the tickets are is known: that the talk on them is not does not take it back.
		part.Partial = true
		part.Warnings = append(part.Warnings, "the comments of some tickets could not be read")
		for _, i := range issues {
			if i.total > len(i.comments) {
				i.comments = nil
			}
		}
	}
	warnOfMissed(&part, missed)
	part.Tickets = s.tickets(issues, sprint, me)
	s.learnProjects(part.Tickets)
	return part, nil
}

// keysOf returns the keys of this site's tickets among refs, each once, in upper case.
func (s *Source) keysOf(refs []world.Ref) []string {
	var keys []string
	for _, r := range refs {
		key := strings.ToUpper(r.Key)
		project, _, _ := strings.Cut(key, "-")
		switch {
		case r.Kind != world.RefTicket, !world.IsTicketKey(key), slices.Contains(keys, key):
		case r.URL != "" && !strings.HasPrefix(r.URL, s.site.String()+"/"):
		case len(s.projects) > 0 && !slices.Contains(s.projects, project):
		default:
			keys = append(keys, key)
		}
	}
	return keys
}

// named returns the issues with the keys, and whether every key was asked for.
func (s *Source) named(ctx context.Context, keys, fields []string) (all []*fullIssue, complete bool, err error) {
	kind, err := s.kind(ctx)
	if err != nil {
		return nil, false, err
	}
	have := map[string]*fullIssue{}
	for chunk := range slices.Chunk(keys, lookupSize) {
		found, err := s.chunk(ctx, kind, chunk, fields)
		if err != nil {
			return nil, false, err
		}
		for _, i := range merged(found) {
			have[i.Key] = i
			all = append(all, i)
		}
	}
	missing := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return have[key] != nil })
	asked := missing[:min(len(missing), maxSingles)]
	singles, err := s.singles(ctx, asked, fields)
	if err != nil {
		return nil, false, err
	}
	for n, i := range singles {
		if i.Key == "" {
			continue
		}
		full := have[i.Key]
		if full == nil {
			full = newFullIssue(i)
			have[i.Key] = full
			all = append(all, full)
		}
		if i.Key != asked[n] {
			full.formerly = append(full.formerly, asked[n])
		}
	}
	return all, len(asked) == len(missing), nil
}

// singles asks for the keys one by one. An issue without a key is one that is not there, or not shown.
func (s *Source) singles(ctx context.Context, keys, fields []string) ([]issue, error) {
	found := make([]issue, len(keys))
	var tasks []func(context.Context) error
	for n, key := range keys {
		tasks = append(tasks, func(ctx context.Context) error { return s.single(ctx, key, fields, &found[n]) })
	}
	return found, together(ctx, inFlight, tasks)
}

// chunk asks for a list of keys at once. Which of them are missing, and which issue of the answer is one that was
// moved, it does not tell. A refusal of the list (400), as for a key that nobody has, is an empty answer.
func (s *Source) chunk(ctx context.Context, kind Kind, keys, fields []string) ([]issue, error) {
	var found []issue
	var err error
	if kind == Cloud {
		var page searchPage
		_, err = s.post(ctx, "rest/api/2/issue/bulkfetch", map[string]any{
			"issueIdsOrKeys": keys, "fields": fields, "expand": []string{"changelog"},
		}, &page)
		found = page.Issues
	} else {
		var r result
		r, err = s.search(ctx, question{jql: keysJQL(keys), fields: fields, pages: maxPages, lenient: true})
		found = r.issues
	}
	var f *world.Failure
	if errors.As(err, &f) && f.Status == http.StatusBadRequest {
		return nil, nil
	}
	return found, err
}

// single asks for one key. A ticket that is not there, or not shown, leaves into as it is.
func (s *Source) single(ctx context.Context, key string, fields []string, into *issue) error {
	query := url.Values{"fields": {strings.Join(fields, ",")}, "expand": {"changelog"}}
	_, err := s.get(ctx, "rest/api/2/issue/"+url.PathEscape(key)+"?"+query.Encode(), into)
	if ofOneTicket(err) {
		*into = issue{}
		return nil
	}
	return err
}
