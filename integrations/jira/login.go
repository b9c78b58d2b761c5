package jira

import (
	"net/http"

	"vaultgraph/vault/world"
)

// loginFailure reads what an answer says of the login: its status, and the header X-Seraph-LoginReason, by which Jira
// tells that it took a request with a wrong credential for that of a stranger, although it answered 200. It returns
// nil where the login is not what failed.
func (s *Source) loginFailure(resp *http.Response, err error) *world.Failure {
	f := &world.Failure{Kind: world.FailCredentials, Status: resp.StatusCode, Err: err}
	for _, reason := range resp.Header.Values("X-Seraph-LoginReason") {
		switch reason {
		case "AUTHENTICATION_DENIED":
			f.Kind, f.Message = world.FailForbidden, "too many failed logins: log in with a browser once, then try again"
			s.mu.Lock()
			s.stopped = f
			s.mu.Unlock()
			return f
		case "AUTHENTICATED_FAILED":
			f.Message = "does not accept the token and answers as to a stranger: is it expired, is the email right?"
			return f
		}
	}
	switch {
	case resp.StatusCode != http.StatusUnauthorized:
		return nil
	case s.basic && s.api.Host == s.site.Host:
		f.Message = "refuses the token (401): expired, or scoped, which needs api_url; Data Center's needs no email"
	case s.basic:
		f.Message = "refuses the token (401): expired, of another account than the email, or without the scope"
	default:
		f.Message = "refuses the token (401): expired; a token of Jira Cloud needs the email in the config"
	}
	return f
}
