package loopback

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// serveAnonymous answers as Jira does to a token that it does not know: with what everybody may see, which is nothing.
// Who that is, it does not say.
func serveAnonymous(w http.ResponseWriter, r *http.Request, next http.Handler) {
	w.Header().Set("X-Seraph-LoginReason", "AUTHENTICATED_FAILED")
	if strings.HasSuffix(r.URL.Path, "/myself") {
		refusals[FaultUnauthorized].serve(w, r)
		return
	}
	a := capture(next, r)
	send(w, a, rewrite(a.body.Bytes(), func(object map[string]any) {
		for key, value := range object {
			if _, list := value.([]any); list {
				object[key] = []any{}
			}
		}
		if _, counts := object["total"]; counts {
			object["total"] = 0
		}
	}))
}

// loopToken is the page token that leads to where it came from.
const loopToken = "again"

// serveLoop makes every page say that the next one follows, and the next one is the same: in Link headers, page
// tokens, cursors and totals.
func serveLoop(w http.ResponseWriter, r *http.Request, a *answer) {
	body := a.body.Bytes()
	paged := bytes.HasPrefix(bytes.TrimSpace(body), []byte("["))
	body = rewrite(body, func(object map[string]any) {
		if _, ok := object["hasNextPage"]; ok {
			object["hasNextPage"], object["endCursor"] = true, loopToken
		}
		if _, ok := object["isLast"]; ok {
			object["isLast"], object["nextPageToken"] = false, loopToken
		}
		if _, ok := object["startAt"]; ok && object["total"] != nil {
			object["startAt"], object["total"] = 0, 1_000_000
		}
		if _, ok := object["total_count"]; ok {
			paged = true
		}
	})
	if paged {
		// The same page again, under a number that goes on rising as well as under one that stays.
		u := url.URL{Scheme: "http", Host: r.Host, Path: r.URL.Path, RawQuery: r.URL.RawQuery}
		a.header.Set("Link", "<"+u.String()+`>; rel="next"`)
	}
	send(w, a, body)
}

// rewrite calls change for every object of a JSON text, outer ones first. A text that is no JSON stays.
func rewrite(text []byte, change func(map[string]any)) []byte {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return text
	}
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			change(v)
			for _, inner := range v {
				visit(inner)
			}
		case []any:
			for _, inner := range v {
				visit(inner)
			}
		}
	}
	visit(value)
	out, err := json.Marshal(value)
	if err != nil {
		return text
	}
	return out
}
