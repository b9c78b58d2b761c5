package github

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	gh "github.com/google/go-github/v62/github"

	"vaultgraph/vault/world"
)

func localFailure(message string) *world.Failure {
	return &world.Failure{Kind: world.FailLocal, Message: message}
}

// answerFailure is that of an answer that is none.
func answerFailure(status int, message string) *world.Failure {
	return &world.Failure{Kind: world.FailAnswer, Status: status, Message: message}
}

// errSignOn says that an organisation wants single sign-on, which a token must be authorized for.
var errSignOn = errors.New("single sign-on is wanted")

// secondWait is how long to wait at least after a secondary limit that names no time, by GitHub's documentation.
const secondWait = time.Minute

// statusFailure reads an answer that is an error. What only GitHub means stands in its headers, and for a secondary
// limit without any in its text; the rest is what any server means.
func (c *connection) statusFailure(resp *http.Response) *world.Failure {
	f := c.door.Failure(nil, resp)
	if f.Kind != world.FailForbidden {
		return f
	}
	body, _ := io.ReadAll(resp.Body) // in memory: the transport has read it
	switch {
	case resp.Header.Get("X-GitHub-SSO") != "":
		f.Message, f.Err = "wants single sign-on (403): authorize the token for the organisation", errSignOn
	case bytes.Contains(body, []byte("secondary rate limit")):
		f.Kind, f.Message, f.Retry = world.FailRate, rateMessage, c.now().Add(secondWait)
	}
	return f
}

// restFailure reads an error of a go-github call.
func (c *connection) restFailure(err error) *world.Failure {
	var (
		refused   *gh.ErrorResponse
		twoFactor *gh.TwoFactorAuthError
		limited   *gh.RateLimitError
		secondary *gh.AbuseRateLimitError
	)
	switch {
	case errors.As(err, &limited): // also where go-github has not asked again, since the limit is known
		return &world.Failure{Kind: world.FailRate, Status: http.StatusForbidden, Retry: limited.Rate.Reset.Time, Message: rateMessage}
	case errors.As(err, &secondary) && secondary.Response != nil:
		return c.statusFailure(secondary.Response)
	case errors.As(err, &twoFactor) && twoFactor.Response != nil:
		return c.statusFailure(twoFactor.Response)
	case errors.As(err, &refused) && refused.Response != nil:
		return c.statusFailure(refused.Response)
	}
	var shape *json.UnmarshalTypeError
	if errors.As(err, &shape) {
		return answerFailure(http.StatusOK, "gave an answer that is not GitHub's")
	}
	return c.door.Failure(err, nil)
}

const rateMessage = "too many requests for now"

func isNotFound(err error) bool {
	var f *world.Failure
	return errors.As(err, &f) && f.Kind == world.FailNotFound
}
