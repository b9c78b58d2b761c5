package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// A model answers as the Messages API does (https://docs.anthropic.com/en/api/messages), plain and streaming, and keeps
// what it was asked.
type model struct {
	*httptest.Server
	mu       sync.Mutex
	replies  []reply
	requests []request
	answered int
}

// A reply is what the model says in one answer: text, or the use of a tool with that input.
type reply struct {
	Text  string
	Tool  string
	Input any
}

// A request is what the model was asked: the bodies of /v1/messages, as far as tests look at them.
type request struct {
	Stream   bool              `json:"stream"`
	Model    string            `json:"model"`
	System   json.RawMessage   `json:"system"`
	Messages []message         `json:"messages"`
	Tools    []json.RawMessage `json:"tools"`
}

type message struct {
	Role    string `json:"role"`
	Content blocks `json:"content"`
}

// blocks are the parts of a message. A message may be a plain text, too.
type blocks []struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

func (b *blocks) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		data, _ = json.Marshal([]map[string]string{{"type": "text", "text": text}})
	}
	return json.Unmarshal(data, (*[]struct {
		Type string `json:"type"`
		Text string `json:"text"`
	})(b))
}

// text returns all text of the request's messages: the system messages are among them.
func (r request) text() string {
	var b strings.Builder
	for _, m := range r.Messages {
		for _, part := range m.Content {
			b.WriteString(part.Text + "\n")
		}
	}
	return b.String()
}

// lineWith returns the one line of the request's text that holds a mark.
func (r request) lineWith(t *testing.T, mark string) string {
	t.Helper()
	var found []string
	for line := range strings.Lines(r.text()) {
		if strings.Contains(line, mark) {
			found = append(found, strings.TrimSuffix(line, "\n"))
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d lines hold %q, want one: %q in\n%s", len(found), mark, found, r.text())
	}
	return found[0]
}

// newModel starts a model that answers with replies in turn, and "ok" when there are no more.
func newModel(t *testing.T, replies ...reply) *model {
	t.Helper()
	m := &model{replies: replies}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", m.answer)
	mux.HandleFunc("POST /v1/messages/count_tokens", func(w http.ResponseWriter, _ *http.Request) {
		writeBody(w, map[string]int{"input_tokens": 100})
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"type":"error","error":{"type":"not_found_error","message":"%s is not there"}}`, r.URL.Path)
	})
	m.Server = httptest.NewServer(mux)
	t.Cleanup(m.Close)
	return m
}

// asked returns the requests so far that carry tools: those of the session itself, without the small ones that the
// client makes for titles and the like.
func (m *model) asked() []request {
	m.mu.Lock()
	defer m.mu.Unlock()
	var main []request
	for _, r := range m.requests {
		if len(r.Tools) > 0 {
			main = append(main, r)
		}
	}
	return main
}

// last returns the newest request of the session.
func (m *model) last(t *testing.T) request {
	t.Helper()
	all := m.asked()
	if len(all) == 0 {
		t.Fatal("the model was asked nothing")
	}
	return all[len(all)-1]
}

func (m *model) answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var req request
	if err == nil {
		err = json.Unmarshal(body, &req)
	}
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"type":"error","error":{"type":"invalid_request_error","message":%q}}`, err.Error())
		return
	}
	content, id, stop := m.next(req)
	answer := map[string]any{
		"id": id, "type": "message", "role": "assistant", "model": req.Model, "content": content,
		"stop_reason": stop, "stop_sequence": nil, "usage": map[string]int{"input_tokens": 100, "output_tokens": 10},
	}
	if !req.Stream {
		writeBody(w, answer)
		return
	}
	stream(w, answer, content, stop)
}

// next keeps the request and returns the content of the answer.
func (m *model) next(req request) (content []map[string]any, id, stop string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, req)
	m.answered++
	rep := reply{Text: "ok"}
	if len(req.Tools) > 0 && len(m.replies) > 0 {
		rep, m.replies = m.replies[0], m.replies[1:]
	}
	if rep.Text != "" {
		content = append(content, map[string]any{"type": "text", "text": rep.Text})
	}
	stop = "end_turn"
	if rep.Tool != "" {
		stop = "tool_use"
		content = append(content, map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_%024d", m.answered), "name": rep.Tool, "input": rep.Input})
	}
	return content, fmt.Sprintf("msg_%024d", m.answered), stop
}

func writeBody(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client's end tells
}

// stream writes an answer as server-sent events.
func stream(w http.ResponseWriter, answer map[string]any, content []map[string]any, stop string) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(name string, data map[string]any) {
		data["type"] = name
		text, _ := json.Marshal(data)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, text)
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
	answer["content"], answer["stop_reason"] = []any{}, nil
	send("message_start", map[string]any{"message": answer})
	for i, part := range content {
		begin, delta := map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": part["text"]}
		if part["type"] == "tool_use" {
			input, _ := json.Marshal(part["input"])
			begin = map[string]any{"type": "tool_use", "id": part["id"], "name": part["name"], "input": map[string]any{}}
			delta = map[string]any{"type": "input_json_delta", "partial_json": string(input)}
		}
		send("content_block_start", map[string]any{"index": i, "content_block": begin})
		send("content_block_delta", map[string]any{"index": i, "delta": delta})
		send("content_block_stop", map[string]any{"index": i})
	}
	send("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": map[string]int{"output_tokens": 10}})
	send("message_stop", map[string]any{})
}
