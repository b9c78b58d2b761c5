package github

import (
	"context"
	"strings"
	"time"

	gh "github.com/google/go-github/v62/github"
)

// An Identity is what a server makes of a credential.
type Identity struct {
	Login string
	Name  string
	// From is where the token comes from; "" where there is none, and Login and Scopes are empty then.
	From string
	// Scopes are those of a classic token. A fine-grained one has none, although it may do things.
	Scopes []string
	// Limit and Remaining are the requests of an hour and what is left of them; Reset is when they are all there again.
	Limit, Remaining int
	Reset            time.Time
	// Skew is how far the clock of this machine is ahead of the server's, to about a second.
	Skew time.Duration
}

// Check asks the server who this person is. An error is a *world.Failure.
func (s *Source) Check(ctx context.Context) (Identity, error) {
	c, err := s.connect(ctx)
	if err != nil {
		return Identity{}, err
	}
	id := Identity{From: c.credential.From()}
	var resp *gh.Response
	if c.credential.token == "" {
		_, resp, err = c.rest.RateLimit.Get(ctx)
	} else {
		var user *gh.User
		user, resp, err = c.rest.Users.Get(ctx, "")
		id.Login, id.Name = user.GetLogin(), user.GetName()
	}
	if err != nil {
		return Identity{}, c.restFailure(err)
	}
	if c.credential.token != "" && id.Login == "" {
		return Identity{}, answerFailure(resp.StatusCode, "the answer does not say whose token it is")
	}
	for scope := range strings.SplitSeq(resp.Header.Get("X-OAuth-Scopes"), ",") {
		if scope = strings.TrimSpace(scope); scope != "" {
			id.Scopes = append(id.Scopes, scope)
		}
	}
	id.Limit, id.Remaining, id.Reset = resp.Rate.Limit, resp.Rate.Remaining, resp.Rate.Reset.Time
	if at := dateOf(resp.Header); !at.IsZero() {
		id.Skew = s.now().Sub(at).Round(time.Second)
	}
	return id, nil
}
