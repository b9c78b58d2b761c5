// Package door is the way to one HTTP server that a credential belongs to. A Door adds the credential to requests to
// its own scheme, host and port, and lets no request out to anywhere else, so that no redirect can carry it away. It
// bounds what it reads, and it names the reason of a failure by what every HTTP server means by its answers.
//
// What a system means beyond that (a header of its own, a field of an answer's JSON) is left to the package of the
// system, and so are caching, paging and the credential itself.
package door

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// DefaultMaxBody is the size, in bytes, of the largest answer that is read where Options say nothing.
const DefaultMaxBody = 32 << 20

// The errors of a Door, beside those of its Base.
var (
	// ErrOrigin tells that a request was for another scheme, host or port, as after a redirect. It was not sent.
	ErrOrigin = errors.New("the request is for another server than the credential")
	// ErrTooLarge tells that an answer was larger than Options.MaxBody.
	ErrTooLarge = errors.New("the answer is too large")
)

// Options say where a Door leads.
type Options struct {
	// Base sends the requests; nil is http.DefaultTransport.
	Base http.RoundTripper
	// Origin is any URL of the server: its scheme, host and port count. Plain http is for loopback addresses only.
	Origin *url.URL
	// Authorize adds the credential to a request that is about to be sent; nil for none.
	Authorize func(*http.Request)
	// MaxBody is the size in bytes of the largest answer that is read, after decompression; 0 is DefaultMaxBody.
	MaxBody int64
	// Now is the clock that waiting times are counted from; nil is the Date of the answer that names them.
	Now func() time.Time
}

// A Door is an http.RoundTripper to one server. It may be used by several goroutines at once.
type Door struct {
	base      http.RoundTripper
	origin    string
	authorize func(*http.Request)
	maxBody   int64
	now       func() time.Time
}

// New returns a Door. It fails where the origin cannot be trusted with a credential: a URL without host, with a user
// or password in it, or of plain http beyond loopback.
func New(o Options) (*Door, error) {
	if err := checkOrigin(o.Origin); err != nil {
		return nil, err
	}
	d := &Door{base: o.Base, origin: originOf(o.Origin), authorize: o.Authorize, maxBody: o.MaxBody, now: o.Now}
	if d.base == nil {
		d.base = http.DefaultTransport
	}
	if d.maxBody == 0 {
		d.maxBody = DefaultMaxBody
	}
	return d, nil
}

// Client returns a client without cookies that goes through d.
func (d *Door) Client() *http.Client { return &http.Client{Transport: d} }

// RoundTrip sends a request for the door's own server with the credential, and refuses any other with ErrOrigin.
// The request itself stays without the credential, so that a client that follows a redirect has none to copy.
func (d *Door) RoundTrip(req *http.Request) (*http.Response, error) {
	if originOf(req.URL) != d.origin {
		if req.Body != nil {
			_ = req.Body.Close() // a RoundTripper closes it in any case
		}
		return nil, ErrOrigin
	}
	if d.authorize != nil {
		req = req.Clone(req.Context())
		d.authorize(req)
	}
	resp, err := d.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Body = &boundedBody{ReadCloser: resp.Body, left: d.maxBody}
	return resp, nil
}

func checkOrigin(u *url.URL) error {
	switch {
	case u == nil || u.Host == "" || u.Hostname() == "":
		return errors.New("the URL of a server has the form https://host/path")
	case u.User != nil:
		return fmt.Errorf("the URL of %s must not hold a user or password; credentials come from the environment", u.Hostname())
	case u.Scheme == "https":
		return nil
	case u.Scheme == "http" && loopback(u.Hostname()):
		return nil
	case u.Scheme == "http":
		return fmt.Errorf("%s is plain http, where anybody on the way could read the credential: use https", u.Hostname())
	}
	return fmt.Errorf("the URL of %s is %s, not https", u.Hostname(), u.Scheme)
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// originOf returns scheme, host and port in one spelling.
func originOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// A boundedBody fails with ErrTooLarge once more bytes were read than it had left.
type boundedBody struct {
	io.ReadCloser
	left int64
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, ErrTooLarge
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		return max(n+int(b.left), 0), ErrTooLarge
	}
	return n, err
}
