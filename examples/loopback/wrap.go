package loopback

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// retryAfter is how long the faults with Retry-After ask to wait, and rateReset how far away the end of a used-up
// limit is.
const (
	retryAfter = 2 * time.Minute
	rateReset  = 30 * time.Minute
)

// slowByte is how long a slow server takes for one byte.
const slowByte = 200 * time.Millisecond

// Wrap returns next with the fault: every request fails in its way. An unknown fault answers 501, so that a misspelt
// one is seen. Times in headers count from the Date header that a handler around it has set, else from now.
func (f Fault) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refuse, ok := refusals[f]; ok {
			refuse.serve(w, r)
			return
		}
		switch f {
		case "":
			next.ServeHTTP(w, r)
		case FaultHTML:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, "<!DOCTYPE html>\n<html><head><title>Log in</title></head><body><form action=\"/login\"></form></body></html>\n")
		case FaultAnonymous:
			serveAnonymous(w, r, next)
		case FaultTruncated:
			a := capture(next, r)
			send(w, a, a.body.Bytes()[:a.body.Len()/2])
		case FaultReset:
			reset(w)
		case FaultHang:
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			w.WriteHeader(http.StatusOK)
			_, _ = io.Copy(io.Discard, r.Body) // only then the server notices a client that goes away
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		case FaultSlow:
			serveSlowly(w, r, capture(next, r))
		case FaultLoop:
			serveLoop(w, r, capture(next, r))
		default:
			http.Error(w, fmt.Sprintf(`{"message":%q}`, "the world asks for the unknown fault "+string(f)), http.StatusNotImplemented)
		}
	})
}

// A refusal is an answer that is an error.
type refusal struct {
	status  int
	message string
	header  func(h http.Header, now time.Time)
}

// refusals are the faults that are answers of their own, in the words of GitHub and Jira.
var refusals = map[Fault]refusal{
	FaultUnauthorized: {http.StatusUnauthorized, "Bad credentials", nil},
	FaultSSO: {
		http.StatusForbidden, "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.",
		func(h http.Header, _ time.Time) {
			h.Set("X-GitHub-SSO", "required; url=https://github.com/orgs/acme/sso?authorization_request=AZSCKL55")
		},
	},
	FaultCaptcha: {
		http.StatusForbidden, "Basic Authentication Failure - Reason : AUTHENTICATION_DENIED",
		func(h http.Header, _ time.Time) {
			h.Set("X-Seraph-LoginReason", "AUTHENTICATION_DENIED")
			h.Set("X-Authentication-Denied-Reason", "CAPTCHA_CHALLENGE; login-url=https://jira.example.com/login.jsp")
		},
	},
	FaultForbidRate: {
		http.StatusForbidden, "API rate limit exceeded for user ID 1.",
		func(h http.Header, now time.Time) {
			h.Set("X-RateLimit-Limit", "5000")
			h.Set("X-RateLimit-Remaining", "0")
			h.Set("X-RateLimit-Reset", strconv.FormatInt(now.Add(rateReset).Unix(), 10))
		},
	},
	FaultForbidRetry:  {http.StatusForbidden, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.", retryLater},
	FaultTooMany:      {http.StatusTooManyRequests, "Too many requests", nil},
	FaultTooManyRetry: {http.StatusTooManyRequests, "Too many requests", retryLater},
	FaultNotFound:     {http.StatusNotFound, "Not Found", nil},
	FaultGone:         {http.StatusGone, "The requested API has been removed.", nil},
	FaultServer:       {http.StatusInternalServerError, "Server Error", nil},
}

func retryLater(h http.Header, _ time.Time) {
	h.Set("Retry-After", strconv.Itoa(int(retryAfter/time.Second)))
}

func (f refusal) serve(w http.ResponseWriter, _ *http.Request) {
	now, err := http.ParseTime(w.Header().Get("Date"))
	if err != nil {
		now = time.Now()
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if f.header != nil {
		f.header(w.Header(), now)
	}
	w.WriteHeader(f.status)
	// Both interfaces' forms of an error in one: GitHub reads message, Jira errorMessages.
	_ = json.NewEncoder(w).Encode(map[string]any{
		"message": f.message, "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(f.status),
		"errorMessages": []string{f.message}, "errors": map[string]string{},
	})
}

// An answer is what a handler says, kept.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

// capture keeps what next answers.
func capture(next http.Handler, r *http.Request) *answer {
	a := &answer{header: http.Header{}, status: http.StatusOK}
	next.ServeHTTP(a, r)
	return a
}

// send answers with the status and the headers of answer, and with body.
func send(w http.ResponseWriter, a *answer, body []byte) {
	copyHeader(w.Header(), a.header)
	w.Header().Del("Content-Length")
	w.WriteHeader(a.status)
	_, _ = w.Write(body)
}

func copyHeader(to, from http.Header) {
	for key, values := range from {
		to[key] = values
	}
}

// reset ends the connection the hard way: what was sent is thrown away, and the client sees a reset.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // no connection of its own: abort the request
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// serveSlowly sends a byte now and then until the client goes away.
func serveSlowly(w http.ResponseWriter, r *http.Request, a *answer) {
	copyHeader(w.Header(), a.header)
	w.WriteHeader(a.status)
	tick := time.NewTicker(slowByte)
	defer tick.Stop()
	for _, b := range a.body.Bytes() {
		if _, err := w.Write([]byte{b}); err != nil {
			return
		}
		_ = http.NewResponseController(w).Flush()
		select {
		case <-tick.C:
		case <-r.Context().Done():
			return
		}
	}
}
