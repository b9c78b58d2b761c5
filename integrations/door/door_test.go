package door_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vaultgraph/integrations/door"
)

const secret = "s3cret-of-the-door"

func open(t *testing.T, raw string, maxBody int64) *door.Door {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	d, err := door.New(door.Options{Origin: u, MaxBody: maxBody, Authorize: func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+secret) }})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func get(t *testing.T, d *door.Door, url string) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d.Client().Do(req)
}

func TestCredentialStaysAtItsOrigin(t *testing.T) {
	var leaked int
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request) { leaked++ }))
	defer elsewhere.Close()
	var authorized int
	home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Bearer "+secret {
			authorized++
		}
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, elsewhere.URL+"/taken", http.StatusTemporaryRedirect)
		case "/moved":
			http.Redirect(w, r, "/here", http.StatusMovedPermanently)
		}
	}))
	defer home.Close()
	d := open(t, home.URL, 0)

	for _, away := range []string{home.URL + "/away", elsewhere.URL, strings.Replace(home.URL, "http:", "https:", 1), "http://127.0.0.1:1/"} {
		_, err := get(t, d, away)
		if !errors.Is(err, door.ErrOrigin) {
			t.Errorf("GET %s: got %v, want ErrOrigin", away, err)
		}
	}
	if leaked != 0 {
		t.Errorf("the other server saw %d requests, want none", leaked)
	}
	resp, err := get(t, d, home.URL+"/moved")
	if err != nil {
		t.Fatalf("a redirect within the server: %v", err)
	}
	_ = resp.Body.Close()
	if authorized != 3 { // away, moved, here
		t.Errorf("the server saw the credential %d times, want 3", authorized)
	}
}

func TestOriginIsTrustworthy(t *testing.T) {
	for raw, ok := range map[string]bool{
		"https://acme.example/": true, "http://127.0.0.1:8080": true, "http://[::1]:80/": true, "http://localhost/": true,
		"http://acme.example/": false, "http://127.0.0.1.acme.example/": false, "https://me:pw@acme.example/": false,
		"ftp://acme.example/": false, "/rest": false, "https://:443/": false,
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := door.New(door.Options{Origin: u}); (err == nil) != ok {
			t.Errorf("New(%s): got error %v, want accepted: %v", raw, err, ok)
		} else if err != nil && strings.Contains(err.Error(), "pw") {
			t.Errorf("New(%s): the error %q holds the password", raw, err)
		}
	}
	if _, err := door.New(door.Options{}); err == nil {
		t.Error("New without an origin: got no error")
	}
}

func TestBodyIsBounded(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("x", len(r.URL.Path)))
	}))
	defer srv.Close()
	d := open(t, srv.URL, 10)
	for path, want := range map[string]error{"/123456789": nil, "/1234567890": door.ErrTooLarge, "/" + strings.Repeat("y", 100000): door.ErrTooLarge} {
		resp, err := get(t, d, srv.URL+path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if !errors.Is(err, want) || len(body) > 10 {
			t.Errorf("a body of %d bytes: read %d with error %v, want at most 10 and %v", len(path), len(body), err, want)
		}
	}
}
