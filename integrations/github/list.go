package github

import (
	"context"
	"net/http"
	"strings"

	"vaultgraph/vault/lazyregexp"
)

const (
	// perPage is the largest page that GitHub gives.
	perPage = 100
	// maxPages bounds the pages of one list.
	maxPages = 10
)

// nextLink finds the address of the next page in a Link header (RFC 8288).
var nextLink = lazyregexp.New(`<([^>]*)>\s*;\s*rel="next"`)

// list reads the pages of a list, at most limit; cut tells that there are more. It follows the links that GitHub
// gives: those of a renamed repository are other addresses than that of the first page. An error is a *world.Failure.
func list[T any](ctx context.Context, c *connection, address string, limit int) (pages []T, cut bool, err error) {
	seen := map[string]bool{}
	for len(pages) < limit {
		req, err := c.rest.NewRequest(http.MethodGet, address, nil)
		if err != nil {
			return nil, false, answerFailure(http.StatusOK, "gave a list whose next page has no address")
		}
		if seen[req.URL.String()] {
			return nil, false, answerFailure(http.StatusOK, "gave a list whose pages lead in a circle")
		}
		seen[req.URL.String()] = true
		var page T
		resp, err := c.rest.Do(ctx, req, &page)
		if err != nil {
			return nil, false, c.restFailure(err)
		}
		pages = append(pages, page)
		m := nextLink().FindStringSubmatch(strings.Join(resp.Header.Values("Link"), ", "))
		if m == nil {
			return pages, false, nil
		}
		address = m[1]
	}
	return pages, true, nil
}
