package jira

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// pageSize is how many issues a page is asked for, and maxPages how many pages are read of one search.
const (
	pageSize = 50
	maxPages = 10
)

// A question is one search.
type question struct {
	jql    string
	fields []string
	// pages is how many pages to read at most.
	pages int
	// lenient tells Data Center to pass over keys that nobody has, or that are not shown, instead of refusing the
	// question.
	lenient bool
}

// A result is what a search found.
type result struct {
	issues []issue // each once
	more   bool    // there are more than were read
	at     time.Time
}

// search returns the issues that q finds. Where the site turns
// out to be the other product, because its search is gone (410) or was never there (404), the other search is tried
// once.
func (s *Source) search(ctx context.Context, q question) (result, error) {
	kind, err := s.kind(ctx)
	if err != nil {
		return result{}, err
	}
	found, err := s.searchAs(ctx, kind, q)
	var f *world.Failure
	if !errors.As(err, &f) || f.Status != http.StatusGone && f.Status != http.StatusNotFound {
		return found, err
	}
	other := map[Kind]Kind{Cloud: Server, Server: Cloud}[kind]
	found, otherErr := s.searchAs(ctx, other, q)
	if otherErr != nil {
		return result{}, err // the first one tells more
	}
	s.learn(func(site *Site) { site.Kind = other })
	return found, nil
}

func (s *Source) searchAs(ctx context.Context, kind Kind, q question) (result, error) {
	pages := s.numberedPages(q)
	if kind == Cloud {
		pages = s.tokenPages(q)
	}
	found := result{more: true}
	have := map[string]bool{}
	for range q.pages {
		page, err := pages(ctx)
		if err != nil {
			return result{}, err
		}
		if found.at.IsZero() {
			found.at = page.at
		}
		for _, i := range page.Issues {
			if i.Key != "" && !have[i.Key] { // pages may overlap while issues change
				have[i.Key] = true
				found.issues = append(found.issues, i)
			}
		}
		if page.last {
			found.more = false
			break
		}
	}
	return found, nil
}

// A pager returns the next page each time.
type pager func(context.Context) (searchPage, error)

// tokenPages reads /search/jql of Cloud: each page names the next one by a token.
func (s *Source) tokenPages(q question) pager {
	token := ""
	seen := map[string]bool{}
	return func(ctx context.Context) (searchPage, error) {
		body := map[string]any{"jql": q.jql, "fields": q.fields, "expand": "changelog", "maxResults": pageSize}
		if token != "" {
			body["nextPageToken"] = token
		}
		page, err := s.page(ctx, "rest/api/2/search/jql", body)
		token = page.NextPageToken
		page.last = page.IsLast || token == ""
		if err == nil && !page.last && seen[token] {
			return page, circle()
		}
		seen[token] = true
		return page, err
	}
}

// numberedPages reads /search of Data Center. A page may be smaller than it was asked to be, which it tells, and may have
// fewer issues than places, where the index still has what is no longer there.
func (s *Source) numberedPages(q question) pager {
	at := 0
	return func(ctx context.Context) (searchPage, error) {
		body := map[string]any{"jql": q.jql, "fields": q.fields, "expand": []string{"changelog"}, "maxResults": pageSize, "startAt": at}
		if q.lenient {
			body["validateQuery"] = false
		}
		page, err := s.page(ctx, "rest/api/2/search", body)
		if err == nil && page.StartAt != at {
			return page, circle()
		}
		size := page.MaxResults
		if size <= 0 {
			size = len(page.Issues)
		}
		at += size
		page.last = size == 0 || at >= page.Total
		return page, err
	}
}

// page asks for one page and keeps when it was given.
func (s *Source) page(ctx context.Context, path string, body any) (page searchPage, err error) {
	resp, err := s.post(ctx, path, body, &page)
	if err == nil {
		page.at, _ = http.ParseTime(resp.Header.Get("Date")) // zero where there is none
	}
	return page, err
}

// circle is the failure of pages that lead to each other.
func circle() error {
	return &world.Failure{Kind: world.FailAnswer, Status: http.StatusOK, Message: "its pages lead in a circle"}
}

// keysJQL returns the query for tickets by their keys. The keys must be of the form that isKey accepts.
func keysJQL(keys []string) string { return "key in (" + strings.Join(keys, ", ") + ")" }
