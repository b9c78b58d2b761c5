package door

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vaultgraph/vault/world"
)

// Failure says why a request gave no answer: err is what the client returned, resp the answer, where one began. One of
// them may be nil. An err that holds a *world.Failure already is returned as that. The messages are this package's own
// words: they hold no text of the answer and nothing of the request.
func (d *Door) Failure(err error, resp *http.Response) *world.Failure {
	var known *world.Failure
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, ErrOrigin):
		return &world.Failure{Kind: world.FailAnswer, Err: err, Message: "sends elsewhere, where its credential must not go: check the url in the config"}
	case late(err):
		return &world.Failure{Kind: world.FailLate, Err: err, Message: "no answer in time"}
	case resp == nil:
		return &world.Failure{Kind: world.FailNetwork, Err: err, Message: networkMessage(err)}
	case resp.StatusCode >= 300:
		return d.statusFailure(err, resp)
	}
	f := &world.Failure{Kind: world.FailAnswer, Status: resp.StatusCode, Err: err, Message: "gave an answer that cannot be read"}
	var syntax *json.SyntaxError
	var netErr net.Error
	switch {
	case errors.Is(err, ErrTooLarge):
		f.Message = "gave an answer that is too large"
	case strings.Contains(resp.Header.Get("Content-Type"), "html"):
		f.Message = "gave a web page instead of data: a login page or a proxy; check the url and the token"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		f.Message = "broke off in the middle of its answer"
	case errors.As(err, &syntax):
		f.Message = "gave an answer that is not JSON"
	case errors.As(err, &netErr):
		f.Kind, f.Message = world.FailNetwork, "the connection broke in the middle of its answer"
	}
	return f
}

// statusFailure reads the status of an answer that is an error.
func (d *Door) statusFailure(err error, resp *http.Response) *world.Failure {
	f := &world.Failure{Status: resp.StatusCode, Err: err, Retry: Retry(resp, d.clock(resp))}
	limited := !f.Retry.IsZero() || resp.Header.Get("X-Ratelimit-Remaining") == "0"
	code := strconv.Itoa(resp.StatusCode)
	switch s := resp.StatusCode; {
	case s == http.StatusUnauthorized:
		f.Kind, f.Message = world.FailCredentials, "refuses the token (401): it is wrong or has expired"
	case s == http.StatusTooManyRequests, s == http.StatusForbidden && limited:
		f.Kind, f.Message = world.FailRate, "too many requests ("+code+")"
	case s == http.StatusForbidden:
		f.Kind, f.Message = world.FailForbidden, "the token does not suffice (403)"
	case s == http.StatusNotFound:
		f.Kind, f.Message = world.FailNotFound, "does not know what was asked for (404), or does not show it"
	case s == http.StatusGone:
		f.Kind, f.Message = world.FailGone, "no longer answers this kind of question (410)"
	case s == http.StatusProxyAuthRequired:
		f.Kind, f.Message = world.FailNetwork, "a proxy on the way wants credentials (407)"
	case s >= 500:
		f.Kind, f.Message = world.FailServer, "an error of the server's own ("+code+")"
	default:
		f.Kind, f.Message = world.FailAnswer, "does not accept the question ("+code+")"
	}
	return f
}

func (d *Door) clock(resp *http.Response) time.Time {
	if d.now != nil {
		return d.now()
	}
	at, _ := http.ParseTime(resp.Header.Get("Date")) // zero where there is none
	return at
}

// Retry returns when resp says to ask again: by Retry-After (RFC 9110, 10.2.3), or, where a rate limit has nothing
// left, by X-RateLimit-Reset (seconds of the epoch at GitHub, ISO 8601 at Atlassian) or X-RateLimit-Interval-Seconds
// (Jira Data Center). Zero where it does not say.
func Retry(resp *http.Response, now time.Time) time.Time {
	if s := resp.Header.Get("Retry-After"); s != "" {
		if seconds, err := strconv.Atoi(s); err == nil && seconds >= 0 {
			return now.Add(time.Duration(seconds) * time.Second)
		}
		if at, err := http.ParseTime(s); err == nil {
			return at
		}
	}
	if resp.Header.Get("X-Ratelimit-Remaining") != "0" {
		return time.Time{}
	}
	reset := resp.Header.Get("X-Ratelimit-Reset")
	if seconds, err := strconv.ParseInt(reset, 10, 64); err == nil && seconds > 0 {
		return time.Unix(seconds, 0)
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if at, err := time.Parse(layout, reset); err == nil {
			return at
		}
	}
	if seconds, err := strconv.Atoi(resp.Header.Get("X-Ratelimit-Interval-Seconds")); err == nil && seconds > 0 {
		return now.Add(time.Duration(seconds) * time.Second)
	}
	return time.Time{}
}

// late reports whether err is that of a deadline, of a context's end, or of a time limit of the connection.
func late(err error) bool {
	var netErr net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.As(err, &netErr) && netErr.Timeout()
}

func networkMessage(err error) string {
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var op *net.OpError
	switch {
	case errors.As(err, &dns):
		return "its name cannot be looked up: no network, or a mistake in the url"
	case errors.As(err, &cert):
		return "its certificate is not trusted by this machine"
	case errors.As(err, &op) && op.Op == "dial":
		return "no connection"
	}
	return "the connection broke before it answered"
}
