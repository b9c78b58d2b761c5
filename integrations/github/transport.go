package github

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"time"

	"vaultgraph/integrations/door"
	"vaultgraph/vault/world"
)

const (
	// maxAnswer bounds one answer, in bytes.
	maxAnswer = 16 << 20
	// maxInFlight bounds the requests at one time. GitHub allows 100 and asks for few.
	maxInFlight = 4
)

// A transport goes through the door of one server, at most a few requests at a time. It reads answers whole, refuses
// what is no JSON, and answers from the store what has not changed. It follows no redirect to another server, since the
// door lets nothing out to one. Every error that it returns is a *world.Failure; an answer with an error's status is
// none.
type transport struct {
	door  *door.Door
	token Credential
	slots chan struct{}
	store *store // nil stores nothing
}

func newTransport(o Options, server *url.URL, token Credential) (*transport, error) {
	d, err := door.New(door.Options{
		Base: o.Transport, Origin: server, MaxBody: maxAnswer, Now: o.Now,
		Authorize: func(req *http.Request) {
			if token.token != "" {
				req.Header.Set("Authorization", "Bearer "+token.token)
			}
		},
	})
	if err != nil {
		return nil, &world.Failure{Kind: world.FailLocal, Message: err.Error(), Err: err}
	}
	return &transport{door: d, token: token, slots: make(chan struct{}, maxInFlight), store: newStore(o.CacheDir)}, nil
}

// RoundTrip sends one request.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	select {
	case t.slots <- struct{}{}:
		defer func() { <-t.slots }()
	case <-req.Context().Done():
		closeBody(req)
		return nil, t.door.Failure(req.Context().Err(), nil)
	}
	sent := req.Clone(req.Context())
	kept := t.store.conditional(sent, t.token)
	resp, err := t.door.RoundTrip(sent)
	if err != nil {
		return nil, t.door.Failure(err, nil)
	}
	body, err := readAnswer(resp)
	if err != nil {
		return nil, t.door.Failure(err, resp)
	}
	resp.Request = req
	if resp.StatusCode == http.StatusNotModified && kept != nil {
		kept.replay(resp)
		return resp, nil
	}
	if resp.StatusCode == http.StatusOK && !json.Valid(body) { // go-github takes an empty answer for an empty list
		return nil, t.door.Failure(io.ErrUnexpectedEOF, resp)
	}
	t.store.keep(sent, t.token, resp, body)
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return resp, nil
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// readAnswer reads the body of an answer whole, so that whatever breaks on the way is seen here.
func readAnswer(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// dateOf returns when an answer was made by the server's clock, zero where it does not say.
func dateOf(h http.Header) time.Time {
	at, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return at
}
