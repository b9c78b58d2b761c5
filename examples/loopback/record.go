package loopback

import (
	"bytes"
	"io"
	"net/http"
	"sync"
)

// An Exchange is one request with its answer.
type Exchange struct {
	Method string
	URL    string // path and query
	Header http.Header
	Body   []byte

	Status       int
	AnswerHeader http.Header
	Answer       []byte
}

// A Recorder keeps the exchanges of the handlers that it wraps. It may be used by several goroutines.
type Recorder struct {
	mu        sync.Mutex
	exchanges []Exchange
}

// Exchanges returns what there was so far, in the order of the answers.
func (rec *Recorder) Exchanges() []Exchange {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	return append([]Exchange(nil), rec.exchanges...)
}

// Wrap returns next, recorded. An answer that never ends is recorded when its request ends.
func (rec *Recorder) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		kept := &keptWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			rec.mu.Lock()
			defer rec.mu.Unlock()
			rec.exchanges = append(rec.exchanges, Exchange{
				Method: r.Method, URL: r.URL.RequestURI(), Header: r.Header.Clone(), Body: body,
				Status: kept.status, AnswerHeader: w.Header().Clone(), Answer: kept.body.Bytes(),
			})
		}()
		next.ServeHTTP(kept, r)
	})
}

// A keptWriter keeps what is written through it.
type keptWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (w *keptWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *keptWriter) Write(p []byte) (int, error) {
	w.body.Write(p)
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *keptWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
